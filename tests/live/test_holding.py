"""What holds an offboarding, with what can be done.

What these tests do not prove: that Karpenter waits for exactly these; tests/cloud takes a tenant away.
"""

from typing import Any

import pytest

from components.live.holding import holding
from tests.builders import tenant
from tests.live.builders import disruption_budget, node_claim, node_class, node_pool, pod, snapshot

DELETED = {"deletionTimestamp": "2026-11-30T12:00:00Z"}
REFUSES = {"annotations": {"karpenter.sh/do-not-disrupt": "true"}}
UNTIL = {"annotations": {"karpenter.sh/nodeclaim-termination-timestamp": "2026-12-01T12:00:00Z"}}


def held(**kinds: Any) -> tuple[str, ...]:
    return holding(tenant(), snapshot(**kinds))


def test_pods_that_let_go_hold_nothing():
    assert held(node_claims=[node_claim()], pods=[pod()], disruption_budgets=[disruption_budget(allowed=1)]) == ()


def test_a_pod_that_must_not_be_disrupted():
    assert held(node_claims=[node_claim()], pods=[pod(**REFUSES)]) == (
        "pod alpha/web-1 on node-1: has karpenter.sh/do-not-disrupt; remove the annotation or delete the pod",
    )


def test_a_budget_that_allows_nothing():
    assert held(node_claims=[node_claim()], pods=[pod()], disruption_budgets=[disruption_budget()]) == (
        "pod alpha/web-1 on node-1: PodDisruptionBudget web allows no disruption; add replicas or loosen it",
    )


@pytest.mark.parametrize(
    "budget",
    [disruption_budget(namespace="beta"), disruption_budget(app="batch")],
    ids=["of another namespace", "of other pods"],
)
def test_budgets_of_other_pods_hold_nothing(budget: dict[str, Any]):
    assert held(node_claims=[node_claim()], pods=[pod()], disruption_budgets=[budget]) == ()


@pytest.mark.parametrize(
    "other",
    [pod(node="core-0", **REFUSES), {**pod(**REFUSES), "status": {"phase": "Succeeded"}}],
    ids=["on a node of nobody", "done"],
)
def test_pods_that_do_not_count(other: dict[str, Any]):
    assert held(node_claims=[node_claim()], pods=[other]) == ()


def test_a_node_that_is_drained_says_until_when():
    assert held(node_claims=[node_claim(**DELETED, **UNTIL)], pods=[pod(**REFUSES)]) == (
        "pod alpha/web-1 on node-1: has karpenter.sh/do-not-disrupt; remove the annotation or delete the pod"
        "; else the node goes at 2026-12-01T12:00:00Z",
        "1 of 1 nodes are being drained: node-1",
    )


def test_without_a_grace_period_the_node_stays():
    (line, _) = held(node_claims=[node_claim(**DELETED)], pods=[pod(**REFUSES)])

    assert line.endswith("; without terminationGracePeriod the node stays for ever")


def test_a_pod_in_its_grace_period():
    assert held(node_claims=[node_claim()], pods=[pod(**DELETED)]) == (
        "pod alpha/web-1 on node-1: is being deleted since 2026-11-30T12:00:00Z; its grace period runs",
    )


def test_objects_wait_for_each_other():
    assert held(
        node_claims=[node_claim()],
        node_pools=[node_pool(**DELETED), node_pool("beta-web", **DELETED)],
        node_classes=[node_class(**DELETED), node_class("beta-web", **DELETED)],
    ) == (
        "NodePool alpha-default waits for its nodes",
        "EC2NodeClass alpha-default waits for the nodes of its pools",
    )


def test_without_nodes_it_is_karpenter_that_is_waited_for():
    remedy = "has no nodes left and waits for Karpenter; see whether its controller runs"

    assert held(node_pools=[node_pool(**DELETED)], node_classes=[node_class(**DELETED)]) == (
        f"NodePool alpha-default {remedy}",
        f"EC2NodeClass alpha-default {remedy}",
    )


def test_a_namespace_says_what_is_left_in_it():
    remaining = {
        "type": "NamespaceContentRemaining",
        "status": "True",
        "message": "Some resources are remaining: persistentvolumeclaims. has 1 instance",
    }
    going = {"metadata": {"name": "alpha", **DELETED}, "status": {"conditions": [remaining]}}

    assert held(namespaces=[going, {"metadata": {"name": "beta", **DELETED}}]) == (
        "namespace alpha is being deleted: Some resources are remaining: persistentvolumeclaims. has 1 instance",
    )


def test_what_a_tenant_who_leaves_still_has_outside_the_cluster():
    inside = {"metadata": {"namespace": "alpha", "name": "web"}, "spec": {"type": "LoadBalancer"}}
    internal = {"metadata": {"namespace": "alpha", "name": "api"}, "spec": {"type": "ClusterIP"}}
    elsewhere = {"metadata": {"namespace": "beta", "name": "web"}, "spec": {"type": "LoadBalancer"}}
    seen = snapshot(services=[inside, internal, elsewhere], ingresses=[inside, elsewhere], volume_claims=[inside])
    remedy = "save what is needed of it, and delete it before the name leaves the list"

    assert holding(tenant(state="offboarding"), seen) == (
        f"Service of type LoadBalancer alpha/web: {remedy}",
        f"Ingress alpha/web: {remedy}",
        f"PersistentVolumeClaim alpha/web: {remedy}",
    )
    assert holding(tenant(), seen) == ()
