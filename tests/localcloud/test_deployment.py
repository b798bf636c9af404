"""What a deployment puts right before it runs. The engine is a script that writes down how it was called.

What these tests do not prove: what Pulumi does; tests/cloud does.
"""

import json
import os

import pytest

from components import live
from localcloud import deployment
from localcloud.building.tools import karpenter_controller
from localcloud.errors import LocalCloudError
from localcloud.instance import Instance
from localcloud.processes import Record
from tests.live.builders import controller_deployment, node_pool
from tests.loading.builders import STACK, TENANTS, Project

STATE = ".pulumi/stacks/platform/local.json"
LOCK = ".pulumi/locks/organization/platform/local/0123.json"


@pytest.fixture
def chosen(tmp_path, monkeypatch):
    """An instance that is up, with an engine that always succeeds."""
    found = Instance("default", tmp_path / "default")
    found.claim()
    script = tmp_path / "engine"
    script.write_text(
        f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\nexit $(cat {tmp_path}/status 2>/dev/null || echo 0)\n'
    )
    script.chmod(0o755)
    monkeypatch.setattr(deployment, "engine", lambda: script)
    monkeypatch.setattr(deployment, "environment", lambda instance: dict(os.environ))
    monkeypatch.setattr(deployment, "running_ports", lambda instance: {})
    monkeypatch.setattr(deployment, "build_missing", lambda tools: None)
    checkout = Project(tmp_path / "checkout")
    checkout.write("Pulumi.yaml", "name: platform\nruntime: python\n")
    checkout.write("Pulumi.local.yaml", STACK + TENANTS)
    checkout.tenant("alpha")
    checkout.tenant("beta")
    monkeypatch.setattr(deployment, "CHECKOUT", checkout.root)
    return found


def calls(instance):
    return (instance.folder.parent / "calls").read_text().splitlines()


def write(instance, name, content):
    file = instance.pulumi_state / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content))
    return file


def checkpoint(*pending):
    operations = [{"type": kind, "resource": {}} for kind in pending]
    return {"version": 3, "checkpoint": {"latest": {"resources": [], "pending_operations": operations}}}


def test_deploy_makes_the_stack_and_updates_it(chosen):
    deployment.deploy(chosen)

    assert calls(chosen) == [
        "stack select local --create --non-interactive",
        "up --stack local --yes --skip-preview --non-interactive",
    ]


@pytest.mark.parametrize("command", [deployment.deploy, deployment.preview])
@pytest.mark.parametrize(
    ("stack", "report"),
    {
        "no YAML": (
            f"{STACK}  platform:guards: {{requireLimits: true\n{TENANTS}",
            "Pulumi.local.yaml:10:20: a { that is not closed; write } behind the last entry  [E001]\n"
            "1 problem in Pulumi.local.yaml, nothing was changed",
        ),
        "no mapping": (
            "- config\n",
            "Pulumi.local.yaml:1:1: a list where a mapping is expected; write key: value  [E001]\n"
            "1 problem in Pulumi.local.yaml, nothing was changed",
        ),
        "version alone": (
            (STACK + TENANTS).replace("{version: 1.14.3}", "1.14.3"),
            'Pulumi.local.yaml:8:23: platform:karpenter: text "1.14.3" where a mapping is expected; '
            "write {version: 1.14.3}  [E004]\n"
            "1 problem in Pulumi.local.yaml, nothing was changed",
        ),
    }.values(),
)
def test_what_the_program_could_not_read_is_told_before_the_engine_starts(chosen, command, stack, report):
    (deployment.CHECKOUT / "Pulumi.local.yaml").write_text(stack)

    with pytest.raises(LocalCloudError) as refused:
        command(chosen)

    assert str(refused.value) == f"the stack local cannot be read:\n{report}"
    assert not (chosen.folder.parent / "calls").exists()


def test_a_stack_file_that_is_not_there_is_told(chosen):
    (deployment.CHECKOUT / "Pulumi.local.yaml").unlink()

    with pytest.raises(LocalCloudError) as refused:
        deployment.deploy(chosen)

    assert str(refused.value) == ("Pulumi.local.yaml does not exist; this project has no stack, name one with --stack")


@pytest.mark.parametrize(
    ("written", "version"),
    [
        ("platform:karpenter: {version: 1.15.2}", "1.15.2"),
        ("""platform:karpenter: '{"version": "1.15.2"}'""", "1.15.2"),
        ("karpenter: {version: 1.15.2}", "1.15.2"),
    ],
)
def test_the_controller_of_the_stacks_version_is_built(chosen, monkeypatch, written, version):
    built = []
    monkeypatch.setattr(deployment, "build_missing", built.extend)
    stack = (STACK + TENANTS).replace("platform:karpenter: {version: 1.14.3}", written)
    (deployment.CHECKOUT / "Pulumi.local.yaml").write_text(stack)

    deployment.deploy(chosen)

    assert built == [karpenter_controller(version)]


def test_preview_asks_nothing_and_changes_nothing(chosen):
    deployment.preview(chosen)

    assert calls(chosen) == [
        "stack select local --create --non-interactive",
        "preview --stack local --non-interactive",
    ]


POOLS = "/apis/karpenter.sh/v1/nodepools"
CONTROLLER = "/apis/apps/v1/namespaces/kube-system/deployments/karpenter"


class Cluster:
    """Some pools, and the controller."""

    def __init__(self, pools, available=2):
        self.lists = {POOLS: pools}
        self.objects = {CONTROLLER: controller_deployment(available=available)}

    def list(self, path):
        return self.lists.get(path, [])

    def get(self, path):
        return self.objects.get(path)


@pytest.mark.parametrize(
    "cluster", [Cluster([node_pool()]), Cluster([], available=0)], ids=["Karpenter runs", "nothing waits for it"]
)
def test_destroy_takes_protection_away_first(chosen, monkeypatch, cluster):
    monkeypatch.setattr(live, "api_from_file", lambda file: cluster)
    write(chosen, STATE, checkpoint())

    deployment.destroy(chosen)

    assert calls(chosen) == [
        "state unprotect --all --yes --stack local --non-interactive",
        "destroy --stack local --yes --skip-preview --non-interactive",
    ]


def test_destroy_refuses_while_nobody_lets_pools_go(chosen, monkeypatch):
    monkeypatch.setattr(live, "api_from_file", lambda file: Cluster([node_pool()], available=0))
    write(chosen, STATE, checkpoint())

    with pytest.raises(LocalCloudError) as refused:
        deployment.destroy(chosen)

    assert str(refused.value) == (
        "Karpenter does not run: Deployment kube-system/karpenter has 0 of 2 replicas available, and pools, classes "
        "and nodes that are deleted wait for it; see kubectl -n kube-system describe pods -l "
        "app.kubernetes.io/name=karpenter, and their log, and repeat the command, which has deleted nothing"
    )
    assert not (chosen.folder.parent / "calls").exists()


def test_destroy_says_that_the_api_server_does_not_answer(chosen, monkeypatch):
    def refuse(file):
        raise live.ApiError(None, "connection refused")

    monkeypatch.setattr(live, "api_from_file", refuse)
    write(chosen, STATE, checkpoint())

    with pytest.raises(LocalCloudError) as refused:
        deployment.destroy(chosen)

    assert str(refused.value) == "the API server of instance 'default' does not answer: connection refused"


def test_destroy_of_what_was_never_deployed_calls_nothing(chosen, capsys):
    deployment.destroy(chosen)

    assert capsys.readouterr().out == "stack local is not deployed, nothing to destroy\n"


def test_the_lock_of_a_killed_engine_is_removed(chosen, capsys):
    lock = write(chosen, LOCK, {"pid": 2**22 + 1})

    deployment.deploy(chosen)

    assert not lock.exists()
    assert capsys.readouterr().out == "the last run on stack local was killed: removing its lock\n"


def test_the_lock_of_a_living_engine_is_respected(chosen, monkeypatch):
    lock = write(chosen, LOCK, {"pid": 4711})
    monkeypatch.setattr(deployment, "command_lines", lambda: {4711: "/bin/pulumi up"})

    with pytest.raises(LocalCloudError) as refused:
        deployment.deploy(chosen)

    assert str(refused.value) == "process 4711 works on stack local; wait for its end, or end it: kill -INT 4711"
    assert lock.exists()


@pytest.mark.parametrize("kind", ["updating", "deleting"])
def test_operations_that_may_have_happened_are_looked_up_first(chosen, kind):
    write(chosen, STATE, checkpoint(kind))

    deployment.deploy(chosen)

    assert calls(chosen)[-1] == "up --stack local --yes --skip-preview --refresh --non-interactive"


def test_creations_that_may_have_happened_start_a_new_cloud(chosen, monkeypatch, capsys):
    write(chosen, STATE, checkpoint("creating", "updating", "creating"))
    started = []
    monkeypatch.setattr(deployment, "start_parts", started.append)

    deployment.deploy(chosen)

    assert started == [chosen]
    assert not (chosen.pulumi_state / STATE).exists()
    assert capsys.readouterr().out == "the last run was killed while it created 2 resources: starting anew\n"
    assert calls(chosen)[-1] == "up --stack local --yes --skip-preview --non-interactive"


def resource(kind, name, parent=None, *, protect=False):
    """One resource of a checkpoint."""
    urn = f"urn:pulumi:local::platform::{kind}::{name}"
    return {"urn": urn, "type": kind, "protect": protect, **({"parent": parent["urn"]} if parent else {})}


def deployed(name, *, protect):
    """A tenant of a checkpoint with its identity."""
    tenant = resource("karpenter-tenants:index:Tenant", name)
    identity = resource("karpenter-tenants:index:TenantIdentity", f"{name}-identity", tenant)
    return [tenant, identity, resource("aws:iam/role:Role", f"{name}-identity-role", identity, protect=protect)]


@pytest.mark.parametrize("command", [deployment.deploy, deployment.preview])
def test_a_tenant_that_vanished_is_not_to_be_unprotected(chosen, command):
    resources = [
        *deployed("alpha", protect=True),
        *deployed("gamma", protect=True),
        *deployed("left", protect=False),
        resource("aws:eks/cluster:Cluster", "cluster", protect=True),
    ]
    write(chosen, STATE, {"version": 3, "checkpoint": {"latest": {"resources": resources}}})
    (chosen.folder.parent / "status").write_text("255")

    with pytest.raises(LocalCloudError) as failed:
        command(chosen)

    assert str(failed.value) == (
        "pulumi stack failed; deployed and no longer in platform:tenants: gamma; unprotect nothing, list the name "
        "again and write state: offboarding into its file first"
    )


def test_the_operators_shell_knows_the_region(chosen):
    shell = deployment.shell_environment(chosen)

    assert shell == {**os.environ, "AWS_REGION": "eu-central-1", "AWS_DEFAULT_REGION": "eu-central-1"}


def test_the_operators_shell_knows_where_prices_are(chosen, monkeypatch):
    started = Record(part="karpenter", pid=0, started="now", command=(), ports={"metrics": 8080, "health": 8081})
    monkeypatch.setattr(deployment.controller, "record", lambda instance: started)

    assert deployment.shell_environment(chosen)["KARPENTER_TENANTS_METRICS"] == "http://127.0.0.1:8080/metrics"


def test_a_failure_stops_at_the_command_that_failed(chosen):
    (chosen.folder.parent / "status").write_text("255")

    with pytest.raises(LocalCloudError) as failed:
        deployment.deploy(chosen)

    assert str(failed.value) == "pulumi stack failed; put right what it says above and repeat the command"
    assert calls(chosen) == ["stack select local --create --non-interactive"]
