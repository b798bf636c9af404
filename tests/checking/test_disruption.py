"""Budgets, windows, expiry and grace. Not proved here: the budgets that windows become (tests/rendering)."""

import pytest

from components.model.platform import Platform
from tests.builders import PROVISIONER, platform, tenant
from tests.checking.builders import report, with_pool

CLOSED = (
    'provisioners.web.disruption.budgets[{}]: nodes "{}" without schedule, drift never renews a node;'
    " write maintenanceWindows instead of budgets  [W152]"
)
OPEN = (
    "provisioners.web.disruption.budgets[{}]: outside its schedule this budget is inactive, that is unlimited;"
    " use maintenanceWindows  [W153]"
)
NIGHTS = {"schedule": "0 2 * * *", "duration": "3h"}
WINDOWS = {"timezone": "Europe/Berlin", "windows": [{"days": ["sat"], "start": "02:00", "duration": "4h"}]}
TAGGED = [{"tags": {"karpenter.sh/discovery": "acme-dev"}}]


def with_budgets(*budgets: dict[str, object]) -> Platform:
    return with_pool(disruption={"budgets": list(budgets)})


POOLS = {
    "closed for every reason": (with_budgets({"nodes": "10%"}, {"nodes": "0"}), [CLOSED.format(1, "0")]),
    "closed by percentage": (with_budgets({"nodes": "0%"}), [CLOSED.format(0, "0%")]),
    "closed by several budgets": (
        with_budgets({"nodes": "0", "reasons": ["Empty", "Drifted"]}, {"nodes": "0", "reasons": ["Underutilized"]}),
        [CLOSED.format(0, "0")],
    ),
    "closed for one reason": (with_budgets({"nodes": "0", "reasons": ["Drifted"]}), []),
    "closed at night": (with_budgets({"nodes": "0", **NIGHTS}), []),
    "window written as a budget": (with_budgets({"nodes": "5", **NIGHTS}), [OPEN.format(0)]),
    "window beside a rate": (with_budgets({"nodes": "10%"}, {"nodes": "5", **NIGHTS}), []),
    "no budgets": (with_budgets(), []),
    "expiry beside windows": (
        with_pool(expireAfter="720h", maintenanceWindows=WINDOWS),
        [
            "provisioners.web.expireAfter: 720h ignores maintenanceWindows;"
            " write Never to keep renewal inside them  [W154]"
        ],
    ),
    "expiry alone": (with_pool(expireAfter="720h"), []),
    "windows alone": (with_pool(maintenanceWindows=WINDOWS), []),
    "window that no offset leaves open": (
        with_pool(
            maintenanceWindows={
                "timezone": "Europe/Berlin",
                "windows": [{"days": ["sat"], "start": "03:00", "duration": "1h"}],
            }
        ),
        [
            "provisioners.web.maintenanceWindows.windows[0]: 1h is gone after both UTC offsets of Europe/Berlin;"
            " make it longer than 1h  [E156]"
        ],
    ),
    "tag selector under expiring nodes": (
        with_pool(expireAfter="720h", node_class={"subnetSelectorTerms": TAGGED, "securityGroupSelectorTerms": TAGGED}),
        [
            "nodeClasses.default.subnetSelectorTerms: when tags stop matching, expired nodes get no replacement;"
            " select by id  [W132]",
            "nodeClasses.default.securityGroupSelectorTerms: when tags stop matching, expired nodes get no replacement;"
            " select by id  [W132]",
        ],
    ),
    "tag selector under nodes that stay": (with_pool(node_class={"subnetSelectorTerms": TAGGED}), []),
    "id selector under expiring nodes": (
        with_pool(expireAfter="720h", node_class={"subnetSelectorTerms": [{"id": "subnet-a"}]}),
        [],
    ),
}


@pytest.mark.parametrize(("stack", "expected"), POOLS.values(), ids=POOLS)
def test_disruption_of_one_pool(stack: Platform, expected: list[str]):
    assert report(stack) == expected


def test_warns_of_a_drain_without_end():
    endless = platform(tenant(provisioners={"web": PROVISIONER | {"terminationGracePeriod": None}}))

    assert report(endless) == [
        "provisioners.web.terminationGracePeriod: null lets one do-not-disrupt pod hold a drained node for ever;"
        " write 24h  [W155]"
    ]
