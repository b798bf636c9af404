"""The base of every model: strict, frozen, closed, and reporting all its problems at once."""

from collections.abc import Iterator
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from .alias import alias


class Model(BaseModel):
    """Built only by `model_validate` from a mapping of YAML words; unknown words are refused, no type is converted."""

    # Validators are built at first use: a command that needs no tenant pays for none.
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", alias_generator=alias, defer_build=True)

    def problems(self) -> Iterator[PydanticCustomError]:
        """What is wrong between several fields of this object; each error is placed by its `at` (see `reject`)."""
        yield from ()

    @model_validator(mode="after")
    def _without_problems(self) -> Self:
        found = list(self.problems())
        if found:
            raise ValidationError.from_exception_data(
                type(self).__name__, [InitErrorDetails(type=error, loc=_place(error), input=None) for error in found]
            )
        return self


def _place(error: PydanticCustomError) -> tuple[str | int, ...]:
    return (error.context or {}).get("at", ())
