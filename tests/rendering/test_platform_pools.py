"""The stack's own pools as documents. That their nodes take the right pods is proven in tests/cloud."""

from typing import Any

from components.rendering.platform_pools import (
    PlatformPool,
    platform_node_class,
    platform_node_policies,
    platform_node_pool,
    platform_pools,
)
from components.rendering.v1 import ec2_node_class, node_pool
from tests.builders import PROVISIONER, settings, tenant
from tests.rendering.builders import cluster

POOL = {**PROVISIONER, "nodeClass": {"ami": "al2023", "tags": {"team": "base", "tenant": "nobody"}}}


def pools(**words: Any) -> dict[str, PlatformPool]:
    return {pool.word: pool for pool in platform_pools(settings(karpenter={"version": "1.14.3", **words}).karpenter)}


def test_there_are_none_unless_the_stack_says_so():
    assert pools() == {}
    assert list(pools(systemPool=POOL, sharedPool=POOL)) == ["sharedPool", "systemPool"]


def test_the_shared_pool_has_a_label_and_no_taint_of_ours():
    found = platform_node_pool(pools(sharedPool=POOL)["sharedPool"], cluster())

    assert found == {
        "apiVersion": "karpenter.sh/v1",
        "kind": "NodePool",
        "metadata": {"name": "shared-pool"},
        "spec": {
            "template": {
                "metadata": {"labels": {"node-restriction.kubernetes.io/tenant": "shared"}},
                "spec": {
                    "nodeClassRef": {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "shared-pool"},
                    "requirements": [
                        {
                            "key": "node.kubernetes.io/instance-type",
                            "operator": "In",
                            "values": ["m5.large", "m5.xlarge"],
                        },
                        {"key": "kubernetes.io/arch", "operator": "In", "values": ["amd64"]},
                        {"key": "kubernetes.io/os", "operator": "In", "values": ["linux"]},
                        {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["on-demand"]},
                    ],
                    "expireAfter": "Never",
                    "terminationGracePeriod": "24h",
                },
            },
            "disruption": {
                "consolidationPolicy": "WhenEmptyOrUnderutilized",
                "consolidateAfter": "1m",
                "budgets": [{"nodes": "10%", "reasons": ["Underutilized", "Empty", "Drifted"]}],
            },
            "limits": {"cpu": "100", "memory": "400Gi"},
        },
    }


def test_the_system_pool_keeps_tenants_off():
    own = {"key": "example.com/a", "effect": "NoSchedule"}
    template = platform_node_pool(pools(systemPool={**POOL, "taints": [own]})["systemPool"], cluster())["spec"][
        "template"
    ]

    assert template["metadata"]["labels"] == {"node-restriction.kubernetes.io/tenant": "system"}
    assert template["spec"]["taints"] == [
        own,
        {"key": "karpenter-tenants/tenant", "value": "system", "effect": "NoSchedule"},
    ]


def test_a_class_of_the_platform_is_a_tenants_but_for_names_and_tags():
    """Whatever a tenant may write about pools and classes, the stack may write about its own."""
    words = {"ami": "bottlerocket", "disk": {"size": "80Gi"}, "kubelet": {"maxPods": 40}, "imdsHopLimit": 1}
    written = {
        **PROVISIONER,
        "weight": 3,
        "zones": ["eu-central-1a"],
        "startupTaints": [{"key": "a", "effect": "NoSchedule"}],
    }
    alpha = tenant(provisioners={"default": written}, nodeClasses={"default": words})
    of_stack = settings(karpenter={"version": "1.14.3", "sharedPool": {**written, "nodeClass": words}})
    (pool,) = platform_pools(of_stack.karpenter)

    ours, theirs = platform_node_class(pool, cluster(), of_stack), ec2_node_class(alpha, "default", cluster(), of_stack)
    own_pool, other_pool = platform_node_pool(pool, cluster()), node_pool(alpha, "default", cluster())

    assert ours["spec"].pop("instanceProfile") == "acme-dev-shared-node"
    assert theirs["spec"].pop("instanceProfile") == "acme-dev-alpha-node"
    assert ours["spec"].pop("tags") == {"tenant": "shared"}
    del theirs["spec"]["tags"]
    assert ours["spec"] == theirs["spec"]
    for one in (own_pool, other_pool):
        del one["spec"]["template"]["metadata"], one["spec"]["template"]["spec"]["nodeClassRef"]
    del other_pool["spec"]["template"]["spec"]["taints"]
    assert own_pool["spec"] == other_pool["spec"]


def test_tags_tell_whose_the_bill_is():
    of_stack = settings(karpenter={"version": "1.14.3", "sharedPool": POOL})
    (pool,) = platform_pools(of_stack.karpenter)

    assert platform_node_class(pool, cluster(), of_stack)["spec"]["tags"] == {"team": "base", "tenant": "shared"}


def test_shared_nodes_pull_no_tenants_images():
    of_stack = settings(
        karpenter={"version": "1.14.3", "sharedPool": POOL},
        tenantDefaults={"iam": {"sharedImageRepositories": ["base/*"], "imageRepositories": ["alpha/*"]}},
    )
    (pool,) = platform_pools(of_stack.karpenter)

    managed, inline = platform_node_policies(pool, cluster().home, of_stack)

    assert managed == ("arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy",)
    (pull,) = [each for each in inline["image-pull"]["Statement"] if each["Sid"] == "AllowImagePull"]
    assert pull["Resource"][:-1] == [
        "arn:aws:ecr:eu-central-1:111122223333:repository/shared/*",
        "arn:aws:ecr:eu-central-1:111122223333:repository/base/*",
    ]
    assert list(inline) == ["image-pull"]
