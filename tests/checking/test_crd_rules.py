"""E220, and that the other rules leave nothing to it that a version's CRDs refuse."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.checking import check
from components.checking.labels import KNOWN_SINCE
from components.model.tenant import TenantSpec
from components.versions import VersionNumber, karpenter_version
from components.versions.api_rules import api_rules, refusals
from tests import builders
from tests.checking.builders import cluster, karpenter, report, with_class, with_pool
from tests.cloud.builders import tenants
from tests.rendering.builders import cluster as facts
from tests.rendering.builders import manifests

EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
SAMPLES: list[str] = api_rules()["samples"]


def test_windows_that_need_too_many_budgets():
    windows = [{"days": EVERY_DAY, "start": f"{hour:02}:00", "duration": "30m"} for hour in range(0, 24, 3)]

    assert report(with_pool(maintenanceWindows={"windows": windows})) == [
        "provisioners.web.maintenanceWindows: 57 items, the API takes up to 50; write at most 50  [E220]"
    ]


def test_windows_that_fit():
    windows = [{"days": EVERY_DAY, "start": f"{hour:02}:00", "duration": "30m"} for hour in range(0, 24, 4)]

    assert report(with_pool(maintenanceWindows={"windows": windows})) == []


def test_requirements_are_counted_with_ours():
    written = [{"key": f"example.com/k{number}", "operator": "Exists"} for number in range(97)]

    assert report(with_pool(requirements=written)) == [
        "provisioners.web.requirements: 101 items, the API takes up to 100; write at most 100  [E220]"
    ]
    assert report(with_pool(requirements=written[:-1])) == []


def test_labels_are_counted_with_ours():
    written = {f"example.com/k{number}": "a" for number in range(100)}

    assert report(with_pool(labels=written)) == [
        "provisioners.web.labels: 101 entries, the API takes up to 100; write at most 100  [E220]"
    ]


def test_words_of_a_class_are_told_at_their_place():
    assert report(with_class(placementGroupSelector={"name": ""})) == [
        "nodeClasses.default.placementGroupSelector.name: 0 characters, the API takes 1 or more;"
        " write at least 1  [E220]"
    ]


def test_kubelet_is_left_to_its_own_rules():
    assert not any("[E220]" in line for line in report(with_class(kubelet={"maxPods": "vcpus * 10"})))


@given(tenants(), st.sampled_from([*SAMPLES, "1.3.8", "1.5.8", "1.7.6"]))
@settings(deadline=None)
def test_what_the_crds_of_a_version_refuse_is_an_error(spec: TenantSpec, version: str):
    stack = builders.platform(spec, **karpenter(version), **cluster(kubernetesVersion="1.30"))
    refused = [
        refusal
        for manifest in manifests(spec, facts(version), stack.settings)
        for refusal in refusals(manifest["kind"], "spec", manifest["spec"], karpenter_version(version))
    ]

    codes = {problem.code for problem in check(stack)}

    assert not refused or codes & {"E215", "E216", "E220"}


@pytest.mark.parametrize("sample", SAMPLES)
def test_keys_of_requirements_are_those_of_the_crds(sample: str):
    number = VersionNumber.parse(sample)
    assert number is not None
    since = api_rules()["requirementKeys"].items()

    known = {key for key, first in KNOWN_SINCE.items() if first <= number[:2] and key not in OPEN_DOMAINS}

    assert known == {key for key, first in since if VersionNumber.parse(first) <= number} - NOT_REQUIRED


OPEN_DOMAINS = {"topology.k8s.aws/zone-id"}
"""Known to the controller; the CRD lists only keys of the domains that it closes."""
NOT_REQUIRED = {
    "beta.kubernetes.io/arch",
    "beta.kubernetes.io/instance-type",
    "beta.kubernetes.io/os",
    "failure-domain.beta.kubernetes.io/region",
    "failure-domain.beta.kubernetes.io/zone",
    "karpenter.k8s.aws/ec2nodeclass",
    "karpenter.sh/nodepool",
}
"""Old spellings that Karpenter translates, and keys that the controller refuses although the CRD lists them."""
