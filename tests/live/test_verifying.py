"""The pod of `verify`.

What these tests do not prove: that it runs; tests/cloud runs it.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from components.live.verifying import namespace_for, obstacles, verification
from components.model.tenant import TenantSpec
from components.rendering.destination import Destination, destinations
from components.versions import karpenter_version
from tests.builders import PROVISIONER, settings, tenant
from tests.live.builders import node_class, node_pool

GPU = {"key": "nvidia.com/gpu", "effect": "NoSchedule"}
BATCH = {"key": "batch", "value": "true", "effect": "NoExecute"}
SHARED = {**PROVISIONER, "taints": [GPU], "nodeClass": {"subnets": ["subnet-0a"]}}


def destination(spec: TenantSpec, word: str) -> Destination:
    stack = settings(karpenter={"version": "1.14.3", "sharedPool": SHARED})
    return destinations(spec, stack, karpenter_version("1.14.3"))[word]


def pooled(**words: Any) -> TenantSpec:
    return tenant("pooled", isolation="shared", provisioners={}, nodeClasses={}, **words)


def test_the_pod_fits_on_its_pool_and_nowhere_else():
    spec = tenant(provisioners={"batch": {**PROVISIONER, "taints": [GPU, BATCH]}})

    deployment = verification(destination(spec, "batch"), "mirror.example/pause:1")

    pod = deployment["spec"]["template"]
    assert (deployment["metadata"]["name"], deployment["spec"]["replicas"]) == ("karpenter-tenants-verify-batch", 1)
    assert deployment["spec"]["selector"]["matchLabels"] == pod["metadata"]["labels"]
    assert pod["spec"]["containers"][0]["image"] == "mirror.example/pause:1"
    assert pod["spec"]["nodeSelector"] == {
        "node-restriction.kubernetes.io/tenant": "alpha",
        "karpenter.sh/nodepool": "alpha-batch",
    }
    assert pod["spec"]["tolerations"] == [
        {"key": "karpenter-tenants/tenant", "operator": "Equal", "value": "alpha", "effect": "NoSchedule"},
        {"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"},
        {"key": "batch", "operator": "Equal", "value": "true", "effect": "NoExecute"},
    ]


def test_the_pod_of_a_tenant_without_nodes_goes_to_the_shared_pool():
    deployment = verification(destination(pooled(), "shared-pool"), "pause:1")

    pod = deployment["spec"]["template"]["spec"]
    assert deployment["metadata"]["name"] == "karpenter-tenants-verify-shared-pool"
    assert pod["nodeSelector"] == {"karpenter.sh/nodepool": "shared-pool"}
    assert pod["tolerations"] == [{"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"}]


def test_what_keeps_a_node_of_the_shared_pool_from_coming_is_named():
    spec = pooled()
    objects = {"/apis/karpenter.k8s.aws/v1/ec2nodeclasses/shared-pool": node_class("shared-pool", NO_SUBNET)}

    assert list(obstacles(Objects(objects), spec, destination(spec, "shared-pool"))) == [
        'platform:karpenter.sharedPool.nodeClass.subnets: EC2NodeClass shared-pool with [{"id": "subnet-0a"}] is not '
        "Ready: SubnetSelector did not match any Subnets (SubnetsNotFound); write ids of subnets that exist in this "
        "account and region, or tags that they carry",
        "tenant pooled: NodePool shared-pool is missing; run pulumi up",
    ]


def test_the_strictest_pod_security_standard_allows_it():
    pod = verification(destination(tenant(), "default"), "pause:1")["spec"]["template"]

    (container,) = pod["spec"]["containers"]
    assert pod["spec"]["securityContext"]["runAsNonRoot"] is True
    assert pod["spec"]["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert container["securityContext"] == {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}


class Objects:
    """A cluster of these objects."""

    def __init__(self, objects: Mapping[str, Any]) -> None:
        self._objects = objects

    def get(self, path: str) -> Any:
        return self._objects.get(path)


POOL_PATH = "/apis/karpenter.sh/v1/nodepools/alpha-default"
CLASS_PATH = "/apis/karpenter.k8s.aws/v1/ec2nodeclasses/alpha-default"
NO_SUBNET = {
    "type": "SubnetsReady",
    "status": "False",
    "reason": "SubnetsNotFound",
    "message": "SubnetSelector did not match any Subnets",
}


@pytest.mark.parametrize(
    ("objects", "expected"),
    [
        pytest.param({POOL_PATH: node_pool(), CLASS_PATH: node_class()}, [], id="nothing"),
        pytest.param(
            {CLASS_PATH: node_class()},
            ["tenant alpha: NodePool alpha-default is missing; run pulumi up"],
            id="no pool",
        ),
        pytest.param(
            {
                POOL_PATH: node_pool(deletionTimestamp="2026-11-30T12:00:00Z"),
                CLASS_PATH: node_class("alpha-default", NO_SUBNET),
            },
            [
                'tenant alpha: platform:cluster.vpc: EC2NodeClass alpha-default with [{"id": "subnet-0a"}] is not '
                "Ready: SubnetSelector did not match any Subnets (SubnetsNotFound); write ids of subnets that exist in "
                "this account and region, or tags that they carry",
                "tenant alpha: NodePool alpha-default is being deleted; see karpenter-tenants status alpha --blocking",
            ],
            id="a pool that goes, a class without subnets",
        ),
    ],
)
def test_what_keeps_a_node_from_coming_is_named(objects: Mapping[str, Any], expected: list[str]):
    spec = tenant()

    assert list(obstacles(Objects(objects), spec, destination(spec, "default"))) == expected


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        pytest.param(["alpha-jobs", "alpha-web"], "alpha-web", id="the first that may"),
        pytest.param(["alpha-jobs"], "kube-system", id="none that may"),
    ],
)
def test_the_pod_goes_where_the_pool_may_be_used(there: list[str], expected: str):
    spec = tenant(
        provisioners={"default": PROVISIONER, "jobs": PROVISIONER},
        namespaces=[{"suffix": "jobs", "provisioner": "jobs"}, {"suffix": "web"}],
    )
    cluster = Objects({f"/api/v1/namespaces/{name}": {} for name in there})

    assert namespace_for(cluster, spec, destination(spec, "default")) == expected
