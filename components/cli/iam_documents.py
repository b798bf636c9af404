"""What a tenant, or a pool of the platform, gets in AWS, in CloudFormation's words: policies are read there most."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..model import names
from ..model.enums import IdentityMode, OperatingSystem
from ..model.iam import WorkloadSpec
from ..model.platform import PlatformSettings
from ..model.tenant import TenantSpec
from ..rendering.boundary import boundary_arn, boundary_policy, passed_roles, platform_boundary_arn
from ..rendering.facts import ClusterFacts, arn, cluster_arn
from ..rendering.node_identity import node_role_managed_policies, node_role_policies, node_trust_policy
from ..rendering.platform_pools import PlatformPool, platform_node_policies
from ..rendering.policy_document import PolicyDocument
from ..rendering.pools import given_node_roles, operating_systems
from ..rendering.service_account_trust import irsa_trust_policy, pod_identity_trust_policy
from ..rendering.tags import platform_pool_tags, tenant_tags
from ..rendering.workloads import (
    makes_workload_roles,
    workload_mode,
    workload_role_arn,
    workload_role_policies,
)
from .access_documents import Tags, cloudformation_tags, node_entries
from .placeholders import OIDC_ISSUER


def iam_documents(
    tenant: TenantSpec, settings: PlatformSettings, cluster: ClusterFacts
) -> Iterator[tuple[str, dict[str, Any]]]:
    """(title, document) of the boundary, and of each role, instance profile and access entry of the nodes."""
    tags = cloudformation_tags(tenant_tags(tenant, settings))
    systems = operating_systems(tenant)
    if (systems or makes_workload_roles(tenant)) and tenant.iam.permissions_boundary is None:
        yield "IAM policy, boundary of the tenant's roles", _boundary(tenant.name, cluster, passed_roles(tenant), tags)
    managed, inline = node_role_managed_policies(tenant, cluster.home), node_role_policies(tenant, cluster.home)
    for system in systems:
        yield (
            f"IAM role of the {system} nodes",
            _node_role(tenant.name, cluster, system, boundary_arn(tenant, cluster), managed, inline, tags),
        )
        yield f"IAM instance profile of the {system} nodes", _instance_profile(tenant.name, cluster, system, tags)
        made = names.node_role(cluster.name, tenant.name, system)
        yield from node_entries(cluster, system, made, given_node_roles(tenant, system), tags)


def platform_iam_documents(
    pool: PlatformPool, settings: PlatformSettings, cluster: ClusterFacts
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The same of a pool of the platform."""
    tags = cloudformation_tags(platform_pool_tags(pool.owner, settings, {}))
    boundary = platform_boundary_arn(pool.owner, settings, cluster)
    managed, inline = platform_node_policies(pool, cluster.home, settings)
    if settings.permissions_boundary is None:
        yield "IAM policy, boundary of the node role", _boundary(pool.owner, cluster, (), tags)
    yield (
        f"IAM role of the {pool.system} nodes",
        _node_role(pool.owner, cluster, pool.system, boundary, managed, inline, tags),
    )
    yield f"IAM instance profile of the {pool.system} nodes", _instance_profile(pool.owner, cluster, pool.system, tags)
    made, given = names.node_role(cluster.name, pool.owner, pool.system), pool.spec.node_class.role
    yield from node_entries(cluster, pool.system, made, () if given is None else (given,), tags)


def workload_documents(
    tenant: TenantSpec, workload: WorkloadSpec, settings: PlatformSettings, cluster: ClusterFacts
) -> Iterator[tuple[str, dict[str, Any]]]:
    """(title, document) of the role of a service account, where one is made, and of its association."""
    account = f"{workload.namespace}/{workload.service_account}"
    tags = cloudformation_tags(tenant_tags(tenant, settings))
    if workload.role_arn is None:
        yield f"IAM role of {account}", _workload_role(tenant, workload, settings, cluster, tags)
    if workload_mode(workload, settings) is IdentityMode.POD_IDENTITY:
        target = workload.target_role_arn
        yield (
            f"Pod Identity association of {account}",
            {
                "ClusterName": cluster.name,
                "Namespace": workload.namespace,
                "ServiceAccount": workload.service_account,
                "RoleArn": workload_role_arn(tenant, workload, cluster),
                **({} if target is None else {"TargetRoleArn": target}),
                "Tags": tags,
            },
        )


def _boundary(owner: names.TenantName, cluster: ClusterFacts, passed: Sequence[str], tags: Tags) -> dict[str, Any]:
    name = names.boundary_policy(cluster.name, owner)
    return {"ManagedPolicyName": name, "PolicyDocument": boundary_policy(cluster, passed), "Tags": tags}


def _node_role(
    owner: names.TenantName,
    cluster: ClusterFacts,
    system: OperatingSystem,
    boundary: str,
    managed: Sequence[str],
    inline: Mapping[str, PolicyDocument],
    tags: Tags,
) -> dict[str, Any]:
    return {
        "RoleName": names.node_role(cluster.name, owner, system),
        "Path": names.tenant_role_path(cluster.name),
        "PermissionsBoundary": boundary,
        "AssumeRolePolicyDocument": node_trust_policy(cluster.partition),
        "ManagedPolicyArns": managed,
        "Policies": _inline(inline),
        "Tags": tags,
    }


def _instance_profile(
    owner: names.TenantName, cluster: ClusterFacts, system: OperatingSystem, tags: Tags
) -> dict[str, Any]:
    return {
        "InstanceProfileName": names.instance_profile(cluster.name, owner, system),
        "Path": names.tenant_role_path(cluster.name),
        "Roles": [names.node_role(cluster.name, owner, system)],
        "Tags": tags,
    }


def _workload_role(
    tenant: TenantSpec,
    workload: WorkloadSpec,
    settings: PlatformSettings,
    cluster: ClusterFacts,
    tags: Tags,
) -> dict[str, Any]:
    return {
        "RoleName": names.workload_role(cluster.name, workload.namespace, workload.service_account),
        "Path": names.workload_role_path(cluster.name, tenant.name),
        "PermissionsBoundary": boundary_arn(tenant, cluster),
        "AssumeRolePolicyDocument": _trust(workload, settings, cluster),
        "ManagedPolicyArns": tuple(dict.fromkeys(workload.policy_arns)),
        "Policies": _inline(workload_role_policies(workload)),
        "Tags": tags,
    }


def _trust(workload: WorkloadSpec, settings: PlatformSettings, cluster: ClusterFacts) -> PolicyDocument:
    account = workload.namespace, workload.service_account
    if workload_mode(workload, settings) is IdentityMode.POD_IDENTITY:
        return pod_identity_trust_policy(cluster_arn(cluster.home, cluster.name), *account)
    provider = arn(cluster.partition, "iam", f"oidc-provider/{OIDC_ISSUER}", account=cluster.account)
    return irsa_trust_policy(provider, OIDC_ISSUER, *account)


def _inline(policies: Mapping[str, PolicyDocument]) -> list[dict[str, Any]]:
    return [{"PolicyName": name, "PolicyDocument": document} for name, document in policies.items()]
