"""Names that the catalogue lacks, wherever a pool asks for them. Not proved: where a type is offered."""

import pytest

from components.planning.catalogue import catalogue
from tests.builders import platform
from tests.checking.builders import cluster, report, with_pool

FIX = "correct it, or update the catalogue to have it checked  [W107]"
LACKS = f"is not in the catalogue of {catalogue().date}"


def required(key: str, operator: str, *values: str) -> list[dict[str, object]]:
    return [{"key": key, "operator": operator, "values": list(values)}]


FAMILY, TYPE = "karpenter.k8s.aws/instance-family", "node.kubernetes.io/instance-type"
LACKING = {
    "family": (
        with_pool(instanceTypes=None, instanceFamilies=["m7i", "m99i"]),
        f"provisioners.web.instanceFamilies[1]: m99i {LACKS}; {FIX}",
    ),
    "family like another": (
        with_pool(instanceTypes=None, instanceFamilies=["m6ii"]),
        f"provisioners.web.instanceFamilies[0]: m6ii {LACKS} (nearest: m6i); {FIX}",
    ),
    "type": (
        with_pool(instanceTypes=["m7i.large", "m6ii.large"]),
        f"provisioners.web.instanceTypes[1]: m6ii.large {LACKS} (nearest: m6i.large); {FIX}",
    ),
    "size of a family": (
        with_pool(instanceTypes=["m7i.metal-96xl"]),
        f"provisioners.web.instanceTypes[0]: m7i.metal-96xl {LACKS} (nearest: m7i.metal-48xl); {FIX}",
    ),
    "required family": (
        with_pool(instanceTypes=None, requirements=required(FAMILY, "In", "m7i", "m99i")),
        f"provisioners.web.requirements[0].values[1]: m99i {LACKS}; {FIX}",
    ),
    "required type": (
        with_pool(instanceTypes=None, requirements=required(TYPE, "In", "m99i.large")),
        f"provisioners.web.requirements[0].values[0]: m99i.large {LACKS}; {FIX}",
    ),
    "core nodes": (
        platform(**cluster(coreNodeGroup={"instanceTypes": ["m6i.large", "m99i.large"]})),
        f"platform:cluster.coreNodeGroup.instanceTypes[1]: m99i.large {LACKS}; {FIX}",
    ),
}


@pytest.mark.parametrize(("stack", "expected"), LACKING.values(), ids=LACKING)
def test_warns_of_a_name_that_the_catalogue_lacks(stack, expected):
    assert report(stack) == [expected]


@pytest.mark.parametrize(
    "stack",
    [
        with_pool(instanceTypes=["m7i.metal-24xl", "u7i-12tb.224xlarge"]),
        with_pool(instanceTypes=None, instanceFamilies=["m7i-flex", "p6-b200"], architectures=["amd64"]),
        with_pool(instanceTypes=None, requirements=required(FAMILY, "NotIn", "m99i")),
    ],
    ids=["types", "families", "what is left out"],
)
def test_says_nothing_of_names_that_are_there(stack):
    assert [line for line in report(stack) if "W107" in line] == []
