"""The access entries of EKS that a tenant, or a pool of the platform, gets, in CloudFormation's words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..model.enums import OperatingSystem
from ..model.names import RoleName
from ..model.platform import PlatformSettings
from ..model.tenant import TenantSpec
from ..rendering.facts import ClusterFacts
from ..rendering.node_identity import ENTRY_TYPES, made_node_role_arn
from ..rendering.tags import tenant_tags
from ..rendering.tenant_roles import groups_by_principal
from .placeholders import arn_of_role

Tags = list[dict[str, str]]


def cloudformation_tags(tags: Mapping[str, str]) -> Tags:
    """Tags as CloudFormation writes them."""
    return [{"Key": key, "Value": value} for key, value in tags.items()]


def node_entries(
    cluster: ClusterFacts, system: OperatingSystem, made: RoleName, given: Sequence[str], tags: Tags
) -> Iterator[tuple[str, dict[str, Any]]]:
    """(title, document) of what lets nodes join: of the role that is made, and of those that classes name."""
    kind, title = ENTRY_TYPES[system], f"EKS access entry of the {system} nodes"
    yield title, _entry(cluster, made_node_role_arn(cluster, made), kind, tags)
    for role in given:
        yield f"{title} with the role {role}", _entry(cluster, arn_of_role(role), kind, tags)


def people_entries(
    tenant: TenantSpec, settings: PlatformSettings, cluster: ClusterFacts
) -> Iterator[tuple[str, dict[str, Any]]]:
    """(title, document) of each principal of `access`."""
    tags = cloudformation_tags(tenant_tags(tenant, settings))
    for principal, groups in groups_by_principal(tenant).items():
        entry = _entry(cluster, principal, "STANDARD", tags)
        yield f"EKS access entry of {principal}", {**entry, "KubernetesGroups": list(groups)}


def _entry(cluster: ClusterFacts, principal: str, kind: str, tags: Tags) -> dict[str, Any]:
    return {"ClusterName": cluster.name, "PrincipalArn": principal, "Type": kind, "Tags": tags}
