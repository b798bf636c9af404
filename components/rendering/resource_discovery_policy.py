"""What the controller may read: EC2's offers and the cluster's resources, image parameters, prices, profiles.

With DescribeInstanceStatus, which upstream permits from 1.12 on, the controller terminates instances that fail their
status checks, whatever the budgets say. An operator who does not want that denies the action in `policyAdditions`;
the controller then says so once and works on.

Source: reference "cloudformation" of github.com/aws/karpenter-provider-aws, `ResourceDiscovery`; who makes which
call and what a denial does: `pkg/aws/sdk.go` and its users.
"""

from collections.abc import Sequence

from ..versions import Feature
from .facts import ClusterFacts, arn
from .iam_integration_policy import instance_profiles
from .policy_document import Statement, allow


def resource_discovery_statements(cluster: ClusterFacts, *, image_parameters: Sequence[str]) -> tuple[Statement, ...]:
    """Statements of the policy, in upstream's order.

    Args:
        image_parameters: ARNs of SSM parameters that hold image ids of the operator's own, as `ssmParameter`
            terms name them; AWS's public ones are always readable.
    """
    version = cluster.karpenter
    public_parameters = arn(cluster.partition, "ssm", "parameter/aws/service/*", region=cluster.region)
    statements = [
        allow(
            "AllowRegionalReadActions",
            _reads(cluster),
            "*",
            {"StringEquals": {"aws:RequestedRegion": cluster.region}},
        )
    ]
    if version.has(Feature.INSTANCE_STATUS) and not version.has(Feature.REGIONAL_INSTANCE_STATUS):
        statements.append(allow("AllowInstanceStatusRead", "ec2:DescribeInstanceStatus", "*"))
    statements.append(
        allow(
            "AllowSSMReadActions",
            "ssm:GetParameter",
            (public_parameters, *image_parameters) if image_parameters else public_parameters,
        )
    )
    statements.append(allow("AllowPricingReadActions", "pricing:GetProducts", "*"))
    if version.has(Feature.LIST_INSTANCE_PROFILES):
        # Without it every deleted EC2NodeClass keeps its finalizer, even one that names its instance profile.
        statements.append(allow("AllowUnscopedInstanceProfileListAction", "iam:ListInstanceProfiles", "*"))
    statements.append(allow("AllowInstanceProfileReadActions", "iam:GetInstanceProfile", instance_profiles(cluster)))
    return tuple(statements)


def _reads(cluster: ClusterFacts) -> tuple[str, ...]:
    """Describe calls of this version, in the order of the alphabet."""
    version = cluster.karpenter
    reads = [
        "ec2:DescribeImages",
        "ec2:DescribeInstances",
        "ec2:DescribeInstanceTypeOfferings",
        "ec2:DescribeInstanceTypes",
        "ec2:DescribeLaunchTemplates",
        "ec2:DescribeSecurityGroups",
        "ec2:DescribeSpotPriceHistory",
        "ec2:DescribeSubnets",
    ]
    if not version.has(Feature.ZONES_FROM_SUBNETS):
        reads.append("ec2:DescribeAvailabilityZones")
    if version.has(Feature.CAPACITY_RESERVATION_SELECTOR_TERMS):
        reads.append("ec2:DescribeCapacityReservations")
    if version.has(Feature.PLACEMENT_GROUP_SELECTOR):
        reads.append("ec2:DescribePlacementGroups")
    if version.has(Feature.REGIONAL_INSTANCE_STATUS):
        reads.append("ec2:DescribeInstanceStatus")
    return tuple(sorted(reads))
