"""The stack file as a whole; its blocks have tests of their own."""

from typing import Any

import pytest

from components.model.platform import PlatformSettings
from tests.model.builders import refusals

REQUIRED: dict[str, Any] = {
    "region": "eu-central-1",
    "cluster": {
        "name": "acme-dev",
        "kubernetesVersion": "1.35",
        "vpc": {"vpcId": "vpc-0123", "subnetIds": ["subnet-a", "subnet-b"]},
    },
    "karpenter": {"version": "1.14.3"},
    "tenants": ["alpha"],
}

GOOD: dict[str, dict[str, Any]] = {
    "smallest": {},
    "images": {"amis": {"main": {"al2023": "v20261101", "windows2022": "2026.11.11"}, "canary": {}}},
    "layers as they are written": {
        "tenantDefaults": {"tags": {"a": "b"}},
        "tenantOverrides": {"beta": {"provisioners": {}}, "*": {}},
    },
    "tenant stack": {"layer": "tenants", "clusterStack": "dev-cluster", "tenantShard": {"index": 1, "count": 2}},
    "no tenants": {"tenants": []},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "unknown family": (
        {"amis": {"main": {"al2024": "v1"}}},
        [
            'amis.main.al2024["[key]"]: "al2024" is none of al2, al2023, bottlerocket, windows2019, '
            "windows2022, windows2025; write al2023  [E005]"
        ],
    ),
    "tenants as text": ({"tenants": "alpha"}, ["tenants: [tuple_type]"]),
    "tenant stack without cluster": (
        {"layer": "tenants"},
        ["clusterStack: missing while layer is tenants; write the name of the cluster's stack  [E006]"],
    ),
    "cluster of a whole stack": (
        {"clusterStack": "dev-cluster"},
        ["clusterStack: layer all has a cluster of its own; remove it  [E008]"],
    ),
    "shard of a whole stack": (
        {"tenantShard": {"index": 0, "count": 2}},
        ["tenantShard: layer all has no shards; write layer: tenants  [E008]"],
    ),
    "shard that does not exist": (
        {"layer": "tenants", "clusterStack": "c", "tenantShard": {"index": 2, "count": 2}},
        ["tenantShard.index: 2 is no shard of 2; write 0 to 1  [E005]"],
    ),
    "guard of nothing": (
        {"guards": {"platformOnly": ["iam", "extends", "provisioner.*.limits", "ring.x", ""]}},
        [
            'guards.platformOnly[2]: "provisioner.*.limits" names no field of a tenant file, "provisioner" is unknown '
            "there; did you mean provisioners?  [E005]",
            'guards.platformOnly[3]: "ring.x" names no field of a tenant file, "x" is unknown there; '
            "write one such as iam or nodeClasses.*.role  [E005]",
            'guards.platformOnly[4]: "" names no field of a tenant file, "" is unknown there; '
            "write one such as iam or nodeClasses.*.role  [E005]",
        ],
    ),
    "half a region": (
        {"region": "eu-central"},
        ['region: "eu-central" is no region; write one such as eu-central-1  [E005]'],
    ),
    "image without version": (
        {"amis": {"main": {"al2023": ""}}},
        ['amis.main.al2023: "" says nothing; write a text  [E005]'],
    ),
    "no region": ({"region": None}, ["region: [string_type]"]),
    "unknown key": ({"tenant": ["alpha"]}, ["tenant: [extra_forbidden]"]),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(PlatformSettings, REQUIRED | given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(PlatformSettings, REQUIRED | given) == messages
