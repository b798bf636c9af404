"""The interruption queue: who may send to it, and which events are sent.

AWS announces that an instance will go away; the controller reads the announcement from the queue and drains the
node in time. Source: reference "cloudformation" of github.com/aws/karpenter-provider-aws.
"""

from typing import Any, Final, NamedTuple

from ..model import names
from ..model.karpenter import KarpenterSettings
from ..model.names import ClusterName
from ..versions import Feature, KarpenterVersion
from .facts import ClusterFacts, arn
from .policy_document import PolicyDocument, policy_document

MESSAGE_RETENTION_SECONDS: Final = 300
"""An announcement older than the two minutes that AWS grants is of no use; upstream keeps five."""

_SENDERS: Final = ("events.amazonaws.com", "sqs.amazonaws.com")


class EventRule(NamedTuple):
    """One kind of event that goes to the queue."""

    suffix: str
    """Part of the rule's physical name."""

    pattern: dict[str, Any]
    """EventBridge event pattern."""


def queue_name(cluster: ClusterName, settings: KarpenterSettings) -> str:
    """Name of the queue, which is also what the chart's setting takes."""
    return settings.queue.name or names.interruption_queue(cluster)


def queue_arn(cluster: ClusterFacts, settings: KarpenterSettings) -> str:
    """ARN of the queue, known before the queue is."""
    return arn(
        cluster.partition,
        "sqs",
        queue_name(cluster.name, settings),
        region=cluster.region,
        account=cluster.account,
    )


def queue_policy(queue: Any) -> PolicyDocument:
    """Lets AWS's event services send to the queue, and refuses everybody who speaks without TLS.

    Args:
        queue: ARN of the queue.
    """
    return policy_document(
        [
            {
                "Sid": "AllowSendingEvents",
                "Effect": "Allow",
                "Principal": {"Service": list(_SENDERS)},
                "Action": "sqs:SendMessage",
                "Resource": queue,
            },
            {
                "Sid": "DenyHTTP",
                "Effect": "Deny",
                "Principal": "*",
                "Action": "sqs:*",
                "Resource": queue,
                "Condition": {"Bool": {"aws:SecureTransport": "false"}},
            },
        ]
    )


def event_rules(version: KarpenterVersion) -> tuple[EventRule, ...]:
    """The events that `version` understands, in upstream's order."""
    rules = [
        _rule("health", "aws.health", "AWS Health Event"),
        _rule("spot-interruption", "aws.ec2", "EC2 Spot Instance Interruption Warning"),
        _rule("rebalance", "aws.ec2", "EC2 Instance Rebalance Recommendation"),
        _rule("state-change", "aws.ec2", "EC2 Instance State-change Notification"),
    ]
    if version.has(Feature.RESERVATION_INTERRUPTIONS):
        rules.append(
            _rule("reservation-interruption", "aws.ec2", "EC2 Capacity Reservation Instance Interruption Warning")
        )
    return tuple(rules)


def _rule(suffix: str, source: str, detail_type: str) -> EventRule:
    return EventRule(suffix, {"source": [source], "detail-type": [detail_type]})
