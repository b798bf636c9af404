"""Karpenter's next minor on a running stack, and back: the version is one number in the stack file.

What these tests do not prove: that other minors can be deployed; the local cloud has these two.
"""

import pytest

from localcloud import deployment
from localcloud.building import build_missing
from localcloud.building.tools import KARPENTER_VERSIONS, karpenter_controller
from localcloud.demo.workloads import SHOP, TENANT_LABEL
from localcloud.karpenter import controller
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.conftest import NODES, Stage, condition, is_running

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(4 * SECONDS_TO_START)]

BEFORE, AFTER = KARPENTER_VERSIONS
STACK_FILE = f"Pulumi.{deployment.STACK}.yaml"


def test_an_upgraded_karpenter_rolls_nothing_and_buys_nodes_for_their_own_tenant(stage: Stage):
    build_missing([karpenter_controller(AFTER)])
    pods = 2 * SHOP.replicas
    old = [claim["metadata"]["name"] for claim in stage.claims_of("alpha-default")]

    stage.program.rewrite(STACK_FILE, lambda text: text.replace(BEFORE, AFTER))
    upgraded = stage.program.pulumi("up", "--yes", "--skip-preview")
    process = running_controller(stage)
    stage.api.merge(f"/apis/apps/v1/namespaces/alpha/deployments/{SHOP.name}", {"spec": {"replicas": pods}})
    stage.live.until(lambda: sum(map(is_running, stage.pods("alpha"))) == pods, "the pods of alpha")
    claims = stage.claims_of("alpha-default")
    names = {pod["spec"]["nodeName"] for pod in stage.pods("alpha")}
    nodes = [node for node in stage.live[NODES] if node["metadata"]["name"] in names]
    stage.program.rewrite(STACK_FILE, lambda text: text.replace(AFTER, BEFORE))
    back = stage.program.pulumi("up", "--yes", "--skip-preview")

    assert upgraded.returncode == 0, upgraded.stdout
    assert process == karpenter_controller(AFTER).name
    assert len(claims) > len(old) > 0
    assert [condition(claim, "Drifted") for claim in claims] == [""] * len(claims)
    assert {node["metadata"]["labels"].get(TENANT_LABEL) for node in nodes} == {"alpha"}
    assert back.returncode == 0, back.stdout
    assert running_controller(stage) == karpenter_controller(BEFORE).name


def running_controller(stage: Stage) -> str:
    """Name of the binary that runs."""
    record = controller.record(stage.program.cloud.instance)
    assert record is not None
    assert record.running
    return record.command[0].rpartition("/")[2]
