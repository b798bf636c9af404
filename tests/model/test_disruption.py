"""Budgets and consolidation. What budgets mean for windows is rendered and tested there."""

from typing import Any

import pytest

from components.model.disruption import DisruptionSpec
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "nothing": {},
    "number of nodes": {"budgets": [{"nodes": 0}, {"nodes": "1"}, {"nodes": "100%"}]},
    "schedule with duration": {"budgets": [{"nodes": "0", "schedule": "0 9 * * mon-fri", "duration": "8h"}]},
    "macro": {"budgets": [{"nodes": "0", "schedule": "@daily", "duration": "1h30m"}]},
    "reasons": {"budgets": [{"reasons": ["Drifted", "Empty"]}]},
    "no budget at all": {"budgets": []},
    "never": {"consolidateAfter": "Never"},
    "newer policy": {"consolidationPolicy": "Balanced"},
    "50 budgets": {"budgets": [{}] * 50},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "policy of the old API": (
        {"consolidationPolicy": "WhenUnderutilized"},
        ["consolidationPolicy: WhenUnderutilized was renamed; write WhenEmptyOrUnderutilized  [E150]"],
    ),
    "misspelt policy": (
        {"consolidationPolicy": "WhenEmtpy"},
        [
            'consolidationPolicy: "WhenEmtpy" is none of WhenEmpty, WhenEmptyOrUnderutilized, Balanced; '
            "write WhenEmpty  [E005]"
        ],
    ),
    "more than all nodes": (
        {"budgets": [{"nodes": "101%"}]},
        ['budgets[0].nodes: "101%" is neither a number of nodes nor 0% to 100%; write for example 2 or 10%  [E005]'],
    ),
    "fraction": (
        {"budgets": [{"nodes": "1.5"}]},
        ['budgets[0].nodes: "1.5" is neither a number of nodes nor 0% to 100%; write for example 2 or 10%  [E005]'],
    ),
    "negative": (
        {"budgets": [{"nodes": -1}]},
        ['budgets[0].nodes: "-1" is neither a number of nodes nor 0% to 100%; write for example 2 or 10%  [E005]'],
    ),
    "schedule alone": (
        {"budgets": [{"nodes": "0", "schedule": "0 9 * * mon-fri"}]},
        ['budgets[0].schedule: "0 9 * * mon-fri" has no duration; add duration: 8h  [E214]'],
    ),
    "duration alone": (
        {"budgets": [{"nodes": "0", "duration": "8h"}]},
        ["budgets[0].duration: 8h has no schedule; add schedule: 0 9 * * mon-fri  [E214]"],
    ),
    "reason twice": (
        {"budgets": [{"reasons": ["Drifted", "Empty", "Drifted"]}]},
        ["budgets[0].reasons[2]: Drifted is given twice; keep one  [E214]"],
    ),
    "unknown reason": (
        {"budgets": [{"reasons": ["Expired"]}]},
        [
            'budgets[0].reasons[0]: "Expired" is none of Underutilized, Empty, Drifted, Unhealthy; '
            "write one of them  [E005]"
        ],
    ),
    "51 budgets": ({"budgets": [{}] * 51}, ["budgets: 51 entries, 50 are allowed; remove 1  [E005]"]),
    "days": ({"consolidateAfter": "1d"}, ['consolidateAfter: "1d" is not in h, m and s alone; write 24h  [E151]']),
    "word of the old API": ({"expireAfter": "720h"}, ["expireAfter: [extra_forbidden]"]),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(DisruptionSpec, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(DisruptionSpec, given) == messages
