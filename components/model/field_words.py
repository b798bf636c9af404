"""Whether a path of words names a field of a model, for settings that speak about fields.

In such a path `*` stands for any key of a map; the index of a list is left out, or written as `*`.
"""

from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from .base import Model

EVERY = "*"


class UnknownWord(NamedTuple):
    """A word that names nothing where it stands, and the words that would."""

    word: str
    known: tuple[str, ...]


def unknown_word(model: type[Model], words: tuple[str, ...]) -> UnknownWord | None:
    """The first of the words that names nothing; None where the path leads to a field."""
    here: list[Any] = [model]
    for word in words:
        below = [inner for annotation in here for inner in _below(annotation, word)]
        if not below:
            return UnknownWord(word, tuple(name for annotation in here for name in _fields(annotation)))
        here = [part for inner in below for part in _parts(inner)]
    return None


def _below(annotation: Any, word: str) -> Iterator[Any]:
    """Types of what the word names inside a type."""
    origin = get_origin(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Model):
        if word in _fields(annotation):
            yield _fields(annotation)[word]
    elif origin is tuple:
        items = get_args(annotation)[0]
        yield from [items] if word == EVERY else [inner for part in _parts(items) for inner in _below(part, word)]
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        yield get_args(annotation)[1]


def _fields(annotation: Any) -> dict[str, Any]:
    """Word -> type of each field of a model, or of the models in a list; nothing for other types."""
    if get_origin(annotation) is tuple:
        return {word: kind for part in _parts(get_args(annotation)[0]) for word, kind in _fields(part).items()}
    if not (isinstance(annotation, type) and issubclass(annotation, Model)):
        return {}
    return {str(field.alias): field.annotation for field in annotation.model_fields.values()}


def _parts(annotation: Any) -> Iterator[Any]:
    """The types of a union, without None and without what is annotated to them."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _parts(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        yield from (inner for part in get_args(annotation) for inner in _parts(part))
    elif annotation is not NoneType:
        yield annotation
