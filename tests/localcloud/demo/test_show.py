"""The acts of the demonstration, on a cluster of the test's making.

What these tests do not prove: that Karpenter does what the cluster does here; `make demo` shows it.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from localcloud.demo import show
from localcloud.demo.workloads import ALL, MARK
from localcloud.errors import LocalCloudError
from localcloud.instance import Instance

POOLS = {"shop": "alpha-default", "web": "beta-web", "nightly": "beta-batch", "train": "beta-gpu"}
FITTING = {workload.name: workload.fitting for workload in ALL}
LARGE, SMALL = "m6i.xlarge", "m6i.large"


class Cluster:
    """A node for each Deployment; one that is scaled down gets a smaller node, and the large one goes a look later."""

    def __init__(self) -> None:
        self.pools = list(POOLS.values())
        self.namespaces = ["alpha"]
        self.deployments: dict[str, dict[str, Any]] = {}
        self.types: dict[str, list[str]] = {}
        self.scaled: list[str] = []

    def get(self, path: str) -> dict[str, Any]:
        match path.partition("?")[0].rpartition("/")[2]:
            case "nodepools":
                return {"items": [{"metadata": {"name": pool}} for pool in self.pools]}
            case "namespaces":
                return {"items": [{"metadata": {"name": name}} for name in self.namespaces]}
            case "nodeclaims":
                self._go_on()
                return {"items": [claim(name, kind) for name, kinds in self.types.items() for kind in kinds]}
            case _:
                return {"items": [each for name in self.deployments for each in self._pods(name)]}

    def create(self, path: str, document: dict[str, Any]) -> None:
        name = document["metadata"]["name"]
        if path.endswith("/namespaces"):
            self.namespaces.append(name)
        else:
            assert path.split("/")[-2] in self.namespaces
            self.deployments[name] = document
            self.types[name] = [LARGE]

    def merge(self, path: str, document: dict[str, Any]) -> None:
        name = path.rpartition("/")[2]
        self.deployments[name]["spec"] |= document["spec"]
        self.scaled.append(name)

    def delete(self, path: str) -> None:
        name = path.rpartition("/")[2]
        if name in self.namespaces:
            self.namespaces.remove(name)
        self.deployments.pop(name, None)

    def _go_on(self) -> None:
        self.types = {name: kinds for name, kinds in self.types.items() if name in self.deployments}
        for kinds in self.types.values():
            if SMALL in kinds and LARGE in kinds:
                kinds.remove(LARGE)
        while self.scaled:
            self.types[self.scaled.pop()].append(SMALL)

    def _pods(self, name: str) -> list[dict[str, Any]]:
        replicas = self.deployments[name]["spec"]["replicas"]
        return [pod(name, self.types[name][-1], number < FITTING[name]) for number in range(replicas)]


def claim(workload: str, instance_type: str) -> dict[str, Any]:
    labels = {
        "node-restriction.kubernetes.io/tenant": POOLS[workload].partition("-")[0],
        "karpenter.sh/nodepool": POOLS[workload],
        "karpenter.sh/capacity-type": "on-demand",
        "node.kubernetes.io/instance-type": instance_type,
        "topology.kubernetes.io/zone": "eu-central-1a",
    }
    name = f"{workload}-{instance_type}"
    ready = [{"type": "Initialized", "status": "True"}]
    return {"metadata": {"name": name, "labels": labels}, "status": {"nodeName": name, "conditions": ready}}


def pod(workload: str, instance_type: str, runs: bool) -> dict[str, Any]:
    spec = {"nodeName": f"{workload}-{instance_type}"} if runs else {}
    phase = "Running" if runs else "Pending"
    return {"metadata": {"labels": {"app": workload, **MARK}}, "spec": spec, "status": {"phase": phase}}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Cluster:
    """A cluster in which nobody waits."""
    made = Cluster()
    monkeypatch.setattr(show, "ApiServer", lambda kubeconfig: made)
    monkeypatch.setattr(show.time, "sleep", lambda seconds: None)
    return made


def chosen(folder: Path) -> Instance:
    return Instance("default", folder)


def test_the_acts_end_with_a_picture_and_nothing_in_the_cluster(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = show.demonstrate(chosen(tmp_path))

    said = [re.sub(r"^ *\d+ s  ", "", line) for line in capsys.readouterr().out.splitlines()]
    assert said[said.index("Alpha needs one pod of six: Karpenter looks for a cheaper node") :] == [
        "Alpha needs one pod of six: Karpenter looks for a cheaper node",
        "alpha  Karpenter buys m6i.large in eu-central-1a, on-demand, 0.096 USD/h, for pool alpha-default",
        "alpha  m6i.large of pool alpha-default is ready",
        "       shop: running 1",
        "",
        "meanwhile Beta's work is done",
        "alpha  m6i.xlarge of pool alpha-default is gone, 0.192 USD/h less",
        "beta   m6i.xlarge of pool beta-web is gone, 0.192 USD/h less",
        "beta   m6i.xlarge of pool beta-batch is gone, 0.192 USD/h less",
        "beta   m6i.xlarge of pool beta-gpu is gone, 0.192 USD/h less",
        "       nightly: running 0",
        "       train: running 0",
        "       web: running 0",
        "alpha  pays 0.0960 USD/h instead of 0.1920",
        "",
        "Alpha leaves too",
        "alpha  m6i.large of pool alpha-default is gone, 0.096 USD/h less",
        "       shop: running 0",
    ]
    assert (cluster.namespaces, cluster.deployments) == (["alpha"], {})
    assert file == tmp_path / "demo.svg"
    assert file.read_text(encoding="utf-8").startswith("<svg ")


def test_without_the_customers_pools_there_is_nothing_to_show(cluster: Cluster, tmp_path: Path):
    cluster.pools = ["alpha-default", "beta-web"]

    with pytest.raises(LocalCloudError) as caught:
        show.demonstrate(chosen(tmp_path))

    assert str(caught.value) == ("no pool beta-batch, beta-gpu to show; deploy it: python -m localcloud deploy")


def test_what_does_not_come_ends_the_show_and_is_taken_away(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(show, "_SECONDS_FOR_A_STEP", 0)
    monkeypatch.setitem(FITTING, "shop", 5)

    with pytest.raises(LocalCloudError) as caught:
        show.demonstrate(chosen(tmp_path))

    assert str(caught.value) == (
        "not within 0 seconds: the pods run that may; see: python -m localcloud logs karpenter"
    )
    assert (cluster.namespaces, cluster.deployments) == (["alpha"], {})
