"""Plain data as documents hold it: text, numbers, booleans, None, tuples, and dictionaries with text as keys."""

from typing import Any, cast


def as_mapping(value: object) -> dict[str, Any] | None:
    """The value if it is a mapping."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def as_items(value: object) -> tuple[Any, ...] | None:
    """The value if it is a list."""
    return cast("tuple[Any, ...]", value) if isinstance(value, tuple) else None
