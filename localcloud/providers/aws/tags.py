"""Tags: AWS' lists of keys and values against the provider's maps.

Tags whose key starts with `aws:` belong to AWS and are no property of a resource.
"""

from collections.abc import Iterable, Mapping
from typing import Any


def to_list(tags: Mapping[str, str] | None) -> list[dict[str, str]]:
    """The list form, sorted by key."""
    return [{"Key": key, "Value": value} for key, value in sorted((tags or {}).items())]


def from_list(tags: Iterable[Mapping[str, str]] | None) -> dict[str, str]:
    """The map form."""
    return own({entry["Key"]: entry["Value"] for entry in tags or []})


def own(tags: Mapping[str, str] | None) -> dict[str, str]:
    """The tags that are not AWS' own."""
    return {key: value for key, value in sorted((tags or {}).items()) if not key.startswith("aws:")}


def properties(tags: Mapping[str, str]) -> dict[str, Any]:
    """`tags` and `tagsAll` of a resource; the local cloud's provider has no default tags."""
    return {"tags": dict(tags), "tagsAll": dict(tags)}


def removed(old: Mapping[str, str] | None, new: Mapping[str, str] | None) -> list[str]:
    """Keys that have to go."""
    return sorted(set(old or {}) - set(new or {}))
