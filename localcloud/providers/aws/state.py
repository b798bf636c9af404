"""How what was written and what AWS says become one state.

Where both mean the same, the written form stays, so that blanks in a policy or the order of subnets are no difference.
"""

from collections.abc import Mapping
from typing import Any

from localcloud.providers.aws.handler import Handler, Properties, present
from localcloud.providers.values import UNKNOWN

FREE_MAPS = ("labels", "tags", "tagsAll")
"""Inputs whose keys are the user's: a key that somebody added shows as a difference."""

DEFAULTED = "__defaults"
"""Inputs that the provider generated; the AWS provider's own marker."""


def state_of(handler: Handler, inputs: Properties, live: Properties) -> dict[str, Any]:
    """The state after create, update or refresh: the inputs, and over them what AWS says."""
    merged = {name: value for name, value in inputs.items() if name != DEFAULTED}
    for name, value in live.items():
        merged[name] = _overlay(handler, name, inputs.get(name), value)
    return present(merged)


def inputs_of(handler: Handler, inputs: Properties, live: Properties) -> dict[str, Any]:
    """The inputs after a refresh: what was written, where AWS still agrees, else what AWS says."""
    refreshed = {}
    for name, value in inputs.items():
        refreshed[name] = value
        if name in live:
            overlaid = _overlay(handler, name, value, live[name])
            refreshed[name] = overlaid if name in FREE_MAPS else _restricted(value, overlaid)
    return {name: value for name, value in refreshed.items() if value is not None}


def preview_of(handler: Handler, outputs: list[str], inputs: Properties) -> dict[str, Any]:
    """The state that a preview shows: the inputs, all else unknown."""
    known = {name: value for name, value in inputs.items() if name != DEFAULTED}
    if "tags" in known or "tagsAll" in outputs:
        known["tagsAll"] = known.get("tags", {})
    shown = {**dict.fromkeys(outputs, UNKNOWN), **known}
    for name, fields in handler.nested_computed.items():
        if isinstance(shown.get(name), Mapping):
            shown[name] = {**dict.fromkeys(fields, UNKNOWN), **shown[name]}
    return shown


def preview_of_update(handler: Handler, state: Properties, old: Properties, new: Properties) -> dict[str, Any]:
    """The state that a preview shows of a change: what AWS decides stays, but for what the change moves."""
    shown = {name: value for name, value in state.items() if name not in old}
    shown |= dict.fromkeys(handler.moved, UNKNOWN)
    for name, value in new.items():
        shown[name] = value
        if isinstance(value, Mapping) and isinstance(state.get(name), Mapping) and name not in FREE_MAPS:
            shown[name] = {**state[name], **value}
    if "tagsAll" in state or "tags" in new:
        shown["tagsAll"] = new.get("tags", {})
    return {name: value for name, value in shown.items() if name != DEFAULTED}


def _overlay(handler: Handler, name: str, written: Any, live: Any) -> Any:
    if written is None or live is None:
        return live
    if handler.same(name, written, live):
        return written
    if isinstance(written, Mapping) and isinstance(live, Mapping) and name not in FREE_MAPS:
        fields = {field: _overlay(handler, field, written.get(field), value) for field, value in live.items()}
        return {**written, **fields}
    return live


def _restricted(written: Any, refreshed: Any) -> Any:
    """A refreshed object with the written fields only."""
    if isinstance(written, Mapping) and isinstance(refreshed, Mapping) and set(written) <= set(refreshed):
        return {field: refreshed[field] for field in written}
    return refreshed
