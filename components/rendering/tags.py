"""Every AWS tag that the product writes, and the keys that belong to Karpenter.

A tag of a tenant comes from three places; later ones win: the stack's `cluster.tags`, the tenant's `tags`, and
the product's own keys, on which bills and reports rely. A node class has `tags` of its own before the last of these.
"""

from collections.abc import Mapping
from typing import Final

from ..model.names import TenantName
from ..model.node_class import NodeClassSpec
from ..model.platform import PlatformSettings
from ..model.tenant import TenantSpec

TENANT: Final = "tenant"
OWNER: Final = "owner"
COST_CENTER: Final = "cost-center"
TICKET: Final = "ticket"

DISCOVERY: Final = "karpenter.sh/discovery"
"""Convention of Karpenter's guides for subnets and security groups; no code reads this key by name."""

NODE_POOL: Final = "karpenter.sh/nodepool"
NODE_CLAIM: Final = "karpenter.sh/nodeclaim"
NODE_CLASS: Final = "karpenter.k8s.aws/ec2nodeclass"
EKS_CLUSTER: Final = "eks:eks-cluster-name"
REGION: Final = "topology.kubernetes.io/region"
NAME: Final = "Name"
"""Keys that Karpenter writes on what it launches; source: `pkg/utils/utils.go`, `pkg/apis/v1/labels.go`."""

OWNED: Final = "owned"
"""Value of the ownership tag."""


def ownership_key(cluster: str) -> str:
    """Key of the tag that says which cluster an EC2 resource belongs to."""
    return f"kubernetes.io/cluster/{cluster}"


def cluster_tags(settings: PlatformSettings) -> dict[str, str]:
    """Tags of everything that serves all tenants."""
    return dict(settings.cluster.tags)


def discovery_tags(settings: PlatformSettings) -> dict[str, str]:
    """Tag of the cluster's security group and subnets, empty where the operator switched it off."""
    return {DISCOVERY: settings.cluster.name} if settings.karpenter.discovery_tags else {}


def node_class_tags(tenant: TenantSpec, node_class: NodeClassSpec, settings: PlatformSettings) -> dict[str, str]:
    """Tags that a tenant's EC2NodeClass puts on instances and volumes.

    Without `owner.ticket`: a changed class tag replaces every node of the class, and tickets change often.
    """
    return {**cluster_tags(settings), **tenant.tags, **node_class.tags, **_ours(tenant)}


def platform_pool_tags(owner: TenantName, settings: PlatformSettings, own: Mapping[str, str]) -> dict[str, str]:
    """Tags of a pool of the platform, so that bills part its nodes from the tenants'.

    Args:
        owner: Whose the pool is: a name that no tenant has.
        settings: Tags of the stack.
        own: Those of its node class; none for roles and the like.
    """
    return {**cluster_tags(settings), **own, TENANT: owner}


def tenant_tags(tenant: TenantSpec, settings: PlatformSettings) -> dict[str, str]:
    """Tags of a tenant's other AWS resources: roles, instance profiles, policies, access entries."""
    ticket = {} if tenant.owner.ticket is None else {TICKET: tenant.owner.ticket}
    return {**cluster_tags(settings), **tenant.tags, **_ours(tenant), **ticket}


def _ours(tenant: TenantSpec) -> dict[str, str]:
    """The product's own keys of a tenant."""
    owner = {OWNER: tenant.owner.email}
    if tenant.owner.cost_center is not None:
        owner[COST_CENTER] = tenant.owner.cost_center
    return {TENANT: tenant.name, **owner}
