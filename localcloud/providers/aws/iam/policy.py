"""Managed policies and their versions.

Source: documentation of the provider's resources 7.51; IAM API reference.
"""

from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import MANAGED_POLICY, policy_failures
from localcloud.providers.aws.handler import Properties, changed
from localcloud.providers.aws.iam.base import IamHandler, name_failures, text_of
from localcloud.providers.validation import Failure


class Policy(IamHandler):
    """aws.iam.Policy; id is the ARN."""

    supports = frozenset({"description", "name", "path", "policy", "tags"})
    replaces = frozenset({"description", "name", "path"})
    named_by = ("name", 128)

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Name and document."""
        yield from name_failures(inputs, 128)
        if "policy" in inputs:
            yield from policy_failures("policy", inputs["policy"], MANAGED_POLICY)

    def create(self, inputs: Properties) -> str:
        """CreatePolicy."""
        answer = self.iam.create_policy(
            PolicyName=inputs["name"],
            Path=inputs.get("path", "/"),
            PolicyDocument=inputs["policy"],
            Description=inputs.get("description", ""),
            Tags=tags.to_list(inputs.get("tags")),
        )
        return answer["Policy"]["Arn"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """GetPolicy and its default version. The number of attachments is left out: it changes with other resources."""
        answer = self.found(lambda: self.iam.get_policy(PolicyArn=resource_id))
        if answer is None:
            return None
        policy = answer["Policy"]
        version = self.iam.get_policy_version(PolicyArn=resource_id, VersionId=policy["DefaultVersionId"])
        return {
            "arn": resource_id,
            "name": policy["PolicyName"],
            "path": policy["Path"],
            "policyId": policy["PolicyId"],
            "description": policy.get("Description") or None,
            "policy": text_of(version["PolicyVersion"]["Document"]),
            **tags.properties(tags.from_list(policy.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """A new default version; the oldest goes when there are five."""
        if changed("policy", old, new):
            versions = self.iam.list_policy_versions(PolicyArn=resource_id)["Versions"]
            spare = [version["VersionId"] for version in versions if not version["IsDefaultVersion"]]
            if len(versions) >= 5:
                self.iam.delete_policy_version(PolicyArn=resource_id, VersionId=spare[0])
            self.iam.create_policy_version(PolicyArn=resource_id, PolicyDocument=new["policy"], SetAsDefault=True)
        if changed("tags", old, new):
            gone = tags.removed(old.get("tags"), new.get("tags"))
            self.iam.untag_policy(PolicyArn=resource_id, TagKeys=gone)
            self.iam.tag_policy(PolicyArn=resource_id, Tags=tags.to_list(new.get("tags")))

    def delete(self, resource_id: str, state: Properties) -> None:
        """All versions, then the policy; refused while it is attached."""
        for version in self.iam.list_policy_versions(PolicyArn=resource_id)["Versions"]:
            if not version["IsDefaultVersion"]:
                self.iam.delete_policy_version(PolicyArn=resource_id, VersionId=version["VersionId"])
        self.iam.delete_policy(PolicyArn=resource_id)
