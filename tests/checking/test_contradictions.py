"""Conditions of one pool that no instance meets. Not proved: what a type has beyond its name, such as its CPUs."""

import pytest

from components.model.platform import Platform
from tests.checking.builders import karpenter, report, with_pool

FAMILY = "karpenter.k8s.aws/instance-family"
CPU = "karpenter.k8s.aws/instance-cpu"
GENERATION = "karpenter.k8s.aws/instance-generation"
ARCH = "kubernetes.io/arch"
CAPACITY = "karpenter.sh/capacity-type"


def requirement(key: str, operator: str, *values: str) -> dict[str, object]:
    return {"key": key, "operator": operator, "values": list(values)}


def only(*requirements: dict[str, object], **words: object) -> Platform:
    """A pool of these requirements, without types by name."""
    return with_pool(instanceTypes=None, requirements=list(requirements), **words)


IMPOSSIBLE = {
    "a value that is left out again": (
        only(requirement(FAMILY, "In", "m5"), requirement(FAMILY, "NotIn", "m5")),
        "requirements[1]: NotIn [m5] leaves nothing beside requirements[0] In [m5], no node ever starts; change one",
    ),
    "two lists": (
        only(requirement(FAMILY, "In", "m5", "m6i"), requirement(FAMILY, "In", "c5")),
        "requirements[1]: In [c5] leaves nothing beside requirements[0] In [m5, m6i], no node ever starts; change one",
    ),
    "three lists of which two always meet": (
        only(
            requirement(FAMILY, "In", "m5", "m6i"),
            requirement(FAMILY, "NotIn", "m5"),
            requirement(FAMILY, "NotIn", "m6i"),
        ),
        "requirements[2]: NotIn [m6i] leaves nothing beside requirements[0] In [m5, m6i] and requirements[1] NotIn"
        " [m5], no node ever starts; change one",
    ),
    "numbers": (
        only(requirement(CPU, "Gt", "8"), requirement(CPU, "Lt", "4")),
        "requirements[1]: Lt [4] leaves nothing beside requirements[0] Gt [8], no node ever starts; change one",
    ),
    "no whole number between": (
        only(requirement(CPU, "Gt", "3"), requirement(CPU, "Lt", "4")),
        "requirements[1]: Lt [4] leaves nothing beside requirements[0] Gt [3], no node ever starts; change one",
    ),
    "no whole number between, bounds included": (
        only(requirement(CPU, "Gte", "5"), requirement(CPU, "Lte", "4")),
        "requirements[1]: Lte [4] leaves nothing beside requirements[0] Gte [5], no node ever starts; change one",
    ),
    "a number outside": (
        only(requirement(CPU, "In", "4", "8"), requirement(CPU, "Gt", "8")),
        "requirements[1]: Gt [8] leaves nothing beside requirements[0] In [4, 8], no node ever starts; change one",
    ),
    "nothing below zero": (
        only(requirement(CPU, "Lt", "0")),
        "requirements[0]: Lt [0] leaves nothing, no node ever starts; remove it",
    ),
    "a label that each node has": (
        only(requirement(ARCH, "DoesNotExist")),
        "requirements[0]: DoesNotExist leaves nothing, no node ever starts; remove it",
    ),
    "all values that there are": (
        only(requirement(CAPACITY, "NotIn", "on-demand", "spot", "reserved")),
        "requirements[0]: NotIn [on-demand, spot, reserved] leaves nothing, no node ever starts; remove it",
    ),
    "a label beside a default": (
        only(labels={CAPACITY: "spot"}),
        'labels["karpenter.sh/capacity-type"]: [spot] leaves nothing beside capacityTypes [on-demand],'
        " no node ever starts; change one",
    ),
    "a label beside a shorthand": (
        only(zones=["eu-central-1a", "eu-central-1b"], labels={"topology.kubernetes.io/zone": "eu-central-1c"}),
        'labels["topology.kubernetes.io/zone"]: [eu-central-1c] leaves nothing beside'
        " zones [eu-central-1a, eu-central-1b], no node ever starts; change one",
    ),
    "a label beside a range": (
        only(instanceCpu={"min": 2, "max": 8}, labels={CPU: "16"}),
        'labels["karpenter.k8s.aws/instance-cpu"]: [16] leaves nothing beside instanceCpu {min: 2, max: 8},'
        " no node ever starts; change one",
    ),
    "memory, in MiB": (
        only(instanceMemoryGiB={"max": 8}, labels={"karpenter.k8s.aws/instance-memory": "16384"}),
        'labels["karpenter.k8s.aws/instance-memory"]: [16384] leaves nothing beside instanceMemoryGiB {max: 8},'
        " no node ever starts; change one",
    ),
    "types of other families": (
        with_pool(instanceTypes=["m5.large", "m6i.large"], instanceFamilies=["c5"]),
        "instanceTypes: [m5.large, m6i.large] leaves nothing beside instanceFamilies [c5], no node ever starts;"
        " change one",
    ),
    "types of another size, each for a reason of its own": (
        with_pool(instanceTypes=["m5.large", "c5.xlarge"], instanceSizes=["xlarge"], instanceCategories=["m"]),
        "instanceTypes: [m5.large, c5.xlarge] leaves nothing beside instanceCategories [m] and instanceSizes [xlarge],"
        " no node ever starts; change one",
    ),
    "families of another generation": (
        with_pool(instanceTypes=None, instanceFamilies=["m5", "c5"], instanceGeneration={"min": 6}),
        "instanceFamilies: [m5, c5] leaves nothing beside instanceGeneration {min: 6}, no node ever starts; change one",
    ),
    "families by requirement": (
        only(requirement(FAMILY, "In", "m5"), requirement(GENERATION, "Gt", "5")),
        "requirements[0]: [m5] leaves nothing beside requirements[1] Gt [5], no node ever starts; change one",
    ),
}

POSSIBLE = {
    "one value left": only(requirement(FAMILY, "In", "m5", "m6i"), requirement(FAMILY, "NotIn", "m5")),
    "one whole number between": only(requirement(CPU, "Gt", "3"), requirement(CPU, "Lt", "5")),
    "some of the types": with_pool(instanceTypes=["m5.large", "c5.large"], instanceCategories=["c"]),
    "types that meet all": with_pool(
        instanceTypes=["u-6tb1.56xlarge"], instanceCategories=["u"], instanceGeneration={"max": 1}
    ),
    "a label that says the same": only(labels={CAPACITY: "on-demand", CPU: "4"}),
    "a default that a requirement replaces": only(
        requirement(CAPACITY, "In", "spot", "on-demand"), labels={ARCH: "amd64"}
    ),
    "what not every instance has": only(
        requirement("karpenter.k8s.aws/instance-gpu-name", "DoesNotExist"),
        requirement("karpenter.k8s.aws/instance-local-nvme", "DoesNotExist"),
    ),
    "own labels": only(requirement("example.com/team", "In", "a"), labels={"example.com/team": "b"}),
    "the pool of all": with_pool(
        instanceTypes=None,
        stack=karpenter(sharedPool={"limits": {"cpu": 10}, "instanceFamilies": ["m5"], "instanceSizes": ["large"]}),
    ),
}


@pytest.mark.parametrize(("stack", "message"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_refuses_what_no_node_meets(stack: Platform, message: str):
    assert report(stack) == [f"provisioners.web.{message}  [E101]"]


@pytest.mark.parametrize("stack", POSSIBLE.values(), ids=POSSIBLE)
def test_accepts_what_some_node_meets(stack: Platform):
    assert [line for line in report(stack) if "E101" in line] == []


def test_refuses_it_of_pools_of_the_platform():
    pool = {"limits": {"cpu": 10}, "instanceTypes": ["m5.large"], "instanceFamilies": ["c5"]}

    assert [line for line in report(with_pool(stack=karpenter(sharedPool=pool))) if "E101" in line] == [
        "platform:karpenter.sharedPool.instanceTypes: [m5.large] leaves nothing beside instanceFamilies [c5],"
        " no node ever starts; change one  [E101]"
    ]
