"""Which values the charts read.

What these tests do not prove: that the charts of every patch agree; tests/cloud render the real charts.
"""

import pytest

from components.versions import karpenter_version
from components.versions.chart_keys import (
    CRD_CHART_KEYS,
    feature_gate_path,
    feature_gates,
    unknown_chart_keys,
)


@pytest.mark.parametrize(
    ("version", "values", "unknown"),
    [
        pytest.param("1.14.3", {"settings": {"vmMemoryOverheadPercent": 0.05}}, [], id="known key"),
        pytest.param(
            "1.14.3",
            {"settings": {"interruptionQueueName": "q"}},
            [("settings", "interruptionQueueName")],
            id="key of another chart",
        ),
        pytest.param("1.14.3", {"setings": {"clusterName": "x"}}, [("setings",)], id="first word wrong"),
        pytest.param("1.0.14", {"webhook": {"enabled": True, "port": 9443}}, [], id="webhook in 1.0"),
        pytest.param("1.14.3", {"webhook": {"enabled": True, "port": 8443}}, [("webhook",)], id="no webhook from 1.1"),
        pytest.param("1.14.3", {"nodeSelector": {"team": "platform"}}, [], id="free map"),
        pytest.param("1.14.3", {"controller": {"env": [{"name": "A", "value": "b"}]}}, [], id="free list"),
        pytest.param("1.14.3", {"controller": {"limits": {}}}, [("controller", "limits")], id="key beside free maps"),
        pytest.param(
            "1.11.3", {"settings": {"enableZonalShift": True}}, [("settings", "enableZonalShift")], id="before 1.12"
        ),
        pytest.param("1.12.2", {"settings": {"enableZonalShift": True}}, [], id="from 1.12"),
        pytest.param(
            "1.14.3",
            {"a": 1, "replicas": 2, "settings": {"b": 1, "featureGates": {"c": True}}},
            [("a",), ("settings", "b"), ("settings", "featureGates", "c")],
            id="every unknown key, in order",
        ),
    ],
)
def test_finds_keys_that_the_chart_does_not_read(version, values, unknown):
    assert list(unknown_chart_keys(values, karpenter_version(version))) == unknown


@pytest.mark.parametrize(
    ("gate", "version", "path"),
    [
        ("nodeRepair", "1.14.3", ("settings", "featureGates", "nodeRepair")),
        ("NodeRepair", "1.14.3", ("settings", "featureGates", "nodeRepair")),
        ("nodeRepair", "1.0.14", None),
        ("capacityBuffer", "1.13.1", None),
        ("capacityBuffer", "1.14.3", ("settings", "featureGates", "capacityBuffer")),
        ("NodeClassCEL", "1.15.2", ("settings", "awsFeatureGates", "nodeClassCEL")),
        ("staticCapacity", "1.8.0", ("settings", "featureGates", "StaticCapacity")),
        ("staticCapacity", "1.8.2", ("settings", "featureGates", "staticCapacity")),
        ("drift", "1.14.3", None),
    ],
)
def test_finds_where_the_chart_takes_a_gate(gate, version, path):
    assert feature_gate_path(gate, karpenter_version(version)) == path


def test_gates_of_a_version():
    assert feature_gates(karpenter_version("1.14.3")) == (
        "spotToSpotConsolidation",
        "nodeRepair",
        "reservedCapacity",
        "nodeOverlay",
        "staticCapacity",
        "capacityBuffer",
    )


@pytest.mark.parametrize(
    ("version", "keys"),
    [
        ("1.0.14", ["webhook.enabled", "webhook.serviceName", "webhook.serviceNamespace", "webhook.port"]),
        ("1.1.10", []),
        ("1.2.8", ["additionalAnnotations"]),
    ],
)
def test_keys_of_the_crd_chart(version, keys):
    known = [".".join(key.path) for key in CRD_CHART_KEYS.values() if key.known_to(karpenter_version(version))]

    assert known == keys
