"""Everything that one tenant gets, as documents in the order of their creation.

IAM resources are shown in CloudFormation's words, in which their policies are read most often.
"""

from collections.abc import Iterator
from typing import Any

from ..model import names
from ..model.enums import OperatingSystem
from ..model.platform import PlatformSettings
from ..model.tenant import TenantSpec
from ..rendering.boundary import boundary_policy
from ..rendering.facts import ClusterFacts, arn
from ..rendering.namespaces import namespace, namespace_name
from ..rendering.node_identity import node_role_managed_policies, node_role_policies, node_trust_policy
from ..rendering.pools import operating_systems, rendered_pools, used_node_classes
from ..rendering.storage_classes import storage_classes
from ..rendering.tags import tenant_tags
from ..rendering.tenant_objects import namespace_objects
from ..rendering.v1 import ec2_node_class, node_pool


def tenant_documents(
    tenant: TenantSpec, settings: PlatformSettings, cluster: ClusterFacts
) -> Iterator[tuple[str, dict[str, Any]]]:
    """(title, document) of each IAM resource and each manifest of a tenant."""
    tags = [{"Key": key, "Value": value} for key, value in tenant_tags(tenant, settings).items()]
    systems = operating_systems(tenant)
    if systems and tenant.iam.permissions_boundary is None:
        yield "IAM policy, boundary of the tenant's roles", _boundary(tenant, cluster, tags)
    for system in systems:
        yield f"IAM role of the {system} nodes", _node_role(tenant, cluster, system, tags)
        yield f"IAM instance profile of the {system} nodes", _instance_profile(tenant, cluster, system, tags)
    for document in storage_classes(tenant, settings):
        yield f"StorageClass {document['metadata']['name']}", document
    for spec in tenant.namespaces:
        name = namespace_name(tenant, spec)
        yield f"namespace {name}", namespace(tenant, spec, cluster)
        for document in namespace_objects(tenant, spec, settings, cluster):
            yield f"{document['kind']} {document['metadata']['name']} in {name}", document
    for key in used_node_classes(tenant):
        yield f"nodeClasses.{key}", ec2_node_class(tenant, key, cluster, settings)
    for key in rendered_pools(tenant):
        yield f"provisioners.{key}", node_pool(tenant, key, cluster)


def _boundary(tenant: TenantSpec, cluster: ClusterFacts, tags: list[dict[str, str]]) -> dict[str, Any]:
    name = names.boundary_policy(cluster.name, tenant.name)
    return {"ManagedPolicyName": name, "PolicyDocument": boundary_policy(cluster), "Tags": tags}


def _node_role(
    tenant: TenantSpec, cluster: ClusterFacts, system: OperatingSystem, tags: list[dict[str, str]]
) -> dict[str, Any]:
    made = names.boundary_policy(cluster.name, tenant.name)
    boundary = arn(cluster.partition, "iam", f"policy/{made}", account=cluster.account)
    return {
        "RoleName": names.node_role(cluster.name, tenant.name, system),
        "Path": names.tenant_role_path(cluster.name),
        "PermissionsBoundary": tenant.iam.permissions_boundary or boundary,
        "AssumeRolePolicyDocument": node_trust_policy(cluster.partition),
        "ManagedPolicyArns": node_role_managed_policies(tenant, cluster.home),
        "Policies": [
            {"PolicyName": name, "PolicyDocument": document}
            for name, document in node_role_policies(tenant, cluster.home).items()
        ],
        "Tags": tags,
    }


def _instance_profile(
    tenant: TenantSpec, cluster: ClusterFacts, system: OperatingSystem, tags: list[dict[str, str]]
) -> dict[str, Any]:
    return {
        "InstanceProfileName": names.instance_profile(cluster.name, tenant.name, system),
        "Path": names.tenant_role_path(cluster.name),
        "Roles": [names.node_role(cluster.name, tenant.name, system)],
        "Tags": tags,
    }
