"""Values that `pulumi config set --secret` encrypted: `{secure: …}`.

Settings and tenants end up in manifests, previews and reports, so they hold none; messages never repeat one.
"""

from collections.abc import Iterator
from typing import Any

from ..model.problem import Path
from .plain_data import as_items, as_mapping

SECURE = "secure"
WHAT = "a secret value, which settings and manifests would show"
FIX = "write it in plain text, or refer to a secret by name"


def is_encrypted(value: object) -> bool:
    """Whether the value itself is encrypted."""
    mapping = as_mapping(value)
    return mapping is not None and mapping.keys() == {SECURE}


def encrypted_places(value: object, path: Path) -> Iterator[Path]:
    """Where encrypted values stand in a value at the path."""
    if is_encrypted(value):
        yield path
        return
    for key, item in (as_mapping(value) or {}).items():
        yield from encrypted_places(item, (*path, key))
    for index, item in enumerate(as_items(value) or ()):
        yield from encrypted_places(item, (*path, index))


def holds_encrypted(value: object) -> bool:
    """Whether the value is or holds an encrypted one."""
    return any(True for _ in encrypted_places(value, ()))


def without_encrypted(value: object) -> Any:
    """The value with nothing in the place of encrypted ones."""
    mapping, items = as_mapping(value), as_items(value)
    if mapping is not None:
        return {key: without_encrypted(item) for key, item in mapping.items() if not is_encrypted(item)}
    if items is not None:
        return tuple(without_encrypted(item) for item in items if not is_encrypted(item))
    return value
