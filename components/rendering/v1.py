"""Manifests of pools in Karpenter's API v1 (1.0 to 1.15): NodePool and EC2NodeClass.

Every field of disruption is written out, because the API's own defaults differ between versions. Values known only
after deployment (ids of a network that the product makes) come with the facts and are placed as they are.

Source: `pkg/apis/crds` of github.com/aws/karpenter-provider-aws 1.14.3 and 1.15.2.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..model import names
from ..model.enums import OperatingSystem
from ..model.limits import Limits
from ..model.names import TenantName
from ..model.node_class import NodeClassSpec
from ..model.platform import PlatformSettings
from ..model.pool import PoolSpec
from ..model.tenant import TenantSpec
from ..versions import KarpenterVersion
from .ami import Pins, ami_family, ami_fields, pins_of
from .block_devices import block_device_mappings
from .budgets import budgets
from .facts import ClusterFacts
from .placement import tenant_label_key, tenant_taints
from .plain import document_of, plain
from .pools import limits_in_force, node_class_name, node_class_os, node_pool_name
from .requirements import requirements
from .tags import node_class_tags

_PRODUCT_FIELDS: Final = frozenset(
    (
        "ami",
        "disk",
        "subnets",
        "security_groups",
        "imds_hop_limit",
        "role",
        "instance_profile",
        "existing_name",
        "ami_family",
        "ami_selector_terms",
        "subnet_selector_terms",
        "security_group_selector_terms",
        "block_device_mappings",
        "metadata_options",
        "tags",
    )
)
"""Fields of a node class that a function here renders; every other one is a word of the API and goes in as it is."""


def node_pool(tenant: TenantSpec, key: str, cluster: ClusterFacts) -> dict[str, Any]:
    """The NodePool of one provisioner."""
    spec = tenant.provisioners[key]
    _, limits = limits_in_force(tenant, spec)
    return pool_manifest(
        spec,
        cluster.karpenter,
        name=node_pool_name(tenant, key),
        node_class=node_class_name(tenant, spec.node_class),
        owner=tenant.name,
        taints=tenant_taints(tenant.name, tenant.enforcement),
        limits=limits,
    )


def pool_manifest(
    spec: PoolSpec,
    karpenter: KarpenterVersion,
    *,
    name: str,
    node_class: str,
    owner: TenantName,
    taints: Sequence[Mapping[str, Any]],
    limits: Limits,
) -> dict[str, Any]:
    """The NodePool of a pool, whosever it is.

    Args:
        spec: The pool.
        karpenter: The version that reads it.
        name: Of the NodePool.
        node_class: Name of its EC2NodeClass.
        owner: Value of the tenant label of its nodes.
        taints: Those of the product, beside the pool's own.
        limits: Those in force.
    """
    optional = {"limits": plain(limits), "weight": spec.weight, "replicas": spec.replicas}
    return {
        "apiVersion": "karpenter.sh/v1",
        "kind": "NodePool",
        "metadata": {"name": name},
        "spec": {
            "template": _template(spec, karpenter, node_class, owner, taints),
            "disruption": {
                "consolidationPolicy": str(spec.disruption.consolidation_policy),
                "consolidateAfter": str(spec.disruption.consolidate_after),
                "budgets": budgets(spec),
            },
            **plain(optional),
        },
    }


def ec2_node_class(tenant: TenantSpec, key: str, cluster: ClusterFacts, settings: PlatformSettings) -> dict[str, Any]:
    """The EC2NodeClass of one node class that a provisioner uses.

    Args:
        tenant: Its ring says which pins of `platform:amis` hold.
        key: In `nodeClasses`.
        cluster: Where nothing is written: subnets, security group, and the name in the instance profile's name.
        settings: Pins and tags of the stack.
    """
    spec = tenant.node_classes[key]
    return class_manifest(
        spec,
        cluster,
        name=node_class_name(tenant, key),
        owner=tenant.name,
        pins=pins_of(settings.amis, tenant.ring),
        system=node_class_os(tenant, key),
        tags=node_class_tags(tenant, spec, settings),
    )


def class_manifest(
    spec: NodeClassSpec,
    cluster: ClusterFacts,
    *,
    name: str,
    owner: TenantName,
    pins: Pins,
    system: OperatingSystem,
    tags: Mapping[str, str],
) -> dict[str, Any]:
    """The EC2NodeClass of a node class, whosever it is.

    Args:
        spec: The class.
        cluster: Where nothing is written.
        name: Of the EC2NodeClass.
        owner: In the name of the instance profile where none is written.
        pins: Versions of images without one.
        system: What its nodes run.
        tags: Of instances and volumes.
    """
    mappings = block_device_mappings(spec, ami_family(spec, pins, system), cluster.karpenter)
    return {
        "apiVersion": "karpenter.k8s.aws/v1",
        "kind": "EC2NodeClass",
        "metadata": {"name": name},
        "spec": {
            **ami_fields(spec, pins, system, cluster.kubernetes_version),
            **_identity(spec, owner, system, cluster),
            "subnetSelectorTerms": _subnets(spec, cluster),
            "securityGroupSelectorTerms": _security_groups(spec, cluster),
            "metadataOptions": _metadata_options(spec),
            **({"blockDeviceMappings": mappings} if mappings else {}),
            **plain(spec.model_dump(by_alias=True, exclude=set(_PRODUCT_FIELDS))),
            "tags": dict(tags),
        },
    }


def _template(
    spec: PoolSpec,
    karpenter: KarpenterVersion,
    node_class: str,
    owner: TenantName,
    product_taints: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    labels = {**spec.labels, tenant_label_key(karpenter): owner}
    taints = [*map(document_of, spec.taints), *product_taints]
    return {
        "metadata": plain({"labels": labels, "annotations": spec.annotations}),
        "spec": {
            "nodeClassRef": {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": node_class},
            "requirements": requirements(spec, karpenter),
            **plain({"taints": taints, "startupTaints": [*map(document_of, spec.startup_taints)]}),
            "expireAfter": str(spec.expire_after),
            **plain({"terminationGracePeriod": spec.termination_grace_period}),
        },
    }


def _identity(spec: NodeClassSpec, owner: TenantName, system: OperatingSystem, cluster: ClusterFacts) -> dict[str, str]:
    if spec.role is not None:
        return {"role": str(spec.role)}
    made = names.instance_profile(cluster.name, owner, system)
    return {"instanceProfile": str(spec.instance_profile or made)}


def _subnets(spec: NodeClassSpec, cluster: ClusterFacts) -> list[dict[str, Any]]:
    if spec.subnet_selector_terms:
        return [document_of(term) for term in spec.subnet_selector_terms]
    if spec.subnets:
        return [{"id": str(subnet.id)} for subnet in spec.subnets]
    return [{"id": subnet} for subnet in cluster.subnets]


def _security_groups(spec: NodeClassSpec, cluster: ClusterFacts) -> list[dict[str, Any]]:
    if spec.security_group_selector_terms:
        return [document_of(term) for term in spec.security_group_selector_terms]
    if spec.security_groups:
        return [{"id": str(group)} for group in spec.security_groups]
    return [{"id": cluster.security_group}]


def _metadata_options(spec: NodeClassSpec) -> dict[str, Any]:
    options = document_of(spec.metadata_options)
    return options if spec.imds_hop_limit is None else {**options, "httpPutResponseHopLimit": spec.imds_hop_limit}
