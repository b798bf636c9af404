"""What counts as the present use of a tenant's pools, and when nobody knows it."""

import pytest

from components.live.freezing import NotMeasurable, present_use
from tests.builders import PROVISIONER, tenant
from tests.live.builders import node_pool

GPU = PROVISIONER | {"limits": {"cpu": 100, "nvidia.com/gpu": 8}, "frozenLimits": {"nodes": 3}}


def test_cpu_and_memory_and_what_the_file_names_are_held():
    spec = tenant(provisioners={"web": PROVISIONER, "gpu": GPU})

    used = present_use(spec, [node_pool("alpha-web"), node_pool("alpha-gpu"), node_pool("beta-web")])

    assert used == {
        "web": {"cpu": "2", "memory": "7577Mi"},
        "gpu": {"cpu": "2", "memory": "7577Mi", "nvidia.com/gpu": "0", "nodes": "1"},
    }


def test_a_static_pool_is_held_by_its_replicas():
    spec = tenant(provisioners={"fix": {"instanceTypes": ["m5.large"], "replicas": 3, "limits": {"nodes": 4}}})

    assert present_use(spec, []) == {}


def test_a_pool_that_is_taken_over_has_its_own_name():
    spec = tenant(provisioners={"web": PROVISIONER | {"existingName": "legacy"}})

    assert present_use(spec, [node_pool("legacy")]) == {"web": {"cpu": "2", "memory": "7577Mi"}}


def test_every_pool_that_cannot_be_measured_is_told():
    pools = ("a", "b", "c", "d")
    uncounted = node_pool("alpha-c") | {"status": {}}

    with pytest.raises(NotMeasurable) as refused:
        present_use(
            tenant(provisioners=dict.fromkeys(pools, PROVISIONER)),
            [node_pool("alpha-b", deletionTimestamp="2026-11-30T12:00:00Z"), uncounted, node_pool("alpha-d")],
        )

    assert refused.value.reasons == (
        "provisioners.a: NodePool alpha-a is not in the cluster; run pulumi up, or take the pool out of the file",
        "provisioners.b: NodePool alpha-b is being deleted; wait until its nodes are gone, or run pulumi up",
        "provisioners.c: NodePool alpha-c has no status.resources, Karpenter has not counted its nodes;"
        " see that its controller runs",
    )
