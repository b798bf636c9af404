"""`karpenter-tenants verify` on the running cluster, admission policies included.

What these tests do not prove: that the image can be pulled.
"""

import pytest

from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.builders import POOL_LABEL
from tests.cloud.karpenter.conftest import GHOST, NODES, POOLED, Stage

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(2 * SECONDS_TO_START), pytest.mark.at_once]


@pytest.mark.parametrize(
    ("tenant", "pool", "node_pool"),
    [("alpha", "default", "alpha-default"), ("beta", "batch", "beta-batch"), (POOLED, "shared-pool", "shared-pool")],
)
def test_verify_runs_a_pod_on_the_pool_and_says_where(stage: Stage, tenant: str, pool: str, node_pool: str):
    finished = stage.command("verify", tenant, pool)

    assert finished.stderr == f"{tenant}/karpenter-tenants-verify-{pool} waits for a node of pool {pool}\n"
    name = finished.stdout.removeprefix(f"{tenant}: runs on ").partition(",")[0]
    labels = stage.api.get(f"{NODES}/{name}")["metadata"]["labels"]
    told = (
        labels[each]
        for each in (
            "node.kubernetes.io/instance-type",
            "topology.kubernetes.io/zone",
            "karpenter.sh/capacity-type",
        )
    )
    assert finished.stdout == f"{tenant}: runs on {', '.join((name, *told))}\n"
    assert (finished.returncode, labels[POOL_LABEL]) == (0, node_pool)
    deployments = stage.api.get(f"/apis/apps/v1/namespaces/{tenant}/deployments")["items"]
    assert f"karpenter-tenants-verify-{pool}" not in [each["metadata"]["name"] for each in deployments]


def test_verify_names_what_is_not_deployed(stage: Stage):
    finished = stage.command("verify", GHOST, stack="planned")

    assert (finished.stdout, finished.returncode) == ("", 1)
    assert finished.stderr == (
        f"tenant {GHOST}: EC2NodeClass {GHOST}-default is missing; run pulumi up\n"
        f"tenant {GHOST}: NodePool {GHOST}-default is missing; run pulumi up\n"
    )
