"""Kubelet settings by version, gate and image family. Not proved here: what the kubelet does with a value."""

import pytest

from components.model.platform import Platform
from tests.checking.builders import karpenter, report, with_class

NEW = karpenter("1.15.2")
SUPPORT = (
    "platform:karpenter.version: 1.15.2 is supported only until 1.16 appears;"
    " write 1.14.3, supported to July 2027  [W230]"
)
CEL = karpenter("1.15.2", featureGates={"nodeClassCEL": True})

KUBELETS = {
    "pods per core on Bottlerocket": (
        with_class(ami="bottlerocket", kubelet={"podsPerCore": 14}),
        ["nodeClasses.default.kubelet.podsPerCore: 14 is not available on Bottlerocket; write maxPods  [E191]"],
    ),
    "pods per core on AL2023": (with_class(kubelet={"podsPerCore": 14}), []),
    "two addresses on Bottlerocket": (
        with_class(ami="bottlerocket", kubelet={"clusterDNS": ["10.0.0.10", "10.0.0.11"]}, stack=NEW),
        [
            SUPPORT,
            "nodeClasses.default.kubelet.clusterDNS: 2 addresses are not available on Bottlerocket; keep one  [E191]",
        ],
    ),
    "field beyond the typed ones on Bottlerocket": (
        with_class(ami="bottlerocket", kubelet={"registryPullQPS": 10}, stack=NEW),
        [
            SUPPORT,
            "nodeClasses.default.kubelet.registryPullQPS: is not available on Bottlerocket;"
            " remove it or write ami: al2023  [E191]",
        ],
    ),
    "field beyond the typed ones on AL2023": (with_class(kubelet={"registryPullQPS": 10}, stack=NEW), [SUPPORT]),
    "field beyond the typed ones before 1.15": (
        with_class(kubelet={"registryPullQPS": 10}),
        [
            "nodeClasses.default.kubelet.registryPullQPS: exists from Karpenter 1.15 on, this stack has 1.14.3;"
            " remove it or upgrade  [E215]"
        ],
    ),
    "unknown field from 1.15 on": (
        with_class(kubelet={"maxPod": 20}, stack=NEW),
        [
            SUPPORT,
            "nodeClasses.default.kubelet.maxPod: unknown, the API of Karpenter 1.15 accepts it and the class never gets"
            " Ready; did you mean maxPods?  [E216]",
        ],
    ),
    "unknown field before 1.15": (
        with_class(kubelet={"maxPod": 20}),
        ["nodeClasses.default.kubelet.maxPod: unknown; did you mean maxPods?  [E216]"],
    ),
    "unknown field like no other": (
        with_class(kubelet={"zzz": 20}),
        ["nodeClasses.default.kubelet.zzz: unknown; remove it  [E216]"],
    ),
    "expression without gate": (
        with_class(kubelet={"maxPods": "vcpus * 10", "kubeReserved": {"memory": "11 * max_pods"}}, stack=NEW),
        [
            SUPPORT,
            'nodeClasses.default.kubelet.maxPods: "vcpus * 10" is an expression and the gate nodeClassCEL is off;'
            " write a number, or platform:karpenter.featureGates: {nodeClassCEL: true}  [E219]",
            'nodeClasses.default.kubelet.kubeReserved.memory: "11 * max_pods" is an expression and the gate'
            " nodeClassCEL is off; write a number, or platform:karpenter.featureGates: {nodeClassCEL: true}  [E219]",
        ],
    ),
    "expression with gate": (with_class(kubelet={"maxPods": "vcpus * 10"}, stack=CEL), [SUPPORT]),
    "number": (with_class(kubelet={"maxPods": 110}), []),
}


@pytest.mark.parametrize(("stack", "expected"), KUBELETS.values(), ids=KUBELETS)
def test_kubelet_of_a_class(stack: Platform, expected: list[str]):
    assert report(stack) == expected
