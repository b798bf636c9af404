"""Values at the edge of what Karpenter's API takes: what `check` lets pass, a real API server takes.

Each value stands alone in a tenant that is otherwise good. Those that model or rules refuse are not sent: refusing more
than the API does is on purpose in many places, and tested with the rules.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from pydantic import ValidationError

from components.checking import check
from components.model.tenant import TenantSpec
from tests import builders
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.test_manifests import PINS, Judge, api  # noqa: F401 - a fixture

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(SECONDS_TO_START)]

GATES = {"featureGates": {"staticCapacity": True}}
KEYS = [
    "team",
    "TEAM",
    "9",
    "a_b.c-d",
    "-team",
    "team-",
    "example.com/team",
    "Example.com/team",
    "example..com/team",
    "example.com/",
    "/team",
    "a/b/c",
    "mykarpenter.sh/x",
    "x.karpenter.sh/x",
    "karpenter.sh/capacity-type",
    "karpenter.sh/nodepool",
    "karpenter.k8s.aws/instance-cpu",
    "karpenter.k8s.aws/other",
    "kubernetes.io/hostname",
    "kubernetes.io/other",
    "node.kubernetes.io/instance-type",
    "node.kubernetes.io/other",
    "node-restriction.kubernetes.io/other",
    "node-role.kubernetes.io/worker",
    "topology.kubernetes.io/region",
    "topology.kubernetes.io/zone",
    "topology.k8s.aws/zone-id",
    "beta.kubernetes.io/instance-type",
    "failure-domain.beta.kubernetes.io/zone",
    "kops.k8s.io/instancegroup",
    "eks.amazonaws.com/capacityType",
    "k8s.io/x",
    "x.k8s.io/y",
    "x" * 63,
    "x" * 64,
    f"{'x' * 60}.{'y' * 60}.{'z' * 60}.{'a' * 60}/{'b' * 63}",
    f"{'x' * 63}.{'y' * 63}.{'z' * 63}.{'a' * 61}/b",
    f"{'x' * 64}.com/b",
]
VALUES = ["", "a", "A.b_c-d", "-a", "a-", "a b", "ä", "010", "1.10", "true", "x" * 63, "x" * 64]
DURATIONS = [
    "Never",
    "never",
    "0s",
    "0",
    "00h",
    "1h",
    "1h30m",
    "30m1h",
    "1h1h",
    "1.5h",
    "-5m",
    "90s",
    "1d",
    "5mjunk",
    "",
]
QUANTITIES = [
    "0",
    "1",
    "+1",
    "-1",
    "1.",
    ".5",
    "1e3",
    "1E3",
    "1e+3",
    "1k",
    "1K",
    "1Ki",
    "1 Gi",
    "1Gb",
    "1000000000000000000000",
]
SCHEDULES = [
    "@daily",
    "@every 1h",
    "@reboot",
    "@hourly junk",
    "0 9 * * mon-fri",
    "0 9 * * MON-FRI",
    "*/5 * * * *",
    "0 0 31 2 *",
    "0 0 * * 7",
    "0 24 * * *",
    "60 * * * *",
    "0 0 ? * *",
    "0 0 L * *",
    "0 0 1 1 * 2027",
    "0  9 * * *",
    "5/15 * * * *",
    "1,2,3 1-5 */2 jan,feb sun",
]
SIZES = [
    "0Gi",
    "1Gi",
    "8Gi",
    "17Ti",
    "18Ti",
    "28Ti",
    "58Ti",
    "59Ti",
    "Ti",
    "59000Gi",
    "59001Gi",
    "64000G",
    "64001G",
    "64T",
    "65T",
    "1.5Gi",
    "20",
    "500Mi",
]
AMOUNTS = [
    "",
    "0%",
    "5%",
    "5.5%",
    "5.555%",
    "100%",
    "100.0%",
    "101%",
    "-5%",
    "500Mi",
    "0.5Gi",
    "1e3",
    "+1Gi",
    "1e-3",
    "12345678901234567890",
]
TAGS = [
    {"": "a"},
    {"a": ""},
    {"*": "a"},
    {"a": "*"},
    {"Name": "a"},
    {"aws:x": "a"},
    {"kubernetes.io/cluster": "a"},
    {"kubernetes.io/cluster/acme-dev": "owned"},
    {"kubernetes.io/clusters": "a"},
    {"karpenter.sh/nodepool": "a"},
    {"karpenter.sh/other": "a"},
    {"karpenter.sh/discovery": "acme-dev"},
    {"eks:eks-cluster-name": "a"},
    {f"k{number}": "a" for number in range(20)},
    {f"k{number}": "a" for number in range(21)},
]

POOL: dict[str, list[Any]] = {
    "labels": [*({key: "a"} for key in KEYS), *({"example.com/a": value} for value in VALUES)],
    "annotations": [*({key: "a"} for key in KEYS), *({"example.com/a": value} for value in VALUES)],
    "taints": [
        *([{"key": key, "effect": "NoSchedule"}] for key in KEYS),
        *([{"key": "example.com/a", "value": value, "effect": "NoExecute"}] for value in VALUES),
    ],
    "requirements": [
        *([{"key": key, "operator": "Exists"}] for key in KEYS),
        *([{"key": "example.com/a", "operator": "In", "values": [value]}] for value in VALUES),
        *(
            [{"key": "karpenter.k8s.aws/instance-cpu", "operator": operator, "values": values}]
            for operator in ("Gt", "Lt", "Gte", "Lte", "In", "NotIn", "Exists", "DoesNotExist")
            for values in ([], ["1"], ["01"], ["-1"], ["1.5"], ["1", "2"], ["99999999999999999999"], [""])
        ),
        *(
            [{"key": "example.com/a", "operator": operator, "values": ["a", "b"], "minValues": least}]
            for operator in ("In", "NotIn")
            for least in (0, 1, 2, 3, 50, 51)
        ),
    ],
    "limits": [
        *({"cpu": amount} for amount in QUANTITIES),
        *({"nodes": amount} for amount in [0, 1, "10", "1k", "1.5"]),
        *({key: 1} for key in KEYS),
    ],
    "weight": [0, 1, 100, 101, -1],
    "replicas": [0, 1, -1, 10**12],
    "expireAfter": DURATIONS,
    "terminationGracePeriod": [*DURATIONS, None],
    "disruption": [
        *({"consolidateAfter": value} for value in DURATIONS),
        *({"consolidationPolicy": value} for value in ("WhenEmpty", "WhenUnderutilized", "Balanced")),
        *({"budgets": [{"nodes": value}]} for value in ("0", "007", "1", "100%", "101%", "5.5%", "-1", "%", "1 0%")),
        *({"budgets": [{"nodes": "1", "schedule": value, "duration": "1h"}]} for value in SCHEDULES),
        *({"budgets": [{"nodes": "1", "schedule": "@daily", "duration": value}]} for value in DURATIONS),
        *(
            {"budgets": [{"nodes": "1", "reasons": value}]}
            for value in ([], ["Empty"], ["Empty", "Empty"], ["Unhealthy"])
        ),
        {"budgets": [{"nodes": "1", "schedule": "@daily"}]},
        {"budgets": [{"nodes": "1", "duration": "1h"}]},
        {"budgets": []},
        {"budgets": [{"nodes": "1"}] * 50},
    ],
    "instanceTypes": [[value] for value in VALUES],
    "zones": [[value] for value in VALUES],
}

CLASS: dict[str, list[Any]] = {
    "tags": TAGS,
    "subnetSelectorTerms": [
        *([{"tags": tags}] for tags in TAGS),
        *([{"id": value}] for value in ("subnet-1", "subnet-0a1b2c3d4e5f60718", "x-subnet-1", "subnet-X", "subnet-")),
        [{"id": "subnet-1", "tags": {"a": "b"}}],
        [{"id": "subnet-1"}, {"tags": {"a": "b"}}],
        [{}],
        [],
    ],
    "securityGroupSelectorTerms": [
        *([{"tags": tags}] for tags in TAGS),
        *([{"id": value}] for value in ("sg-1", "x-sg-1", "sg-")),
        *([{"name": value}] for value in ("default", "")),
        [{"name": "a", "tags": {"a": "b"}}],
        [{"name": "a", "id": "sg-1"}],
        [{}],
    ],
    "amiSelectorTerms": [
        *(
            [{"alias": value}]
            for value in (
                "al2023@v20261101",
                "al2023@latest",
                "al2023",
                "ubuntu@1",
                "windows2022@1",
                "AL2023@v20261101",
                f"bottlerocket@{'x' * 30}",
            )
        ),
        [{"alias": "al2023@v20261101"}, {"id": "ami-1"}],
        [{"alias": "al2023@v20261101", "id": "ami-1"}],
    ],
    "capacityReservationSelectorTerms": [
        *([{"tags": tags}] for tags in TAGS),
        *([{"id": value}] for value in ("cr-1", "x-cr-1", "cr-")),
        *([{"tags": {"a": "b"}, "ownerID": value}] for value in ("111122223333", "1", "a")),
        *([{"instanceMatchCriteria": value}] for value in ("open", "targeted", "other")),
        [{"id": "cr-1", "ownerID": "111122223333"}],
        [{"id": "cr-1", "tags": {"a": "b"}}],
        [{"ownerID": "111122223333"}],
    ],
    "placementGroupSelector": [
        {"name": "a"},
        {"name": ""},
        {"id": "pg-1"},
        {"id": "x-pg-1"},
        {"name": "a", "id": "pg-1"},
        {},
    ],
    "role": ["a", "", "a/b", "arn:aws:iam::111122223333:role/a", "a" * 64, "a" * 65],
    "instanceProfile": ["a", "", "a/b", "a" * 128, "a" * 129],
    "blockDeviceMappings": [
        *([{"deviceName": "/dev/xvda", "ebs": {"volumeSize": size}}] for size in SIZES),
        *([{"deviceName": "/dev/xvda", "ebs": {"snapshotID": value}}] for value in ("snap-1", "x", "")),
        *(
            [
                {
                    "deviceName": "/dev/xvda",
                    "ebs": {"volumeSize": "20Gi", "snapshotID": "snap-1", "volumeInitializationRate": rate},
                }
            ]
            for rate in (99, 100, 300, 301)
        ),
        [{"deviceName": "/dev/xvda", "ebs": {"volumeSize": "20Gi", "volumeInitializationRate": 100}}],
        [{"deviceName": "/dev/xvda", "ebs": {"encrypted": True}}],
        [{"deviceName": "/dev/xvda"}],
        [{"ebs": {"volumeSize": "20Gi"}}],
        [{"deviceName": f"/dev/xvd{letter}", "rootVolume": True, "ebs": {"volumeSize": "20Gi"}} for letter in "ab"],
        [{"deviceName": f"/dev/sd{number}", "ebs": {"volumeSize": "20Gi"}} for number in range(50)],
    ],
    "disk": [{"size": size} for size in SIZES],
    "metadataOptions": [
        *({"httpPutResponseHopLimit": value} for value in (0, 1, 64, 65)),
        *({"httpTokens": value} for value in ("required", "optional", "none")),
    ],
    "kubelet": [
        *({"clusterDNS": value} for value in ([], ["10.0.0.1"], ["10.0.0.1"] * 3, ["x"], ["::1"])),
        *(
            {word: value}
            for word in ("maxPods", "podsPerCore", "evictionMaxPodGracePeriod")
            for value in (-1, 0, 110, 2**31)
        ),
        *({word: {"cpu": amount}} for word in ("systemReserved", "kubeReserved") for amount in QUANTITIES),
        *({"kubeReserved": {resource: "1"}} for resource in ("cpu", "memory", "ephemeral-storage", "pid", "gpu")),
        *({"evictionHard": {"memory.available": amount}} for amount in AMOUNTS),
        *(
            {"evictionHard": {signal: "5%"}}
            for signal in ("nodefs.available", "imagefs.inodesFree", "pid.available", "x")
        ),
        *(
            {"evictionSoft": {"memory.available": "5%"}, "evictionSoftGracePeriod": {"memory.available": value}}
            for value in DURATIONS
        ),
        {"evictionSoft": {"memory.available": "5%"}},
        {"evictionSoftGracePeriod": {"memory.available": "1m"}},
        *(
            {"imageGCHighThresholdPercent": high, "imageGCLowThresholdPercent": low}
            for high, low in ((85, 80), (80, 80), (80, 85), (100, 0), (101, 0), (100, -1))
        ),
        {"other": 1},
        {},
    ],
    "networkInterfaces": [
        [{"deviceIndex": 0, "networkCardIndex": 0, "interfaceType": "interface"}],
        [{"deviceIndex": 1, "networkCardIndex": 0, "interfaceType": "interface"}],
        [{"deviceIndex": 0, "networkCardIndex": 0, "interfaceType": "efa-only"}],
        [{"deviceIndex": 0, "networkCardIndex": 0, "interfaceType": "interface"}] * 2,
        [
            {"deviceIndex": 0, "networkCardIndex": 0, "interfaceType": "interface"},
            {"deviceIndex": 1, "networkCardIndex": 0, "interfaceType": "efa-only"},
            {"deviceIndex": 2, "networkCardIndex": 0, "interfaceType": "efa-only"},
        ],
        [{"deviceIndex": -1, "networkCardIndex": 0, "interfaceType": "interface"}],
        [],
    ],
    "connectionTracking": [
        {},
        *({"tcpEstablishedTimeout": value} for value in (59, 60, 432000, 432001)),
        *({"udpStreamTimeout": value} for value in (59, 60, 180, 181)),
        *({"udpTimeout": value} for value in (29, 30, 60, 61)),
    ],
    "cpuOptions": [{}, {"nestedVirtualization": "enabled"}, {"nestedVirtualization": "on"}],
    "enclaveOptions": [{}, {"enabled": True}],
    "ipPrefixCount": [-1, 0, 1, 2**31],
    "instanceStorePolicy": ["RAID0", "RAID1"],
    "context": ["", "a", "a" * 2000],
    "userData": ["", "#!/bin/sh\n", "ä" * 100],
    "existingName": ["a", "A", "a.b", "a" * 253, "a" * 254, "-a"],
}


def test_what_passes_the_checks_is_taken_by_the_api(api: Judge):  # noqa: F811 - the fixture
    refused, sent = [], 0
    for place, spec in _tenants():
        stack = builders.platform(spec, karpenter={"version": api.version, **GATES}, amis=PINS)
        if not any(problem.severity == "error" for problem in check(stack)):
            sent += 1
            refused += [f"{place}: {change}" for change in api.changes(spec)]

    assert refused == []
    assert sent > 200


def _tenants() -> Iterator[tuple[str, TenantSpec]]:
    for collection, key, candidates in (("provisioners", "web", POOL), ("nodeClasses", "default", CLASS)):
        for word, values in candidates.items():
            for value in values:
                written: dict[str, Any] = {
                    "provisioners": {"web": {"instanceTypes": ["m5.large"], "limits": {"cpu": 100, "memory": "400Gi"}}},
                    "nodeClasses": {"default": {}},
                }
                entry = written[collection][key]
                entry[word] = {**entry["limits"], **value} if word == "limits" else deepcopy(value)
                if word == "replicas":
                    entry["limits"] = {"nodes": 5}
                try:
                    yield f"{key}.{word}: {value}", builders.tenant(**_frozen(written))
                except ValidationError:
                    continue


def _frozen(value: Any) -> Any:
    """Lists as tuples, as loading hands them over."""
    if isinstance(value, dict):
        return {key: _frozen(item) for key, item in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
