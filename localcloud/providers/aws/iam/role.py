"""IAM roles.

Source: documentation of the provider's resources 7.51; IAM API reference.
"""

from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import TRUST_POLICY, arn_failures, policy_failures
from localcloud.providers.aws.handler import Properties, changed
from localcloud.providers.aws.iam.base import IamHandler, name_failures, text_of
from localcloud.providers.validation import Failure


class Role(IamHandler):
    """aws.iam.Role."""

    supports = frozenset(
        {
            "assumeRolePolicy",
            "description",
            "forceDetachPolicies",
            "maxSessionDuration",
            "name",
            "path",
            "permissionsBoundary",
            "tags",
        }
    )
    replaces = frozenset({"name", "path"})
    named_by = ("name", 64)

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Name, path, trust policy, boundary."""
        yield from name_failures(inputs, 64)
        if "assumeRolePolicy" in inputs:
            yield from policy_failures("assumeRolePolicy", inputs["assumeRolePolicy"], TRUST_POLICY)
        if "permissionsBoundary" in inputs:
            yield from arn_failures("permissionsBoundary", inputs["permissionsBoundary"])

    def create(self, inputs: Properties) -> str:
        """CreateRole; a boundary must exist."""
        request = {
            "RoleName": inputs["name"],
            "AssumeRolePolicyDocument": inputs["assumeRolePolicy"],
            "Path": inputs.get("path", "/"),
            "MaxSessionDuration": inputs.get("maxSessionDuration", 3600),
            "Tags": tags.to_list(inputs.get("tags")),
        }
        if "description" in inputs:
            request["Description"] = inputs["description"]
        if "permissionsBoundary" in inputs:
            self.iam.get_policy(PolicyArn=inputs["permissionsBoundary"])
            request["PermissionsBoundary"] = inputs["permissionsBoundary"]
        self.iam.create_role(**request)
        return inputs["name"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """GetRole."""
        answer = self.found(lambda: self.iam.get_role(RoleName=resource_id))
        if answer is None:
            return None
        role = answer["Role"]
        return {
            "name": role["RoleName"],
            "path": role["Path"],
            "arn": role["Arn"],
            "uniqueId": role["RoleId"],
            "createDate": role["CreateDate"].isoformat(),
            "assumeRolePolicy": text_of(role["AssumeRolePolicyDocument"]),
            "description": role.get("Description"),
            "maxSessionDuration": role.get("MaxSessionDuration", 3600),
            "forceDetachPolicies": inputs.get("forceDetachPolicies", False),
            "permissionsBoundary": role.get("PermissionsBoundary", {}).get("PermissionsBoundaryArn"),
            **tags.properties(tags.from_list(role.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Trust, description, session length, boundary and tags change in place."""
        if changed("assumeRolePolicy", old, new):
            self.iam.update_assume_role_policy(RoleName=resource_id, PolicyDocument=new["assumeRolePolicy"])
        if changed("description", old, new) or changed("maxSessionDuration", old, new):
            self.iam.update_role(
                RoleName=resource_id,
                Description=new.get("description", ""),
                MaxSessionDuration=new.get("maxSessionDuration", 3600),
            )
        if changed("permissionsBoundary", old, new):
            self._change_boundary(resource_id, new.get("permissionsBoundary"))
        if changed("tags", old, new):
            gone = tags.removed(old.get("tags"), new.get("tags"))
            self.iam.untag_role(RoleName=resource_id, TagKeys=gone)
            self.iam.tag_role(RoleName=resource_id, Tags=tags.to_list(new.get("tags")))

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteRole; refused while policies or instance profiles hang on it."""
        if state.get("forceDetachPolicies"):
            for policy in self.iam.list_attached_role_policies(RoleName=resource_id)["AttachedPolicies"]:
                self.iam.detach_role_policy(RoleName=resource_id, PolicyArn=policy["PolicyArn"])
        self.iam.delete_role(RoleName=resource_id)

    def _change_boundary(self, name: str, boundary: str | None) -> None:
        if boundary is None:
            self.iam.delete_role_permissions_boundary(RoleName=name)
        else:
            self.iam.get_policy(PolicyArn=boundary)
            self.iam.put_role_permissions_boundary(RoleName=name, PermissionsBoundary=boundary)
