"""A deployment while Karpenter is down says so and deletes nothing; the next one finishes.

What these tests do not prove: why a controller goes down.
"""

import os
from pathlib import Path

import pytest

from localcloud.karpenter import controller
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.conftest import Stage

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(2 * SECONDS_TO_START)]

DEPLOYMENT = "/apis/apps/v1/namespaces/kube-system/deployments/karpenter"


LOOPBACK = {"0100007F": "127.0.0.1"}
"""As proc(5) writes it on a little-endian machine."""


def scale(stage: Stage, replicas: int) -> None:
    stage.api.merge(DEPLOYMENT, {"spec": {"replicas": replicas}})


def test_a_deployment_without_controller_fails_and_the_next_one_finishes(stage: Stage):
    """Two runs without a change, which could call it done."""
    scale(stage, 0)
    down = stage.program.pulumi("up", "--yes", "--skip-preview")
    scale(stage, 2)
    up = stage.program.pulumi("up", "--yes", "--skip-preview")

    assert down.returncode != 0
    assert (
        "error: Karpenter does not run: Deployment kube-system/karpenter has 0 of 0 replicas available, so nothing was "
        "deleted, since pools and classes would wait for it; see kubectl -n kube-system describe deployment karpenter, "
        "and repeat pulumi up\n"
    ) in down.stdout
    assert up.returncode == 0, up.stdout


def test_the_controller_listens_on_this_machine_alone(stage: Stage):
    record = controller.record(stage.program.cloud.instance)
    assert record is not None

    assert listening(record.pid) == sorted(f"127.0.0.1:{port}" for port in record.ports.values())


def listening(pid: int) -> list[str]:
    """Addresses on which a process listens (proc(5), `net/tcp`)."""
    sockets = {os.readlink(file) for file in Path(f"/proc/{pid}/fd").iterdir() if file.is_symlink()}
    found: list[str] = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text(encoding="ascii").splitlines()[1:]:
            _, local, _, state, *_, inode = line.split()[:10]
            if state == "0A" and f"socket:[{inode}]" in sockets:
                address, port = local.split(":")
                found.append(f"{LOOPBACK.get(address, address)}:{int(port, 16)}")
    return sorted(found)
