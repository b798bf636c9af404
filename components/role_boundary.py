"""The permissions boundary that the product makes, of a tenant's roles or of a pool of the platform."""

import json
from collections.abc import Mapping, Sequence

import pulumi
from pulumi_aws import iam

from .model import names
from .rendering.boundary import boundary_policy
from .rendering.facts import ClusterFacts


def create_boundary(
    name: str,
    owner: names.TenantName,
    facts: ClusterFacts,
    *,
    passed_roles: Sequence[str],
    tags: Mapping[str, str],
    controller: pulumi.Resource,
    parent: pulumi.Resource,
) -> iam.Policy:
    """Registers the policy, which every role that it bounds waits for.

    Args:
        name: Of the component that it belongs to.
        owner: In the policy's name.
        passed_roles: ARNs of the roles that the owner may hand to services of AWS.
        controller: Karpenter's release, which the policy waits for.
    """
    return iam.Policy(
        f"{name}-boundary",
        name=names.boundary_policy(facts.name, owner),
        policy=json.dumps(boundary_policy(facts, passed_roles)),
        tags=tags,
        opts=pulumi.ResourceOptions(parent=parent, depends_on=[controller]),
    )
