"""Single tags on resources that somebody else made.

Source: documentation of the provider's resources 7.51; EC2 API reference.
"""

from typing import Any

from localcloud.providers.aws.ec2.base import Ec2Handler, first
from localcloud.providers.aws.handler import Properties


class Tag(Ec2Handler):
    """aws.ec2.Tag: one tag on a resource of EC2; id `resource,key`."""

    supports = frozenset({"key", "resourceId", "value"})
    replaces = frozenset({"key", "resourceId"})

    def create(self, inputs: Properties) -> str:
        """CreateTags; the resource must exist."""
        self._put(inputs)
        return f"{inputs['resourceId']},{inputs['key']}"

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeTags."""
        resource, _, key = resource_id.partition(",")
        wanted = [{"Name": "resource-id", "Values": [resource]}, {"Name": "key", "Values": [key]}]
        tag = first(self.ec2.describe_tags(Filters=wanted)["Tags"])
        return tag and {"resourceId": resource, "key": key, "value": tag["Value"]}

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """CreateTags overwrites."""
        self._put(new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteTags."""
        self.ec2.delete_tags(Resources=[state["resourceId"]], Tags=[{"Key": state["key"]}])

    def _put(self, inputs: Properties) -> None:
        tag = {"Key": inputs["key"], "Value": inputs["value"]}
        self.ec2.create_tags(Resources=[inputs["resourceId"]], Tags=[tag])
