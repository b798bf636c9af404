"""From model objects to the plain texts, numbers, lists and dicts of a document.

Scalars of the model are texts with a type of their own; a document holds the text alone. What is absent in the model,
or empty, is absent in the document: to the API both are the same.
"""

from collections.abc import Mapping
from typing import Any, cast

from ..model.base import Model


def document_of(model: Model) -> dict[str, Any]:
    """The fields of the object under their words in the API."""
    return plain(model.model_dump(by_alias=True))


def plain(value: Any) -> Any:
    """The value without types of the model and without anything empty inside of it."""
    if isinstance(value, Mapping):
        items = ((str(key), plain(item)) for key, item in cast("Mapping[Any, Any]", value).items())
        return {key: item for key, item in items if item is not None and item != {} and item != []}
    if isinstance(value, list | tuple):
        return [plain(item) for item in cast("tuple[Any, ...]", value)]
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        # Loading keeps the written form of numbers in types of its own.
        return int(value) if isinstance(value, int) else float(value)
    return value
