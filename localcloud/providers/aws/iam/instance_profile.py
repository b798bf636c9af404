"""Instance profiles and the one role in each.

Source: documentation of the provider's resources 7.51; IAM API reference.
"""

from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.handler import Properties, changed
from localcloud.providers.aws.iam.base import IamHandler, name_failures
from localcloud.providers.validation import Failure


class InstanceProfile(IamHandler):
    """aws.iam.InstanceProfile."""

    supports = frozenset({"name", "path", "role", "tags"})
    replaces = frozenset({"name", "path"})
    named_by = ("name", 128)

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Name."""
        yield from name_failures(inputs, 128)

    def create(self, inputs: Properties) -> str:
        """CreateInstanceProfile with the role in it; a role that does not exist is refused first."""
        if "role" in inputs:
            self.iam.get_role(RoleName=inputs["role"])
        self.iam.create_instance_profile(
            InstanceProfileName=inputs["name"],
            Path=inputs.get("path", "/"),
            Tags=tags.to_list(inputs.get("tags")),
        )
        self._add(inputs["name"], inputs.get("role"))
        return inputs["name"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """GetInstanceProfile."""
        answer = self.found(lambda: self.iam.get_instance_profile(InstanceProfileName=resource_id))
        if answer is None:
            return None
        profile = answer["InstanceProfile"]
        roles = [role["RoleName"] for role in profile["Roles"]]
        return {
            "name": profile["InstanceProfileName"],
            "path": profile["Path"],
            "arn": profile["Arn"],
            "uniqueId": profile["InstanceProfileId"],
            "createDate": profile["CreateDate"].isoformat(),
            "role": roles[0] if roles else None,
            **tags.properties(tags.from_list(profile.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """The role and the tags change in place."""
        if changed("role", old, new):
            self._remove(resource_id, old.get("role"))
            self._add(resource_id, new.get("role"))
        if changed("tags", old, new):
            gone = tags.removed(old.get("tags"), new.get("tags"))
            self.iam.untag_instance_profile(InstanceProfileName=resource_id, TagKeys=gone)
            self.iam.tag_instance_profile(InstanceProfileName=resource_id, Tags=tags.to_list(new.get("tags")))

    def delete(self, resource_id: str, state: Properties) -> None:
        """Take the role out, then DeleteInstanceProfile."""
        self._remove(resource_id, state.get("role"))
        self.iam.delete_instance_profile(InstanceProfileName=resource_id)

    def _add(self, profile: str, role: str | None) -> None:
        if role is not None:
            self.iam.add_role_to_instance_profile(InstanceProfileName=profile, RoleName=role)

    def _remove(self, profile: str, role: str | None) -> None:
        if role is not None:
            self.iam.remove_role_from_instance_profile(InstanceProfileName=profile, RoleName=role)
