"""What makes an EC2 instance a node of the cluster: role with its policies, instance profile, and node access entry."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi
from pulumi_aws import eks, iam

from .model import names
from .model.enums import OperatingSystem
from .model.names import TenantName
from .rendering.facts import ClusterFacts
from .rendering.node_identity import ENTRY_TYPES, node_trust_policy
from .rendering.policy_document import PolicyDocument, policy_label
from .role_policies import attach_policies, write_policies


@dataclass(frozen=True, kw_only=True)
class NodeRoleArgs:
    """Wiring of one node role."""

    facts: ClusterFacts
    owner: TenantName
    """In the names of role and instance profile."""
    system: OperatingSystem
    boundary_arn: str
    managed_policies: Sequence[str]
    inline_policies: Mapping[str, PolicyDocument]
    tags: Mapping[str, str]
    protect: bool
    before: Sequence[pulumi.Resource]
    """What the role waits for."""
    controller: pulumi.Resource
    """Karpenter's release, which the access entry waits for."""


def create_node_role(name: str, args: NodeRoleArgs, parent: pulumi.Resource) -> tuple[pulumi.Resource, ...]:
    """Registers the parts below `parent`; all of them must exist before a node can start."""
    path = names.tenant_role_path(args.facts.name)
    kept = pulumi.ResourceOptions(parent=parent, protect=args.protect)
    role = iam.Role(
        f"{name}-role",
        name=names.node_role(args.facts.name, args.owner, args.system),
        path=path,
        permissions_boundary=args.boundary_arn,
        assume_role_policy=json.dumps(node_trust_policy(args.facts.partition)),
        tags=args.tags,
        opts=pulumi.ResourceOptions(parent=parent, protect=args.protect, depends_on=args.before),
    )
    profile = iam.InstanceProfile(
        f"{name}-instance-profile",
        name=names.instance_profile(args.facts.name, args.owner, args.system),
        path=path,
        role=role.name,
        tags=args.tags,
        opts=kept,
    )
    entry = create_node_entry(name, args, role.arn, parent, protect=args.protect)
    child = pulumi.ResourceOptions(parent=parent)
    policies = ((policy_label(policy), policy) for policy in args.managed_policies)
    return (
        *attach_policies(name, role, policies, child),
        *write_policies(name, role, args.inline_policies, child),
        profile,
        entry,
    )


def create_node_entry(
    name: str, args: NodeRoleArgs, role_arn: pulumi.Input[str], parent: pulumi.Resource, *, protect: bool
) -> eks.AccessEntry:
    """The entry that lets nodes with this role join the cluster."""
    return eks.AccessEntry(
        f"{name}-access-entry",
        cluster_name=args.facts.name,
        principal_arn=role_arn,
        type=ENTRY_TYPES[args.system],
        tags=args.tags,
        opts=pulumi.ResourceOptions(parent=parent, protect=protect, depends_on=[args.controller]),
    )


def create_given_entries(
    name: str, args: NodeRoleArgs, roles: Sequence[str], parent: pulumi.Resource
) -> list[pulumi.Resource]:
    """Entries for roles that node classes name in place of the made one.

    Such a role may have a path, so AWS is asked. The entry is unprotected: a class may come to name another role.
    """
    lookup = pulumi.InvokeOptions(parent=parent)
    return [
        create_node_entry(f"{name}-{role}", args, iam.get_role(name=role, opts=lookup).arn, parent, protect=False)
        for role in roles
    ]
