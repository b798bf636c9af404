"""Checks of every entry of a map, all of whose refusals are reported together, each at its key."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

V = TypeVar("V")


def check_each(entries: Mapping[str, V], check: Callable[[str, V], None]) -> Mapping[str, V]:
    """The map as it is, when `check(key, value)` raises for none of its entries."""
    refused: list[InitErrorDetails] = []
    for key, value in entries.items():
        try:
            check(key, value)
        except PydanticCustomError as error:
            refused.append(InitErrorDetails(type=error, loc=(key,), input=value))
    if refused:
        raise ValidationError.from_exception_data("entries", refused)
    return entries
