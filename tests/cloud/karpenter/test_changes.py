"""The real Karpenter when something changes: a file that is edited, a maintenance window, an interruption.

Each expectation stands beside the case in which it must not hold. What these tests do not prove: that EC2 sends the
messages, and times that depend on it.
"""

import datetime
import json
from dataclasses import replace
from typing import Any

import pytest

from components.rendering.fingerprint import node_fingerprint
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.builders import HOLDS, SMALL, Document, Play, both, intact, on_each_pool, play, twin, verdict
from tests.cloud.karpenter.conftest import Stage, condition

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(2 * SECONDS_TO_START), pytest.mark.at_once]


def labelled_as_well(document: Document) -> None:
    """Breaks a pool: what is written on one pool gets onto the other."""
    if document["kind"] == "NodePool" and document["spec"]["limits"]["cpu"] == "200":
        document["spec"]["template"]["metadata"]["labels"]["team"] = "web"


@both
def test_a_change_rolls_exactly_the_nodes_of_the_forecast(stage: Stage, kind: str):
    """Changed limits, of which Karpenter learns first, roll nothing; a changed label rolls its pool."""
    # Nodes that drift stay: what Karpenter wants to replace is seen without waiting for it.
    held = SMALL | {"disruption": {**SMALL["disruption"], "budgets": [{"nodes": "0"}]}}
    pools = {"limits": held, "label": held}
    pods = on_each_pool("rolled" if kind == HOLDS else "rolled-x", *pools)
    shown = stage.put_on(twin(kind, "rolled", labelled_as_well, provisioners=pools, pods=pods))
    stage.settled(shown)
    limited = shown.changed(provisioners={"limits": {"limits": {"cpu": 200, "memory": "400Gi"}}})
    edited = limited.changed(provisioners={"label": {"labels": {"team": "web"}}})

    stage.apply(limited)
    stage.apply(edited)
    rolled = {"label"} if kind == HOLDS else {"label", "limits"}
    stage.live.until(lambda: rolled <= drifted(stage, shown), "the drift")

    with verdict(kind):
        assert drifted(stage, shown) == forecast(stage, shown, edited) == {"label"}


def drifted(stage: Stage, shown: Play) -> set[str]:
    """Keys of the pools whose nodes Karpenter wants to replace."""
    return {
        key
        for key in shown.spec.provisioners
        if all(condition(claim, "Drifted") == "True" for claim in stage.claims(shown, key))
    }


def forecast(stage: Stage, before: Play, after: Play) -> set[str]:
    """Keys of the pools whose nodes the product says will roll."""
    was, now = (
        {
            (each["kind"], each["metadata"]["name"]): each
            for each in replace(side, broken=intact).documents(stage.facts, stage.settings)
        }
        for side in (before, after)
    )
    node_class = "EC2NodeClass", f"{before.name}-default"
    return {
        key
        for key in before.spec.provisioners
        for pool in [("NodePool", f"{before.name}-{key}")]
        if node_fingerprint(was[pool], was[node_class]) != node_fingerprint(now[pool], now[node_class])
    }


def window(*, begins: int, hours: int) -> dict[str, Any]:
    """A daily window that begins so many hours from now."""
    start = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=begins)
    days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    return {"windows": [{"days": days, "start": f"{start:%H:%M}", "duration": f"{hours}h"}]}


def test_a_maintenance_window_holds_drift_back_outside_and_lets_it_through_inside(stage: Stage):
    pools = {
        "closed": SMALL | {"maintenanceWindows": window(begins=3, hours=1)},
        "open": SMALL | {"maintenanceWindows": window(begins=-1, hours=3)},
    }
    shown = stage.put_on(play("windows", provisioners=pools, pods=on_each_pool("windows", *pools)))
    stage.settled(shown)
    before = {key: stage.claims(shown, key)[0] for key in pools}

    stage.apply(shown.changed(provisioners={key: {"labels": {"team": "web"}} for key in pools}))
    stage.live.until(lambda: stage.is_going(before["open"]), "the end of the node inside its window")

    assert not stage.is_going(before["closed"])
    assert [condition(claim, "Drifted") for claim in stage.claims(shown, "closed")] == ["True"]


def test_an_interruption_message_drains_its_node_and_no_other(stage: Stage):
    pools = {"hit": SMALL, "spared": SMALL}
    shown = stage.put_on(play("interrupted", provisioners=pools, pods=on_each_pool("interrupted", *pools)))
    stage.settled(shown)
    (hit,), (spared,) = stage.claims(shown, "hit"), stage.claims(shown, "spared")

    interrupt(stage, hit["status"]["providerID"].rsplit("/", 1)[1])
    stage.live.until(lambda: stage.is_going(hit), "the end of the interrupted node")

    assert not stage.is_going(spared)


def interrupt(stage: Stage, instance: str) -> None:
    """Sends the message that EventBridge puts into the queue (EC2 user guide, "spot instance interruption notices")."""
    message = {
        "version": "0",
        "id": "1e5527d7-bb36-4607-3370-4164db56a40e",
        "detail-type": "EC2 Spot Instance Interruption Warning",
        "source": "aws.ec2",
        "account": stage.facts.account,
        "time": "2026-11-30T12:00:00Z",
        "region": stage.facts.region,
        "resources": [f"arn:aws:ec2:{stage.facts.region}a:instance/{instance}"],
        "detail": {"instance-id": instance, "instance-action": "terminate"},
    }
    queue = stage.program.cloud.aws("sqs")
    url = queue.get_queue_url(QueueName=f"{stage.facts.name}-karpenter")["QueueUrl"]
    queue.send_message(QueueUrl=url, MessageBody=json.dumps(message))
