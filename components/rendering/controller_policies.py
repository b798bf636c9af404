"""IAM policies of the Karpenter controller's role, split as upstream splits them from 1.9 on.

The split form is written for every version from 1.0: upstream's single document outgrows IAM's limit at cluster
names of 30 to 45 characters, depending on the version. What a version needs decides the actions and conditions.

Source: reference "cloudformation" of github.com/aws/karpenter-provider-aws.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from ..model.karpenter import KarpenterSettings
from ..versions import Feature
from .chart_settings import chart_value, feature_gate
from .facts import ClusterFacts, cluster_arn
from .iam_integration_policy import iam_integration_statements
from .interruption import queue_arn
from .node_lifecycle_policy import node_lifecycle_statements
from .policy_document import PolicyDocument, Statement, allow, managed_policy, operator_statement
from .resource_discovery_policy import resource_discovery_statements


class ControllerPolicy(StrEnum):
    """One managed policy of the role; the value is part of its physical name."""

    NODE_LIFECYCLE = "node-lifecycle"
    """Launching, tagging and deleting instances and launch templates."""

    IAM_INTEGRATION = "iam-integration"
    """Passing node roles, keeping instance profiles."""

    EKS_INTEGRATION = "eks-integration"
    """Reading the cluster."""

    INTERRUPTION = "interruption"
    """Reading the interruption queue; only with interruption handling."""

    ZONAL_SHIFT = "zonal-shift"
    """Reading zonal shifts; only where the chart's setting asks for them."""

    RESOURCE_DISCOVERY = "resource-discovery"
    """Reading everything else."""

    ADDITIONS = "additions"
    """The operator's `policyAdditions`; only where there are some."""


def controller_policies(
    cluster: ClusterFacts, settings: KarpenterSettings
) -> tuple[tuple[ControllerPolicy, PolicyDocument], ...]:
    """Documents of the managed policies of the controller role.

    Returns:
        One document per policy, in attachment order; each at most 6,144 characters when serialised without
        blanks. Statement ids are unique across upstream's documents.

    Raises:
        PolicyTooLong: A document is longer; with upstream's statements alone none is.
    """
    statements = controller_statements(cluster, settings)
    return tuple((policy, managed_policy(policy, parts)) for policy, parts in statements.items() if parts)


def controller_statements(
    cluster: ClusterFacts, settings: KarpenterSettings
) -> Mapping[ControllerPolicy, tuple[Statement, ...]]:
    """Statements of each managed policy of the controller role; none where the policy is not wanted.

    Args:
        cluster: The cluster and its Karpenter version, 1.0 or newer.
        settings: What the operator switched on, and added.
    """
    return {
        ControllerPolicy.NODE_LIFECYCLE: node_lifecycle_statements(cluster, reboot=_reboots(cluster, settings)),
        ControllerPolicy.IAM_INTEGRATION: iam_integration_statements(cluster),
        ControllerPolicy.EKS_INTEGRATION: _eks_integration(cluster),
        ControllerPolicy.INTERRUPTION: tuple(_interruption(cluster, settings)),
        ControllerPolicy.ZONAL_SHIFT: tuple(_zonal_shift(cluster, settings)),
        ControllerPolicy.RESOURCE_DISCOVERY: resource_discovery_statements(
            cluster, image_parameters=settings.ami_parameter_arns
        ),
        ControllerPolicy.ADDITIONS: tuple(map(operator_statement, settings.policy_additions)),
    }


def _eks_integration(cluster: ClusterFacts) -> tuple[Statement, ...]:
    return (allow("AllowAPIServerEndpointDiscovery", "eks:DescribeCluster", cluster_arn(cluster.home, cluster.name)),)


def _interruption(cluster: ClusterFacts, settings: KarpenterSettings) -> Iterable[Statement]:
    if not settings.interruption_handling:
        return
    yield allow(
        "AllowInterruptionQueueActions",
        ("sqs:DeleteMessage", "sqs:GetQueueUrl", "sqs:ReceiveMessage"),
        queue_arn(cluster, settings),
    )
    if settings.queue.kms_key_arn is not None:
        yield allow("AllowInterruptionQueueDecryption", "kms:Decrypt", settings.queue.kms_key_arn)


def _zonal_shift(cluster: ClusterFacts, settings: KarpenterSettings) -> Iterable[Statement]:
    if not cluster.karpenter.has(Feature.ZONAL_SHIFT) or not chart_value(settings, "settings", "enableZonalShift"):
        return
    # The action knows load balancers as resources, clusters only by this condition. Upstream's template of 1.12
    # still named the cluster as resource.
    yield allow(
        "AllowZonalShiftStatusReadOnly",
        "arc-zonal-shift:GetManagedResource",
        "*",
        {"StringEquals": {"arc-zonal-shift:ResourceIdentifier": cluster_arn(cluster.home, cluster.name)}},
    )


def _reboots(cluster: ClusterFacts, settings: KarpenterSettings) -> bool:
    """Whether the controller may reboot: both gates are open, and the version has them."""
    return (
        cluster.karpenter.has(Feature.REBOOT_FOR_REPAIR)
        and feature_gate(settings, "nodeRepair", cluster.karpenter)
        and feature_gate(settings, "rebootForRepair", cluster.karpenter)
    )
