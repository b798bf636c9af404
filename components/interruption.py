"""The queue in which Karpenter hears that an instance will go away, and the rules that fill it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

import pulumi
from pulumi_aws import cloudwatch, sqs

from .model import names
from .model.karpenter import KarpenterSettings
from .rendering.facts import ClusterFacts
from .rendering.interruption import (
    MESSAGE_RETENTION_SECONDS,
    EventRule,
    event_rules,
    queue_arn,
    queue_name,
    queue_policy,
)


@dataclass(frozen=True, kw_only=True)
class InterruptionQueueArgs:
    """Wiring of `InterruptionQueue`."""

    settings: KarpenterSettings
    facts: ClusterFacts
    tags: Mapping[str, str]


class InterruptionQueue(pulumi.ComponentResource):
    """Queue, queue policy, and an event rule with its target per kind of event that the version understands.

    Attributes:
        queue_name: What the chart takes; plain text, known before the queue is.
        parts: What must exist before the controller listens.
    """

    queue_name: str
    parts: tuple[pulumi.Resource, ...]

    def __init__(self, name: str, args: InterruptionQueueArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:InterruptionQueue", name, None, opts)
        self._name = name
        self._args = args
        self._child = pulumi.ResourceOptions(parent=self)

        self.queue_name = queue_name(args.facts.name, args.settings)
        queue = self._create_queue()
        policy = sqs.QueuePolicy(
            f"{name}-policy",
            queue_url=queue.url,
            policy=json.dumps(queue_policy(queue_arn(args.facts, args.settings))),
            opts=self._child,
        )
        targets = [self._create_rule(queue, rule) for rule in event_rules(args.facts.karpenter)]
        self.parts = (queue, policy, *targets)
        self.register_outputs({"queue_name": self.queue_name})

    def _create_queue(self) -> sqs.Queue:
        key = self._args.settings.queue.kms_key_arn
        return sqs.Queue(
            f"{self._name}-queue",
            name=self.queue_name,
            message_retention_seconds=MESSAGE_RETENTION_SECONDS,
            kms_master_key_id=key,
            sqs_managed_sse_enabled=True if key is None else None,
            tags=self._args.tags,
            opts=self._child,
        )

    def _create_rule(self, queue: sqs.Queue, rule: EventRule) -> cloudwatch.EventTarget:
        created = cloudwatch.EventRule(
            f"{self._name}-{rule.suffix}",
            name=names.event_rule(self._args.facts.name, rule.suffix),
            event_pattern=json.dumps(rule.pattern, sort_keys=True),
            tags=self._args.tags,
            opts=self._child,
        )
        return cloudwatch.EventTarget(
            f"{self._name}-{rule.suffix}",
            rule=created.name,
            target_id="queue",
            arn=queue.arn,
            opts=self._child,
        )
