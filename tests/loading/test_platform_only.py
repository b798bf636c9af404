"""What a tenant file may not set although it could: paths of `guards.platformOnly`. The stack and profiles may."""

import pytest

from components.loading.document import parse_document
from components.loading.platform_only import platform_only
from components.model.problem import show_path


def refused(written: str, *patterns: str) -> list[str]:
    """Where a tenant file is refused."""
    document = parse_document(written, "tenants/alpha.yaml")
    return [show_path(finding.path) for finding in platform_only(document, patterns, "alpha")]


def test_what_a_finding_says():
    document = parse_document("tags: {a: b}\niam:\n  sessionManager: true\n", "tenants/alpha.yaml")

    assert [finding.line() for finding in platform_only(document, ("iam",), "alpha")] == [
        "tenants/alpha.yaml:3:3: iam.sessionManager: guards.platformOnly leaves iam to the stack and its profiles; "
        "move it to platform:tenantOverrides.alpha  [E305]"
    ]


@pytest.mark.parametrize(
    ("written", "pattern", "places"),
    [
        pytest.param("iam: {}", "iam", ["iam"], id="an empty mapping"),
        pytest.param("iam: null", "iam", ["iam"], id="null takes away what the profile wrote"),
        pytest.param("iam: {policyArns: [], sessionManager: true}", "iam.policyArns", ["iam.policyArns"], id="inside"),
        pytest.param("iam: null", "iam.policyArns", ["iam"], id="null around it"),
        pytest.param("tags: {a: b}", "iam", [], id="something else"),
        pytest.param(
            "nodeClasses: {default: {role: a}, '*': {role: b}, other: {}}",
            "nodeClasses.*.role",
            ["nodeClasses.default.role", 'nodeClasses["*"].role'],
            id="any key",
        ),
        pytest.param(
            "nodeClasses: {default: {role: a}, '*': {role: b}, other: {role: c}}",
            "nodeClasses.default.role",
            ["nodeClasses.default.role", 'nodeClasses["*"].role'],
            id="one key, which * sets as well",
        ),
        pytest.param("nodeClasses: {default: null}", "nodeClasses.*.role", ["nodeClasses.default"], id="a class gone"),
        pytest.param("provisioners: {web: null}", "provisioners.*.maxHourlyUSD", [], id="a pool gone"),
        pytest.param("provisioners: null", "provisioners.*.maxHourlyUSD", [], id="all pools gone"),
        pytest.param(
            "provisioners: {web: {disruption: null}}",
            "provisioners.*.disruption.budgets",
            ["provisioners.web.disruption"],
            id="null around it in a pool",
        ),
        pytest.param(
            "access: [{group: a}, {group: b, daemonSets: true}]",
            "access.daemonSets",
            ["access[1].daemonSets"],
            id="items of a list",
        ),
        pytest.param(
            "access: [{daemonSets: true}]", "access.*.daemonSets", ["access[0].daemonSets"], id="items written as *"
        ),
    ],
)
def test_places(written: str, pattern: str, places: list[str]):
    assert refused(written, pattern) == places


@pytest.mark.parametrize(
    ("written", "pattern", "places"),
    [
        pytest.param(
            "nodeClasses: {default: {securityGroupSelectorTerms: [{id: sg-1}]}}",
            "nodeClasses.*.securityGroups",
            ["nodeClasses.default.securityGroupSelectorTerms"],
            id="the other field",
        ),
        pytest.param(
            "nodeClasses: {default: {securityGroups: [sg-1]}}",
            "nodeClasses.*.securityGroupSelectorTerms",
            ["nodeClasses.default.securityGroups"],
            id="the other way round",
        ),
        pytest.param(
            "nodeClasses: {default: {imdsHopLimit: 2}}",
            "nodeClasses.*.metadataOptions",
            ["nodeClasses.default.imdsHopLimit"],
            id="a shorthand for a field inside",
        ),
        pytest.param(
            "nodeClasses: {default: {blockDeviceMappings: []}}",
            "nodeClasses.*.disk.kmsKeyID",
            ["nodeClasses.default.blockDeviceMappings"],
            id="a part of the shorthand",
        ),
        pytest.param(
            "provisioners: {web: {maintenanceWindows: {}}}",
            "provisioners.*.disruption.budgets",
            ["provisioners.web.maintenanceWindows"],
            id="windows for budgets",
        ),
        pytest.param(
            "provisioners: {web: {requirements: [{key: a/b}, {key: karpenter.sh/capacity-type}]}}",
            "provisioners.*.capacityTypes",
            ["provisioners.web.requirements[1].key"],
            id="a requirement for a shorthand",
        ),
        pytest.param("provisioners: {web: {weight: 5}}", "provisioners.*.replicas", [], id="nothing of the kind"),
    ],
)
def test_the_same_in_other_words(written: str, pattern: str, places: list[str]):
    assert refused(written, pattern) == places
