"""The component's own roles: a service may assume them, AWS' managed policies hang on them."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import pulumi
from pulumi_aws import iam


class ServiceRole(pulumi.ComponentResource):
    """eks:index:ServiceRole.

    Attributes:
        role: The role itself.
        attachments: What must exist before the role is of use.
    """

    def __init__(
        self,
        name: str,
        *,
        service: pulumi.Input[str],
        policies: Sequence[str],
        partition: pulumi.Input[str],
        actions: Sequence[str],
        tags: Any,
        description: str | None,
        parent: pulumi.Resource,
    ) -> None:
        super().__init__("eks:index:ServiceRole", name, None, pulumi.ResourceOptions(parent=parent))
        child = pulumi.ResourceOptions(parent=self)
        trust = pulumi.Output.from_input(service).apply(lambda principal: _trust(principal, actions))
        self.role = iam.Role(f"{name}-role", description=description, assume_role_policy=trust, tags=tags, opts=child)
        self.attachments = [
            iam.RolePolicyAttachment(
                f"{name}-{_short_hash(f'arn:aws:iam::aws:policy/{policy}')}",
                policy_arn=pulumi.Output.concat("arn:", partition, ":iam::aws:policy/", policy),
                role=self.role.name,
                opts=child,
            )
            for policy in policies
        ]
        self.register_outputs({"role": self.role})


def _trust(service: str, actions: Sequence[str]) -> str:
    statement = {"Action": [*actions], "Effect": "Allow", "Principal": {"Service": [service]}}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


def _short_hash(text: str) -> str:
    """The component names an attachment by the first 8 digits of the SHA-1 of its policy's ARN in partition `aws`."""
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:8]
