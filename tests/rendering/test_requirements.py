"""The list of requirements; which instance types it leaves is not asked here."""

from typing import Any

import pytest

from components.model.pool import PoolSpec
from components.rendering.requirements import operating_system, requirements
from components.versions import karpenter_version

AMD64 = {"key": "kubernetes.io/arch", "operator": "In", "values": ["amd64"]}
LINUX = {"key": "kubernetes.io/os", "operator": "In", "values": ["linux"]}
ON_DEMAND = {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["on-demand"]}


def rendered(spec: dict[str, Any], version: str = "1.14.3") -> list[dict[str, Any]]:
    return requirements(PoolSpec.model_validate(spec), karpenter_version(version))


def test_defaults_are_written():
    assert rendered({}) == [AMD64, LINUX, ON_DEMAND]


@pytest.mark.parametrize(
    ("field", "key", "values"),
    [
        ("instanceTypes", "node.kubernetes.io/instance-type", ["m7i.large", "c7i.large"]),
        ("instanceFamilies", "karpenter.k8s.aws/instance-family", ["m7i", "c7i"]),
        ("instanceCategories", "karpenter.k8s.aws/instance-category", ["m", "c"]),
        ("instanceSizes", "karpenter.k8s.aws/instance-size", ["xlarge", "large"]),
    ],
)
def test_lists_come_before_the_defaults(field: str, key: str, values: list[str]):
    assert rendered({field: values}) == [
        {"key": key, "operator": "In", "values": values},
        AMD64,
        LINUX,
        ON_DEMAND,
    ]


def test_zones_come_after_the_defaults():
    zones = {"key": "topology.kubernetes.io/zone", "operator": "In", "values": ["eu-central-1a"]}

    assert rendered({"zones": ["eu-central-1a"]}) == [AMD64, LINUX, ON_DEMAND, zones]


def test_defaults_can_be_written_otherwise():
    spec = {"architectures": ["arm64", "amd64"], "operatingSystem": "windows", "capacityTypes": ["spot", "on-demand"]}

    assert rendered(spec) == [
        {"key": "kubernetes.io/arch", "operator": "In", "values": ["arm64", "amd64"]},
        {"key": "kubernetes.io/os", "operator": "In", "values": ["windows"]},
        {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["spot", "on-demand"]},
    ]


def test_a_requirement_takes_the_place_of_the_default_on_its_key():
    spot = {"key": "karpenter.sh/capacity-type", "operator": "NotIn", "values": ["on-demand"]}

    assert rendered({"requirements": [spot]}) == [AMD64, LINUX, spot]


def test_requirements_are_written_as_they_are_and_last():
    written = [
        {"key": "karpenter.k8s.aws/instance-family", "operator": "Exists", "minValues": 6},
        {"key": "karpenter.k8s.aws/instance-hypervisor", "operator": "NotIn", "values": [""]},
        {"key": "karpenter.k8s.aws/instance-cpu", "operator": "Gt", "values": ["4"]},
    ]

    assert rendered({"requirements": written}) == [AMD64, LINUX, ON_DEMAND, *written]


@pytest.mark.parametrize(
    ("field", "key", "bounds", "inclusive", "exclusive"),
    [
        ("instanceGeneration", "generation", {"min": 5}, [("Gte", "5")], [("Gt", "4")]),
        ("instanceCpu", "cpu", {"min": 4, "max": 32}, [("Gte", "4"), ("Lte", "32")], [("Gt", "3"), ("Lt", "33")]),
        ("instanceMemoryGiB", "memory", {"min": 8}, [("Gte", "8192")], [("Gt", "8191")]),
        ("instanceMemoryGiB", "memory", {"max": 64}, [("Lte", "65536")], [("Lt", "65537")]),
        ("instanceCpu", "cpu", {"min": 0, "max": 2}, [("Lte", "2")], [("Lt", "3")]),
    ],
)
def test_ranges_are_inclusive_in_every_version(
    field: str,
    key: str,
    bounds: dict[str, int],
    inclusive: list[tuple[str, str]],
    exclusive: list[tuple[str, str]],
):
    def compared(pairs: list[tuple[str, str]]) -> list[dict[str, Any]]:
        label = f"karpenter.k8s.aws/instance-{key}"
        return [{"key": label, "operator": operator, "values": [number]} for operator, number in pairs]

    assert rendered({field: bounds}, "1.9.3") == [AMD64, LINUX, ON_DEMAND, *compared(inclusive)]
    assert rendered({field: bounds}, "1.8.8") == [AMD64, LINUX, ON_DEMAND, *compared(exclusive)]


@pytest.mark.parametrize(
    ("spec", "system"),
    [
        ({}, "linux"),
        ({"operatingSystem": "windows"}, "windows"),
        ({"requirements": [{"key": "kubernetes.io/os", "operator": "In", "values": ["windows"]}]}, "windows"),
        ({"requirements": [{"key": "kubernetes.io/os", "operator": "NotIn", "values": ["windows"]}]}, "linux"),
    ],
)
def test_operating_system_comes_from_field_or_requirement(spec: dict[str, Any], system: str):
    assert operating_system(PoolSpec.model_validate(spec)) == system
