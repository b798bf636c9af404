"""While Karpenter is down a deployment says so and deletes nothing; the next one finishes.

What these tests do not prove: why a controller goes down.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from localcloud import deployment
from localcloud.errors import LocalCloudError
from localcloud.karpenter import controller
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.conftest import NODE_POOLS, Stage

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(2 * SECONDS_TO_START)]

LOOPBACK = {"0100007F": "127.0.0.1"}
"""As proc(5) writes it on a little-endian machine."""


DOWN = (
    "Karpenter does not run: Deployment kube-system/karpenter has 0 of 0 replicas available, and pools, classes and "
    "nodes that are deleted wait for it; see kubectl -n kube-system describe pods -l app.kubernetes.io/name=karpenter, "
    "and their log"
)


def test_without_controller_nothing_is_deleted_and_the_next_deployment_finishes(stage: Stage):
    """A pool of Beta with nodes is to go, and then the whole stack."""
    stage.program.rewrite("tenants/beta.yaml", without_pool("web"))
    stage.scale_controller(0)
    stage.until_controller_has(0)
    told = stage.command("status", "--blocking")
    with pytest.raises(LocalCloudError) as refused:
        deployment.destroy(stage.program.cloud.instance)
    down = stage.program.pulumi("up", "--yes", "--skip-preview")
    kept = stage.api.get(f"{NODE_POOLS}/beta-web")
    stage.scale_controller(2)
    up = stage.program.pulumi("up", "--yes", "--skip-preview")
    pools = {each["metadata"]["name"] for each in stage.api.get(NODE_POOLS)["items"]}

    assert (told.stdout.splitlines()[0], told.returncode) == (DOWN, 1)
    assert str(refused.value) == f"{DOWN}, and repeat the command, which has deleted nothing"
    assert down.returncode != 0
    assert f"error: {DOWN}, and repeat pulumi up, which has deleted nothing\n" in down.stdout
    assert "deletionTimestamp" not in kept["metadata"]
    assert up.returncode == 0, up.stdout
    assert {"beta-batch", "beta-web"} & pools == {"beta-batch"}
    assert stage.claims_of("beta-web") == []


def without_pool(key: str) -> Callable[[str], str]:
    """Takes a provisioner out of a tenant file."""

    def change(text: str) -> str:
        file = yaml.safe_load(text)
        del file["provisioners"][key]
        return yaml.safe_dump(file)

    return change


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
