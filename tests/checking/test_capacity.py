"""Bounds of pools, and pools that can buy nothing."""

from dataclasses import replace
from typing import Any

import pytest

from components.model.deployed import read_outputs
from components.model.platform import Platform
from tests.builders import platform, tenant
from tests.checking.builders import karpenter, pool, report, with_pool

STATIC = karpenter(featureGates={"staticCapacity": True})


def after(stack: Platform, **outputs: bool) -> Platform:
    """The stack after a deployment of alpha with the pool `web`, of which the outputs tell this."""
    pools: dict[str, Any] = {"web": {"nodePool": "alpha-web", **outputs}}
    last = read_outputs({"clusterName": "acme-dev", "tenants": {"alpha": {"state": "active", "pools": pools}}})
    return replace(stack, deployed=last)


POOLS = {
    "no limits": (
        with_pool(limits=None),
        [
            "provisioners.web.limits: missing, a pod loop could buy without end;"
            " write cpu and memory, or guards.requireLimits: false  [E110]"
        ],
    ),
    "limits that bound no money": (
        with_pool(limits={"nvidia.com/gpu": 8}),
        [
            "provisioners.web.limits: none of cpu, memory, nodes, a pod loop could buy without end;"
            " write cpu and memory, or guards.requireLimits: false  [E110]"
        ],
    ),
    "no limits where the guard is off": (with_pool(limits=None, stack={"guards": {"requireLimits": False}}), []),
    "one limit": (with_pool(limits={"memory": "64Gi"}), []),
    "few nodes": (
        with_pool(limits={"nodes": 2}),
        [
            "provisioners.web.limits.nodes: 2 can be exceeded for minutes during fast scale-out;"
            " keep room or use replicas  [W115]"
        ],
    ),
    "enough nodes": (with_pool(limits={"nodes": 5}), []),
    "paused by nodes": (with_pool(limits={"nodes": 0}), []),
    "headroom of all cpu": (
        with_pool(limits={"cpu": 24}, headroom={"cpu": 8, "memory": "1Gi", "replicas": 3}),
        ["provisioners.web.headroom: 3 x 8 cpu leave nothing of limits.cpu 24; lower replicas or raise limits  [W117]"],
    ),
    "headroom above the memory": (
        with_pool(limits={"memory": "8Gi"}, headroom={"cpu": 8, "memory": "10Gi"}),
        [
            "provisioners.web.headroom: 1 x 10Gi memory leave nothing of limits.memory 8Gi;"
            " lower replicas or raise limits  [W117]"
        ],
    ),
    "headroom that no pod may use": (
        platform(
            tenant(
                provisioners={"web": pool(headroom={"cpu": 1, "memory": "1Gi"}), "b": pool()},
                namespaces=[{"provisioner": "b"}],
            )
        ),
        [
            "provisioners.web.headroom: the pods of no namespace may use web, so nothing is kept warm;"
            " write namespaces[].provisioner: web, or remove it  [W117]"
        ],
    ),
    "headroom within limits": (with_pool(headroom={"cpu": 8, "memory": "1Gi", "replicas": 3}), []),
    "spot alone": (
        with_pool(capacityTypes=["spot"]),
        [
            "provisioners.web.capacityTypes: [spot] starts nothing without AWSServiceRoleForEC2Spot;"
            " create that role once per account or add on-demand  [W140]"
        ],
    ),
    "spot alone by requirement": (
        with_pool(requirements=[{"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["spot"]}]),
        [
            "provisioners.web.requirements[0].values: [spot] starts nothing without AWSServiceRoleForEC2Spot;"
            " create that role once per account or add on-demand  [W140]"
        ],
    ),
    "spot by exclusion": (
        with_pool(
            requirements=[
                {"key": "karpenter.sh/capacity-type", "operator": "NotIn", "values": ["on-demand", "reserved"]}
            ]
        ),
        [
            "provisioners.web.requirements[0]: [spot] starts nothing without AWSServiceRoleForEC2Spot;"
            " create that role once per account or add on-demand  [W140]"
        ],
    ),
    "spot and on-demand": (with_pool(capacityTypes=["spot", "on-demand"]), []),
    "reserved without a reservation": (
        with_pool(capacityTypes=["reserved"]),
        [
            "provisioners.web.capacityTypes: [reserved] without capacityReservationSelectorTerms in nodeClasses.default"
            " never launches; add the selector or another capacity type  [E143]"
        ],
    ),
    "reserved with a reservation": (
        with_pool(
            capacityTypes=["reserved"], node_class={"capacityReservationSelectorTerms": [{"tags": {"team": "alpha"}}]}
        ),
        [],
    ),
    "reserved or on-demand": (with_pool(capacityTypes=["reserved", "on-demand"]), []),
    "static pool with dynamic words": (
        with_pool(replicas=3, weight=10, limits={"cpu": 8, "nodes": 4}, stack=STATIC),
        [
            "provisioners.web.weight: 10 is not possible together with replicas; remove it  [E213]",
            "provisioners.web.limits.cpu: 8 is not possible together with replicas, a static pool takes only nodes;"
            " remove it  [E213]",
        ],
    ),
    "static pool with frozen limits of a dynamic one": (
        with_pool(replicas=3, limits={"nodes": 4}, frozenLimits={"nodes": 3, "cpu": 8}, stack=STATIC),
        [
            "provisioners.web.frozenLimits.cpu: 8 is not possible together with replicas, a static pool takes only"
            " nodes; remove it  [E213]"
        ],
    ),
    "static pool without its gate": (
        with_pool(replicas=3, limits=None),
        [
            "provisioners.web.replicas: 3 is not possible while the gate staticCapacity is off;"
            " write platform:karpenter.featureGates: {staticCapacity: true}  [E213]"
        ],
    ),
    "static pool": (with_pool(replicas=3, limits={"nodes": 4}, stack=STATIC), []),
    "static pool that followed its pods": (
        after(with_pool(replicas=3, limits=None, stack=STATIC), static=False),
        [
            "provisioners.web.replicas: added to a pool that follows its pods; remove it, or give the provisioner"
            " another key than web  [E213]"
        ],
    ),
    "pool that was static": (
        after(with_pool(), static=True),
        [
            "provisioners.web.replicas: removed from a static pool; write it back, or give the provisioner another key"
            " than web  [E213]"
        ],
    ),
    "static pool as before": (after(with_pool(replicas=3, limits=None, stack=STATIC), static=True), []),
    "pool as before": (after(with_pool(), static=False), []),
    "pool of which outputs do not tell": (after(with_pool(replicas=3, limits=None, stack=STATIC)), []),
    "dynamic pool with weight": (with_pool(weight=10), []),
}


@pytest.mark.parametrize(("stack", "expected"), POOLS.values(), ids=POOLS)
def test_one_pool(stack: Platform, expected: list[str]):
    assert report(stack) == expected


def test_warns_of_a_quota_above_all_pools_together():
    pools = {"a": pool(limits={"cpu": 100}, weight=1), "b": pool(limits={"cpu": "44"}, weight=2)}

    stack = platform(tenant(provisioners=pools, namespaces=[{"resourceQuota": {"requests.cpu": 180, "pods": 500}}]))

    assert report(stack) == [
        'namespaces[0].resourceQuota["requests.cpu"]: 180 is above the 144 cpu of all provisioners,'
        " the rest stays pending; write 144  [W116]"
    ]


def test_sums_limits_in_the_unit_of_the_first():
    pools = {"a": pool(limits={"memory": "512Gi"}, weight=1), "b": pool(limits={"memory": "1Ti"}, weight=2)}

    stack = platform(tenant(provisioners=pools, namespaces=[{"resourceQuota": {"requests.memory": "2Ti"}}]))

    assert report(stack) == [
        'namespaces[0].resourceQuota["requests.memory"]: 2Ti is above the 1536Gi memory of all provisioners,'
        " the rest stays pending; write 1536Gi  [W116]"
    ]


@pytest.mark.parametrize(
    "limits", [({"cpu": 180}, {"memory": "1Gi"}), ({"cpu": 90}, {"cpu": 90})], ids=["one pool unbound", "equal"]
)
def test_accepts_a_quota_that_the_pools_can_hold(limits: tuple[dict[str, object], dict[str, object]]):
    pools = {f"p{index}": pool(limits=each, weight=index + 1) for index, each in enumerate(limits)}

    stack = platform(tenant(provisioners=pools, namespaces=[{"resourceQuota": {"requests.cpu": 180}}]))

    assert report(stack) == []
