"""Queue policy and event rules of the interruption queue."""

import pytest

from components.model.karpenter import KarpenterSettings
from components.rendering.interruption import (
    MESSAGE_RETENTION_SECONDS,
    event_rules,
    queue_arn,
    queue_name,
    queue_policy,
)
from components.versions import karpenter_version
from tests.rendering.iam.builders import cluster

QUEUE = "arn:aws:sqs:eu-central-1:111122223333:acme-dev-karpenter"
EVENTS = {
    "health": {"source": "aws.health", "detail-type": "AWS Health Event"},
    "spot-interruption": {"source": "aws.ec2", "detail-type": "EC2 Spot Instance Interruption Warning"},
    "rebalance": {"source": "aws.ec2", "detail-type": "EC2 Instance Rebalance Recommendation"},
    "state-change": {"source": "aws.ec2", "detail-type": "EC2 Instance State-change Notification"},
    "reservation-interruption": {
        "source": "aws.ec2",
        "detail-type": "EC2 Capacity Reservation Instance Interruption Warning",
    },
}
"""One sample of each event, as EventBridge's reference shows it, without `detail`."""


def settings(**written):
    return KarpenterSettings.model_validate({"version": "1.14.3", **written})


def fits(pattern, event):
    return all(event.get(field) in values for field, values in pattern.items())


def test_queue_policy():
    assert queue_policy(QUEUE) == {
        "Version": "2012-10-17",
        "Statement": [
            {
                "Sid": "AllowSendingEvents",
                "Effect": "Allow",
                "Principal": {"Service": ["events.amazonaws.com", "sqs.amazonaws.com"]},
                "Action": "sqs:SendMessage",
                "Resource": QUEUE,
            },
            {
                "Sid": "DenyHTTP",
                "Effect": "Deny",
                "Principal": "*",
                "Action": "sqs:*",
                "Resource": QUEUE,
                "Condition": {"Bool": {"aws:SecureTransport": "false"}},
            },
        ],
    }


@pytest.mark.parametrize(
    ("version", "rules"),
    [
        ("1.0.14", ["health", "spot-interruption", "rebalance", "state-change"]),
        ("1.9.3", ["health", "spot-interruption", "rebalance", "state-change"]),
        ("1.10.2", ["health", "spot-interruption", "rebalance", "state-change", "reservation-interruption"]),
        ("1.14.3", ["health", "spot-interruption", "rebalance", "state-change", "reservation-interruption"]),
    ],
)
def test_rules_of_a_version(version, rules):
    assert [rule.suffix for rule in event_rules(karpenter_version(version))] == rules


@pytest.mark.parametrize("suffix", EVENTS)
def test_each_event_fits_its_own_rule_and_no_other(suffix):
    rules = event_rules(karpenter_version("1.14.3"))

    assert [rule.suffix for rule in rules if fits(rule.pattern, EVENTS[suffix])] == [suffix]


def test_other_events_fit_no_rule():
    other = {"source": "aws.ec2", "detail-type": "EC2 Fleet Instance Change"}

    assert not any(fits(rule.pattern, other) for rule in event_rules(karpenter_version("1.14.3")))


def test_the_queue_is_called_after_the_cluster_unless_it_has_a_name():
    assert queue_name("acme-dev", settings()) == "acme-dev-karpenter"
    assert queue_name("acme-dev", settings(queue={"name": "node-events"})) == "node-events"
    assert queue_arn(cluster(), settings()) == QUEUE


def test_announcements_are_kept_for_five_minutes():
    assert MESSAGE_RETENTION_SECONDS == 300
