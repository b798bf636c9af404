"""Load and check together, as the program and the command line use them."""

import gc
from pathlib import Path

import pytest

from components.checked import checked_platform, examine
from components.loading import InvalidPlatform
from components.model.deployed import DeployedTenant, Deployment
from components.model.enums import TenantState
from components.model.platform import Platform
from components.model.problem import Problem
from tests.loading.builders import TENANT, Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Stack `dev` with the tenants alpha and beta."""
    return Project.of_two(tmp_path)


def test_a_good_stack_is_a_platform_with_its_warnings(project: Project):
    project.tenant("alpha", TENANT.format(name="alpha") + "nodeClasses: {default: {imdsHopLimit: 2}}\n")

    checked = checked_platform(project.root, "dev")

    assert [tenant.name for tenant in checked.platform.tenants] == ["alpha", "beta"]
    assert checked.warnings == (
        "tenants/alpha.yaml:7:39: nodeClasses.default.imdsHopLimit: 2 gives every pod the node role; "
        "write 1 and use iam.workloads  [W225]",
    )


def test_a_state_that_changes_is_told_in_words(project: Project):
    deployed = Deployment(
        "acme-dev", {name: DeployedTenant(TenantState.ACTIVE, ("web",)) for name in ("alpha", "beta")}
    )
    project.tenant("beta", TENANT.format(name="beta") + "state: suspended\n")

    checked = checked_platform(project.root, "dev", deployed=deployed)

    assert checked.changes == (
        "beta: active → suspended: pool web is removed and the nodes drained, at the latest after 24h; "
        "new pods are refused; namespaces, roles and access stay",
    )


def test_an_error_of_one_file_stops_everything(project: Project):
    project.tenant("beta", TENANT.format(name="beta") + "    weight: ten\n    nodeClass: gpu\n")

    with pytest.raises(InvalidPlatform) as caught:
        checked_platform(project.root, "dev")

    assert caught.value.report() == (
        'tenants/beta.yaml:7:13: provisioners.web.weight: text "ten" where a whole number is expected; '
        "write a whole number  [E004]\n"
        "tenants/beta.yaml:8:16: provisioners.web.nodeClass: nodeClasses.gpu does not exist in beta; "
        "add it or write default  [E009]\n"
        "2 problems in 1 of 2 tenant files, nothing was changed"
    )


def test_a_wrong_folder_is_reported_like_everything_else(tmp_path: Path):
    with pytest.raises(InvalidPlatform) as caught:
        checked_platform(tmp_path, "dev")

    assert caught.value.report() == (
        f"{tmp_path} holds no Pulumi.yaml; change to the project's folder or name it with --project"
    )


def test_the_collector_runs_again_afterwards(project: Project):
    assert gc.isenabled()

    examine(project.root, "dev")

    assert gc.isenabled()


def test_what_only_the_account_knows_is_a_report_too(project: Project):
    project.tenant("alpha", TENANT.format(name="alpha") + "nodeClasses: {default: {instanceProfile: legacy}}\n")

    def without_profiles(platform: Platform) -> list[Problem]:
        path = ("nodeClasses", "default", "instanceProfile")
        return [Problem("alpha", path, "E009", "legacy does not exist in this account", "remove it")]

    with pytest.raises(InvalidPlatform) as caught:
        checked_platform(project.root, "dev", in_account=without_profiles)

    assert caught.value.report() == (
        "tenants/alpha.yaml:7:42: nodeClasses.default.instanceProfile: legacy does not exist in this account; "
        "remove it  [E009]\n"
        "1 problem in 1 of 2 tenant files, nothing was changed"
    )


def test_an_account_is_not_asked_about_files_with_errors(project: Project):
    project.tenant("beta", TENANT.format(name="beta") + "    weight: ten\n")

    def unasked(platform: Platform) -> list[Problem]:
        raise AssertionError

    with pytest.raises(InvalidPlatform):
        checked_platform(project.root, "dev", in_account=unasked)


FOLLOWING = {
    "a namespace whose name is wrong": (
        "namespaces: [{suffix: web}, {suffix: Jobs}]\n"
        "iam: {workloads: [{namespace: alpha-jobs, serviceAccount: a, policyStatements: [%s]}]}\n"
        "access: [{group: devs, role: view, namespaces: [alpha-jobs]}]\n",
        [
            'tenants/alpha.yaml:7:38: namespaces[1].suffix: "Jobs" is no namespace suffix; '
            "write lower-case letters, digits and - between them  [E005]"
        ],
    ),
    "the only namespace": (
        "    headroom: {cpu: 1, memory: 1Gi}\n"
        "namespaces: [{objects: objects/ca.yaml}]\n"
        "iam: {workloads: [{namespace: alpha, serviceAccount: a, policyStatements: [%s]}]}\n",
        [
            'tenants/alpha.yaml:8:24: namespaces[0].objects: text "objects/ca.yaml" where a list is expected; '
            "write [objects/ca.yaml]  [E004]"
        ],
    ),
    "a right namespace": (
        "namespaces: [{suffix: web}]\n"
        "iam: {workloads: [{namespace: alpha-jobs, serviceAccount: a, policyStatements: [%s]}]}\n",
        [
            "tenants/alpha.yaml:8:31: iam.workloads[0].namespace: alpha-jobs is no namespace of alpha; "
            "did you mean alpha-web?  [E009]"
        ],
    ),
}
READ = '{Effect: Allow, Action: "s3:Get*", Resource: "*"}'


@pytest.mark.parametrize(("text", "lines"), FOLLOWING.values(), ids=FOLLOWING)
def test_what_follows_from_a_wrong_namespace_is_not_reported(project: Project, text: str, lines: list[str]):
    project.tenant("alpha", TENANT.format(name="alpha") + text.replace("%s", READ))

    assert [finding.line() for finding in examine(project.root, "dev").findings] == lines


@pytest.mark.parametrize(
    ("listed", "lines"),
    [
        (
            "Beta",
            [
                'Pulumi.dev.yaml:10:29: platform:tenants[1]: "Beta" has capitals; did you mean beta?  [E010]',
                "tenants/beta.yaml:1:1: name: beta is not in platform:tenants of dev and is ignored; "
                "add it there to deploy it  [I013]",
            ],
        ),
        (
            "bta",
            [
                "Pulumi.dev.yaml:10:29: platform:tenants[1]: tenants/bta.yaml does not exist; "
                "did you mean beta?  [E012]",
                "tenants/beta.yaml:1:1: name: beta is not in platform:tenants of dev and is ignored; "
                "add it there to deploy it  [I013]",
            ],
        ),
        (
            "beta, other",
            [
                "Pulumi.dev.yaml:10:35: platform:tenants[2]: tenants/other.yaml does not exist; "
                "add it or remove other  [E012]"
            ],
        ),
    ],
)
def test_a_misspelt_name_on_the_list_is_the_only_problem_of_what_names_the_tenant(
    project: Project, listed: str, lines: list[str]
):
    project.stack(
        "  platform:tenantOverrides: {beta: {ring: main}}\n  platform:guards: {perTenant: {beta: {maxCpu: 99}}}\n",
        tenants=f"  platform:tenants: [alpha, {listed}]\n",
    )
    project.tenant("alpha", TENANT.format(name="alpha") + "networkPolicy: {allowTo: [{tenant: beta}]}\n")

    assert [finding.line() for finding in examine(project.root, "dev").findings] == lines


def test_a_misspelt_map_is_not_missing_beside_overrides_for_all_of_its_entries(project: Project):
    project.stack('  platform:tenantOverrides: {"*": {provisioners: {"*": {weight: 5}}}}\n')
    project.tenant("alpha", TENANT.format(name="alpha").replace("provisioners", "provisioner"))

    assert [finding.line() for finding in examine(project.root, "dev").findings] == [
        "tenants/alpha.yaml:3:1: provisioner: unknown field; did you mean provisioners?  [E003]"
    ]
