"""What a role may do: inline policies and attachments.

Source: documentation of the provider's resources 7.51; IAM API reference.
"""

from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws.documents import INLINE_POLICY, arn_failures, policy_failures
from localcloud.providers.aws.handler import Properties
from localcloud.providers.aws.iam.base import IamHandler, name_failures, text_of
from localcloud.providers.validation import Failure


class RolePolicy(IamHandler):
    """aws.iam.RolePolicy; id `role:name`."""

    supports = frozenset({"name", "policy", "role"})
    replaces = frozenset({"name", "role"})
    named_by = ("name", 128)

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Name and document."""
        yield from name_failures(inputs, 128)
        if "policy" in inputs:
            yield from policy_failures("policy", inputs["policy"], INLINE_POLICY)

    def create(self, inputs: Properties) -> str:
        """PutRolePolicy."""
        self._put(inputs)
        return f"{inputs['role']}:{inputs['name']}"

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """GetRolePolicy."""
        role, _, name = resource_id.partition(":")
        answer = self.found(lambda: self.iam.get_role_policy(RoleName=role, PolicyName=name))
        return answer and {"role": role, "name": name, "policy": text_of(answer["PolicyDocument"])}

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """The document changes in place."""
        self._put(new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteRolePolicy."""
        role, _, name = resource_id.partition(":")
        self.iam.delete_role_policy(RoleName=role, PolicyName=name)

    def _put(self, inputs: Properties) -> None:
        self.iam.put_role_policy(RoleName=inputs["role"], PolicyName=inputs["name"], PolicyDocument=inputs["policy"])


class RolePolicyAttachment(IamHandler):
    """aws.iam.RolePolicyAttachment; id `role/ARN`."""

    supports = replaces = frozenset({"policyArn", "role"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """The ARN."""
        if "policyArn" in inputs:
            yield from arn_failures("policyArn", inputs["policyArn"])

    def create(self, inputs: Properties) -> str:
        """AttachRolePolicy; role and policy must exist."""
        self.iam.attach_role_policy(RoleName=inputs["role"], PolicyArn=inputs["policyArn"])
        return f"{inputs['role']}/{inputs['policyArn']}"

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """ListAttachedRolePolicies."""
        role, _, policy = resource_id.partition("/")
        answer = self.found(lambda: self.iam.list_attached_role_policies(RoleName=role))
        attached = {entry["PolicyArn"] for entry in answer["AttachedPolicies"]} if answer else set()
        return {"role": role, "policyArn": policy} if policy in attached else None

    def delete(self, resource_id: str, state: Properties) -> None:
        """DetachRolePolicy."""
        role, _, policy = resource_id.partition("/")
        self.iam.detach_role_policy(RoleName=role, PolicyArn=policy)
