"""EKS access entries of people, whether they administer the cluster, serve several tenants or belong to one."""

from collections.abc import Mapping, Sequence

import pulumi
from pulumi_aws import eks


def people_entry_name(name: str, principal: str) -> str:
    """Name of what a component makes for a principal: its account and its role or user."""
    return f"{name}-{principal.split(':', 4)[-1]}"


def create_people_entry(
    name: str,
    principal: str,
    *,
    cluster: str,
    groups: Sequence[str] | None,
    tags: Mapping[str, str],
    opts: pulumi.ResourceOptions,
) -> eks.AccessEntry:
    """The entry of one principal.

    Args:
        name: Of the component that the entry belongs to.
        principal: ARN of a role or user.
        cluster: Name of the EKS cluster.
        groups: Kubernetes groups that roles are bound to; None where an access policy of EKS gives the rights.
    """
    return eks.AccessEntry(
        people_entry_name(name, principal),
        cluster_name=cluster,
        principal_arn=principal,
        kubernetes_groups=None if groups is None else list(groups),
        type="STANDARD",
        tags=tags,
        opts=opts,
    )
