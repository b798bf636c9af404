"""The table of the CRDs' rules and its reader. That the table is the CRDs' own is shown in tests/cloud."""

from typing import Any

import pytest

from components.versions import Feature, VersionNumber, first_version, karpenter_version
from components.versions.api_rules import Fault, Refusal, api_rules, refusals


def asked(kind: str, place: str, value: Any, version: str = "1.14.3") -> list[Refusal]:
    return list(refusals(kind, place, value, karpenter_version(version)))


@pytest.mark.parametrize(
    ("kind", "place", "value"),
    [
        ("NodePool", "spec.weight", 100),
        ("NodePool", "spec.limits", {"cpu": "1k", "nvidia.com/gpu": 8}),
        ("NodePool", "spec.template.spec.expireAfter", "Never"),
        ("NodePool", "spec.template.metadata.labels", {"example.com/a.b": "c"}),
        ("EC2NodeClass", "spec.blockDeviceMappings", [{"deviceName": "/dev/xvda", "ebs": {"volumeSize": "20Gi"}}]),
        ("EC2NodeClass", "spec.kubelet", {"maxPods": 58, "evictionHard": {"memory.available": "5%"}}),
    ],
)
def test_good_values_pass(kind: str, place: str, value: Any):
    assert asked(kind, place, value) == []


@pytest.mark.parametrize(
    ("kind", "place", "value", "path", "what", "fix"),
    [
        ("NodePool", "spec.weight", 101, (), "101, the API takes up to 100", "write at most 100"),
        ("NodePool", "spec.weight", 0, (), "0, the API takes 1 or more", "write at least 1"),
        (
            "EC2NodeClass",
            "spec.ipPrefixCount",
            2147483648,
            (),
            "2147483648, the API takes up to 2147483647",
            "write at most 2147483647",
        ),
        ("NodePool", "spec.weight", "5", (), '"5" is not of the type integer', "write integer"),
        ("NodePool", "spec.replicas", True, (), "True is not of the type integer", "write integer"),
        (
            "NodePool",
            "spec.disruption.budgets",
            [{"nodes": "1"}, {"nodes": "1", "duration": "90s"}],
            (1, "duration"),
            '"90s" is refused by the API',
            "write a text that matches ^((([0-9]+(h|m))|([0-9]+h[0-9]+m))(0s)?)$",
        ),
        (
            "NodePool",
            "spec.disruption.budgets",
            [{"nodes": "1"}] * 51,
            (),
            "51 items, the API takes up to 50",
            "write at most 50",
        ),
        (
            "NodePool",
            "spec.template.metadata.labels",
            {"example.com/a": "x" * 64},
            ("example.com/a",),
            "64 characters, the API takes up to 63",
            "write at most 63",
        ),
        (
            "EC2NodeClass",
            "spec.subnetSelectorTerms",
            [{"tags": {f"k{n}": "v" for n in range(21)}}],
            (0, "tags"),
            "21 entries, the API takes up to 20",
            "write at most 20",
        ),
        ("EC2NodeClass", "spec.networkInterfaces", [{"deviceIndex": 0}], (0,), "interfaceType is missing", "add it"),
    ],
)
def test_a_wrong_value_is_told_with_its_place(
    kind: str, place: str, value: Any, path: tuple[str | int, ...], what: str, fix: str
):
    assert asked(kind, place, value) == [Refusal(path, Fault.VALUE, what, fix)]


def test_unknown_fields_and_words_are_told_apart():
    assert asked("EC2NodeClass", "spec.enclaveOptions", {"enabled": True}) == [
        Refusal((), Fault.UNKNOWN, "unknown field", "remove it")
    ]
    assert asked("EC2NodeClass", "spec.cpuOptions", {"cores": 2}) == [
        Refusal(("cores",), Fault.UNKNOWN, "unknown field", "remove it")
    ]
    assert asked("NodePool", "spec.disruption.budgets", [{"nodes": "1", "reasons": ["Unhealthy"]}]) == [
        Refusal(
            (0, "reasons", 0),
            Fault.WORD,
            '"Unhealthy" is none of Underutilized, Empty, Drifted',
            "write one of them",
        )
    ]


def test_kubelet_is_typed_up_to_1_14_and_open_from_1_15_on():
    kubelet = {"topologyManagerPolicy": "best-effort", "maxPods": 58, "clusterDNS": ["10.100.0.10"]}

    assert [each.path for each in asked("EC2NodeClass", "spec.kubelet", kubelet)] == [("topologyManagerPolicy",)]
    assert asked("EC2NodeClass", "spec.kubelet", kubelet, "1.15.2") == []


@pytest.mark.parametrize(
    ("version", "known"),
    [("1.8.2", True), ("1.8.8", True), ("1.7.6", True), ("1.1.10", True), ("1.0.14", False), ("1.0.8", False)],
)
def test_between_two_samples_a_field_of_either_passes(version: str, known: bool):
    assert (asked("EC2NodeClass", "spec.ipPrefixCount", 1, version) == []) is known


def test_a_newer_patch_has_the_rules_of_its_minor():
    assert asked("NodePool", "spec.replicas", 1, "1.15.9") == []


FIELDS = {
    Feature.CAPACITY_RESERVATION_SELECTOR_TERMS: ("EC2NodeClass", "spec.capacityReservationSelectorTerms"),
    Feature.SSM_PARAMETER: ("EC2NodeClass", "spec.amiSelectorTerms.[].ssmParameter"),
    Feature.VOLUME_INITIALIZATION_RATE: (
        "EC2NodeClass",
        "spec.blockDeviceMappings.[].ebs.volumeInitializationRate",
    ),
    Feature.REPLICAS: ("NodePool", "spec.replicas"),
    Feature.INSTANCE_MATCH_CRITERIA: (
        "EC2NodeClass",
        "spec.capacityReservationSelectorTerms.[].instanceMatchCriteria",
    ),
    Feature.IP_PREFIX_COUNT: ("EC2NodeClass", "spec.ipPrefixCount"),
    Feature.NETWORK_INTERFACES: ("EC2NodeClass", "spec.networkInterfaces"),
    Feature.PLACEMENT_GROUP_SELECTOR: ("EC2NodeClass", "spec.placementGroupSelector"),
    Feature.CONNECTION_TRACKING: ("EC2NodeClass", "spec.connectionTracking"),
    Feature.CPU_OPTIONS: ("EC2NodeClass", "spec.cpuOptions"),
    Feature.ENCLAVE_OPTIONS: ("EC2NodeClass", "spec.enclaveOptions"),
    Feature.FREE_KUBELET: ("EC2NodeClass", "spec.kubelet.*"),
}
WORDS = {
    Feature.GTE: ("NodePool", "spec.template.spec.requirements.[].operator", "Gte"),
    Feature.LTE: ("NodePool", "spec.template.spec.requirements.[].operator", "Lte"),
    Feature.WINDOWS_2025: ("EC2NodeClass", "spec.amiFamily", "Windows2025"),
    Feature.BALANCED: ("NodePool", "spec.disruption.consolidationPolicy", "Balanced"),
    Feature.UNHEALTHY: ("NodePool", "spec.disruption.budgets.[].reasons.[]", "Unhealthy"),
}


@pytest.mark.parametrize("feature", [*FIELDS, *WORDS])
def test_first_versions_are_those_of_the_crds(feature: Feature):
    kind, place = FIELDS.get(feature) or WORDS[feature][:2]
    word = WORDS[feature][2] if feature in WORDS else None

    having = [
        sample
        for sample in api_rules()["samples"]
        if (rules := _rules(kind, place, sample)) is not None and (word is None or word in rules["enum"])
    ]

    assert having == [
        sample for sample in api_rules()["samples"] if VersionNumber.parse(sample) >= first_version(feature)
    ]


def _rules(kind: str, place: str, sample: str) -> dict[str, Any] | None:
    held = [
        rules
        for since, rules in api_rules()[kind][place].items()
        if VersionNumber.parse(since) <= VersionNumber.parse(sample)
    ]
    return held[-1]
