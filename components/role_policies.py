"""The rights of an IAM role that the product makes: managed policies attached to it, and documents written into it."""

import json
from collections.abc import Iterable, Mapping

import pulumi
from pulumi_aws import iam

from .rendering.policy_document import PolicyDocument


def attach_policies(
    name: str, role: iam.Role, policies: Iterable[tuple[str, str]], opts: pulumi.ResourceOptions
) -> list[iam.RolePolicyAttachment]:
    """Attaches managed policies.

    Args:
        name: Begins the names of the resources.
        policies: What ends each name, and the ARN.
    """
    return [
        iam.RolePolicyAttachment(f"{name}-{label}", role=role.name, policy_arn=policy, opts=opts)
        for label, policy in policies
    ]


def write_policies(
    name: str, role: iam.Role, documents: Mapping[str, PolicyDocument], opts: pulumi.ResourceOptions
) -> list[iam.RolePolicy]:
    """Writes inline policies.

    Args:
        name: Begins the names of the resources.
        documents: By the name inside the role.
    """
    return [
        iam.RolePolicy(f"{name}-{key}", name=key, role=role.name, policy=json.dumps(document), opts=opts)
        for key, document in documents.items()
    ]
