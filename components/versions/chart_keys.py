"""Which keys the values of Karpenter's charts may have in which version; the facts are in `chart_keys.yaml`.

Helm drops a key that no template reads without a word, so every key is looked up before Helm sees it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, cast

from .data_file import data_file
from .karpenter_version import KarpenterVersion
from .number import VersionNumber

KeyPath = tuple[str, ...]


@dataclass(frozen=True)
class ChartKey:
    """One key of a chart's values."""

    path: KeyPath
    free: bool
    """Whether the key takes any map or list; nothing below it is looked at."""

    since: VersionNumber
    """First version that has the key."""

    until: VersionNumber | None
    """First version that has it no more; None while it stays."""

    def known_to(self, version: KarpenterVersion) -> bool:
        """Whether the chart of `version` has the key."""
        return self.since <= version.number and (self.until is None or version.number < self.until)


def _read(chart: str) -> Mapping[KeyPath, ChartKey]:
    rows: dict[str, str | dict[str, str]] = data_file("chart_keys.yaml")[chart]
    return MappingProxyType({key.path: key for key in (_key(name, row) for name, row in rows.items())})


def _key(name: str, row: str | dict[str, str]) -> ChartKey:
    span = {"since": row} if isinstance(row, str) else row
    until = span.get("until")
    return ChartKey(
        path=tuple(name.removesuffix(".*").split(".")),
        free=name.endswith(".*"),
        since=_number(span["since"]),
        until=None if until is None else _number(until),
    )


def _number(text: str) -> VersionNumber:
    number = VersionNumber.parse(text)
    if number is None:
        raise ValueError(f"{text} in chart_keys.yaml is no version")
    return number


CONTROLLER_CHART_KEYS: Final = _read("karpenter")
"""Keys of the chart `karpenter` by path."""

CRD_CHART_KEYS: Final = _read("karpenter-crd")
"""Keys of the chart `karpenter-crd` by path."""

_SETTINGS: Final = "settings"
_GATE_GROUPS: Final = ("featureGates", "awsFeatureGates")


def unknown_chart_keys(values: Mapping[str, Any], version: KarpenterVersion) -> Iterator[KeyPath]:
    """Paths in `values` that the controller chart of `version` does not read, in the order they are written.

    The deepest key that is wrong is named: `webhook` where the version has no webhook at all, but
    `settings.clusterNaem` where only the last word is.
    """
    known = tuple(key for key in CONTROLLER_CHART_KEYS.values() if key.known_to(version))
    yield from _unknown(values, (), known)


def _unknown(values: Mapping[str, Any], above: KeyPath, known: tuple[ChartKey, ...]) -> Iterator[KeyPath]:
    for word, value in values.items():
        path = (*above, word)
        below = tuple(key for key in known if key.path[: len(path)] == path)
        if not below:
            yield path
        elif below[0].path != path and isinstance(value, Mapping):
            yield from _unknown(cast("Mapping[str, Any]", value), path, below)


def feature_gate_path(gate: str, version: KarpenterVersion) -> KeyPath | None:
    """Where the controller chart of `version` takes `gate`, whatever the case it is written in; None if nowhere."""
    for key in CONTROLLER_CHART_KEYS.values():
        if _is_gate(key.path) and key.path[-1].lower() == gate.lower() and key.known_to(version):
            return key.path
    return None


def feature_gates(version: KarpenterVersion) -> tuple[str, ...]:
    """Every gate that the chart of `version` knows, in the chart's spelling."""
    return tuple(key.path[-1] for key in CONTROLLER_CHART_KEYS.values() if _is_gate(key.path) and key.known_to(version))


def _is_gate(path: KeyPath) -> bool:
    return path[0] == _SETTINGS and path[1] in _GATE_GROUPS
