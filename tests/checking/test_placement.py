"""Which pods reach which pool."""

import pytest

from components.model.platform import Platform
from tests.builders import platform, tenant
from tests.checking.builders import karpenter, pool, report, with_pool

W107 = (
    "provisioners.web.{path}: {name} is not in the catalogue of 2026-11-30;"
    " correct it, or update the catalogue to have it checked  [W107]"
)
TAINT = {"key": "beta.example/batch", "value": "true", "effect": "NoSchedule"}

POOLS = {
    "both architectures": (
        with_pool(architectures=["amd64", "arm64"]),
        [
            "provisioners.web.architectures: both are allowed and the cheaper wins, so every image must exist"
            " for both; keep one if unsure  [W105]"
        ],
    ),
    "both architectures by requirement": (
        with_pool(requirements=[{"key": "kubernetes.io/arch", "operator": "Exists"}]),
        [
            "provisioners.web.requirements[0]: both are allowed and the cheaper wins, so every image must exist"
            " for both; keep one if unsure  [W105]"
        ],
    ),
    "types of the other architecture": (
        with_pool(instanceTypes=["m7g.large", "c8gn.xlarge"]),
        [
            "provisioners.web.instanceTypes: m7g.large is arm64, architectures is [amd64];"
            " write architectures: [arm64]  [E103]"
        ],
    ),
    "families of the other architecture": (
        with_pool(instanceTypes=None, instanceFamilies=["im4gn"]),
        [
            "provisioners.web.instanceFamilies: im4gn is arm64, architectures is [amd64];"
            " write architectures: [arm64]  [E103]"
        ],
    ),
    "types of the first generation of arm64, and of NVIDIA": (
        with_pool(instanceTypes=["a1.medium", "p6e-gb200.36xlarge"]),
        [
            "provisioners.web.instanceTypes: a1.medium is arm64, architectures is [amd64];"
            " write architectures: [arm64]  [E103]"
        ],
    ),
    "types of amd64 where arm64 alone is allowed": (
        with_pool(instanceTypes=["m7i.large", "g6.xlarge"], architectures=["arm64"]),
        [
            "provisioners.web.instanceTypes: m7i.large is amd64, architectures is [arm64];"
            " write architectures: [amd64]  [E103]"
        ],
    ),
    "families newer than the catalogue": (
        with_pool(instanceTypes=None, instanceFamilies=["m77z"], architectures=["arm64"]),
        [W107.format(path="instanceFamilies[0]", name="m77z")],
    ),
    "types of its architecture": (with_pool(instanceTypes=["m7g.large"], architectures=["arm64"]), []),
    "types of both architectures": (with_pool(instanceTypes=["m7g.large", "m7i.large"]), []),
    "one architecture": (with_pool(instanceTypes=None, architectures=["arm64"]), []),
    "own taint": (
        with_pool(taints=[TAINT]),
        [
            "provisioners.web.taints[0]: pods need their own toleration for beta.example/batch,"
            " only karpenter-tenants/tenant is added; tell the authors  [W122]"
        ],
    ),
    "taint that pods may ignore": (with_pool(taints=[TAINT | {"effect": "PreferNoSchedule"}]), []),
    "startup taint that nobody removes": (
        with_pool(startupTaints=[{"key": "example.com/x", "effect": "NoSchedule"}]),
        [
            "provisioners.web.startupTaints[0]: nothing known removes example.com/x, pods would wait for ever;"
            " see that a component does or drop it  [W124]"
        ],
    ),
    "startup taint of a driver": (
        with_pool(startupTaints=[{"key": "ebs.csi.aws.com/agent-not-ready", "effect": "NoExecute"}]),
        [],
    ),
}


@pytest.mark.parametrize(("stack", "expected"), POOLS.values(), ids=POOLS)
def test_one_pool(stack: Platform, expected: list[str]):
    assert report(stack) == expected


def test_the_shared_pool_may_be_tainted():
    stack = platform(**karpenter(sharedPool={"limits": {"cpu": 100}, "taints": [TAINT]}))

    assert report(stack) == []


def two_pools(first: dict[str, object], second: dict[str, object], **words: object) -> list[str]:
    return report(platform(tenant(provisioners={"a": pool(**first), "b": pool(**second)}, **words)))


def test_warns_of_two_pools_for_the_same_pods():
    assert two_pools({}, {"architectures": ["arm64"], "instanceTypes": ["m7g.large"]}) == [
        "provisioners.a: a and b fit the same pods and have the same weight, so b always wins by name;"
        " give one a weight, taint or label  [W120]"
    ]


@pytest.mark.parametrize(
    "requirement",
    [
        {"key": "example.com/team", "operator": "DoesNotExist"},
        {"key": "karpenter.k8s.aws/instance-hypervisor", "operator": "In", "values": ["nitro"]},
    ],
    ids=["no label", "label of every node"],
)
def test_warns_where_requirements_give_no_label_of_the_tenant(requirement: dict[str, object]):
    assert two_pools({"requirements": [requirement]}, {}) == [
        "provisioners.a: a and b fit the same pods and have the same weight, so b always wins by name;"
        " give one a weight, taint or label  [W120]"
    ]


def test_the_names_of_node_pools_decide():
    """Alpha's other pool is `alpha-b`."""
    assert two_pools({"existingName": "zone-pool"}, {}) == [
        "provisioners.b: b and a fit the same pods and have the same weight, so a always wins by name;"
        " give one a weight, taint or label  [W120]"
    ]


def test_nothing_is_said_of_pools_that_go():
    assert two_pools({}, {}, state="offboarding") == []


def test_warns_once_for_each_pool_that_loses():
    stack = platform(tenant(provisioners={"c": pool(), "a": pool(), "b": pool(weight=3), "d": pool()}))

    assert report(stack) == [
        "provisioners.a: a and d fit the same pods and have the same weight, so d always wins by name;"
        " give one a weight, taint or label  [W120]",
        "provisioners.c: c and d fit the same pods and have the same weight, so d always wins by name;"
        " give one a weight, taint or label  [W120]",
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"weight": 10}, {}),
        ({"labels": {"example.com/tier": "web"}}, {}),
        ({}, {"taints": [TAINT | {"effect": "PreferNoSchedule"}]}),
        ({"requirements": [{"key": "example.com/spread", "operator": "In", "values": ["1"]}]}, {}),
        ({"requirements": [{"key": "example.com/team", "operator": "Exists"}]}, {}),
    ],
    ids=["weight", "label", "taint", "label of its requirements", "label that pods choose"],
)
def test_accepts_two_pools_that_something_parts(first: dict[str, object], second: dict[str, object]):
    assert two_pools(first, second) == []


def test_accepts_two_pools_where_each_namespace_names_its_own():
    spaces = [{"suffix": "a", "provisioner": "a"}, {"suffix": "b", "provisioner": "b"}]

    assert two_pools({}, {}, namespaces=spaces) == []
