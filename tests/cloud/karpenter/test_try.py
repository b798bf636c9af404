"""`karpenter-tenants try`: the real scheduler on a cluster of its own, as an operator runs it beside a running stack.

What these tests do not prove: that EKS would answer the same; images, subnets and daemons are stand-ins.
"""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import yaml

from localcloud import deployment
from localcloud.folders import CHECKOUT, INSTANCES
from localcloud.process_table import command_lines
from tests.cloud.conftest import PROJECT, SECONDS_TO_START
from tests.cloud.karpenter.builders import Document, pod
from tests.cloud.karpenter.conftest import NODE_CLASSES, NODE_POOLS, NotInTime, Stage

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(3 * SECONDS_TO_START), pytest.mark.at_once]

DEPLOYMENTS = "/apis/apps/v1/namespaces/alpha/deployments"


def replicated(name: str, cpu: str, replicas: int = 1, **spec: Any) -> Document:
    """A Deployment as somebody else's cluster exports it: in a namespace that Alpha does not have."""
    template = {"metadata": {"labels": {"app": name}}, "spec": pod(cpu, "1Gi", **spec)["spec"]}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "namespace": "elsewhere"},
        "spec": {"replicas": replicas, "selector": {"matchLabels": {"app": name}}, "template": template},
    }


WORKLOAD = [
    replicated("fits", "500m", replicas=3),
    replicated("huge", "90"),
    replicated("hosted", "1", hostNetwork=True),
    {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "fits"}, "spec": {"ports": [{"port": 80}]}},
]


def test_it_tells_nodes_and_prices_and_why_a_pod_gets_none_and_leaves_the_stack_alone(stage: Stage):
    before = seen(stage)
    with started(WORKLOAD, "--format", "json") as process:
        said, _ = process.communicate()
    after = seen(stage)
    stage.api.create(DEPLOYMENTS, {**replicated("huge", "90", replicas=0), "metadata": {"name": "huge"}})
    touched = seen(stage)
    stage.api.delete(f"{DEPLOYMENTS}/huge")

    answer = json.loads(said)
    (node,) = answer["pools"]["default"]["nodes"]
    assert (node["capacityType"], [name.rpartition("-")[0].rpartition("-")[0] for name in node["pods"]]) == (
        "on-demand",
        ["alpha/fits"] * 3,
    )
    assert answer["usdPerHour"] == node["usdPerHour"] > 0
    hosted, huge = answer["pending"]
    assert (hosted["name"], "hostNetwork" in hosted["reason"]) == ("Deployment alpha/hosted", True)
    assert huge["name"].startswith("alpha/huge-")
    assert huge["reason"] == (
        'provisioners.default: no instance type has enough resources, resources={"cpu":"90","memory":"1Gi","pods":"1"};'
        " allow larger instance types, or let the pod ask for less"
    )
    assert answer["notes"] == ["without effect on nodes: 1 Service", "put into namespace alpha: what was in elsewhere"]
    assert process.returncode == 1
    assert after == before != touched


def test_what_is_interrupted_leaves_nothing(stage: Stage):
    """On a cluster of its own, beside the stack."""
    with started([replicated("fits", "500m")]) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line == "kube-apiserver: up\n":
                break
        own = instance_of(process)
        running = processes_of(own)

        os.killpg(process.pid, signal.SIGINT)
        process.communicate()

    assert running != []
    assert (process.returncode, own.exists(), processes_of(own)) == (130, False, [])


@contextmanager
def started(workload: list[Document], *words: str) -> "Iterator[subprocess.Popen[str]]":
    """The command on a workload from stdin, in a process group of its own, as in a terminal."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(PROJECT, folder, dirs_exist_ok=True)
        shutil.copy(CHECKOUT / "Pulumi.yaml", folder)
        file = Path(folder, "workload.yaml")
        file.write_text(yaml.safe_dump_all(workload), encoding="utf-8")
        program = CHECKOUT / ".venv" / "bin" / "karpenter-tenants"
        with file.open(encoding="utf-8") as stdin:
            process = subprocess.Popen(
                [program, "try", "alpha", "-", "--project", folder, "--stack", deployment.STACK, *words],
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGINT)
                process.communicate()


def instance_of(process: "subprocess.Popen[str]") -> Path:
    """Folder of the cluster that the command has started: it is named after the command's child."""
    for folder in INSTANCES.glob("try-*/"):
        # Of a run that was killed only the folder may be left.
        with suppress(ProcessLookupError):
            if os.getpgid(int(folder.name.removeprefix("try-"))) == process.pid:
                return folder
    raise NotInTime(f"the cluster of process {process.pid}")


def processes_of(folder: Path) -> list[str]:
    """Command lines of all processes of the cluster."""
    return [line for line in command_lines().values() if str(folder) in line]


def seen(stage: Stage) -> list[tuple[str, int]]:
    """Which of Alpha's objects the stack has, and which state of them."""
    pools = [each for path in (NODE_POOLS, NODE_CLASSES) for each in stage.api.get(path)["items"]]
    named = [each for each in pools if each["metadata"]["name"].startswith("alpha-")]
    ours = [each["metadata"]["name"] for each in WORKLOAD]
    deployments = [each for each in stage.api.get(DEPLOYMENTS)["items"] if each["metadata"]["name"] in ours]
    return [(each["metadata"]["uid"], each["metadata"]["generation"]) for each in (*named, *deployments)]
