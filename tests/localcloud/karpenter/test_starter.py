"""When the controller is started, restarted and ended. It is a small script here, and the API server a dictionary.

What these tests do not prove: that the real controller starts with what it gets; tests/cloud does.
"""

import os
import signal
import time

import pytest

from localcloud.instance import Instance
from localcloud.karpenter import controller, starter
from localcloud.karpenter.starter import Starter

RUNS = "#!/bin/sh\nenv > {folder}/environment\ntrap 'exit 0' TERM\nwhile true; do sleep 0.1; done\n"
DEPLOYMENTS = "/apis/apps/v1/deployments?fieldSelector=metadata.name=karpenter"
PODS = (
    "/api/v1/namespaces/kube-system/pods?labelSelector=app.kubernetes.io/name=karpenter"
    "&fieldSelector=status.phase=Running"
)
TOKEN = "/api/v1/namespaces/kube-system/serviceaccounts/karpenter/token"


class Server:
    """The objects of a cluster with a running pod of the Deployment, and what the starter changes of them."""

    address = "https://127.0.0.1:6443"

    def __init__(self):
        self.objects = {
            DEPLOYMENTS: {"items": [deployment("1.14.3")]},
            PODS: {"items": [pod("0")]},
            "/api/v1/nodes/core-0": {"metadata": {"labels": {"topology.kubernetes.io/region": "eu-central-1"}}},
        }
        self.tokens = []
        self.roles = set()
        self.show(available=0)

    def get(self, path):
        return self.objects[path]

    def create(self, path, document):
        self.tokens.append((path, document["kind"]))
        return {"status": {"token": "t"}}

    def apply(self, path, document):
        self.roles.add((path.split("/")[4], document["kind"]))

    def merge(self, path, document):
        assert path == "/api/v1/namespaces/kube-system/pods/karpenter-0/status"
        scheduled, ready = document["status"]["conditions"]
        assert scheduled == {"type": "PodScheduled", "status": "True"}
        self.show(available=1 if ready["status"] == "True" else 0)

    def show(self, *, available):
        """Has the pods and their Deployment say so."""
        ready = str(bool(available))
        conditions = [{"type": "PodScheduled", "status": "True"}, {"type": "Ready", "status": ready}]
        for pod in self.objects[PODS]["items"]:
            pod["status"] = {"conditions": conditions}
        self.objects[DEPLOYMENTS]["items"][0]["status"] = {"availableReplicas": available}
        self.shown = ready

    def reported(self, starter):
        """What one step says of the pod; None where it leaves it alone."""
        self.shown = None
        starter.step()
        return self.shown

    def delete(self, path):
        self.roles = {role for role in self.roles if role[0] != path.split("/")[4]}


def pod(uid):
    return {"metadata": {"name": "karpenter-0", "uid": uid}, "spec": {"nodeName": "core-0"}}


def deployment(version, **variables):
    container = {
        "name": "controller",
        "image": f"public.ecr.aws/karpenter/controller:{version}",
        "env": [{"name": name, "value": value} for name, value in variables.items()],
    }
    return {
        "metadata": {"name": "karpenter", "namespace": "kube-system"},
        "spec": {
            "selector": {"matchLabels": {"app.kubernetes.io/name": "karpenter"}},
            "template": {"spec": {"serviceAccountName": "karpenter", "containers": [container]}},
        },
    }


@pytest.fixture
def server():
    return Server()


@pytest.fixture
def chosen(tmp_path, monkeypatch):
    """An instance whose controller is a script that writes down its environment."""
    monkeypatch.setattr(controller, "BIN", tmp_path)
    monkeypatch.setattr(starter, "_SECONDS_TO_RESTART", 0)
    script = tmp_path / "karpenter-1.14"
    script.write_text(RUNS.format(folder=tmp_path))
    script.chmod(0o755)
    made = Instance("test", tmp_path / "instance")
    made.logs.mkdir(parents=True)
    made.keys.mkdir()
    (made.keys / "ca.crt").write_text("authority")
    yield made
    controller.end(made)


@pytest.fixture
def said():
    return []


@pytest.fixture
def running(chosen, server, said):
    """A starter that has started its controller."""
    made = Starter(chosen, server, said.append)
    made.step()
    until(lambda: (chosen.folder.parent / "environment").exists())
    return made


def until(condition):
    while not condition():
        time.sleep(0.01)


def pid(chosen):
    record = controller.record(chosen)
    return record.pid if record and record.running else None


def test_nothing_runs_without_a_deployment(chosen, server, said):
    server.objects[DEPLOYMENTS]["items"] = []

    Starter(chosen, server, said.append).step()

    assert pid(chosen) is None
    assert (said, server.roles) == ([], set())


def test_nothing_runs_before_a_pod_has_a_node(chosen, server, said):
    server.objects[PODS]["items"] = []

    Starter(chosen, server, said.append).step()

    assert pid(chosen) is None


def test_the_controller_has_the_deployments_variables_and_a_token_of_its_service_account(chosen, server, said):
    server.objects[DEPLOYMENTS]["items"] = [
        deployment("1.14.3", CLUSTER_NAME="acme", METRICS_PORT="8080", AWS_REGION="us-east-1")
    ]

    Starter(chosen, server, said.append).step()
    written = chosen.folder.parent / "environment"
    until(lambda: written.exists() and "KUBECONFIG" in written.read_text())

    environment = dict(line.split("=", 1) for line in written.read_text().splitlines() if "=" in line)
    ports = controller.record(chosen).ports
    assert {name: environment[name] for name in ("CLUSTER_NAME", "AWS_REGION", "DISABLE_LEADER_ELECTION")} == {
        "CLUSTER_NAME": "acme",
        "AWS_REGION": "eu-central-1",
        "DISABLE_LEADER_ELECTION": "true",
    }
    assert (environment["METRICS_PORT"], environment["HEALTH_PROBE_PORT"]) == (
        str(ports["metrics"]),
        str(ports["health"]),
    )
    assert environment["KUBECONFIG"] == str(chosen.keys / "karpenter.json")
    assert server.tokens == [(TOKEN, "TokenRequest")]
    assert server.roles == {("clusterroles", "ClusterRole"), ("clusterrolebindings", "ClusterRoleBinding")}
    assert said == ["Karpenter 1.14.3 started in eu-central-1 as karpenter"]


def test_a_second_look_changes_nothing(chosen, running):
    before = pid(chosen)

    running.step()

    assert pid(chosen) == before


def test_a_changed_deployment_restarts_it(chosen, server, running):
    before = pid(chosen)
    server.objects[DEPLOYMENTS]["items"] = [deployment("1.14.3", LOG_LEVEL="debug")]

    running.step()
    running.step()

    assert pid(chosen) not in (None, before)


def test_one_that_ended_is_started_again(chosen, running, said):
    before = pid(chosen)
    os.kill(before, signal.SIGKILL)
    until(lambda: pid(chosen) is None)

    running.step()
    running.step()

    assert pid(chosen) not in (None, before)
    assert said[1] == f"the controller has ended; its log is {chosen.logs}/karpenter.log"


def test_it_ends_with_its_deployment_and_so_do_its_rights(chosen, server, running, said):
    server.objects[DEPLOYMENTS]["items"] = []

    running.step()

    assert pid(chosen) is None
    assert server.roles == set()
    assert said[1:] == ["the Deployment is gone: ending the controller"]


def test_it_ends_when_the_deployment_is_scaled_to_nothing(chosen, server, running, said):
    server.objects[DEPLOYMENTS]["items"][0]["spec"]["replicas"] = 0

    running.step()

    assert pid(chosen) is None
    assert said[1:] == ["the Deployment has no replicas: ending the controller"]


def test_it_ends_with_the_last_of_its_pods(chosen, server, running, said):
    """A Deployment that is scaled to nothing and back between two looks is one without these pods."""
    before = pid(chosen)
    kept = []
    for uids in ("01", "1", "12", "23", "4", "4"):
        server.objects[PODS]["items"] = [pod(uid) for uid in uids]
        server.show(available=0)
        running.step()
        kept.append(pid(chosen))

    assert (kept[:5], kept[5] in (None, before)) == ([before] * 4 + [None], False)
    assert said[1:] == ["its pods are gone: ending the controller", said[0]]


@pytest.mark.parametrize(
    ("probes", "reported"),
    [([False, True], [None, "True"]), ([True, False], ["True", None]), ([False, False], [None, None])],
    ids=["Ready later", "a probe without answer", "never"],
)
def test_its_pod_is_ready_once_the_controller_was(server, running, monkeypatch, probes, reported):
    """None: nothing is reported that is known already."""
    answers = iter(probes)
    monkeypatch.setattr(controller, "is_ready", lambda record: next(answers))

    assert [server.reported(running) for _ in probes] == reported


def test_its_pod_is_not_ready_when_the_controller_has_ended(chosen, server, running, monkeypatch):
    monkeypatch.setattr(controller, "is_ready", lambda record: True)
    assert server.reported(running) == "True"
    os.kill(pid(chosen), signal.SIGKILL)
    until(lambda: pid(chosen) is None)

    monkeypatch.setattr(controller, "is_ready", lambda record: False)

    assert server.reported(running) == "False"


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("1.13.1", "Karpenter 1.13.1 does not run here; the versions are 1.14.3, 1.15.2"),
        ("1.15.2", "Karpenter 1.15.2 is not built; run: python -m localcloud build --karpenter"),
    ],
    ids=["unknown", "not built"],
)
def test_a_version_that_cannot_run_is_said_once(chosen, server, said, version, message):
    server.objects[DEPLOYMENTS]["items"] = [deployment(version)]
    made = Starter(chosen, server, said.append)

    made.step()
    made.step()

    assert pid(chosen) is None
    assert said == [message]
    # Helm would wait for it in vain.
    assert server.shown == "True"
