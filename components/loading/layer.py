"""Where a value comes from: the layer that wrote it and its place in that layer's file."""

from dataclasses import dataclass
from typing import Any

from ..model.problem import Path
from .document import Document


@dataclass(frozen=True, eq=False)
class Layer:
    """One of the layers 2 to 6 for one tenant.

    Attributes:
        label: What `explain` calls it, for example `profile web`.
        document: The file it is written in.
        base: Where its mapping stands in that file.
        shown: The same place as an operator writes it, in front of the paths of problems.
        fields: The mapping itself.
    """

    label: str
    document: Document
    base: Path
    shown: Path
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Origin:
    """The place in a layer, below its base, that a merged value was written at."""

    layer: Layer
    path: Path

    def below(self, path: Path) -> "Origin":
        """The origin of a value inside this one."""
        return Origin(self.layer, (*self.path, *path))
