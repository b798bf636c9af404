"""The pools of the platform with the real Karpenter: tenants without nodes of their own, and the platform's own pods.

Each expectation stands beside the pod for which it must not hold. What these tests do not prove: what keeps tenants
apart on one node, which is the kernel's.
"""

import json

import pytest

from components.rendering.unready import is_ready
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.builders import POOL_LABEL, pod
from tests.cloud.karpenter.conftest import NAMESPACES, NODE_POOLS, POOLED, SYSTEM, VISITOR, Stage

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(2 * SECONDS_TO_START), pytest.mark.at_once]

TENANT_LABEL = "node-restriction.kubernetes.io/tenant"
SHARED_POOL, SYSTEM_POOL = "shared-pool", "system-pool"


def test_pods_of_tenants_without_nodes_and_of_no_tenant_run_on_the_shared_pool(stage: Stage):
    """The deployment has ended, so both pools are Ready; they wait for pods."""
    assert {pool: is_ready(stage.api.get(f"{NODE_POOLS}/{pool}")) for pool in (SHARED_POOL, SYSTEM_POOL)} == {
        SHARED_POOL: True,
        SYSTEM_POOL: True,
    }

    for namespace in (POOLED, VISITOR):
        stage.deploy(namespace, "web", pod())
    # Beside this stage's broken pools, which others may come to as well.
    stage.deploy("default", "web", pod(nodeSelector={POOL_LABEL: SHARED_POOL}))

    for namespace in (POOLED, VISITOR, "default"):
        labels = stage.node_of(namespace, "web")["metadata"]["labels"]
        assert (labels[POOL_LABEL], labels[TENANT_LABEL]) == (SHARED_POOL, "shared")
    told = stage.command("status", POOLED)
    assert told.stdout.startswith(f"{POOLED}, active, on nodes of the shared pool\n\nshared, pool of the platform, ")
    assert [line.split()[:4] for line in told.stdout.splitlines() if SHARED_POOL in line][:2] == [
        ["pool", "sharedPool", SHARED_POOL, "Ready"],
        ["node", "class", "nodeClass", SHARED_POOL],
    ]
    assert told.returncode == 0


def test_pods_of_the_platform_run_on_the_system_pool(stage: Stage):
    """Beside it the same pod of a namespace that is nobody's, which runs anywhere else."""
    for namespace in (SYSTEM, "default"):
        stage.deploy(namespace, "collector", pod())

    node, other = (stage.node_of(namespace, "collector") for namespace in (SYSTEM, "default"))

    assert other["metadata"]["labels"].get(POOL_LABEL) != SYSTEM_POOL

    assert (node["metadata"]["labels"][POOL_LABEL], node["metadata"]["labels"][TENANT_LABEL]) == (SYSTEM_POOL, "system")
    taint = {"key": "karpenter-tenants/tenant", "value": "system", "effect": "NoSchedule"}
    assert taint in node["spec"]["taints"]


def test_a_tenant_with_nodes_does_not_get_to_the_shared_pool(stage: Stage):
    """It is admitted, since its own selector is written beside; the same pod of a tenant without nodes runs."""
    for namespace in ("alpha", POOLED):
        stage.deploy(namespace, "chooser", pod(nodeSelector={POOL_LABEL: SHARED_POOL}))

    assert stage.node_of(POOLED, "chooser")["metadata"]["labels"][POOL_LABEL] == SHARED_POOL
    stage.live.until(lambda: any(map(stage.refusals, stage.pods_of("alpha", "chooser"))), "Karpenter's word")
    (refused,) = stage.pods_of("alpha", "chooser")
    assert refused["spec"]["nodeSelector"] == {POOL_LABEL: SHARED_POOL, TENANT_LABEL: "alpha"}
    assert "nodeName" not in refused["spec"]
    stage.api.delete("/apis/apps/v1/namespaces/alpha/deployments/chooser?propagationPolicy=Background")


def test_audit_tells_a_pod_on_a_shared_node_whose_tenant_has_nodes(stage: Stage):
    """Somebody of the platform binds it there by hand; pods that belong there are no departure."""
    stage.deploy(POOLED, "neighbour", pod())
    shared = stage.node_of(POOLED, "neighbour")["metadata"]["name"]
    own = {TENANT_LABEL: "alpha"}
    # No node of alpha's has this label, so that the scheduler leaves the pod alone.
    stray = pod(nodeSelector={**own, "nowhere": "true"}) | {"apiVersion": "v1", "kind": "Pod"}
    stage.api.create(f"{NAMESPACES}/alpha/pods", stray | {"metadata": {"name": "stray"}})
    stage.api.create(
        f"{NAMESPACES}/alpha/pods/stray/binding",
        {
            "apiVersion": "v1",
            "kind": "Binding",
            "metadata": {"name": "stray"},
            "target": {"apiVersion": "v1", "kind": "Node", "name": shared},
        },
    )

    told = audited(stage)
    stage.api.delete(f"{NAMESPACES}/alpha/pods/stray")

    assert [each for each in told if each["code"] == "D13" and each["subject"].startswith("Pod alpha/")] == [
        {
            "code": "D13",
            "subject": "Pod alpha/stray",
            "what": f"belongs to alpha and runs on {shared} of the shared pool",
            "fix": "delete the pod; its successor is placed anew",
        }
    ]
    assert [each for each in told if POOLED in each["subject"] or SHARED_POOL in each["subject"]] == []
    assert [each for each in told if each["subject"] == f"Node {shared}"] == []


def audited(stage: Stage) -> list[dict[str, str]]:
    """What `audit` says of the cluster, that of the tests' own tenants included."""
    return json.loads(stage.command("audit", "--no-aws", "--format", "json").stdout)
