"""`guards.platformOnly`: paths that only the stack and its profiles may set.

So that customers may write their own files.
"""

from collections.abc import Iterator
from typing import Any, cast

from ..model.problem import Path
from .document import Document
from .findings import Finding

ANY = "*"


def platform_only(document: Document, patterns: tuple[str, ...], tenant: str) -> Iterator[Finding]:
    """What a tenant's own file sets although it is the platform's; `*` in a pattern stands for any one key."""
    for pattern in patterns:
        words = tuple(pattern.split("."))
        for path in _matches(document.data, words, ()):
            what = f"guards.platformOnly leaves {pattern} to the stack and its profiles"
            fix = f"move it to platform:tenantOverrides.{tenant}"
            yield Finding(document.file, document.position(path, of_key=True), path, "E305", what, fix)


def _matches(value: Any, words: tuple[str, ...], path: Path) -> Iterator[Path]:
    """The places of what is set: of a mapping each of its fields."""
    if not words:
        inner: dict[str, Any] = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
        yield from ((*path, key) for key in inner)
        if not inner:
            yield path
        return
    if not isinstance(value, dict):
        return
    mapping, (word, *rest) = cast("dict[str, Any]", value), words
    for key in mapping if word == ANY else [word] if word in mapping else []:
        yield from _matches(mapping[key], tuple(rest), (*path, key))
