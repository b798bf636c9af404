"""Tenants beside each other and in their states."""

import pytest

from components.model.platform import Platform
from tests.builders import platform, tenant
from tests.checking.builders import karpenter, pool, report, with_pool

SHARED_POOL = karpenter(sharedPool={"limits": {"cpu": 100}})
NOTHING_TO_SHARE = (
    "isolation: shared needs platform:karpenter.sharedPool, which this stack does not have;"
    " add it there or write dedicated  [E017]"
)
OWN_NODES = "provisioners: isolation shared has no nodes of its own; remove them or write isolation: dedicated  [E017]"

STACKS = {
    "dedicated without pools": (
        platform(tenant(provisioners={}, nodeClasses={})),
        ["provisioners: isolation dedicated needs at least one; add one or write isolation: shared  [E017]"],
    ),
    "shared with pools": (platform(tenant(isolation="shared"), **SHARED_POOL), [OWN_NODES]),
    "shared without a pool to share": (
        platform(tenant(isolation="shared", provisioners={}, nodeClasses={})),
        [NOTHING_TO_SHARE],
    ),
    "shared": (platform(tenant(isolation="shared", provisioners={}, nodeClasses={}), **SHARED_POOL), []),
    "frozen without limits": (
        platform(tenant(state="frozen")),
        [
            "provisioners.default.frozenLimits: missing while state is frozen, nothing would hold the pools"
            " at their present size; run karpenter-tenants freeze alpha  [E022]"
        ],
    ),
    "frozen without a bound": (
        platform(tenant(state="frozen", provisioners={"default": pool(frozenLimits={"nvidia.com/gpu": 1})})),
        [
            "provisioners.default.frozenLimits: none of cpu, memory, nodes while state is frozen, nothing would hold"
            " the pools at their present size; run karpenter-tenants freeze alpha  [E022]"
        ],
    ),
    "frozen with limits": (
        platform(tenant(state="frozen", provisioners={"default": pool(frozenLimits={"cpu": 12})})),
        [],
    ),
    "active without frozen limits": (platform(tenant()), []),
}


@pytest.mark.parametrize(("stack", "expected"), STACKS.values(), ids=STACKS)
def test_tenants_of_a_stack(stack: Platform, expected: list[str]):
    assert report(stack) == expected


def test_frozen_static_pool_keeps_its_replicas():
    static = pool(replicas=3, limits=None)

    stack = platform(
        tenant(state="frozen", provisioners={"default": static}), **karpenter(featureGates={"staticCapacity": True})
    )

    assert report(stack) == []


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ({"provisioners": {"web": pool(existingName="default")}}, "provisioners.web.existingName"),
        ({"nodeClasses": {"default": {"existingName": "default"}}}, "nodeClasses.default.existingName"),
        ({"namespaces": [{"existingName": "default"}]}, "namespaces[0].existingName"),
    ],
    ids=["NodePool", "EC2NodeClass", "namespace"],
)
def test_rejects_an_object_taken_over_by_two_tenants(words: dict[str, object], path: str):
    stack = platform(tenant("alpha", **words), tenant("beta", **words))

    assert report(stack) == [
        f'beta: {path}: "default" is also owned by alpha; an object has one owner, remove one  [E023]'
    ]


def test_rejects_taking_over_what_another_tenant_makes():
    stack = platform(tenant("alpha", provisioners={"web": pool(existingName="beta-default")}), tenant("beta"))

    assert report(stack) == [
        'provisioners.web.existingName: "beta-default" is also owned by beta;'
        " an object has one owner, remove one  [E023]"
    ]


@pytest.mark.parametrize("name", ["kube-system", "kube-public", "kube-node-lease", "karpenter", "monitoring"])
def test_rejects_taking_over_a_namespace_of_the_platform(name: str):
    own = {"karpenter": {"version": "1.14.3", "namespace": "karpenter"}, "admission": {"systemNamespaces": [name]}}

    assert report(platform(tenant(namespaces=[{"existingName": name}]), **own)) == [
        f'namespaces[0].existingName: "{name}" is also owned by the platform;'
        " an object has one owner, remove one  [E023]"
    ]


def test_rejects_making_a_namespace_of_the_platform():
    stack = platform(tenant(namespaces=[{"suffix": "tools"}]), admission={"systemNamespaces": ["alpha-tools"]})

    assert report(stack) == [
        'namespaces[0]: "alpha-tools" is also owned by the platform; an object has one owner, remove one  [E023]'
    ]


def test_rejects_freezing_a_tenant_without_pools_of_its_own():
    stack = platform(tenant(isolation="shared", provisioners={}, nodeClasses={}, state="frozen"), **SHARED_POOL)

    assert report(stack) == [
        "state: frozen holds pools at their present size, and isolation shared has none of its own;"
        " bound it by namespaces[].resourceQuota, or write suspended, which refuses new pods  [E022]"
    ]


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ({"provisioners": {"web": pool(existingName="shared-pool")}}, "provisioners.web.existingName"),
        ({"nodeClasses": {"default": {"existingName": "shared-pool"}}}, "nodeClasses.default.existingName"),
    ],
    ids=["NodePool", "EC2NodeClass"],
)
def test_rejects_taking_over_a_pool_of_the_platform(words: dict[str, object], path: str):
    assert report(platform(tenant(**words), **SHARED_POOL)) == [
        f'{path}: "shared-pool" is also owned by platform:karpenter.sharedPool;'
        " an object has one owner, remove one  [E023]"
    ]
    assert report(platform(tenant(**words))) == []


def test_rejects_a_storage_class_called_as_the_default_one():
    stack = tenant("gp3", storage={"classes": {"encrypted": {}}})
    without = {"cluster": {"name": "acme-dev", "kubernetesVersion": "1.35", "existing": True}}

    assert report(platform(stack)) == [
        'gp3: storage.classes.encrypted: "gp3-encrypted" is also owned by the platform;'
        " an object has one owner, remove one  [E023]"
    ]
    assert report(platform(stack, **without)) == []


def test_a_pool_and_a_class_may_take_over_the_same_name():
    assert report(with_pool(existingName="default", node_class={"existingName": "default"})) == []
