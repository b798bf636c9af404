"""The node classes that a deployment makes, with the places where they are written."""

from collections.abc import Iterator
from typing import NamedTuple

from .model import names
from .model.node_class import NodeClassSpec
from .model.platform import Platform
from .model.problem import Path
from .rendering.platform_pools import platform_pools
from .rendering.pools import operating_systems, used_node_classes


class DeployedClass(NamedTuple):
    """One of a tenant, or of a pool of the platform itself."""

    tenant: str | None
    """None for the platform's."""
    path: Path
    spec: NodeClassSpec
    profiles: frozenset[str]
    """Instance profiles that the platform makes for the nodes of its owner."""


def deployed_classes(platform: Platform) -> Iterator[DeployedClass]:
    """Those of the platform first, then by tenant."""
    cluster = platform.settings.cluster.name
    for pool in platform_pools(platform.settings.karpenter):
        made = frozenset((names.instance_profile(cluster, pool.owner, pool.system),))
        yield DeployedClass(None, ("platform:karpenter", pool.word, "nodeClass"), pool.spec.node_class, made)
    for tenant in platform.tenants:
        made = frozenset(names.instance_profile(cluster, tenant.name, system) for system in operating_systems(tenant))
        for key in used_node_classes(tenant):
            yield DeployedClass(tenant.name, ("nodeClasses", key), tenant.node_classes[key], made)
