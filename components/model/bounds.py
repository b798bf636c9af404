"""A lower and an upper bound, both included."""

from collections.abc import Iterator
from typing import Annotated

from pydantic_core import PydanticCustomError

from .base import Model
from .between import Between
from .errors import reject


class RangeSpec(Model):
    """Whole numbers from `min` to `max`; at least one of the two is given."""

    min: Annotated[int, Between(0)] | None = None
    """Smallest allowed number. Absent: no lower bound."""
    max: Annotated[int, Between(0)] | None = None
    """Greatest allowed number. Absent: no upper bound."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """A range that bounds nothing, or holds nothing."""
        if self.min is None and self.max is None:
            yield reject("E006", "neither min nor max is given", "write one of them or remove the field")
        elif self.min is not None and self.max is not None and self.min > self.max:
            yield reject("E005", f"{self.min} is above max {self.max}", f"write at most {self.max}", ("min",))
