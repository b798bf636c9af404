"""Keys of `platform:karpenter` values and featureGates against the chart of the version (E003, E215).

Helm ignores a value under a wrong key, and what it was meant to switch stays off without a word.
"""

from collections.abc import Iterator

from ..model.nearest import nearest
from ..model.platform import Platform
from ..model.problem import Problem
from ..versions import KarpenterVersion
from ..versions.chart_keys import (
    CONTROLLER_CHART_KEYS,
    ChartKey,
    KeyPath,
    feature_gate_path,
    feature_gates,
    unknown_chart_keys,
)
from .newer_words import too_new
from .rule import Family
from .versions import versions_of

SETTINGS = "platform:karpenter"


def e003_chart_key_unknown(platform: Platform) -> Iterator[Problem]:
    """A key that the chart of the version does not read."""
    versions = versions_of(platform)
    if versions is None:
        return
    version, karpenter = versions.karpenter, platform.settings.karpenter
    for path in unknown_chart_keys(karpenter.values, version):
        yield _unknown(("values", *path), _since(path), _siblings(path, version), version)
    for gate in karpenter.feature_gates:
        if feature_gate_path(gate, version) is None:
            yield _unknown(("featureGates", gate), _gate_since(gate), feature_gates(version), version)


def _unknown(path: KeyPath, newer: ChartKey | None, known: tuple[str, ...], version: KarpenterVersion) -> Problem:
    """E215 for a word that a newer chart reads, else E003."""
    at = (SETTINGS, *path)
    if newer is not None:
        return Problem(None, at, "E215", *too_new(newer.since, version))
    meant = nearest(path[-1], known)
    what = f"unknown field, the chart of {version} does not read it"
    return Problem(None, at, "E003", what, f"did you mean {meant}?" if meant else "remove it")


def _since(path: KeyPath) -> ChartKey | None:
    """The first key at or below a path that a later chart has; None where no chart has it, or no more."""
    found = [key for key in CONTROLLER_CHART_KEYS.values() if key.path[: len(path)] == path and key.until is None]
    return min(found, key=lambda key: key.since, default=None)


def _gate_since(gate: str) -> ChartKey | None:
    return next((key for key in CONTROLLER_CHART_KEYS.values() if key.path[-1].lower() == gate.lower()), None)


def _siblings(path: KeyPath, version: KarpenterVersion) -> tuple[str, ...]:
    """Words that the chart reads at the same place."""
    depth = len(path) - 1
    known = [key.path for key in CONTROLLER_CHART_KEYS.values() if key.known_to(version)]
    return tuple(dict.fromkeys(other[depth] for other in known if other[:depth] == path[:depth] and len(other) > depth))


FAMILY = Family(platform=(e003_chart_key_unknown,))
