"""The real Karpenter and a tenant's state: frozen, suspended, offboarding.

Each expectation stands beside the case in which it must not hold. What these tests do not prove: what admission says
to a tenant in each state.
"""

import pytest

from components.live import api_from_file
from components.live.holding import holding
from components.live.snapshot import read_snapshot
from localcloud.api_server import Refused
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.builders import SMALL, play, pod
from tests.cloud.karpenter.conftest import LEAVER, NODE_CLASSES, NODE_POOLS, PAUSED, Stage, is_running

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(2 * SECONDS_TO_START), pytest.mark.at_once]

FREEZABLE = SMALL | {"frozenLimits": {"cpu": 2, "memory": "400Gi"}}
"""Frozen it keeps one node."""


def test_a_frozen_tenant_keeps_its_node_and_gets_no_other(stage: Stage):
    """Beside it the same tenant, active."""
    frozen, growing = (
        stage.put_on(play(name, provisioners={"default": FREEZABLE}, pods={"first": pod("1500m")}))
        for name in ("frozen", "growing")
    )
    for shown in (frozen, growing):
        stage.settled(shown)
    before = [claim["metadata"]["name"] for claim in stage.claims(frozen)]

    stage.apply(frozen.changed(state="frozen"))
    for shown in (frozen, growing):
        stage.add_pod(shown, "second", pod("1500m"))
    # Under load Karpenter may buy two for one pod.
    stage.live.until(lambda: len(stage.claims(growing)) > 1, "the second node of the active tenant")

    assert list(stage.settled(frozen)) == ["first"]
    assert [claim["metadata"]["name"] for claim in stage.claims(frozen)] == before


def test_a_frozen_tenant_gets_a_node_that_expired_again(stage: Stage):
    """Limits of zero, which also hold a pool, would not give it back."""
    pool = FREEZABLE | {"expireAfter": "60s"}
    frozen, at_zero = (
        stage.put_on(play(name, state="frozen", provisioners={"default": pool}, pods={}))
        for name in ("expiring", "expiring-x")
    )
    for shown in (frozen, at_zero):
        stage.replicate(shown, "web", pod())
    stage.live.until(lambda: all(stage.claims(shown) for shown in (frozen, at_zero)), "the first nodes")
    (first,) = stage.claims(frozen)
    zero = {"spec": {"limits": {"cpu": "0", "memory": "0"}}}
    stage.api.merge(f"{NODE_POOLS}/expiring-x-default", zero)

    stage.live.until(
        lambda: stage.is_going(first) and any(not stage.is_going(claim) for claim in stage.claims(frozen)),
        "another node",
    )
    stage.live.until(
        lambda: stage.claims(at_zero) == [] and any(stage.refusals(each) for each in stage.pods(at_zero.name)),
        "the refusal at limits of zero",
    )


def test_a_tenant_without_pools_drains_and_what_holds_it_is_named(stage: Stage):
    """Beside a tenant whose pod refuses to go."""
    annotated = pod() | {"metadata": {"annotations": {"karpenter.sh/do-not-disrupt": "true"}}}
    leaving = stage.put_on(play("leaving"))
    held = stage.put_on(play("held", pods={"job": annotated}))
    stage.settled(leaving)
    node = stage.settled(held)["job"]["metadata"]["name"]
    (claim,) = stage.claims(held)

    for shown in (leaving, held):
        stage.delete_pools(shown)
    stage.live.until(lambda: stage.claims(leaving) == [] and stage.is_going(claim), "the drain")
    told = holding(held.spec, read_snapshot(api_from_file(stage.program.cloud.instance.kubeconfig)))

    assert [line.partition("; else")[0] for line in told] == [
        f"pod held/job on {node}: has karpenter.sh/do-not-disrupt; remove the annotation or delete the pod",
        f"1 of 1 nodes are being drained: {node}",
        "NodePool held-default waits for its nodes",
    ]
    stage.remove_pod(held, "job")
    stage.live.until(lambda: stage.claims(held) == [], "the end of the node that was held")


def test_suspending_and_offboarding_drain_running_workloads_in_one_deployment(stage: Stage):
    """By the program itself; Alpha, which stays active beside them, keeps what it has."""
    for name in (PAUSED, LEAVER):
        stage.replicate(play(name), "web", pod())
    for name in (PAUSED, LEAVER, "alpha"):
        stage.live.until(lambda name=name: any(map(is_running, stage.pods(name))), f"the pods of {name}")

    for name, state in ((PAUSED, "suspended"), (LEAVER, "offboarding")):
        stage.program.rewrite(f"tenants/{name}.yaml", lambda text, state=state: f"{text}state: {state}\n")
    finished = stage.program.pulumi("up", "--yes", "--skip-preview")

    assert finished.returncode == 0, finished.stdout
    assert stage.claims_of(f"{PAUSED}-default", f"{LEAVER}-default") == []
    assert left(stage, NODE_POOLS) == {"alpha-default"}
    assert left(stage, NODE_CLASSES) == {"alpha-default", f"{PAUSED}-default"}
    assert any(map(is_running, stage.pods("alpha")))


def left(stage: Stage, collection: str) -> set[str]:
    """Which of the default pools, or classes, of the three tenants there are."""

    def exists(name: str) -> bool:
        try:
            stage.api.get(f"{collection}/{name}")
        except Refused as refused:
            if refused.code != 404:
                raise
            return False
        return True

    return {name for name in (f"{tenant}-default" for tenant in ("alpha", PAUSED, LEAVER)) if exists(name)}
