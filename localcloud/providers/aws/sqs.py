"""SQS: queues and their policies.

Source: SQS API reference, CreateQueue (attributes and defaults); documentation of the provider's resources 7.51.
"""

from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import length_failures, policy_failures
from localcloud.providers.aws.handler import Handler, Properties, changed
from localcloud.providers.validation import Failure

NUMBERS = {
    "delaySeconds": ("DelaySeconds", 0),
    "maxMessageSize": ("MaximumMessageSize", 262144),
    "messageRetentionSeconds": ("MessageRetentionPeriod", 345600),
    "receiveWaitTimeSeconds": ("ReceiveMessageWaitTimeSeconds", 0),
    "visibilityTimeoutSeconds": ("VisibilityTimeout", 30),
    "kmsDataKeyReusePeriodSeconds": ("KmsDataKeyReusePeriodSeconds", 300),
}
"""Attribute and default of each numeric input."""

GONE = frozenset({"AWS.SimpleQueueService.NonExistentQueue", "QueueDoesNotExist"})


class SqsHandler(Handler):
    """A resource of SQS; its id is the queue's URL."""

    gone = GONE

    @property
    def sqs(self) -> Any:
        """The client."""
        return self.session.client("sqs")

    def attributes(self, url: str) -> dict[str, str] | None:
        """All attributes of a queue."""
        answer = self.found(lambda: self.sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"]))
        return answer and answer["Attributes"]


class Queue(SqsHandler):
    """aws.sqs.Queue."""

    supports = frozenset({"kmsMasterKeyId", "name", "sqsManagedSseEnabled", "tags", *NUMBERS})
    replaces = frozenset({"name"})
    named_by = ("name", 80)

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Name; one kind of encryption."""
        if "name" in inputs:
            yield from length_failures("name", inputs["name"], 80, r"[A-Za-z0-9_-]+")
        if inputs.get("sqsManagedSseEnabled") and "kmsMasterKeyId" in inputs:
            yield Failure("sqsManagedSseEnabled", "conflicts with kmsMasterKeyId")

    def create(self, inputs: Properties) -> str:
        """CreateQueue."""
        answer = self.sqs.create_queue(
            QueueName=inputs["name"], Attributes=_attributes(inputs), tags=dict(inputs.get("tags", {}))
        )
        return answer["QueueUrl"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """GetQueueAttributes. The policy is left out: it is a resource of its own."""
        attributes = self.attributes(resource_id)
        if attributes is None:
            return None
        numbers = {name: int(attributes.get(field, default)) for name, (field, default) in NUMBERS.items()}
        return {
            "name": resource_id.rsplit("/", 1)[-1],
            "url": resource_id,
            "arn": attributes["QueueArn"],
            "kmsMasterKeyId": attributes.get("KmsMasterKeyId"),
            "sqsManagedSseEnabled": attributes.get("SqsManagedSseEnabled", "true") == "true",
            **numbers,
            **tags.properties(tags.own(self.sqs.list_queue_tags(QueueUrl=resource_id).get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """SetQueueAttributes and the tags."""
        self.sqs.set_queue_attributes(QueueUrl=resource_id, Attributes=_attributes(new))
        if changed("tags", old, new):
            gone = tags.removed(old.get("tags"), new.get("tags"))
            if gone:
                self.sqs.untag_queue(QueueUrl=resource_id, TagKeys=gone)
            self.sqs.tag_queue(QueueUrl=resource_id, Tags=dict(new.get("tags", {})))

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteQueue."""
        self.sqs.delete_queue(QueueUrl=resource_id)


class QueuePolicy(SqsHandler):
    """aws.sqs.QueuePolicy."""

    supports = frozenset({"policy", "queueUrl"})
    replaces = frozenset({"queueUrl"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """The document."""
        if "policy" in inputs:
            yield from policy_failures("policy", inputs["policy"])

    def create(self, inputs: Properties) -> str:
        """SetQueueAttributes."""
        self._put(inputs["queueUrl"], inputs["policy"])
        return inputs["queueUrl"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """The attribute Policy; gone when empty."""
        policy = (self.attributes(resource_id) or {}).get("Policy")
        return {"queueUrl": resource_id, "policy": policy} if policy else None

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """SetQueueAttributes."""
        self._put(resource_id, new["policy"])

    def delete(self, resource_id: str, state: Properties) -> None:
        """An empty policy."""
        self._put(resource_id, "")

    def _put(self, url: str, policy: str) -> None:
        self.sqs.set_queue_attributes(QueueUrl=url, Attributes={"Policy": policy})


def _attributes(inputs: Properties) -> dict[str, str]:
    chosen = {field: str(inputs[name]) for name, (field, _) in NUMBERS.items() if name in inputs}
    if "kmsMasterKeyId" in inputs:
        chosen["KmsMasterKeyId"] = inputs["kmsMasterKeyId"]
    else:
        chosen["SqsManagedSseEnabled"] = str(inputs.get("sqsManagedSseEnabled", True)).lower()
    return chosen
