"""What the operator set in the controller's chart, read the way the chart will read it.

`karpenter.featureGates` is the short form; what `karpenter.values` says on the same key wins, as it does in Helm.
"""

from collections.abc import Mapping
from typing import Any, cast

from ..model.karpenter import KarpenterSettings
from ..versions import KarpenterVersion
from ..versions.chart_keys import feature_gate_path


def chart_value(settings: KarpenterSettings, *path: str) -> Any:
    """The operator's value at `path` of the chart's values; None where nothing is written."""
    found: Any = settings.values
    for word in path:
        if not isinstance(found, Mapping):
            return None
        found = cast("Mapping[str, Any]", found).get(word)
    return found


def feature_gate(settings: KarpenterSettings, gate: str, version: KarpenterVersion) -> bool:
    """Whether the operator opened `gate`; the controller's own defaults do not count."""
    path = feature_gate_path(gate, version)
    if path is None:
        return False
    written = chart_value(settings, *path)
    return bool(written if written is not None else _short_form(settings, path[-1]))


def feature_gate_values(settings: KarpenterSettings, version: KarpenterVersion) -> dict[str, Any]:
    """`karpenter.featureGates` as the `settings` of the chart; gates that the version lacks are left out.

    A gate that the version lacks has been refused before anything is rendered.
    """
    groups: dict[str, Any] = {}
    for gate, opened in settings.feature_gates.items():
        path = feature_gate_path(gate, version)
        if path is not None:
            groups.setdefault(path[1], {})[path[2]] = opened
    return groups


def _short_form(settings: KarpenterSettings, gate: str) -> bool:
    return any(opened for written, opened in settings.feature_gates.items() if written.lower() == gate.lower())
