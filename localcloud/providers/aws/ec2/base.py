"""What all EC2 handlers share: tags, and the only entry of an answer."""

from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.handler import Handler, Properties, changed


class Ec2Handler(Handler):
    """A resource of EC2; its id is EC2's."""

    @property
    def ec2(self) -> Any:
        """The client."""
        return self.session.client("ec2")

    def specification(self, kind: str, inputs: Properties) -> list[dict[str, Any]]:
        """Tags at creation; none is no specification."""
        wanted = tags.to_list(inputs.get("tags"))
        return [{"ResourceType": kind, "Tags": wanted}] if wanted else []

    def change_tags(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Bring the tags up to date."""
        if not changed("tags", old, new):
            return
        gone = tags.removed(old.get("tags"), new.get("tags"))
        if gone:
            self.ec2.delete_tags(Resources=[resource_id], Tags=[{"Key": key} for key in gone])
        if new.get("tags"):
            self.ec2.create_tags(Resources=[resource_id], Tags=tags.to_list(new["tags"]))

    def arn(self, resource: str) -> str:
        """ARN of an EC2 resource."""
        return self.session.arn("ec2", resource)


def first(entries: list[Any] | None) -> Any:
    """The only entry of an answer, None for no answer."""
    return entries[0] if entries else None
