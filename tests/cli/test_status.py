"""`status` and `verify` on a cluster of the test's making.

What these tests do not prove: that a real cluster is reached; tests/cloud runs both commands on one.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from components import live
from tests.cli.conftest import Run
from tests.live.builders import controller, controller_deployment, node_claim, node_class, node_pool, pod, sample
from tests.loading.builders import STACK, Project

DEPLOYMENTS = "/apis/apps/v1/namespaces/alpha/deployments"
CONTROLLER = "/apis/apps/v1/namespaces/kube-system/deployments/karpenter"
VERIFY = "karpenter-tenants-verify-web"


class Cluster:
    """Collections by path; a Deployment that is created has its pod at once."""

    def __init__(self) -> None:
        self.lists: dict[str, list[dict[str, Any]]] = {
            "/apis/karpenter.sh/v1/nodepools": [node_pool("alpha-web"), node_pool("beta-web")],
            "/apis/karpenter.k8s.aws/v1/ec2nodeclasses": [node_class(), node_class("beta-default")],
            "/apis/karpenter.sh/v1/nodeclaims": [node_claim(pool="alpha-web")],
            "/api/v1/pods": [pod()],
            "/api/v1/namespaces/kube-system/pods?labelSelector=app.kubernetes.io/name=karpenter": [controller()],
        }
        self.objects: dict[str, Mapping[str, Any]] = {
            "/api/v1/namespaces/alpha": {},
            CONTROLLER: controller_deployment(),
            "/api/v1/nodes/node-1": {"metadata": {"labels": node_claim()["metadata"]["labels"]}},
            "/apis/karpenter.sh/v1/nodepools/alpha-web": node_pool("alpha-web"),
            "/apis/karpenter.k8s.aws/v1/ec2nodeclasses/alpha-default": node_class(),
        }
        self.metrics = sample("m6i.large", "eu-central-1a", "on-demand", "0.096")
        self.deleted: list[str] = []
        self.phase = "Running"
        self.created = ""

    def get(self, path: str) -> Mapping[str, Any] | None:
        return self.objects.get(path)

    def list(self, path: str) -> list[dict[str, Any]]:
        return self.lists.get(path, [])

    def text(self, path: str) -> str:
        assert path == "/api/v1/namespaces/kube-system/pods/karpenter-0:8000/proxy/metrics"
        return self.metrics

    def create(self, path: str, document: dict[str, Any]) -> None:
        name = document["metadata"]["name"]
        self.objects[f"{path}/{name}"] = document
        self.created = path.split("/")[-2]
        made = pod(f"{name}-1", namespace=self.created) | {"status": {"phase": self.phase}}
        self.lists[f"/api/v1/namespaces/{self.created}/pods?labelSelector=app={name}"] = [made]

    def delete(self, path: str) -> None:
        self.deleted.append(path)
        self.objects.pop(path, None)


@pytest.fixture
def cluster(project: Project, monkeypatch: pytest.MonkeyPatch) -> Cluster:
    made = Cluster()
    monkeypatch.setattr(live, "api_from_file", lambda file: made)
    return made


@pytest.mark.usefixtures("cluster")
def test_status_shows_every_tenant(run: Run):
    result = run("status")

    assert result.output == (
        "alpha, active, 0.0960 USD/h\n"
        "  pool  web  alpha-web  Ready  1 nodes  cpu 2 of 100, memory 7577Mi of 400Gi  0.0960 USD/h\n"
        "  node class  default  alpha-default  Ready\n"
        "  node  node-1  alpha-web  m6i.large  eu-central-1a  on-demand  1 pods  0.0960 USD/h  Ready\n"
        "\n"
        "beta, active, 0.0000 USD/h\n"
        "  pool  web  beta-web  Ready  1 nodes  cpu 2 of 100, memory 7577Mi of 400Gi  0.0000 USD/h\n"
        "  node class  default  beta-default  Ready\n"
    )
    assert result.exit_code == 0


def test_a_node_that_nobody_prices_costs_an_unknown_amount(cluster: Cluster, run: Run):
    cluster.lists["/apis/karpenter.sh/v1/nodeclaims"].append(node_claim("x2", pool="alpha-web", node="node-2"))
    cluster.lists["/apis/karpenter.sh/v1/nodeclaims"][1]["metadata"]["labels"]["topology.kubernetes.io/zone"] = "b"

    lines = run("status", "alpha").output.splitlines()

    assert lines[0] == "alpha, active, 0.0960 USD/h and 1 nodes of unknown price"
    assert lines[4] == "  node  node-2  alpha-web  m6i.large  b              on-demand  0 pods  unknown USD/h  Ready"


def test_without_prices_the_rest_is_shown(cluster: Cluster, run: Run):
    cluster.metrics = ""

    result = run("status", "alpha")

    assert result.stderr == (
        "prices are unknown: pod karpenter-0 tells no price; write --metrics URL of Karpenter's metrics\n"
    )
    assert result.stdout.splitlines()[0] == "alpha, active, unknown USD/h"
    assert result.exit_code == 0


def test_status_fails_when_something_is_missing(cluster: Cluster, run: Run):
    cluster.lists["/apis/karpenter.sh/v1/nodepools"] = []

    result = run("status", "beta")

    assert result.output == (
        "beta, active, 0.0000 USD/h\n  pool  web  beta-web  missing\n    run pulumi up\n"
        "  node class  default  beta-default  Ready\n"
    )
    assert result.exit_code == 1


def test_blocking_shows_what_holds(cluster: Cluster, run: Run):
    cluster.lists["/api/v1/pods"] = [pod(annotations={"karpenter.sh/do-not-disrupt": "true"})]

    result = run("status", "--blocking")

    assert result.output == (
        "alpha: pod alpha/web-1 on node-1: has karpenter.sh/do-not-disrupt; remove the annotation or delete the pod\n"
        "beta: nothing\n"
    )
    assert result.exit_code == 1


@pytest.fixture
def shared(project: Project, cluster: Cluster) -> None:
    """A stack with both pools of the platform, in which alpha has no nodes of its own."""
    spec = "{instanceTypes: [m6i.large], limits: {cpu: 100, memory: 400Gi}}"
    pools = f"{{version: 1.14.3, sharedPool: {spec}, systemPool: {spec}}}"
    project.stack(base=STACK.replace("{version: 1.14.3}", pools))
    project.tenant("alpha", "name: alpha\nowner: {email: ops@alpha.example}\nisolation: shared\n")
    for name in ("shared-pool", "system-pool"):
        cluster.lists["/apis/karpenter.sh/v1/nodepools"].append(node_pool(name))
        cluster.lists["/apis/karpenter.k8s.aws/v1/ec2nodeclasses"].append(node_class(name))
    cluster.lists["/apis/karpenter.sh/v1/nodeclaims"] = [node_claim(pool="shared-pool")]


ALPHA = "alpha, active, on nodes of the shared pool\n"
BETA = """
beta, active, 0.0000 USD/h
  pool  web  beta-web  Ready  1 nodes  cpu 2 of 100, memory 7577Mi of 400Gi  0.0000 USD/h
  node class  default  beta-default  Ready
"""
SHARED = """
shared, pool of the platform, 0.0960 USD/h
  pool  sharedPool  shared-pool  Ready  1 nodes  cpu 2 of 100, memory 7577Mi of 400Gi  0.0960 USD/h
  node class  nodeClass  shared-pool  Ready
  node  node-1  shared-pool  m6i.large  eu-central-1a  on-demand  1 pods  0.0960 USD/h  Ready
"""
SYSTEM = """
system, pool of the platform, 0.0000 USD/h
  pool  systemPool  system-pool  Ready  1 nodes  cpu 2 of 100, memory 7577Mi of 400Gi  0.0000 USD/h
  node class  nodeClass  system-pool  Ready
"""


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize(
    ("words", "output"),
    [
        ([], ALPHA + BETA + SHARED + SYSTEM),
        (["alpha"], ALPHA + SHARED),
        (["beta"], BETA[1:]),
        (["shared"], SHARED[1:]),
        (["system"], SYSTEM[1:]),
        (["alpha", "--blocking"], "alpha: nothing\nshared: nothing\n"),
    ],
    ids=" ".join,
)
def test_pools_of_the_platform_stand_below_the_tenants(run: Run, words: list[str], output: str):
    result = run("status", *words)

    assert (result.output, result.exit_code) == (output, 0)


@pytest.mark.usefixtures("shared")
def test_a_pool_that_tenants_share_fails_their_status(cluster: Cluster, run: Run):
    cluster.lists["/apis/karpenter.sh/v1/nodepools"] = []

    result = run("status", "alpha")

    assert result.output.splitlines()[:4] == [
        ALPHA.rstrip(),
        "",
        "shared, pool of the platform, 0.0960 USD/h",
        "  pool  sharedPool  shared-pool  missing",
    ]
    assert result.exit_code == 1


@pytest.mark.usefixtures("shared")
def test_a_pod_that_holds_a_node_of_a_pool_of_the_platform_is_told(cluster: Cluster, run: Run):
    cluster.lists["/api/v1/pods"] = [pod(annotations={"karpenter.sh/do-not-disrupt": "true"})]

    result = run("status", "shared", "--blocking")

    assert result.output == (
        "shared: pod alpha/web-1 on node-1: has karpenter.sh/do-not-disrupt; remove the annotation or delete the pod\n"
    )
    assert result.exit_code == 1


@pytest.mark.usefixtures("cluster")
def test_nothing_blocks(run: Run):
    result = run("status", "alpha", "--blocking")

    assert (result.output, result.exit_code) == ("alpha: nothing\n", 0)


DOWN = (
    "Karpenter does not run: Deployment kube-system/karpenter has 0 of 2 replicas available, and pools, classes and "
    "nodes that are deleted wait for it; see kubectl -n kube-system describe pods -l app.kubernetes.io/name=karpenter, "
    "and their log"
)


@pytest.mark.parametrize(
    ("words", "rest"),
    [(["--blocking"], ["alpha: nothing", "beta: nothing"]), (["beta"], ["beta, active, 0.0000 USD/h"])],
)
def test_a_controller_that_is_down_comes_first_and_fails(cluster: Cluster, run: Run, words: list[str], rest: list[str]):
    cluster.objects[CONTROLLER] = controller_deployment(available=0)

    result = run("status", *words)

    assert result.output.splitlines()[: 1 + len(rest)] == [DOWN, *rest]
    assert result.exit_code == 1


def test_verify_runs_nothing_without_a_controller(cluster: Cluster, run: Run):
    cluster.objects[CONTROLLER] = controller_deployment(available=0)

    result = run("verify", "alpha")

    assert (result.output, result.exit_code, cluster.created) == (f"{DOWN}\n", 1, "")


@pytest.mark.usefixtures("cluster")
def test_an_unknown_tenant_is_a_usage_error(run: Run):
    result = run("status", "alfa")

    assert result.output.splitlines()[-1] == ('Error: no tenant "alfa" in platform:tenants of dev; did you mean alpha?')


def test_a_cluster_that_does_not_answer_is_one_line(project: Project, run: Run, monkeypatch: pytest.MonkeyPatch):
    def refuse(file: object) -> None:
        raise live.ApiError(None, "connection refused")

    monkeypatch.setattr(live, "api_from_file", refuse)

    result = run("status")

    assert (result.output, result.exit_code) == (
        "the cluster does not answer: connection refused; write --kubeconfig FILE of the stack's cluster\n",
        1,
    )


def test_verify_says_where_the_pod_runs_and_takes_it_away(cluster: Cluster, run: Run):
    result = run("verify", "alpha")

    assert (result.stdout, result.exit_code) == (
        "alpha: runs on node-1, m6i.large, eu-central-1a, on-demand\n",
        0,
    )
    assert cluster.deleted == [f"{DEPLOYMENTS}/{VERIFY}", f"{DEPLOYMENTS}/{VERIFY}"]


def test_verify_goes_to_the_platforms_namespace_where_the_tenant_has_none(cluster: Cluster, run: Run):
    del cluster.objects["/api/v1/namespaces/alpha"]

    result = run("verify", "alpha")

    assert (cluster.created, result.exit_code) == ("kube-system", 0)


def test_verify_names_what_is_not_deployed_and_runs_nothing(cluster: Cluster, run: Run):
    cluster.objects = {CONTROLLER: controller_deployment()}

    result = run("verify", "alpha")

    assert (result.stdout, result.exit_code, cluster.created) == ("", 1, "")
    assert result.stderr.splitlines() == [
        "tenant alpha: EC2NodeClass alpha-default is missing; run pulumi up",
        "tenant alpha: NodePool alpha-web is missing; run pulumi up",
    ]


def test_verify_says_why_there_is_no_node(cluster: Cluster, run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("components.cli.verify._SECONDS", 0)

    def event(second: int, kind: str, name: str, message: str) -> dict[str, Any]:
        return {
            "metadata": {"creationTimestamp": f"2026-11-30T12:00:0{second}Z"},
            "involvedObject": {"name": name},
            "type": kind,
            "reason": "FailedScheduling",
            "message": message,
        }

    cluster.lists["/api/v1/namespaces/alpha/events"] = [
        event(2, "Warning", f"{VERIFY}-1", "limits exceeded"),
        event(1, "Warning", f"{VERIFY}-1", "no nodes"),
        event(3, "Warning", f"{VERIFY}-1", "no nodes"),
        event(1, "Normal", f"{VERIFY}-1", "nominated"),
        event(1, "Warning", "web-1", "of another pod"),
    ]

    result = run("verify", "alpha")

    assert (result.stdout, result.exit_code) == ("", 1)
    assert result.stderr.splitlines()[1:] == [
        "alpha: no node of pool web in 0 minutes",
        "  FailedScheduling: no nodes",
        "  FailedScheduling: limits exceeded",
    ]
    assert f"{DEPLOYMENTS}/{VERIFY}" not in cluster.objects


@pytest.mark.usefixtures("cluster")
def test_verify_knows_the_pools(run: Run):
    result = run("verify", "alpha", "gpu")

    assert result.output.splitlines()[-1] == 'Error: no pool "gpu" for pods of alpha; there are web'
