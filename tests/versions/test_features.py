"""First versions of words and abilities: each boundary once on both sides."""

import pytest

from components.versions import Feature, VersionNumber, first_version, karpenter_version

F = Feature


@pytest.mark.parametrize(
    ("version", "features"),
    [
        ("0.30.0", {F.NODE_RESTRICTION_LABELS}),
        ("1.1.10", {F.ZONES_FROM_SUBNETS, F.CHINESE_SERVICE_NAME}),
        ("1.2.8", {F.CRD_ANNOTATIONS}),
        ("1.3.8", {F.CAPACITY_RESERVATION_SELECTOR_TERMS}),
        ("1.4.4", {F.SSM_PARAMETER}),
        ("1.5.8", {F.VOLUME_INITIALIZATION_RATE}),
        ("1.7.6", {F.LIST_INSTANCE_PROFILES}),
        ("1.8.8", {F.REPLICAS, F.INSTANCE_MATCH_CRITERIA, F.IP_PREFIX_COUNT}),
        ("1.9.3", {F.GTE, F.LTE, F.WINDOWS_2025, F.SPLIT_POLICY}),
        ("1.10.2", {F.RESERVATION_INTERRUPTIONS}),
        ("1.11.3", {F.LIMITS_NODES, F.NETWORK_INTERFACES, F.PLACEMENT_GROUP_SELECTOR}),
        ("1.12.2", {F.ZONAL_SHIFT, F.INSTANCE_STATUS}),
        ("1.13.1", {F.REGIONAL_INSTANCE_STATUS, F.CONNECTION_TRACKING, F.CPU_OPTIONS}),
        ("1.14.3", {F.BALANCED}),
        ("1.15.2", {F.ENCLAVE_OPTIONS, F.UNHEALTHY, F.FREE_KUBELET, F.REBOOT_FOR_REPAIR}),
    ],
)
def test_minor_brings(version, features):
    number = VersionNumber.parse(version)

    brought = {feature for feature in Feature if first_version(feature)[:2] == number[:2]}

    assert brought == features


def test_a_version_has_what_is_as_old_as_itself_and_lacks_what_is_newer():
    assert karpenter_version("1.9.0").has(Feature.GTE)
    assert not karpenter_version("1.8.8").has(Feature.GTE)


def test_every_feature_has_a_first_version():
    assert all(first_version(feature) > (0, 13) for feature in Feature)
