"""Kubelet settings that every version reads alike; unknown fields are judged with the version."""

from typing import Any

import pytest

from components.model.kubelet import KubeletSpec
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "the twelve": {
        "clusterDNS": ["10.100.0.10"],
        "maxPods": 110,
        "podsPerCore": 14,
        "systemReserved": {"cpu": "100m", "memory": "100Mi"},
        "kubeReserved": {"ephemeral-storage": "1Gi", "pid": 1000},
        "evictionHard": {"memory.available": "5%", "nodefs.available": "10Gi"},
        "evictionSoft": {"memory.available": "500Mi"},
        "evictionSoftGracePeriod": {"memory.available": "1m30s"},
        "evictionMaxPodGracePeriod": 60,
        "imageGCHighThresholdPercent": 85,
        "imageGCLowThresholdPercent": 80,
        "cpuCFSQuota": False,
    },
    "expressions": {"maxPods": "max_pods - 2", "kubeReserved": {"cpu": "vcpus * 10"}},
    "other fields": {"registryPullQPS": 10},
    "zero": {"maxPods": 0, "evictionHard": {"pid.available": "0%"}},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "pods as text": ({"maxPods": "110"}, ["maxPods: [int_type]"]),
    "negative pods": (
        {"maxPods": -1, "podsPerCore": -1},
        ["maxPods: -1 is negative; write 0 or more  [E217]", "podsPerCore: -1 is negative; write 0 or more  [E217]"],
    ),
    "more pods than the API holds": (
        {"maxPods": 2147483648},
        ["maxPods: 2147483648 is more than the API holds; write at most 2147483647  [E217]"],
    ),
    "more than all": (
        {"imageGCHighThresholdPercent": 101},
        ["imageGCHighThresholdPercent: 101 is no percentage; write 0 to 100  [E217]"],
    ),
    "misspelt signal": (
        {"evictionHard": {"memory.availabel": "5%"}},
        ['evictionHard["memory.availabel"]: "memory.availabel" is no eviction signal; write memory.available  [E217]'],
    ),
    "empty threshold": (
        {"evictionHard": {"memory.available": ""}},
        [
            'evictionHard["memory.available"]: "" is neither an amount nor 0% to 100%; '
            "write for example 500Mi or 5%  [E217]"
        ],
    ),
    "many digits": (
        {"evictionHard": {"memory.available": "5.125%"}},
        [
            'evictionHard["memory.available"]: "5.125%" is neither an amount nor 0% to 100%; '
            "write for example 500Mi or 5%  [E217]"
        ],
    ),
    "more than all of a signal": (
        {"evictionHard": {"memory.available": "101%"}},
        [
            'evictionHard["memory.available"]: "101%" is neither an amount nor 0% to 100%; '
            "write for example 500Mi or 5%  [E217]"
        ],
    ),
    "malformed threshold": (
        {"evictionHard": {"memory.available": "5GB"}},
        ['evictionHard["memory.available"]: "5GB" is no quantity; write 5Gi  [E217]'],
    ),
    "malformed reserve": (
        {"kubeReserved": {"memory": "1GB"}},
        ['kubeReserved.memory: "1GB" is no quantity; write 1Gi  [E217]'],
    ),
    "negative reserve": (
        {"kubeReserved": {"memory": "-1Gi"}},
        ["kubeReserved.memory: -1Gi is negative; write 1Gi  [E217]"],
    ),
    "unknown reserve": (
        {"systemReserved": {"storage": "1Gi"}},
        ['systemReserved.storage: "storage" is none of cpu, memory, ephemeral-storage, pid; write one of them  [E217]'],
    ),
    "soft threshold without grace period": (
        {"evictionSoft": {"memory.available": "500Mi"}},
        ['evictionSoft["memory.available"]: 500Mi has no evictionSoftGracePeriod; add memory.available: 1m  [E218]'],
    ),
    "grace period without threshold": (
        {"evictionSoftGracePeriod": {"nodefs.available": "1m"}},
        [
            'evictionSoftGracePeriod["nodefs.available"]: 1m has no threshold in evictionSoft; '
            "add nodefs.available there  [E218]"
        ],
    ),
    "grace period without unit": (
        {"evictionSoft": {"memory.available": "5%"}, "evictionSoftGracePeriod": {"memory.available": 90}},
        ['evictionSoftGracePeriod["memory.available"]: 90 has no unit; write 90s  [E151]'],
    ),
    "image thresholds the wrong way round": (
        {"imageGCHighThresholdPercent": 70, "imageGCLowThresholdPercent": 80},
        ["imageGCHighThresholdPercent: 70 is not above imageGCLowThresholdPercent 80; write 81 or more  [E218]"],
    ),
    "image thresholds equal": (
        {"imageGCHighThresholdPercent": 80, "imageGCLowThresholdPercent": 80},
        ["imageGCHighThresholdPercent: 80 is not above imageGCLowThresholdPercent 80; write 81 or more  [E218]"],
    ),
    "taints": (
        {"registerWithTaints": [{"key": "x", "effect": "NoSchedule"}]},
        ["registerWithTaints: Karpenter owns node registration; write provisioners.<key>.taints  [E219]"],
    ),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(KubeletSpec, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(KubeletSpec, given) == messages


def test_unknown_fields_are_kept_apart():
    kubelet = KubeletSpec.model_validate({"maxPods": 58, "maxPod": 58})

    assert kubelet.max_pods == 58
    assert kubelet.other_fields == {"maxPod": 58}
