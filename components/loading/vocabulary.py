"""The words that a model knows at a place, for "did you mean", for misplaced words and for what a missing field is.

Reads the models' own fields: there is no second list of words.
"""

import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from ..model.nearest import nearest
from ..model.problem import Path

Shape = Any
"""A type annotation: of a model's field, or of something inside it."""
FREE_KEY = "<key>"
"""Stands for any key of a map whose keys users choose."""


@cache
def fields_of(model: type[BaseModel]) -> Mapping[str, FieldInfo]:
    """YAML word → field."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def model_at(root: type[BaseModel], path: Path) -> type[BaseModel] | None:
    """The model of the object at a path; None where a free map, a list or a scalar stands."""
    shape: Shape = root
    for step in path:
        shape = _inside(shape, step)
        if shape is None:
            return None
    return _model_in(shape)


def field_at(root: type[BaseModel], path: Path) -> FieldInfo | None:
    """The field that the path's last word names."""
    owner = model_at(root, path[:-1]) if path else None
    return fields_of(owner).get(str(path[-1])) if owner is not None else None


def remedy(root: type[BaseModel], path: Path) -> tuple[str, str]:
    """(what is wrong, what to write) for an unknown word at a path."""
    word = str(path[-1])
    owner = model_at(root, path[:-1])
    if owner is None:
        return "unknown field", "remove it"
    blank = next((letter for letter in word if letter.isspace() and letter != " "), None)
    if blank is not None:
        return f"unknown field with the blank U+{ord(blank):04X}", "indent and part words with plain blanks"
    place = _meant(owner, root, word)
    if place is None:
        known = fields_of(owner)
        listed = ", ".join(list(known)[:12]) + (" …" if len(known) > 12 else "")
        return "unknown field", f"known here are {listed}"
    words = place[1]
    if words[-1] != word:
        return "unknown field", f"did you mean {words[-1]}?"
    return "unknown field here", f"it belongs under {'.'.join(words[:-1]) or 'the top of the file'}"


def meant_place(root: type[BaseModel], path: Path) -> Path | None:
    """Where the known field stands that an unknown word at the path was probably meant to be.

    None where it is like no other, or may be meant in several places.
    """
    owner = model_at(root, path[:-1])
    place = _meant(owner, root, str(path[-1])) if owner is not None else None
    if place is None or FREE_KEY in place[1]:
        return None
    holder, words = place
    return (*path[:-1], *words) if holder is owner else words


def _meant(owner: type[BaseModel], root: type[BaseModel], word: str) -> tuple[type[BaseModel], tuple[str, ...]] | None:
    """(model, words below it) of the field that an unknown word of `owner` was probably meant to be.

    Its plural beside it, the same word further below, a similar word beside it, or the same word anywhere, in this
    order.
    """
    if f"{word}s" in fields_of(owner):
        return owner, (f"{word}s",)
    below = next((place for place in _places(owner) if place[-1] == word), None)
    if below is not None:
        return owner, below
    similar = nearest(word, fields_of(owner))
    if similar is not None:
        return owner, (similar,)
    elsewhere = next((place for place in _places(root) if place[-1] == word), None)
    return (root, elsewhere) if elsewhere is not None else None


@cache
def _places(model: type[BaseModel]) -> tuple[tuple[str, ...], ...]:
    """Every path of words below a model, nearest first; keys of free maps as `FREE_KEY`, items of lists not at all."""
    return tuple(sorted(_walk(model, (), frozenset()), key=len))


def _walk(
    model: type[BaseModel], path: tuple[str, ...], above: frozenset[type[BaseModel]]
) -> Iterator[tuple[str, ...]]:
    if model in above:
        return
    for word, field in fields_of(model).items():
        yield (*path, word)
        yield from _walk_shape(field.annotation, (*path, word), above | {model})


def _walk_shape(shape: Shape, path: tuple[str, ...], above: frozenset[type[BaseModel]]) -> Iterator[tuple[str, ...]]:
    for part in _alternatives(shape):
        if isinstance(part, type) and issubclass(part, BaseModel):
            yield from _walk(part, path, above)
        elif get_origin(part) is tuple:
            yield from _walk_shape(get_args(part)[0], path, above)
        elif _is_mapping(part):
            yield from _walk_shape(get_args(part)[1], (*path, FREE_KEY), above)


def _inside(shape: Shape, step: str | int) -> Shape:
    """The shape of one entry of a shape."""
    for part in _alternatives(shape):
        if isinstance(part, type) and issubclass(part, BaseModel):
            field = fields_of(part).get(str(step))
            if field is not None:
                return field.annotation
        elif get_origin(part) is tuple and isinstance(step, int):
            return get_args(part)[0]
        elif _is_mapping(part) and isinstance(step, str):
            return get_args(part)[1]
    return None


def _model_in(shape: Shape) -> type[BaseModel] | None:
    return next((part for part in _alternatives(shape) if isinstance(part, type) and issubclass(part, BaseModel)), None)


def _is_mapping(shape: Shape) -> bool:
    origin = get_origin(shape)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _alternatives(shape: Shape) -> Iterator[Shape]:
    """The parts of a union, without `None` and annotations."""
    origin = get_origin(shape)
    if origin is Annotated:
        yield from _alternatives(get_args(shape)[0])
    elif origin in (Union, types.UnionType):
        for part in get_args(shape):
            yield from _alternatives(part)
    elif shape is not type(None):
        yield shape
