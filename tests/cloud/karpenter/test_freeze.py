"""`karpenter-tenants freeze` and `status` on the running cluster.

What these tests do not prove: that a frozen tenant keeps its nodes and gets no other; `test_states` does.
"""

import re
import shutil
import tempfile
from pathlib import Path

import pytest
import yaml

from localcloud import deployment
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.conftest import GHOST, NODE_POOLS, Stage, is_running

# Not beside the others: some of them rewrite the files that are copied here.
pytestmark = [pytest.mark.cloud, pytest.mark.timeout(2 * SECONDS_TO_START)]


def test_freeze_writes_what_karpenter_counts(stage: Stage):
    """In a copy of the files, so that the stack stays as it is."""

    def counts(pool: str) -> int:
        found = (each for each in stage.live[NODE_POOLS] if each["metadata"]["name"] == pool)
        return max((int(each.get("status", {}).get("resources", {}).get("nodes", 0)) for each in found), default=0)

    stage.live.until(lambda: any(map(is_running, stage.pods("alpha"))), "the pods of alpha")
    stage.live.until(lambda: counts("alpha-default") == len(stage.claims_of("alpha-default")), "the count of its nodes")
    with tempfile.TemporaryDirectory() as folder:
        project = copied(stage, Path(folder))
        before = (project / "tenants/alpha.yaml").read_text(encoding="utf-8")

        finished = stage.command("freeze", "alpha", project=project)

        text = (project / "tenants/alpha.yaml").read_text(encoding="utf-8")
        checked = stage.command("check", project=project)
    counted = stage.api.get(f"{NODE_POOLS}/alpha-default")["status"]["resources"]
    limits = {resource: counted[resource] for resource in ("cpu", "memory")}
    assert (finished.stderr, finished.stdout) == (
        "the cluster is as it was until the next pulumi up\n",
        "tenants/alpha.yaml:\n  state: frozen, was active\n"
        f"  provisioners.default.frozenLimits: {{cpu: {limits['cpu']}, memory: {limits['memory']}}}\n",
    )
    written = yaml.safe_load(text)
    assert (written["state"], str(written["provisioners"]["default"]["frozenLimits"]["cpu"])) == (
        "frozen",
        limits["cpu"],
    )
    assert set(before.splitlines()) < set(text.splitlines())
    assert (finished.returncode, checked.returncode) == (0, 0)


def test_a_tenant_that_is_not_deployed_cannot_be_frozen(stage: Stage):
    with tempfile.TemporaryDirectory() as folder:
        project = copied(stage, Path(folder))

        finished = stage.command("freeze", GHOST, project=project, stack="planned")

        text = (project / f"tenants/{GHOST}.yaml").read_text(encoding="utf-8")
    assert (finished.stdout, finished.returncode) == ("", 1)
    assert finished.stderr == (
        f"provisioners.default: NodePool {GHOST}-default is not in the cluster; run pulumi up, or take the pool out of"
        f" the file\ntenants/{GHOST}.yaml was not changed\n"
    )
    assert text == (stage.program.folder / f"tenants/{GHOST}.yaml").read_text(encoding="utf-8")


def test_status_tells_what_karpenter_takes_the_nodes_to_cost(stage: Stage):
    stage.live.until(lambda: any(map(is_running, stage.pods("alpha"))), "the pods of alpha")
    metrics = deployment.shell_environment(stage.program.cloud.instance)[deployment.METRICS]

    finished = stage.command("status", "alpha", "--metrics", metrics)
    without = stage.command("status", "alpha", "--metrics", f"{metrics}/none")

    head = finished.stdout.splitlines()[0]
    assert re.fullmatch(r"alpha, active, [0-9.]+ USD/h", head)
    assert head != "alpha, active, 0.0000 USD/h"
    assert finished.stderr == ""
    assert without.stdout.splitlines()[0] == "alpha, active, unknown USD/h"
    assert without.stderr.startswith(f"prices are unknown: {metrics}/none ")


def copied(stage: Stage, folder: Path) -> Path:
    """The stack's files alone."""
    for file in ("Pulumi.yaml", f"Pulumi.{deployment.STACK}.yaml", "Pulumi.planned.yaml"):
        shutil.copy(stage.program.folder / file, folder)
    for part in ("tenants", "objects"):
        shutil.copytree(stage.program.folder / part, folder / part)
    return folder
