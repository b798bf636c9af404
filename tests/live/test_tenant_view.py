"""What `status` knows of a tenant.

What these tests do not prove: that a cluster's objects look like these; tests/cloud asks a real one.
"""

from decimal import Decimal
from typing import Any

import pytest

from components.live.prices import Offering
from components.live.tenant_view import NodeView, ObjectView, Spend, TenantView, spend, tenant_view
from tests.builders import PROVISIONER, tenant
from tests.live.builders import node_claim, node_class, node_pool, pod, snapshot

PRICES = {Offering("m6i.large", "eu-central-1a", "on-demand"): Decimal("0.096")}
USED = {"cpu": "2", "memory": "7577Mi", "nodes": "1"}
LIMITS = {"cpu": "100", "memory": "400Gi"}
DELETED = {"deletionTimestamp": "2026-11-30T12:00:00Z"}


def node(**changes: Any) -> NodeView:
    usual = {
        "name": "node-1",
        "pool": "alpha-default",
        "instance_type": "m6i.large",
        "zone": "eu-central-1a",
        "capacity_type": "on-demand",
        "state": "Ready",
        "pods": 0,
        "price": Decimal("0.096"),
    }
    return NodeView(**(usual | changes))


def test_a_tenant_with_everything():
    seen = snapshot(
        node_pools=[node_pool()],
        node_classes=[node_class()],
        node_claims=[node_claim()],
        pods=[pod("web-1"), pod("web-2"), pod("elsewhere", "node-2")],
    )

    view = tenant_view(tenant(), seen, PRICES)

    assert view == TenantView(
        name="alpha",
        state="active",
        pools=(ObjectView("default", "alpha-default", "Ready", (), USED, LIMITS),),
        node_classes=(ObjectView("default", "alpha-default", "Ready"),),
        nodes=(node(pods=2),),
    )
    assert view.healthy


def test_objects_of_other_tenants_are_not_shown():
    seen = snapshot(
        node_pools=[node_pool(), node_pool("beta-web")],
        node_classes=[node_class()],
        node_claims=[node_claim("beta-web-x1", "beta-web")],
    )

    view = tenant_view(tenant(), seen, PRICES)

    assert ([pool.name for pool in view.pools], view.nodes) == (["alpha-default"], ())


def test_what_is_not_there_is_missing():
    view = tenant_view(tenant(), snapshot(), PRICES)

    assert view.pools == (ObjectView("default", "alpha-default", "missing", ("run pulumi up",)),)
    assert view.node_classes == (ObjectView("default", "alpha-default", "missing", ("run pulumi up",)),)
    assert not view.healthy


def test_a_class_that_is_not_ready_says_why():
    failed = {
        "type": "SubnetsReady",
        "status": "False",
        "reason": "SubnetsNotFound",
        "message": "SubnetSelector did not match any Subnets",
        "observedGeneration": 1,
    }

    view = tenant_view(
        tenant(), snapshot(node_pools=[node_pool()], node_classes=[node_class("alpha-default", failed)]), PRICES
    )

    (shown,) = view.node_classes
    assert (shown.state, shown.reasons) == (
        "not Ready",
        (
            'tenant alpha: platform:cluster.vpc: EC2NodeClass alpha-default with [{"id": "subnet-0a"}] is not Ready: '
            "SubnetSelector did not match any Subnets (SubnetsNotFound); write ids of subnets that exist in this "
            "account and region, or tags that they carry",
        ),
    )


def test_a_pool_that_is_going_is_said_to_be():
    view = tenant_view(tenant(), snapshot(node_pools=[node_pool(**DELETED)], node_classes=[node_class()]), PRICES)

    assert [pool.state for pool in view.pools] == ["being deleted"]
    assert not view.healthy


def test_a_suspended_tenant_has_no_pools_and_may_have_nodes():
    seen = snapshot(node_pools=[node_pool(**DELETED)], node_classes=[node_class()], node_claims=[node_claim(**DELETED)])

    view = tenant_view(tenant(state="suspended"), seen, PRICES)

    assert (view.pools, view.nodes) == ((), (node(state="draining"),))
    assert view.healthy


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (node_claim(reached=(), node=None), node(name="alpha-default-x1", state="launching")),
        (node_claim(reached=("Launched",), node=None), node(name="alpha-default-x1", state="registering")),
        (node_claim(reached=("Launched", "Registered")), node(state="initializing")),
    ],
    ids=["launching", "registering", "initializing"],
)
def test_a_node_is_shown_from_the_decision_on(claim: dict[str, Any], expected: NodeView):
    assert tenant_view(tenant(), snapshot(node_claims=[claim]), PRICES).nodes == (expected,)


def test_nodes_stand_by_pool_and_name():
    spec = tenant(provisioners={"web": PROVISIONER, "batch": PROVISIONER})
    claims = [node_claim("w2", "alpha-web"), node_claim("b1", "alpha-batch"), node_claim("w1", "alpha-web")]

    assert [each.pool for each in tenant_view(spec, snapshot(node_claims=claims), PRICES).nodes] == [
        "alpha-batch",
        "alpha-web",
        "alpha-web",
    ]


def test_what_nodes_cost_together():
    nodes = [node(), node(price=Decimal("0.5")), node(price=None)]

    assert spend(nodes) == Spend(Decimal("0.596"), 1)
