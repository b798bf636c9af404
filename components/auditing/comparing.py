"""Whether a live object still says what was rendered.

The API server completes objects: what it adds by itself is no departure. In objects that decide about rights, anything
else that is added is one: a further rule, or a condition under which a policy does not apply.

Source of the defaults: Kubernetes 1.36, API reference of admissionregistration, networking and core.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from ..model.problem import Path, show_path
from ..model.quantity import Quantity

_EXACT: Final = frozenset(
    (
        "MutatingAdmissionPolicy",
        "MutatingAdmissionPolicyBinding",
        "NetworkPolicy",
        "ResourceQuota",
        "Role",
        "RoleBinding",
        "ValidatingAdmissionPolicy",
        "ValidatingAdmissionPolicyBinding",
    )
)
"""Kinds in which an addition can open something."""

_DEFAULTS: Final[Mapping[str, Any]] = {
    "matchPolicy": "Equivalent",
    "protocol": "TCP",
    "reason": "Invalid",
    "scope": "*",
}
_LEFT_OUT: Final[Mapping[str, Any]] = {"globalDefault": False}
"""Fields that the API server does not keep at this value. Where it keeps `false`, an absent field says something else.

Source: Kubernetes 1.36, `scheduling/v1` PriorityClass.
"""
_MAINTAINED: Final = ("apiVersion", "kind", "metadata", "status")
_PLACEHOLDER: Final = re.compile(r"\$\{[A-Za-z0-9]+\}")
_QUANTITY: Final = re.compile(r"[0-9]+(\.[0-9]+)?(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?")
_LONGEST: Final = 60
"""Characters of a value in a message: expressions are long."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where two documents differ."""

    path: Path
    live: Any
    """None where the live object has nothing there."""
    wanted: Any
    """None where the rendered object has nothing there."""

    def text(self) -> str:
        """Place and both values, cut where they are long."""
        return f"{show_path(self.path)} is {_shown(self.live)}, not {_shown(self.wanted)}"


def difference(wanted: Mapping[str, Any], live: Mapping[str, Any]) -> Difference | None:
    """The first difference; None where the live object says what was rendered.

    Args:
        wanted: The rendered document. `${…}` in a text stands for what only a deployment knows, and equals anything.
        live: The object as the API server gives it.
    """
    found = next(_differences(wanted, live, ()), None)
    if found is None and wanted["kind"] in _EXACT:
        found = next(_additions(_content(wanted), _content(live), ()), None)
    return found


def _content(document: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key not in _MAINTAINED}


def _differences(wanted: Any, live: Any, path: Path) -> Iterator[Difference]:
    if isinstance(wanted, Mapping) and isinstance(live, Mapping):
        for key, value in cast("Mapping[str, Any]", wanted).items():
            if key not in ("apiVersion", "kind"):
                absent = _LEFT_OUT.get(key)
                yield from _differences(value, cast("Mapping[str, Any]", live).get(key, absent), (*path, key))
    elif _is_list(wanted) and _is_list(live):
        items, others = cast("Sequence[Any]", wanted), cast("Sequence[Any]", live)
        if len(items) == len(others):
            for index, (item, other) in enumerate(zip(items, others, strict=True)):
                yield from _differences(item, other, (*path, index))
        elif not _PLACEHOLDER.search(str(items)):
            yield Difference(path, live, wanted)
    elif not _same(wanted, live):
        yield Difference(path, live, wanted)


def _additions(wanted: Any, live: Any, path: Path) -> Iterator[Difference]:
    if isinstance(live, Mapping):
        known = cast("Mapping[str, Any]", wanted if isinstance(wanted, Mapping) else {})
        for key, value in cast("Mapping[str, Any]", live).items():
            if key in known:
                yield from _additions(known[key], value, (*path, key))
            elif value not in ({}, [], "", None) and _DEFAULTS.get(key) != value and not _is_only_default(value):
                yield Difference((*path, key), value, None)
    elif _is_list(live) and _is_list(wanted) and len(live) == len(wanted):
        for index, (item, other) in enumerate(zip(wanted, live, strict=True)):
            yield from _additions(item, other, (*path, index))


def _is_only_default(value: Any) -> bool:
    """Whether a mapping that the API server filled in says nothing but its defaults."""
    if not isinstance(value, Mapping):
        return False
    fields = cast("Mapping[str, Any]", value)
    return all(item in ({}, []) or _DEFAULTS.get(key) == item for key, item in fields.items())


def _same(wanted: Any, live: Any) -> bool:
    if wanted == live or (live is None and wanted in ({}, [], "")):
        return True
    if not isinstance(wanted, str):
        return False
    if isinstance(live, str) and _QUANTITY.fullmatch(wanted) and _QUANTITY.fullmatch(live):
        return Quantity(wanted).value == Quantity(live).value
    parts = _PLACEHOLDER.split(wanted)
    return len(parts) > 1 and re.fullmatch(".*".join(map(re.escape, parts)), str(live), re.DOTALL) is not None


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _shown(value: Any) -> str:
    if value is None:
        return "absent"
    text = " ".join(str(value).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
