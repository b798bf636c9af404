"""`guards.platformOnly`: paths that only the stack and its profiles may set, so that customers may write files."""

from collections.abc import Iterator
from typing import Any

from ..model.problem import Path
from ..model.shorthands import SHORTHANDS
from .document import Document
from .exclusive import REQUIREMENTS
from .findings import Finding
from .kept import related
from .merging import COLLECTIONS, EVERY
from .plain_data import as_items, as_mapping

ANY = "*"
POOLS = "provisioners"
_WITH_EVERY: tuple[Path, ...] = tuple((name,) for name in COLLECTIONS)
"""Maps in which `"*"` sets the fields of every key."""


def platform_only(document: Document, patterns: tuple[str, ...], tenant: str) -> Iterator[Finding]:
    """What a tenant's own file sets although it is the platform's, in whatever words.

    `*` in a pattern stands for any one key; the items of a list are looked through.
    """
    for pattern in patterns:
        words = tuple(pattern.split("."))
        for path in (*_matches(document.data, words, ()), *_in_other_words(document.data, words)):
            what = f"guards.platformOnly leaves {pattern} to the stack and its profiles"
            fix = f"move it to platform:tenantOverrides.{tenant}"
            yield Finding(document.file, document.position(path, of_key=True), path, "E305", what, fix)


def _matches(value: Any, words: tuple[str, ...], path: Path) -> Iterator[Path]:
    """The places of what is set: of a mapping each of its fields.

    Null above a guarded field takes away what an earlier layer wrote there; only a pool that is gone needs no guard.
    """
    mapping, items = as_mapping(value), as_items(value)
    if value is None and words and path and not (path[0] == POOLS and len(path) <= 2):
        yield path
    elif not words:
        yield from ((*path, key) for key in mapping or ())
        if not mapping:
            yield path
    elif items is not None:
        rest = words[1:] if words[0] == ANY else words
        for index, item in enumerate(items):
            yield from _matches(item, rest, (*path, index))
    elif mapping is not None:
        word, *rest = words
        own = (word, EVERY) if path in _WITH_EVERY else (word,)
        for key in mapping if word == ANY else [key for key in own if key in mapping]:
            yield from _matches(mapping[key], tuple(rest), (*path, key))


def _in_other_words(data: dict[str, Any], words: tuple[str, ...]) -> Iterator[Path]:
    """Fields that say the same thing as a guarded one, and requirements on the key that a shorthand stands for."""
    collection, *field = words
    siblings = COLLECTIONS.get(collection)
    if siblings is None or len(field) < 2:
        return
    key, *inner = field
    for each in siblings:
        for sides, others in each.sides:
            if any(related(side, tuple(inner)) for side in sides):
                for other in others:
                    yield from _matches(data, (collection, key, *map(str, other)), ())
    if inner[0] in SHORTHANDS:
        for place in _matches(data, (collection, key, REQUIREMENTS, ANY, "key"), ()):
            if _value_in(data, place) == SHORTHANDS[inner[0]]:
                yield place


def _value_in(data: Any, place: Path) -> object:
    """What stands at a place that is there."""
    for step in place:
        data = data[step]
    return data
