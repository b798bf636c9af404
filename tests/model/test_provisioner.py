"""One pool of a tenant. What needs the version, the catalogue or other pools is checked elsewhere."""

from typing import Any

import pytest

from components.model.provisioner import ProvisionerSpec
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "nothing": {},
    "limits": {"limits": {"cpu": 100, "memory": "400Gi", "nodes": 5, "nvidia.com/gpu": 8}},
    "limits on whatever nodes have": {
        "limits": {"pods": 10, "ephemeral-storage": "1Ti", "hugepages-2Mi": "1Gi", "attachable-volumes-aws-ebs": 20}
    },
    "a pause": {"limits": {"cpu": 0, "memory": 0}},
    "bounds": {"instanceGeneration": {"min": 5}, "instanceCpu": {"min": 4, "max": 4}, "instanceMemoryGiB": {"max": 64}},
    "null takes the grace period away": {"terminationGracePeriod": None},
    "null is an empty list or map": {"zones": None, "labels": None, "limits": None},
    "null takes a key out of a map": {"limits": {"cpu": 4, "memory": None}, "labels": {"a": None}},
    "static pool": {"replicas": 0},
    "same taint with another effect": {
        "taints": [{"key": "a", "effect": "NoSchedule"}, {"key": "a", "effect": "NoExecute"}]
    },
    "annotation of any text": {"annotations": {"example.com/note": "any thing, really"}},
    "empty label value": {"labels": {"example.com/x": ""}},
    "existing name with a dot": {"existingName": "old.pool"},
    "money as a number": {"maxHourlyUSD": 12},
    "headroom": {"headroom": {"cpu": 4, "memory": "8Gi", "replicas": 2}},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "misspelt resource": (
        {"limits": {"memroy": "40Gi", "cpu": 10}},
        [
            'limits.memroy: "memroy" is no resource;'
            " write memory, or a name with its domain, such as nvidia.com/gpu  [E005]"
        ],
    ),
    "resource without its domain": (
        {"limits": {"neuroncores": 1, "cpu": 1}},
        [
            'limits.neuroncores: "neuroncores" is no resource;'
            " write cpu, memory, or a name with its domain, such as nvidia.com/gpu  [E005]"
        ],
    ),
    "memory without unit": (
        {"limits": {"memory": 1000}},
        ["limits.memory: 1000 would be 1000 bytes; write 1000Gi  [E113]"],
    ),
    "memory in bytes": (
        {"limits": {"memory": 419430400}},
        ["limits.memory: 419430400 would be 419430400 bytes; write 400Mi  [E113]"],
    ),
    "memory in thousandths": (
        {"limits": {"memory": "400m"}},
        ["limits.memory: 400m would be 0.4 bytes; write 400Mi  [E113]"],
    ),
    "huge pages without unit": (
        {"limits": {"hugepages-2Mi": 4}},
        ["limits.hugepages-2Mi: 4 would be 4 bytes; write 4Gi  [E113]"],
    ),
    "memory in a wrong unit": (
        {"limits": {"memory": "400GB"}},
        ['limits.memory: "400GB" is no quantity; write 400Gi  [E005]'],
    ),
    "negative cpu": ({"limits": {"cpu": -5}}, ["limits.cpu: -5 is negative; write 5  [E005]"]),
    "fraction as a number": ({"limits": {"cpu": 0.5}}, ["limits.cpu: [string_type]"]),
    "nodes as thousands": (
        {"limits": {"nodes": "1k"}},
        ["limits.nodes: 1k is no number of nodes; write a whole number  [E005]"],
    ),
    "malformed resource": (
        {"limits": {"a b": 1}},
        [
            'limits["a b"]: "a b" is no label key; '
            "write letters, digits and -_. with an optional domain, such as example.com/team  [E005]"
        ],
    ),
    "frozen limits without unit": (
        {"frozenLimits": {"memory": 64}},
        ["frozenLimits.memory: 64 would be 64 bytes; write 64Gi  [E113]"],
    ),
    "headroom without unit": (
        {"headroom": {"cpu": 1, "memory": 4}},
        ["headroom.memory: 4 would be 4 bytes; write 4Gi  [E113]"],
    ),
    "label of the product": (
        {"labels": {"node-restriction.kubernetes.io/tenant": "beta", "karpenter-tenants/x": "1"}},
        [
            'labels["node-restriction.kubernetes.io/tenant"]: node-restriction.kubernetes.io/tenant belongs '
            "to the product; remove it  [E121]",
            'labels["karpenter-tenants/x"]: karpenter-tenants/x belongs to the product; remove it  [E121]',
        ],
    ),
    "annotation of the product": (
        {"annotations": {"karpenter-tenants/x": "1"}},
        ['annotations["karpenter-tenants/x"]: karpenter-tenants/x belongs to the product; remove it  [E121]'],
    ),
    "long label value": (
        {"labels": {"example.com/team": "t" * 64}},
        ['labels["example.com/team"]: 64 characters, a label value holds 63; shorten it  [E196]'],
    ),
    "boolean as label": ({"labels": {"a": True}}, ["labels.a: [string_type]"]),
    "malformed label": (
        {"labels": {"a b": "x", "ok": "-x", "Bad.Domain/x": "y"}},
        [
            'labels["a b"]: "a b" is no label key; '
            "write letters, digits and -_. with an optional domain, such as example.com/team  [E005]",
            'labels.ok: "-x" is no label value; '
            "write letters, digits and -_. that begin and end with one of the former  [E005]",
            'labels["Bad.Domain/x"]: "Bad.Domain/x" is no label key; '
            "write letters, digits and -_. with an optional domain, such as example.com/team  [E005]",
        ],
    ),
    "taint twice": (
        {
            "taints": [
                {"key": "nvidia.com/gpu", "effect": "NoSchedule"},
                {"key": "nvidia.com/gpu", "value": "true", "effect": "NoSchedule"},
            ]
        },
        ["taints[1]: nvidia.com/gpu:NoSchedule is already in taints[0]; keep one  [E205]"],
    ),
    "taint in both lists": (
        {
            "taints": [{"key": "a", "effect": "NoSchedule"}],
            "startupTaints": [{"key": "b", "effect": "NoSchedule"}, {"key": "a", "effect": "NoSchedule"}],
        },
        ["startupTaints[1]: a:NoSchedule is already in taints[0]; keep one  [E205]"],
    ),
    "weight out of range": ({"weight": 0}, ["weight: 0 is below 1; write 1 to 100  [E005]"]),
    "weight as text": ({"weight": "10"}, ["weight: [int_type]"]),
    "negative replicas": ({"replicas": -1}, ["replicas: -1 is below 0; write 0 to 2147483647  [E005]"]),
    "architecture of another name": (
        {"architectures": ["x86_64"]},
        ['architectures[0]: "x86_64" is none of amd64, arm64; write amd64  [E005]'],
    ),
    "capacity type with underscore": (
        {"capacityTypes": ["on_demand"]},
        ['capacityTypes[0]: "on_demand" is none of on-demand, spot, reserved; write on-demand  [E005]'],
    ),
    "system with a capital": (
        {"operatingSystem": "Linux"},
        ['operatingSystem: "Linux" is none of linux, windows; write linux  [E005]'],
    ),
    "text in place of a list": ({"instanceTypes": "m5.large"}, ["instanceTypes: [tuple_type]"]),
    "names with blanks": (
        {"instanceTypes": ["m5 large"], "zones": [""]},
        [
            'instanceTypes[0]: "m5 large" is no instance type; write one such as m7i.large  [E005]',
            'zones[0]: "" says nothing; write a text  [E005]',
        ],
    ),
    "bounds without bound": (
        {"instanceGeneration": {}},
        ["instanceGeneration: neither min nor max is given; write one of them or remove the field  [E006]"],
    ),
    "bounds the wrong way round": (
        {"instanceCpu": {"min": 8, "max": 4}},
        ["instanceCpu.min: 8 is above max 4; write at most 4  [E005]"],
    ),
    "days of life": ({"expireAfter": "30d"}, ['expireAfter: "30d" is not in h, m and s alone; write 720h  [E151]']),
    "grace period for ever": (
        {"terminationGracePeriod": "Never"},
        ["terminationGracePeriod: Never is no duration here, absent means for ever; write null  [E151]"],
    ),
    "expiry taken away": ({"expireAfter": None}, ["expireAfter: [string_type]"]),
    "money with currency": (
        {"maxHourlyUSD": "12 USD"},
        ['maxHourlyUSD: "12 USD" is no amount of USD; write 12  [E005]'],
    ),
    "node class with hyphen": (
        {"nodeClass": "a-b"},
        ['nodeClass: "a-b" is not a letter and at most 15 more lower-case letters and digits; write ab  [E005]'],
    ),
    "existing name with capitals": (
        {"existingName": "Old"},
        ['existingName: "Old" is no name of an object; write lower-case letters, digits, - and .  [E005]'],
    ),
    "long existing name": (
        {"existingName": "o" * 64},
        ["existingName: 64 characters, a label value holds 63; shorten it  [E196]"],
    ),
    "misspelt word": ({"limit": {"cpu": 1}}, ["limit: [extra_forbidden]"]),
    "101 requirements": (
        {"requirements": [{"key": f"k{i}", "operator": "Exists"} for i in range(101)]},
        ["requirements: 101 entries, 100 are allowed; remove 1  [E005]"],
    ),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(ProvisionerSpec, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(ProvisionerSpec, given) == messages
