"""`freeze` on a cluster of the test's making.

What these tests do not prove: that Karpenter buys nothing for a frozen tenant; tests/cloud does.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from components import live
from tests.cli.conftest import FullDisk, Run
from tests.live.builders import node_pool
from tests.loading.builders import STACK, TENANT, Project

PATH = "tenants/alpha.yaml"
FROZEN = """\
name: alpha
state: frozen
owner: {email: ops@alpha.example}
provisioners:
  web:
    instanceTypes: [m6i.large]
    limits: {cpu: 16, memory: 64Gi}
    frozenLimits: {cpu: 2, memory: 7577Mi}
"""
LATER = "the cluster is as it was until the next pulumi up\n"


class Cluster:
    """NodePools, and what happens while they are asked for."""

    def __init__(self) -> None:
        self.pools = [node_pool("alpha-web"), node_pool("beta-web")]
        self.meanwhile: Callable[[], None] = lambda: None

    def list(self, path: str) -> list[dict[str, Any]]:
        assert path == "/apis/karpenter.sh/v1/nodepools"
        self.meanwhile()
        return self.pools


@pytest.fixture
def cluster(project: Project, monkeypatch: pytest.MonkeyPatch) -> Cluster:
    made = Cluster()
    monkeypatch.setattr(live, "api_from_file", lambda file: made)
    return made


def _text(project: Project) -> str:
    return (project.root / PATH).read_text(encoding="utf-8")


@pytest.mark.usefixtures("cluster")
def test_the_present_use_is_written(project: Project, run: Run):
    result = run("freeze", "alpha")

    assert (result.stdout, result.stderr, result.exit_code) == (
        "tenants/alpha.yaml:\n  state: frozen, was active\n  provisioners.web.frozenLimits: {cpu: 2, memory: 7577Mi}\n",
        LATER,
        0,
    )
    assert _text(project) == FROZEN
    assert run("check").exit_code == 0


def test_a_frozen_tenant_without_limits_gets_them_beside_another_one(project: Project, cluster: Cluster, run: Run):
    project.tenant("alpha", TENANT.format(name="alpha") + "state: frozen\n")
    project.tenant("beta", TENANT.format(name="beta") + "state: frozen\n")

    result = run("freeze", "alpha")

    assert result.stdout == (
        "tenants/alpha.yaml:\n  state: frozen\n  provisioners.web.frozenLimits: {cpu: 2, memory: 7577Mi}\n"
    )
    assert result.exit_code == 0


def test_a_frozen_tenant_is_measured_again(project: Project, cluster: Cluster, run: Run):
    project.tenant("alpha", FROZEN.replace("cpu: 2", "cpu: 8"))

    result = run("freeze", "alpha")

    assert result.stdout == (
        "tenants/alpha.yaml:\n  state: frozen\n"
        "  provisioners.web.frozenLimits: {cpu: 2, memory: 7577Mi}, was {cpu: 8, memory: 7577Mi}\n"
    )
    assert _text(project) == FROZEN


def test_a_byte_order_mark_stays(project: Project, cluster: Cluster, run: Run):
    project.tenant("alpha", "\ufeff" + TENANT.format(name="alpha"))

    run("freeze", "alpha")

    assert _text(project) == "\ufeff" + FROZEN


def test_a_static_pool_keeps_its_replicas(project: Project, cluster: Cluster, run: Run):
    gate = "{version: 1.14.3, featureGates: {staticCapacity: true}}"
    project.stack(base=STACK.replace("{version: 1.14.3}", gate))
    text = "name: alpha\nowner: {email: ops@alpha.example}\nprovisioners:\n  fix: {instanceTypes: [m6i.large], "
    project.tenant("alpha", text + "replicas: 3, limits: {nodes: 4}}\n")
    cluster.pools = []

    result = run("freeze", "alpha")

    assert (result.stdout, result.exit_code) == (
        "tenants/alpha.yaml:\n  state: frozen, was active\n  provisioners.fix: static, keeps replicas 3\n",
        0,
    )


def test_a_pool_that_is_not_there_is_told(project: Project, cluster: Cluster, run: Run):
    before = _text(project)
    cluster.pools = []

    result = run("freeze", "alpha")

    assert (result.output, result.exit_code) == (
        "provisioners.web: NodePool alpha-web is not in the cluster; run pulumi up, or take the pool out of the file\n"
        "tenants/alpha.yaml was not changed\n",
        1,
    )
    assert _text(project) == before


def test_a_file_that_was_changed_meanwhile_stays(project: Project, cluster: Cluster, run: Run):
    cluster.meanwhile = lambda: project.tenant("alpha", "name: alpha\n")

    result = run("freeze", "alpha")

    assert (result.output, result.exit_code) == (
        "the file was changed while the cluster was asked; run the command again\ntenants/alpha.yaml was not changed\n",
        1,
    )
    assert _text(project) == "name: alpha\n"


def test_a_file_that_is_gone_meanwhile_is_not_made_again(project: Project, cluster: Cluster, run: Run):
    cluster.meanwhile = (project.root / PATH).unlink

    result = run("freeze", "alpha")

    assert (result.output, result.exit_code) == (
        "the file was changed while the cluster was asked; run the command again\ntenants/alpha.yaml was not changed\n",
        1,
    )
    assert not (project.root / PATH).exists()


@pytest.mark.usefixtures("cluster")
def test_a_full_disk_leaves_the_file_as_it_was(project: Project, run: Run, full_disk: FullDisk):
    before = _text(project)

    with full_disk():
        result = run("freeze", "alpha")

    assert (result.output, result.exit_code) == (
        "tenants/alpha.yaml cannot be written: file too large; "
        "make room, or make file and folder writable for whoever runs this\ntenants/alpha.yaml was not changed\n",
        1,
    )
    assert _text(project) == before
    assert sorted(path.name for path in (project.root / "tenants").iterdir()) == ["alpha.yaml", "beta.yaml"]


@pytest.mark.usefixtures("cluster")
def test_an_interruption_leaves_the_file_as_it_was(project: Project, run: Run, monkeypatch: pytest.MonkeyPatch):
    before = _text(project)
    written: list[str] = []

    def interrupted(*_: object) -> NoReturn:
        written.append(_text(project))
        raise KeyboardInterrupt

    monkeypatch.setattr("components.cli.freeze._wrong", interrupted)

    result = run("freeze", "alpha")

    assert (result.output, result.exit_code) == ("\nAborted!\n", 1)
    assert written == [FROZEN]
    assert _text(project) == before


@pytest.mark.usefixtures("cluster")
def test_a_link_stays_one_and_the_file_keeps_its_mode(project: Project, run: Run):
    (project.root / "elsewhere").mkdir()
    file = (project.root / PATH).rename(project.root / "elsewhere/alpha.yaml")
    file.chmod(0o640)
    (project.root / PATH).symlink_to("../elsewhere/alpha.yaml")

    run("freeze", "alpha")

    assert (project.root / PATH).readlink() == Path("../elsewhere/alpha.yaml")
    assert file.read_text(encoding="utf-8") == FROZEN
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_value_that_the_stack_overrides_is_told(project: Project, cluster: Cluster, run: Run):
    before = _text(project)
    project.stack("  platform:tenantOverrides: {alpha: {state: active}}\n")

    result = run("freeze", "alpha")

    assert (result.output, result.exit_code) == (
        "state: active is set by tenantOverrides.alpha, Pulumi.dev.yaml:11:45, which counts before this file;"
        " remove it there\ntenants/alpha.yaml was not changed\n",
        1,
    )
    assert _text(project) == before


def test_what_would_be_invalid_is_not_kept(project: Project, cluster: Cluster, run: Run):
    project.stack("  platform:guards: {perTenant: {alpha: {maxCpu: 16}}}\n")
    cluster.pools[0]["status"]["resources"]["cpu"] = "24"
    before = _text(project)

    result = run("freeze", "alpha")

    assert result.output == (
        "frozen, the files would not be valid:\n"
        "tenants/alpha.yaml:4:1: provisioners: limits of alpha add to 24 cpu, guards.perTenant.alpha.maxCpu is 16;"
        " lower limits  [E306]\ntenants/alpha.yaml was not changed\n"
    )
    assert (_text(project), result.exit_code) == (before, 1)


def test_a_tenant_without_pools_is_a_usage_error(project: Project, cluster: Cluster, run: Run):
    project.tenant("alpha", TENANT.format(name="alpha") + "state: suspended\n")

    result = run("freeze", "alpha")

    assert result.output.splitlines()[-1] == "Error: alpha is suspended and has no pools to freeze"
    assert result.exit_code == 2


def test_a_tenant_that_shares_its_pool_is_a_usage_error(project: Project, cluster: Cluster, run: Run):
    pool = "{version: 1.14.3, sharedPool: {instanceTypes: [m6i.large], limits: {cpu: 8, memory: 32Gi}}}"
    project.stack(base=STACK.replace("{version: 1.14.3}", pool))
    project.tenant("alpha", "name: alpha\nowner: {email: ops@alpha.example}\nisolation: shared\n")

    result = run("freeze", "alpha")

    assert result.output.splitlines()[-1] == (
        "Error: alpha shares its pool with others, which freezing would hold as well;"
        " bound it by namespaces[].resourceQuota, or write state: suspended"
    )
    assert result.exit_code == 2


def test_files_with_errors_are_reported_first(project: Project, cluster: Cluster, run: Run):
    project.tenant("beta", TENANT.format(name="beta") + "state: paused\n")

    result = run("freeze", "alpha")

    assert result.stderr.splitlines()[0].endswith("[E005]")
    assert result.exit_code == 1
