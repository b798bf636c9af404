"""What the controller may do in IAM: pass the tenants' node roles to EC2, and keep instance profiles of its own.

Source: reference "cloudformation" of github.com/aws/karpenter-provider-aws, `IAMIntegration`. Where upstream
passes one node role, this product passes the path of the tenants' node roles: a list of roles would outgrow the
policy at some 75 tenants, and change with each of them.
"""

from ..model import names
from ..versions import Feature
from .facts import ClusterFacts, arn
from .ownership import Ownership, both
from .policy_document import Statement, allow


def iam_integration_statements(cluster: ClusterFacts) -> tuple[Statement, ...]:
    """Statements of the policy, in upstream's order."""
    owner = Ownership(cluster.name, cluster.region)
    profiles = instance_profiles(cluster)
    return (
        allow(
            "AllowPassingInstanceRole",
            "iam:PassRole",
            node_roles(cluster),
            {"StringEquals": {"iam:PassedToService": _ec2_services(cluster)}},
        ),
        allow(
            "AllowScopedInstanceProfileCreationActions",
            "iam:CreateInstanceProfile",
            profiles,
            owner.makes_profile(),
        ),
        allow(
            "AllowScopedInstanceProfileTagActions",
            "iam:TagInstanceProfile",
            profiles,
            both(owner.made_profile(), owner.makes_profile()),
        ),
        allow(
            "AllowScopedInstanceProfileActions",
            (
                "iam:AddRoleToInstanceProfile",
                "iam:RemoveRoleFromInstanceProfile",
                "iam:DeleteInstanceProfile",
            ),
            profiles,
            owner.made_profile(),
        ),
    )


def node_roles(cluster: ClusterFacts) -> str:
    """Every node role of a tenant of this cluster, by the path that all of them share."""
    return arn(cluster.partition, "iam", f"role{names.tenant_role_path(cluster.name)}*", account=cluster.account)


def instance_profiles(cluster: ClusterFacts) -> str:
    """Every instance profile of the account: those that Karpenter makes have changing names."""
    return arn(cluster.partition, "iam", "instance-profile/*", account=cluster.account)


def _ec2_services(cluster: ClusterFacts) -> str | list[str]:
    """EC2 under the names that it has in this version's policy; up to 1.0 upstream forgot China."""
    if cluster.karpenter.has(Feature.CHINESE_SERVICE_NAME):
        return ["ec2.amazonaws.com", "ec2.amazonaws.com.cn"]
    return "ec2.amazonaws.com"
