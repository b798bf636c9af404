"""Taints alone; key and effect over both lists of a pool are tested with the pool."""

from typing import Any

import pytest

from components.model.taint import Taint
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "without value": {"key": "nvidia.com/gpu", "effect": "NoSchedule"},
    "with value": {"key": "example.com/dedicated", "value": "gpu", "effect": "NoExecute"},
    "number as value": {"key": "a", "value": 1, "effect": "PreferNoSchedule"},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "misspelt effect": (
        {"key": "a", "effect": "NoSchedul"},
        ['effect: "NoSchedul" is none of NoSchedule, PreferNoSchedule, NoExecute; write NoSchedule  [E205]'],
    ),
    "effect in EKS' spelling": (
        {"key": "a", "effect": "NO_SCHEDULE"},
        ['effect: "NO_SCHEDULE" is none of NoSchedule, PreferNoSchedule, NoExecute; write NoSchedule  [E205]'],
    ),
    "operator of a toleration": (
        {"key": "a", "operator": "Exists", "effect": "NoSchedule"},
        ["operator: operator belongs to tolerations, a taint has none; remove it  [E205]"],
    ),
    "empty value": (
        {"key": "a", "value": "", "effect": "NoSchedule"},
        ['value: "" is refused by the API; leave value out  [E204]'],
    ),
    "long value": (
        {"key": "a", "value": "v" * 64, "effect": "NoSchedule"},
        ["value: 64 characters, a label value holds 63; shorten it  [E196]"],
    ),
    "malformed value": (
        {"key": "a", "value": "a b", "effect": "NoSchedule"},
        [
            'value: "a b" is no label value; '
            "write letters, digits and -_. that begin and end with one of the former  [E005]"
        ],
    ),
    "key of the product": (
        {"key": "karpenter-tenants/tenant", "value": "beta", "effect": "NoSchedule"},
        ["key: karpenter-tenants/tenant belongs to the product; remove it  [E121]"],
    ),
    "no effect": ({"key": "a"}, ["effect: [missing]"]),
    "malformed key": (
        {"key": "-a", "effect": "NoSchedule"},
        [
            'key: "-a" is no label key; '
            "write letters, digits and -_. with an optional domain, such as example.com/team  [E005]"
        ],
    ),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(Taint, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(Taint, given) == messages
