"""What the controller may do to instances and launch templates: launch, tag, and delete its own.

Source: reference "cloudformation" of github.com/aws/karpenter-provider-aws, `NodeLifecycle`; before 1.9 the same
statements of its single policy.
"""

from typing import Final

from ..versions import Feature
from . import tags
from .facts import ClusterFacts, arn
from .ownership import Ownership, both, request_tag
from .policy_document import Statement, allow

_LAUNCH: Final = ("ec2:RunInstances", "ec2:CreateFleet")

_OUTPUTS: Final = ("fleet", "instance", "volume", "network-interface", "launch-template", "spot-instances-request")


def node_lifecycle_statements(cluster: ClusterFacts, *, reboot: bool) -> tuple[Statement, ...]:
    """Statements of the policy, in upstream's order.

    Args:
        reboot: Node repair may reboot an instance; only versions from 1.15 on ask for it.
    """
    owner = Ownership(cluster.name, cluster.region)
    outputs = _ec2(cluster, *_OUTPUTS)
    statements = [
        allow("AllowScopedEC2InstanceAccessActions", _LAUNCH, _inputs(cluster)),
        allow(
            "AllowScopedEC2LaunchTemplateAccessActions",
            _LAUNCH,
            _ec2(cluster, "launch-template"),
            owner.launched(),
        ),
        allow(
            "AllowScopedEC2InstanceActionsWithTags",
            (*_LAUNCH, "ec2:CreateLaunchTemplate"),
            (*outputs, *_reservation_outputs(cluster)),
            owner.launches(),
        ),
        allow(
            "AllowScopedResourceCreationTagging",
            "ec2:CreateTags",
            outputs,
            both(
                owner.launches(),
                {"StringEquals": {"ec2:CreateAction": ["RunInstances", "CreateFleet", "CreateLaunchTemplate"]}},
            ),
        ),
        allow(
            "AllowScopedResourceTagging",
            "ec2:CreateTags",
            _ec2(cluster, "instance"),
            {
                **owner.launched(),
                "StringEqualsIfExists": {request_tag(tags.EKS_CLUSTER): cluster.name},
                "ForAllValues:StringEquals": {"aws:TagKeys": [tags.EKS_CLUSTER, tags.NODE_CLAIM, tags.NAME]},
            },
        ),
        allow(
            "AllowScopedDeletion",
            ("ec2:TerminateInstances", "ec2:DeleteLaunchTemplate"),
            _ec2(cluster, "instance", "launch-template"),
            owner.launched(),
        ),
    ]
    if reboot:
        statements.append(
            allow("AllowScopedReboot", "ec2:RebootInstances", _ec2(cluster, "instance"), owner.launched())
        )
    return tuple(statements)


def _inputs(cluster: ClusterFacts) -> tuple[str, ...]:
    """What a launch uses and does not make; images and snapshots belong to other accounts."""
    shared = tuple(arn(cluster.partition, "ec2", f"{kind}/*", region=cluster.region) for kind in ("image", "snapshot"))
    kinds = ["security-group", "subnet"]
    if cluster.karpenter.has(Feature.CAPACITY_RESERVATION_SELECTOR_TERMS):
        kinds.append("capacity-reservation")
    if cluster.karpenter.has(Feature.PLACEMENT_GROUP_SELECTOR):
        kinds.append("placement-group")
    return (*shared, *_ec2(cluster, *kinds))


def _reservation_outputs(cluster: ClusterFacts) -> tuple[str, ...]:
    """From 1.3 to 1.8 upstream counted reservations among the outputs as well."""
    version = cluster.karpenter
    if version.has(Feature.CAPACITY_RESERVATION_SELECTOR_TERMS) and not version.has(Feature.SPLIT_POLICY):
        return _ec2(cluster, "capacity-reservation")
    return ()


def _ec2(cluster: ClusterFacts, *kinds: str) -> tuple[str, ...]:
    """All EC2 resources of these kinds in the cluster's region, whatever the account: conditions narrow them."""
    return tuple(arn(cluster.partition, "ec2", f"{kind}/*", region=cluster.region, account="*") for kind in kinds)
