"""The answer in a table and for programs, and Karpenter's reasons in the words of the tenant file."""

import json
from decimal import Decimal
from typing import Any

import pytest

from localcloud.trying.answer import Answer, as_json, as_text, bought_nodes, in_words_of_the_file

POOLS = {"alpha-web": "web", "alpha-batch": "batch"}
PRICES = {"m6i.large": Decimal("0.1")}


def claim(pool: str, instance_type: str, node: str, capacity_type: str = "on-demand") -> dict[str, Any]:
    labels = {
        "karpenter.sh/nodepool": pool,
        "node.kubernetes.io/instance-type": instance_type,
        "topology.kubernetes.io/zone": "eu-central-1a",
        "karpenter.sh/capacity-type": capacity_type,
    }
    return {"metadata": {"labels": labels}, "status": {"nodeName": node}}


def pod(name: str, node: str | None = None) -> dict[str, Any]:
    return {"metadata": {"namespace": "alpha", "name": name}, "spec": {"nodeName": node} if node else {}}


CLAIMS = [
    claim("alpha-web", "m6i.large", "a"),
    claim("alpha-batch", "m6i.large", "b", "spot"),
    claim("alpha-batch", "x1.large", "c"),
]
PODS = [pod("web-2", "a"), pod("web-1", "a"), pod("job", "b"), pod("late")]


def answer(**overrides: Any) -> Answer:
    given = {"nodes": bought_nodes(CLAIMS, PODS, POOLS, PRICES), "pending": {"alpha/late": "no"}, "notes": ("so",)}
    return Answer(tenant="alpha", **{**given, **overrides})


def test_the_table_holds_nodes_by_pool_and_what_stays_pending():
    assert as_text(answer()) == (
        "pool   instance type  zone           capacity type  USD/h    pods\n"
        "batch  m6i.large      eu-central-1a  spot           0.0350   1\n"
        "batch  x1.large       eu-central-1a  on-demand      unknown  0\n"
        "web    m6i.large      eu-central-1a  on-demand      0.1000   2\n"
        "3 nodes, 3 pods, 0.1350 USD/h and 1 without a known price\n"
        "pending: alpha/late: no\n"
        "note: so"
    )


def test_without_nodes_there_is_no_table():
    assert as_text(answer(nodes=(), notes=())) == "no nodes\npending: alpha/late: no"


def test_programs_get_the_same():
    one = {"zone": "eu-central-1a"}
    assert json.loads(as_json(answer())) == {
        "tenant": "alpha",
        "pools": {
            "batch": {
                "nodes": [
                    {**one, "instanceType": "m6i.large", "capacityType": "spot", "usdPerHour": 0.035}
                    | {"pods": ["alpha/job"]},
                    {**one, "instanceType": "x1.large", "capacityType": "on-demand", "usdPerHour": None, "pods": []},
                ]
            },
            "web": {
                "nodes": [
                    {**one, "instanceType": "m6i.large", "capacityType": "on-demand", "usdPerHour": 0.1}
                    | {"pods": ["alpha/web-1", "alpha/web-2"]}
                ]
            },
        },
        "usdPerHour": 0.135,
        "nodesWithoutPrice": 1,
        "pending": [{"name": "alpha/late", "reason": "no"}],
        "notes": ["so"],
    }


REASONS = {
    "too large": (
        "Failed to schedule pod, no instance type has enough resources, requirements=karpenter.sh/nodepool In"
        ' [alpha-web], kubernetes.io/os In [linux], resources={"cpu":"90"}',
        'provisioners.web: no instance type has enough resources, resources={"cpu":"90"};'
        " allow larger instance types, or let the pod ask for less",
    ),
    "limits": (
        "(combined from similar events): Failed to schedule pod, all available instance types exceed limits for"
        ' nodepool: "alpha-batch"',
        "all available instance types exceed limits for provisioners.batch; raise its limits",
    ),
    "two pools": (
        'Failed to schedule pod, incompatible with nodepool "alpha-web", x;'
        ' incompatible with nodepool "alpha-batch", y',
        "incompatible with provisioners.web, x; incompatible with provisioners.batch, y",
    ),
    "nothing known": ("pods of alpha-web wait", "provisioners.web: pods of alpha-web wait"),
}


@pytest.mark.parametrize(("said", "told"), REASONS.values(), ids=REASONS)
def test_reasons(said: str, told: str):
    assert in_words_of_the_file(said, POOLS) == told
