"""Which pools a tenant's pods may run on. That pods come there, tests/cloud proves."""

from typing import Any

from components.rendering.destination import destinations
from components.versions import karpenter_version
from tests.builders import PROVISIONER, settings, tenant

SHARED = settings(karpenter={"version": "1.14.3", "sharedPool": PROVISIONER, "systemPool": PROVISIONER})
POOLED: dict[str, Any] = {"isolation": "shared", "provisioners": {}, "nodeClasses": {}}


def found(**words: Any) -> dict[str, tuple[str, str]]:
    """NodePool and EC2NodeClass by word."""
    pools = destinations(tenant(**words), SHARED, karpenter_version("1.14.3"))
    return {word: (pool.node_pool, pool.node_class) for word, pool in pools.items()}


def test_a_tenant_with_nodes_has_its_own_pools_alone():
    pools = {"web": PROVISIONER, "batch": {**PROVISIONER, "existingName": "old"}}

    assert found(provisioners=pools) == {"web": ("alpha-web", "alpha-default"), "batch": ("old", "alpha-default")}


def test_a_tenant_without_nodes_has_the_shared_pool_alone():
    assert found(**POOLED) == {"shared-pool": ("shared-pool", "shared-pool")}


def test_a_state_that_starts_no_pods_has_none():
    for state in ("suspended", "offboarding"):
        assert (found(state=state), found(**POOLED, state=state)) == ({}, {})


def test_a_stack_without_shared_pool_has_none():
    assert destinations(tenant(**POOLED), settings(), karpenter_version("1.14.3")) == {}
