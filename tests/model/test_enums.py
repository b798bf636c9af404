"""Words are the ones of the APIs, spelt as there; their refusals name all of them and the nearest."""

import pytest
from pydantic_core import PydanticCustomError

from components.model import enums
from components.model.enums import Architecture, EksTaintEffect, TaintEffect, Word

VALUES = {
    "Architecture": "amd64 arm64",
    "CapacityType": "on-demand spot reserved",
    "OperatingSystem": "linux windows",
    "RequirementOperator": "In NotIn Exists DoesNotExist Gt Lt Gte Lte",
    "TaintEffect": "NoSchedule PreferNoSchedule NoExecute",
    "EksTaintEffect": "NO_SCHEDULE PREFER_NO_SCHEDULE NO_EXECUTE",
    "ConsolidationPolicy": "WhenEmpty WhenEmptyOrUnderutilized Balanced",
    "DisruptionReason": "Underutilized Empty Drifted Unhealthy",
    "Weekday": "sun mon tue wed thu fri sat",
    "AmiFamily": "AL2 AL2023 Bottlerocket Custom Windows2019 Windows2022 Windows2025",
    "AmiAlias": "al2 al2023 bottlerocket windows2019 windows2022 windows2025",
    "VolumeType": "gp3 gp2 io1 io2 sc1 st1 standard",
    "Switch": "enabled disabled",
    "TokenUse": "required optional",
    "InstanceStorePolicy": "RAID0",
    "InterfaceType": "interface efa-only",
    "InstanceMatchCriteria": "open targeted",
    "TenantState": "active frozen suspended offboarding",
    "Isolation": "dedicated shared",
    "Enforcement": "enforce audit",
    "PodSecurity": "restricted baseline",
    "AccessRole": "view edit admin",
    "IdentityMode": "irsa podIdentity",
    "LoadBalancers": "none internal public",
    "Protocol": "TCP UDP SCTP",
    "ReclaimPolicy": "Delete Retain",
    "CoreAmiFamily": "al2023 bottlerocket",
    "IpFamily": "ipv4 ipv6",
    "NatGateways": "single perZone",
    "LogType": "api audit authenticator controllerManager scheduler",
    "UpgradePolicy": "STANDARD EXTENDED",
    "NetworkPolicyMode": "standard strict",
    "DefaultStorageClass": "gp3-encrypted none",
    "LogLevel": "debug info error",
    "Layer": "all cluster tenants",
}


@pytest.mark.parametrize(("name", "words"), VALUES.items(), ids=VALUES)
def test_words_of(name: str, words: str):
    assert [str(member) for member in getattr(enums, name)] == words.split()


def test_no_enum_is_left_out_above():
    defined = {name for name, value in vars(enums).items() if isinstance(value, type) and issubclass(value, Word)}

    assert defined - {"Word"} == set(VALUES)


def test_taint_effects_of_kubernetes_and_eks_pair_up():
    assert [effect.name for effect in TaintEffect] == [effect.name for effect in EksTaintEffect]


@pytest.mark.parametrize(
    ("written", "meant"), [("x86_64", "amd64"), ("X64", "amd64"), ("aarch64", "arm64"), ("arm", "arm64")]
)
def test_other_names_of_architectures_are_understood(written: str, meant: str):
    with pytest.raises(PydanticCustomError) as refused:
        Architecture.read(written)

    assert refused.value.message() == f'"{written}" is none of amd64, arm64; write {meant}'
