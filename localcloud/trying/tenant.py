"""A tenant's objects as a cluster of its own takes them: rendered by the product, with the account's parts replaced.

What decides scheduling stays: pools, kubelet settings, disks, policies, quota, limit range. Subnets, security groups,
images and identities exist in the operator's account alone, and stand-ins take their place; reservations and placement
groups cannot be simulated and are left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from components.model.enums import AmiAlias, AmiFamily
from components.model.platform import PlatformSettings
from components.model.tenant import TenantSpec
from components.rendering.admission import admission_documents, system_namespaces
from components.rendering.ami import ami_family, pins_of
from components.rendering.facts import ClusterFacts
from components.rendering.headroom import headroom_priority_class
from components.rendering.namespaces import namespace
from components.rendering.pools import node_class_os, node_pool_name, rendered_pools, used_node_classes
from components.rendering.quotas import limit_range, resource_quota
from components.rendering.v1 import ec2_node_class, node_pool

Document = dict[str, Any]

_ALIASES: Mapping[AmiFamily, str] = {
    AmiFamily.AL2: f"{AmiAlias.AL2023}@latest",
    AmiFamily.AL2023: f"{AmiAlias.AL2023}@latest",
    AmiFamily.CUSTOM: f"{AmiAlias.AL2023}@latest",
    AmiFamily.BOTTLEROCKET: f"{AmiAlias.BOTTLEROCKET}@latest",
    AmiFamily.WINDOWS2019: f"{AmiAlias.WINDOWS2019}@latest",
    AmiFamily.WINDOWS2022: f"{AmiAlias.WINDOWS2022}@latest",
    AmiFamily.WINDOWS2025: f"{AmiAlias.WINDOWS2025}@latest",
}
"""Image family → one that the local cloud has, for the same architectures."""

_NOT_SIMULATED = ("capacityReservationSelectorTerms", "placementGroupSelector")


@dataclass(frozen=True)
class Network:
    """What stands in for the account: subnet id → zone, and the security group."""

    subnets: Mapping[str, str]
    security_group: str


def zones_of(settings: PlatformSettings) -> tuple[int, tuple[str, ...]]:
    """How many zones the stack's subnets lie in, and which, where the stack file says so; else three."""
    vpc = settings.cluster.vpc
    if vpc is None:
        return 3, ()
    if vpc.create is not None:
        return vpc.create.zones, ()
    written = tuple(dict.fromkeys(str(each.zone) for each in vpc.subnet_ids if each.zone is not None))
    return (len(written) or 3), written


def cluster_documents(settings: PlatformSettings, facts: ClusterFacts) -> list[Document]:
    """What the product puts into the cluster whoever its tenants are: the class of spare capacity, and the policies."""
    return [headroom_priority_class(), *system_namespaces(settings), *admission_documents(settings, facts)]


def tenant_documents(tenant: TenantSpec, settings: PlatformSettings, facts: ClusterFacts) -> Iterator[Document]:
    """Namespaces with their bounds. Roles and network policies say nothing of nodes, nor does spare capacity."""
    for spec in tenant.namespaces:
        yield namespace(tenant, spec, settings, facts)
        for bound in (resource_quota(tenant, spec, settings, facts.karpenter), limit_range(tenant, spec)):
            if bound is not None:
                yield bound


def pool_documents(
    tenant: TenantSpec, settings: PlatformSettings, facts: ClusterFacts, network: Network
) -> list[Document]:
    """EC2NodeClasses, then NodePools."""
    return [
        *(_node_class(tenant, key, settings, facts, network) for key in used_node_classes(tenant)),
        *(node_pool(tenant, key, facts) for key in rendered_pools(tenant)),
    ]


def pool_keys(tenant: TenantSpec) -> dict[str, str]:
    """Name of a NodePool → its key in `provisioners`."""
    return {node_pool_name(tenant, key): key for key in rendered_pools(tenant)}


def ignored_fields(tenant: TenantSpec, settings: PlatformSettings, facts: ClusterFacts) -> list[str]:
    """One line for what of the classes cannot be simulated."""
    written = [
        f"nodeClasses.{key}.{field}"
        for key in used_node_classes(tenant)
        for field in _NOT_SIMULATED
        if field in ec2_node_class(tenant, key, facts, settings)["spec"]
    ]
    return [f"not simulated: {', '.join(written)}"] if written else []


def _node_class(
    tenant: TenantSpec, key: str, settings: PlatformSettings, facts: ClusterFacts, network: Network
) -> Document:
    document = ec2_node_class(tenant, key, facts, settings)
    spec = tenant.node_classes[key]
    family = ami_family(spec, pins_of(settings.amis, tenant.ring), node_class_os(tenant, key))
    zones = {str(each.zone) for each in spec.subnets if each.zone is not None}
    subnets: Sequence[str] = [id for id, zone in network.subnets.items() if not zones or zone in zones]
    kept = {key: value for key, value in document["spec"].items() if key not in (*_NOT_SIMULATED, "amiFamily", "role")}
    stand_ins = {
        "amiSelectorTerms": [{"alias": _ALIASES[family]}],
        "subnetSelectorTerms": [{"id": id} for id in subnets or network.subnets],
        "securityGroupSelectorTerms": [{"id": network.security_group}],
        "instanceProfile": "try",
    }
    return {**document, "spec": {**kept, **stand_ins}}
