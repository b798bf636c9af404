"""Text, lists and maps as YAML writes them.

A number in a field of text keeps the form it was written in (`1.10`, `0042`): the loader hands numbers over as
subclasses with an attribute `written`. `null` in a list or map is "explicitly nothing", that is empty, and a `null`
value takes a key out of a map that an earlier layer filled.
"""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar, cast

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema
from pydantic_core import PydanticKnownError

from .errors import reject

T = TypeVar("T")


def written(value: object) -> object:
    """The text of a number as it stands in the file; everything else as it is.

    A whole number without a written form comes from the engine's JSON and is exact. A fraction from there may have lost
    digits (1.10 is 1.1 by then), so it stays a number and is refused as one.
    """
    form = getattr(value, "written", None)
    if isinstance(form, str):
        return form
    if type(value) is int:
        return str(value)
    return value


def text_of(value: object) -> str:
    """The written text, or pydantic's own "text expected" error, which `loading` words."""
    form = written(value)
    if not isinstance(form, str):
        raise PydanticKnownError("string_type")
    return str(form)


def _items(value: Any) -> Any:
    if value is None:
        return ()
    return tuple(cast("list[Any]", value)) if isinstance(value, list) else value


def without_nulls(value: Any) -> Any:
    """The map without the keys whose value is `null`, which an earlier layer filled and a later one took out."""
    if value is None:
        return {}
    if isinstance(value, dict):
        return {key: item for key, item in cast("dict[Any, Any]", value).items() if item is not None}
    return value


def _said(text: str) -> str:
    if not text:
        raise reject("E005", '"" says nothing', "write a text")
    return text


Text = Annotated[str, BeforeValidator(written), WithJsonSchema({"type": ["string", "number"]})]
"""Text; a number is taken as it was written."""

FullText = Annotated[Text, AfterValidator(_said)]
"""Text that is not empty."""

Items = Annotated[tuple[T, ...], BeforeValidator(_items)]
"""A list; `null` is an empty one."""

Entries = Annotated[Mapping[str, T], BeforeValidator(without_nulls)]
"""A map with free keys; `null` is an empty one, a key with `null` is absent."""
