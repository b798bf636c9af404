"""The real `__main__.py` on the stack and tenant files of `tests/project`, in the recorder.

`dev-identities.txt` lists what the stack `dev` consists of there. A line that goes or changes is a resource that is
replaced in every deployed stack: then an alias is due, and a line in the CHANGELOG. Not proven here: what the engine
does.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pulumi
import pytest

from tests.components.builders import PROJECT, run_program
from tests.recording import Recording

IDENTITIES = Path(__file__).with_name("dev-identities.txt")
DEV = PROJECT / "Pulumi.dev.yaml"

GAMMA = """\
name: gamma
owner: {email: ops@gamma.example}
provisioners:
  default:
    instanceTypes: [m6i.large]
    limits: {cpu: 10, memory: 40Gi}
"""


class Project:
    """A copy of the tenant files that a test may change."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._monkeypatch = monkeypatch
        self._runs = 0
        self.tenants = folder / "tenants"
        shutil.copytree(PROJECT / "tenants", self.tenants)

    def run(self, *, preview: bool = False, outputs: Mapping[str, Any] | None = None, **changes: Any) -> Recording:
        """Registers everything; `changes` are words of `platform:`, `outputs` those of the last deployment."""
        self._runs += 1
        run = self._folder / f"run-{self._runs}"
        run.mkdir()
        return run_program(
            run,
            self._monkeypatch,
            stack_file=DEV,
            tenants=self.tenants,
            changes={f"platform:{word}": value for word, value in changes.items()},
            preview=preview,
            outputs=outputs,
        )


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    return Project(tmp_path, monkeypatch)


def test_identities_of_the_stack_dev(project: Project):
    seen = project.run()

    assert [f"{kind} {name}" for kind, name in seen.identities] == IDENTITIES.read_text().splitlines()


def test_the_first_preview_shows_every_resource(project: Project):
    seen = project.run(preview=True)

    assert [f"{kind} {name}" for kind, name in seen.identities] == IDENTITIES.read_text().splitlines()


def test_a_further_tenant_adds_its_own_resources_and_changes_no_other(project: Project):
    before = project.run()
    (project.tenants / "gamma.yaml").write_text(GAMMA)

    after = project.run(tenants=["alpha", "beta", "gamma"])

    added = set(after.identities) - set(before.identities)
    assert {name.partition("-")[0] for _, name in added} == {"gamma"}
    assert changed(before, after) == []


def test_a_tenant_that_leaves_takes_its_own_resources_and_changes_no_other(project: Project):
    (project.tenants / "gamma.yaml").write_text(GAMMA)
    before = project.run(tenants=["alpha", "beta", "gamma"])

    after = project.run(tenants=["alpha", "beta"])

    gone = set(before.identities) - set(after.identities)
    assert {name.partition("-")[0] for _, name in gone} == {"gamma"}
    assert set(after.identities) < set(before.identities)
    assert changed(before, after) == []


def test_a_change_in_one_file_changes_resources_of_that_tenant_only(project: Project):
    before = project.run()
    file = project.tenants / "alpha.yaml"
    file.write_text(file.read_text().replace("4711", "4713").replace("s3:GetObject", "s3:GetObjectTagging"))

    after = project.run()

    names = changed(before, after)
    assert {name.partition("-")[0] for name in names} == {"alpha"}
    assert set(after.identities) == set(before.identities)


def test_the_order_of_tenants_changes_nothing(project: Project):
    forwards, backwards = project.run(tenants=["alpha", "beta"]), project.run(tenants=["beta", "alpha"])

    assert changed(forwards, backwards) == []
    assert forwards.outputs == backwards.outputs


def test_what_people_and_the_next_run_read(project: Project):
    outputs = dict(project.run().outputs)

    tenants = outputs.pop("tenants")
    assert {name: sorted(tenant["pools"]) for name, tenant in tenants.items()} == {
        "alpha": ["default"],
        "beta": ["batch", "gpu", "web"],
    }
    assert sorted(outputs) == ["clusterName", "endpoint", "kubeconfig", "platformPools", "queue", "versions"]
    assert outputs["versions"] == {"karpenter": "1.14.3", "kubernetes": "1.35"}


def test_the_stack_exports_what_its_own_pools_are(project: Project):
    pools = {"sharedPool": {"limits": {"cpu": 8}}}

    exported = project.run(karpenter={"version": "1.14.3", **pools}).outputs["platformPools"]

    assert {word: {key: pool[key] for key in pool if key != "nodeFingerprint"} for word, pool in exported.items()} == {
        "sharedPool": {"nodeRole": "acme-dev-shared-node", "nodePool": "shared-pool", "nodeClass": "shared-pool"}
    }
    assert project.run().outputs["platformPools"] == {}


def test_what_the_account_does_not_tell_is_a_warning(
    project: Project, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """A deployment may go well without the right to look."""

    def refuse(path_prefix: str) -> None:
        raise Exception("invoke of aws:iam/getRoles:getRoles failed: AccessDenied:\n\tnot allowed")

    monkeypatch.setattr("pulumi_aws.iam.get_roles", refuse)
    seen = project.run()

    assert [f"{kind} {name}" for kind, name in seen.identities] == IDENTITIES.read_text().splitlines()
    assert caplog.messages == [
        "not checked: invoke of aws:iam/getRoles:getRoles failed: AccessDenied: not allowed;"
        " to have it checked let whoever runs pulumi call iam:ListRoles"
    ]


def test_every_physical_name_is_ours(project: Project):
    seen = project.run()

    named = {
        "aws:cloudwatch/eventRule:EventRule",
        "aws:ec2/launchTemplate:LaunchTemplate",
        "aws:iam/instanceProfile:InstanceProfile",
        "aws:iam/policy:Policy",
        "aws:iam/role:Role",
        "aws:iam/rolePolicy:RolePolicy",
        "aws:sqs/queue:Queue",
        "eks:index:Cluster",
        "kubernetes:helm.sh/v3:Release",
    }
    assert [one.name for one in seen.all if one.type in named and not one.inputs.get("name")] == []
    assert {one.type for one in seen.all} >= named


def test_no_finalizer_and_no_discovery_tag_beyond_the_documented_places(project: Project):
    seen = project.run()

    assert [one.name for one in seen.all if "finalizers" in one.inputs.get("metadata", {})] == []
    tagged = [one.name for one in seen.all if "karpenter.sh/discovery" in one.inputs.get("tags", {})]
    assert tagged == [f"acme-dev-network-private-eu-west-1{zone}" for zone in "abc"]


def test_tenants_depend_on_single_resources(project: Project):
    """A dependency on a component would count all its children, for each tenant anew."""
    seen = project.run()

    depended_on = {name for one in seen.of("*", "alpha-*") for name in one.dependencies}
    # Namespaces wait for each policy by itself.
    depended_on -= {one.name for one in seen.of("kubernetes:admissionregistration.k8s.io/v1:*PolicyBinding")}
    assert sorted(name for name in depended_on if not name.startswith("alpha-")) == [
        "acme-dev-eks-cluster",
        "acme-dev-headroom-priority",
        "acme-dev-karpenter-controller",
        *(f"acme-dev-network-private-eu-west-1{zone}" for zone in "abc"),
    ]


def test_a_mistake_is_one_message_and_nothing_is_registered(project: Project):
    (project.tenants / "alpha.yaml").write_text(GAMMA.replace("gamma", "alpha").replace("40Gi", "40"))

    with pytest.raises(pulumi.RunError) as refused:
        project.run()

    assert str(refused.value) == (
        "tenants/alpha.yaml:6:31: provisioners.default.limits.memory: 40 would be 40 bytes; write 40Gi  [E113]\n"
        "1 problem in 1 of 2 tenant files, nothing was changed"
    )


def test_a_tenant_that_vanished_is_refused_by_what_was_exported(project: Project):
    outputs = project.run().outputs

    with pytest.raises(pulumi.RunError) as refused:
        project.run(outputs=outputs, tenants=["alpha"])

    assert [line.partition(": ")[2] for line in str(refused.value).splitlines() if line.endswith("[E015]")] == [
        "platform:tenants: beta is deployed as active and gone from the list; "
        "restore it with state: offboarding first  [E015]"
    ]


def test_what_was_exported_is_no_change(project: Project, monkeypatch: pytest.MonkeyPatch):
    told: list[str] = []
    monkeypatch.setattr(pulumi, "info", told.append)
    outputs = project.run().outputs
    told.clear()

    project.run(outputs=outputs)

    assert told == []


def test_a_change_of_state_is_told_in_words(project: Project, monkeypatch: pytest.MonkeyPatch):
    told: list[str] = []
    monkeypatch.setattr(pulumi, "info", told.append)
    outputs = project.run().outputs
    told.clear()
    file = project.tenants / "alpha.yaml"
    file.write_text(file.read_text() + "state: suspended\n")

    project.run(outputs=outputs)

    assert told == [
        "alpha: active → suspended: pool default is removed and the nodes drained, at the latest after 24h; "
        "new pods are refused; namespaces, roles and access stay"
    ]


def test_a_stack_of_another_program_is_refused(project: Project):
    with pytest.raises(pulumi.RunError) as refused:
        project.run(outputs={"tenants": ["alpha"]})

    assert str(refused.value) == (
        "the stack organization/platform/dev was deployed by another program: "
        "tenants is not what this program exports; make a new one"
    )


def test_a_setting_that_the_engine_calls_secret_is_refused(project: Project, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PULUMI_CONFIG_SECRET_KEYS", '["platform:layer", "aws:token"]')

    with pytest.raises(pulumi.RunError) as refused:
        project.run(layer="hunter2")

    assert str(refused.value) == (
        "Pulumi.dev.yaml:44:3: platform:layer: a secret value, which settings and manifests would show; "
        "write it in plain text, or refer to a secret by name  [E004]\n"
        "1 problem in Pulumi.dev.yaml, nothing was changed"
    )


def changed(before: Recording, after: Recording) -> list[str]:
    """Names of resources that are in both and differ."""
    earlier = {(one.type, one.name): one for one in before.all}
    return [one.name for one in after.all if earlier.get((one.type, one.name), one) != one]
