"""The end of a stack whose customers still run something: nothing is left, neither nodes nor finalizers.

What these tests do not prove: how long EC2 takes.
"""

import pytest

from localcloud import deployment
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.builders import POOL_LABEL, pod
from tests.cloud.karpenter.conftest import CLAIMS, POOLED, SETTLER, SYSTEM, Stage, is_running

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(3 * SECONDS_TO_START)]


def test_destroy_with_running_workloads_leaves_nothing(stage: Stage):
    for tenant in ("alpha", "beta"):
        stage.live.until(lambda tenant=tenant: any(map(is_running, stage.pods(tenant))), f"the pods of {tenant}")
    for namespace in (POOLED, SYSTEM):
        stage.deploy(namespace, "last", pod())
        stage.node_of(namespace, "last")
    stage.clear()
    pools = {claim["metadata"]["labels"][POOL_LABEL] for claim in stage.api.get(CLAIMS)["items"]}
    assert pools >= {"alpha-default", "shared-pool", "system-pool"}

    deployment.destroy(stage.program.cloud.instance)

    assert stage.api.get("/api/v1/nodes")["items"] == []
    assert stage.api.get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions")["items"] == []
    # Namespaces that somebody else made are left to them.
    assert {each["metadata"]["name"] for each in stage.api.get("/api/v1/namespaces")["items"]} - {
        SYSTEM,
        SETTLER,
        f"{SETTLER}-jobs",
    } == {"default", "kube-node-lease", "kube-public", "kube-system"}
    assert stage.program.cloud.left_in_aws() == {}
