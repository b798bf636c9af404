"""Requirements: operator, values and keys agree. Which keys a version knows is checked elsewhere."""

from typing import Any

import pytest

from components.model.requirement import Requirement
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "list of values": {"key": "karpenter.k8s.aws/instance-family", "operator": "In", "values": ["m6i", "m7i"]},
    "number as it was written": {"key": "karpenter.k8s.aws/instance-cpu", "operator": "Gt", "values": [8]},
    "no values": {"key": "karpenter.k8s.aws/instance-family", "operator": "Exists", "minValues": 6},
    "empty value": {"key": "karpenter.k8s.aws/instance-hypervisor", "operator": "NotIn", "values": [""]},
    "as many different values as listed": {"key": "f", "operator": "In", "values": ["a", "b"], "minValues": 2},
    "known values": {
        "key": "karpenter.sh/capacity-type",
        "operator": "In",
        "values": ["on-demand", "spot", "reserved"],
    },
    "label of its own": {"key": "example.com/team", "operator": "DoesNotExist"},
    "newer operators": {"key": "karpenter.k8s.aws/instance-cpu", "operator": "Gte", "values": ["8"]},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "operator in small letters": (
        {"key": "a", "operator": "in", "values": ["x"]},
        ['operator: "in" is none of In, NotIn, Exists, DoesNotExist, Gt, Lt, Gte, Lte; write In  [E005]'],
    ),
    "unknown operator": (
        {"key": "a", "operator": "Equals", "values": ["x"]},
        ['operator: "Equals" is none of In, NotIn, Exists, DoesNotExist, Gt, Lt, Gte, Lte; write one of them  [E005]'],
    ),
    "In without values": (
        {"key": "a", "operator": "In"},
        ["values: In takes at least one value, got []; write the allowed values  [E203]"],
    ),
    "Gt with two values": (
        {"key": "karpenter.k8s.aws/instance-generation", "operator": "Gt", "values": ["2", "4"]},
        ['values: Gt takes exactly one whole number, got ["2", "4"]; write ["4"]  [E203]'],
    ),
    "Lt with a negative number": (
        {"key": "a", "operator": "Lt", "values": ["-1"]},
        ['values: Lt takes exactly one whole number, got ["-1"]; write ["1"]  [E203]'],
    ),
    "Gt with a word": (
        {"key": "a", "operator": "Gt", "values": ["many"]},
        ['values: Gt takes exactly one whole number, got ["many"]; write ["4"]  [E203]'],
    ),
    "Gte without values": (
        {"key": "a", "operator": "Gte"},
        ['values: Gte takes exactly one whole number, got []; write ["4"]  [E203]'],
    ),
    "Exists with values": (
        {"key": "a", "operator": "Exists", "values": ["x"]},
        ['values: Exists takes no values, got ["x"]; remove them, or write In or NotIn  [E203]'],
    ),
    "unknown capacity type beside a good one": (
        {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["spot", "on_demand"]},
        ['values[1]: "on_demand" is none of on-demand, spot, reserved; write on-demand  [E203]'],
    ),
    "unknown architecture": (
        {"key": "kubernetes.io/arch", "operator": "NotIn", "values": ["x86"]},
        ['values[0]: "x86" is none of amd64, arm64; write one of them  [E203]'],
    ),
    "unknown tenancy": (
        {"key": "karpenter.k8s.aws/instance-tenancy", "operator": "In", "values": ["dedicate"]},
        ['values[0]: "dedicate" is none of default, dedicated; write dedicated  [E203]'],
    ),
    "malformed and long values": (
        {"key": "alpha.example/team", "operator": "In", "values": ["m 5", "v" * 64]},
        [
            'values[0]: "m 5" is no label value; '
            "write letters, digits and -_. that begin and end with one of the former  [E005]",
            "values[1]: 64 characters, a label value holds 63; shorten it  [E196]",
        ],
    ),
    "minValues above the list": (
        {"key": "f", "operator": "In", "values": ["m6i", "m7i"], "minValues": 3},
        ["minValues: 3, but only 2 values are listed; write 2  [E142]"],
    ),
    "minValues above one value": (
        {"key": "f", "operator": "In", "values": ["m6i"], "minValues": 2},
        ["minValues: 2, but 1 value is listed; write 1  [E142]"],
    ),
    "minValues above different values": (
        {"key": "f", "operator": "In", "values": ["a", "a"], "minValues": 2},
        ["minValues: 2, but 1 value is listed; write 1  [E142]"],
    ),
    "minValues above 50": (
        {"key": "f", "operator": "Exists", "minValues": 51},
        ["minValues: 51 is above 50; write 1 to 50  [E005]"],
    ),
    "minValues 0": (
        {"key": "f", "operator": "Exists", "minValues": 0},
        ["minValues: 0 is below 1; write 1 to 50  [E005]"],
    ),
    "key of node groups": (
        {"key": "eks.amazonaws.com/capacityType", "operator": "In", "values": ["SPOT"]},
        [
            "key: eks.amazonaws.com/capacityType constrains nothing in Karpenter; "
            "write karpenter.sh/capacity-type with spot  [E183]"
        ],
    ),
    "key that looks well known": (
        {"key": "node.kubernetes.io/instance-family", "operator": "Exists"},
        [
            "key: node.kubernetes.io/instance-family constrains nothing in Karpenter; "
            "write karpenter.k8s.aws/instance-family  [E183]"
        ],
    ),
    "key of the product": (
        {"key": "karpenter-tenants/tenant", "operator": "Exists"},
        ["key: karpenter-tenants/tenant belongs to the product; remove it  [E121]"],
    ),
    "label of the product": (
        {"key": "node-restriction.kubernetes.io/tenant", "operator": "In", "values": ["beta"]},
        ["key: node-restriction.kubernetes.io/tenant belongs to the product; remove it  [E121]"],
    ),
    "malformed key": (
        {"key": "a b", "operator": "Exists"},
        [
            'key: "a b" is no label key; '
            "write letters, digits and -_. with an optional domain, such as example.com/team  [E005]"
        ],
    ),
    "long key": (
        {"key": "example.com/" + "k" * 64, "operator": "Exists"},
        ["key: 64 characters, a label key holds 63; shorten it  [E196]"],
    ),
    "values as text": ({"key": "a", "operator": "In", "values": "x"}, ["values: [tuple_type]"]),
    "no key": ({"operator": "Exists"}, ["key: [missing]"]),
    "unknown word": ({"key": "a", "operator": "Exists", "value": "x"}, ["value: [extra_forbidden]"]),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(Requirement, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(Requirement, given) == messages
