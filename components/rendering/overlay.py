"""Laying an operator's values over the product's, as Helm lays one values file over another."""

from collections.abc import Mapping
from typing import Any, cast


def overlaid(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Both, key by key; where both have a map its keys are joined, anything else of `above` replaces."""
    merged = dict(below)
    for key, value in above.items():
        beneath = merged.get(key)
        if isinstance(beneath, Mapping) and isinstance(value, Mapping):
            merged[key] = overlaid(cast("Mapping[str, Any]", beneath), cast("Mapping[str, Any]", value))
        else:
            merged[key] = value
    return merged
