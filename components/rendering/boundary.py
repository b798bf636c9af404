"""The permissions boundary that a tenant's roles get unless the operator names another one.

It allows everything but what would let one tenant reach into Karpenter or into another tenant: Karpenter decides by
tags which instances are its own, and a role taken over is another tenant's identity.
"""

from typing import Final

from ..model import names
from ..model.platform import PlatformSettings
from ..model.tenant import TenantSpec
from .facts import ClusterFacts, arn
from .policy_document import PolicyDocument, allow, deny, managed_policy

_ANY_CLUSTER: Final = names.ClusterName("*")
_ANY_TENANT: Final = names.TenantName("*")

_TAG_KEYS: Final = ("karpenter.sh/*", "karpenter.k8s.aws/*", "eks:eks-cluster-name", "kubernetes.io/cluster/*")

_ROLE_CHANGES: Final = (
    "iam:AttachRolePolicy",
    "iam:CreateRole",
    "iam:DeleteRole",
    "iam:DeleteRolePermissionsBoundary",
    "iam:DeleteRolePolicy",
    "iam:DetachRolePolicy",
    "iam:PassRole",
    "iam:PutRolePermissionsBoundary",
    "iam:PutRolePolicy",
    "iam:TagRole",
    "iam:UntagRole",
    "iam:UpdateAssumeRolePolicy",
    "iam:UpdateRole",
    "iam:UpdateRoleDescription",
    "sts:AssumeRole",
)


def boundary_policy(cluster: ClusterFacts) -> PolicyDocument:
    """The boundary's document; the same text for every tenant of the account.

    A tenant's roles need none of their own paths' rights either (pods get their roles from EKS, instances from EC2),
    and IAM cannot say "all paths but one" in a denial, so the denial covers all of them.
    """
    return managed_policy(
        "boundary",
        [
            allow("AllowAllElse", "*", "*"),
            deny(
                "DenyKarpenterTags",
                ("ec2:CreateTags", "ec2:DeleteTags"),
                "*",
                {"ForAnyValue:StringLike": {"aws:TagKeys": list(_TAG_KEYS)}},
            ),
            # Without keys the call removes every tag.
            deny("DenyRemovingAllTags", "ec2:DeleteTags", "*", {"Null": {"aws:TagKeys": "true"}}),
            deny("DenyTenantRoles", _ROLE_CHANGES, _tenant_roles(cluster)),
        ],
    )


def boundary_arn(tenant: TenantSpec, cluster: ClusterFacts) -> str:
    """ARN of the boundary of the tenant's roles: the given one, or the made one, known before it is made."""
    return tenant.iam.permissions_boundary or _made_boundary_arn(tenant.name, cluster)


def platform_boundary_arn(owner: names.TenantName, settings: PlatformSettings, cluster: ClusterFacts) -> str:
    """The same of the role of a pool of the platform, which gets what tenants get that say nothing."""
    return settings.permissions_boundary or _made_boundary_arn(owner, cluster)


def _made_boundary_arn(owner: names.TenantName, cluster: ClusterFacts) -> str:
    made = names.boundary_policy(cluster.name, owner)
    return arn(cluster.partition, "iam", f"policy/{made}", account=cluster.account)


def _tenant_roles(cluster: ClusterFacts) -> tuple[str, ...]:
    """Node roles and workload roles of all tenants of all clusters in the account."""
    paths = (names.tenant_role_path(_ANY_CLUSTER), names.workload_role_path(_ANY_CLUSTER, _ANY_TENANT))
    return tuple(arn(cluster.partition, "iam", f"role{path}*", account=cluster.account) for path in paths)
