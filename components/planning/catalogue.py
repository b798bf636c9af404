"""The instance types that EC2's API knew when the catalogue was written.

It tells names that exist from those that do not; what a type has, costs and where it is offered is not in it. A name
that is missing may be newer than the catalogue, so nothing is refused for it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ..model.nearest import nearest


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Names by family.

    Attributes:
        date: Day on which it was written, such as 2026-11-30.
        families: Family -> its sizes.
    """

    date: str
    families: Mapping[str, frozenset[str]]

    def has_type(self, name: str) -> bool:
        """Whether there is a type of that name."""
        family, _, size = name.partition(".")
        return size in self.families.get(family, ())

    def nearest_family(self, name: str) -> str | None:
        """The family that was probably meant."""
        return nearest(name, self.families)

    def nearest_type(self, name: str) -> str | None:
        """The type that was probably meant: of that family where there is one, else of that size."""
        family, _, size = name.partition(".")
        known = family if family in self.families else self.nearest_family(family)
        if known is None:
            return None
        meant = nearest(size, sorted(self.families[known]))
        return None if meant is None else f"{known}.{meant}"


@cache
def catalogue() -> Catalogue:
    """The one that comes with the product."""
    text = files(__name__.rpartition(".")[0]).joinpath("instance_types.json").read_text(encoding="utf-8")
    content = json.loads(text)
    families = {family: frozenset(sizes.split(" ")) for family, sizes in content["families"].items()}
    return Catalogue(content["date"], families)
