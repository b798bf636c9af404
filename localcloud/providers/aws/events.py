"""EventBridge: rules and their targets.

Source: EventBridge API reference; documentation of the provider's resources 7.51.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import arn_failures, json_failures, length_failures
from localcloud.providers.aws.handler import Handler, Properties, changed
from localcloud.providers.validation import Failure


class EventsHandler(Handler):
    """A resource of EventBridge on the account's own bus."""

    gone = frozenset({"ResourceNotFoundException"})

    @property
    def events(self) -> Any:
        """The client."""
        return self.session.client("events")


class EventRule(EventsHandler):
    """aws.cloudwatch.EventRule."""

    supports = frozenset({"description", "eventPattern", "name", "scheduleExpression", "state", "tags"})
    replaces = frozenset({"name"})
    named_by = ("name", 64)

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Name, pattern, and that the rule reacts to something."""
        if "name" in inputs:
            yield from length_failures("name", inputs["name"], 64, r"[.\-_A-Za-z0-9]+")
        if "eventPattern" in inputs:
            yield from json_failures("eventPattern", inputs["eventPattern"])
        elif "scheduleExpression" not in inputs:
            yield Failure("eventPattern", "one of eventPattern and scheduleExpression must be given")

    def create(self, inputs: Properties) -> str:
        """PutRule."""
        self._put(inputs)
        return inputs["name"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeRule."""
        rule = self.found(lambda: self.events.describe_rule(Name=resource_id))
        if rule is None:
            return None
        return {
            "name": rule["Name"],
            "arn": rule["Arn"],
            "eventBusName": rule.get("EventBusName", "default"),
            "description": rule.get("Description") or None,
            "eventPattern": rule.get("EventPattern"),
            "scheduleExpression": rule.get("ScheduleExpression") or None,
            "state": rule["State"],
            **tags.properties(tags.from_list(self.events.list_tags_for_resource(ResourceARN=rule["Arn"])["Tags"])),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """PutRule overwrites; tags apart."""
        self._put(new)
        if changed("tags", old, new):
            arn = self.events.describe_rule(Name=resource_id)["Arn"]
            self.events.untag_resource(ResourceARN=arn, TagKeys=tags.removed(old.get("tags"), new.get("tags")))
            self.events.tag_resource(ResourceARN=arn, Tags=tags.to_list(new.get("tags")))

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteRule; refused while it has targets."""
        self.events.delete_rule(Name=resource_id)

    def _put(self, inputs: Properties) -> None:
        request = {
            "Name": inputs["name"],
            "State": inputs.get("state", "ENABLED"),
            "Description": inputs.get("description", ""),
            "Tags": tags.to_list(inputs.get("tags")),
        }
        if "eventPattern" in inputs:
            request["EventPattern"] = inputs["eventPattern"]
        if "scheduleExpression" in inputs:
            request["ScheduleExpression"] = inputs["scheduleExpression"]
        self.events.put_rule(**request)


class EventTarget(EventsHandler):
    """aws.cloudwatch.EventTarget; id `rule-target`."""

    supports = frozenset({"arn", "roleArn", "rule", "targetId"})
    replaces = frozenset({"rule", "targetId"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """The ARN."""
        if "arn" in inputs:
            yield from arn_failures("arn", inputs["arn"])

    def create(self, inputs: Properties) -> str:
        """PutTargets; the rule must exist."""
        target = inputs.get("targetId") or _generated(inputs)
        self._put(inputs, target)
        return f"{inputs['rule']}-{target}"

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """ListTargetsByRule."""
        target_id = inputs.get("targetId") or resource_id.removeprefix(f"{inputs['rule']}-")
        answer = self.found(lambda: self.events.list_targets_by_rule(Rule=inputs["rule"]))
        targets = {entry["Id"]: entry for entry in answer["Targets"]} if answer else {}
        if target_id not in targets:
            return None
        target = targets[target_id]
        return {
            "rule": inputs["rule"],
            "targetId": target_id,
            "arn": target["Arn"],
            "roleArn": target.get("RoleArn"),
            "eventBusName": "default",
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """PutTargets overwrites."""
        self._put(new, new.get("targetId") or resource_id.removeprefix(f"{new['rule']}-"))

    def delete(self, resource_id: str, state: Properties) -> None:
        """RemoveTargets."""
        self.events.remove_targets(Rule=state["rule"], Ids=[state["targetId"]])

    def _put(self, inputs: Properties, target_id: str) -> None:
        target = {"Id": target_id, "Arn": inputs["arn"]}
        if "roleArn" in inputs:
            target["RoleArn"] = inputs["roleArn"]
        self.events.put_targets(Rule=inputs["rule"], Targets=[target])


def _generated(inputs: Properties) -> str:
    return f"terraform-{hashlib.sha256(inputs['arn'].encode()).hexdigest()[:26]}"
