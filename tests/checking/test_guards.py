"""Guards on what tenants write."""

import pytest

from components.model.platform import Platform
from tests.builders import platform, tenant
from tests.checking.builders import karpenter, pool, report, with_pool

FAMILIES = {"guards": {"allowedInstanceFamilies": ["m5", "g5"]}}
CPU = {"guards": {"perTenant": {"alpha": {"maxCpu": 2000}, "*": {"maxCpu": 50}}}}

GUARDS = {
    "type of another family": (
        with_pool(instanceTypes=["m5.large", "m6i.large"], stack=FAMILIES),
        ["provisioners.web.instanceTypes[1]: m6i.large is not allowed in this stack; use m5 or g5  [E303]"],
    ),
    "another family": (
        with_pool(instanceTypes=None, instanceFamilies=["p5"], stack=FAMILIES),
        ["provisioners.web.instanceFamilies[0]: p5 is not allowed in this stack; use m5 or g5  [E303]"],
    ),
    "another family by requirement, one of three": (
        with_pool(
            instanceTypes=None,
            requirements=[{"key": "karpenter.k8s.aws/instance-family", "operator": "In", "values": ["m5", "p5"]}],
            stack={"guards": {"allowedInstanceFamilies": ["m5", "g5", "g6"]}},
        ),
        ["provisioners.web.requirements[0].values[1]: p5 is not allowed in this stack; use one of m5, g5, g6  [E303]"],
    ),
    "allowed family": (with_pool(instanceTypes=None, instanceFamilies=["g5"], stack=FAMILIES), []),
    "cpu above the guard": (
        platform(
            tenant(provisioners={"a": pool(limits={"cpu": 1600}, weight=1), "b": pool(limits={"cpu": "800"})}), **CPU
        ),
        ["provisioners: limits of alpha add to 2400 cpu, guards.perTenant.alpha.maxCpu is 2000; lower limits  [E306]"],
    ),
    "cpu above the guard of all": (
        platform(tenant("beta"), **CPU),
        [
            'beta: provisioners: limits of beta add to 100 cpu, guards.perTenant["*"].maxCpu is 50;'
            " lower limits  [E306]",
            "platform:guards.perTenant.alpha: alpha is not in platform:tenants; add it there or remove it here  [E009]",
        ][::-1],
    ),
    "cpu without bound": (
        platform(tenant(provisioners={"a": pool(limits={"memory": "1Gi"})}), **CPU),
        [
            "provisioners.a.limits.cpu: missing while guards.perTenant.alpha.maxCpu is 2000; write cpu  [E306]",
        ],
    ),
    "cpu of a frozen tenant": (
        platform(
            tenant(state="frozen", provisioners={"a": pool(limits={"cpu": 10}, frozenLimits={"cpu": 2400})}), **CPU
        ),
        ["provisioners: limits of alpha add to 2400 cpu, guards.perTenant.alpha.maxCpu is 2000; lower limits  [E306]"],
    ),
    "cpu of a frozen tenant without bound": (
        platform(tenant(state="frozen", provisioners={"a": pool(frozenLimits={"nodes": 5})}), **CPU),
        ["provisioners.a.frozenLimits.cpu: missing while guards.perTenant.alpha.maxCpu is 2000; write cpu  [E306]"],
    ),
    "static pool, which has no limit of cpu": (
        platform(
            tenant(provisioners={"a": pool(replicas=2, limits=None)}),
            **CPU,
            **karpenter(featureGates={"staticCapacity": True}),
        ),
        [],
    ),
    "cpu within the guard": (platform(tenant(provisioners={"a": pool(limits={"cpu": 2000})}), **CPU), []),
}


@pytest.mark.parametrize(("stack", "expected"), GUARDS.values(), ids=GUARDS)
def test_guards(stack: Platform, expected: list[str]):
    assert report(stack) == expected


def test_the_platform_s_own_pools_may_use_every_family():
    shared = karpenter(sharedPool={"instanceFamilies": ["p5"], "limits": {"cpu": 1}})

    assert report(platform(**FAMILIES, **shared)) == []
