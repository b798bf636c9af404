"""The pools of the platform itself: the one that tenants with `isolation: shared` share, and the one for its own pods.

Nodes of both carry the tenant label with a name that no tenant can have. The system pool has the tenant taint, too: no
tenant's pod may tolerate it, and DaemonSets of the platform do. The shared pool has no taint but those of the stack
file, so that pods run there which belong to no tenant with nodes of its own; without `weight` Karpenter tries it last.
"""

from dataclasses import dataclass
from typing import Any, Final

from ..model import names
from ..model.enums import Enforcement, OperatingSystem
from ..model.karpenter import KarpenterSettings, PlatformPoolSettings
from ..model.names import TenantName
from ..model.platform import PlatformSettings
from ..model.tenant import MAIN_RING
from .ami import pins_of
from .facts import AccountFacts, ClusterFacts
from .node_identity import IMAGE_PULL, image_pull_policy, worker_node_policy
from .placement import tenant_taints
from .policy_document import PolicyDocument
from .requirements import operating_system
from .tags import platform_pool_tags
from .v1 import class_manifest, pool_manifest

_OWNERS: Final = {"sharedPool": names.SHARED, "systemPool": names.SYSTEM}


@dataclass(frozen=True)
class PlatformPool:
    """One of the two.

    Attributes:
        word: Its key in `platform:karpenter`.
        owner: Stands where a tenant's name would: in names, the node label and the tag `tenant`.
        spec: What the stack file says.
    """

    word: str
    owner: TenantName
    spec: PlatformPoolSettings

    @property
    def name(self) -> str:
        """Of NodePool and EC2NodeClass."""
        return names.node_pool(self.owner, names.PLATFORM_POOL_KEY)

    @property
    def system(self) -> OperatingSystem:
        """What its nodes run."""
        return operating_system(self.spec)


def platform_pools(settings: KarpenterSettings) -> tuple[PlatformPool, ...]:
    """Those that the stack has."""
    return tuple(PlatformPool(word, _OWNERS[word], spec) for word, spec in settings.platform_pools.items())


def platform_node_pool(pool: PlatformPool, cluster: ClusterFacts) -> dict[str, Any]:
    """Its NodePool."""
    tainted = pool.owner == names.SYSTEM
    return pool_manifest(
        pool.spec,
        cluster.karpenter,
        name=pool.name,
        node_class=pool.name,
        owner=pool.owner,
        taints=tenant_taints(pool.owner, Enforcement.ENFORCE) if tainted else (),
        limits=pool.spec.limits,
    )


def platform_node_class(pool: PlatformPool, cluster: ClusterFacts, settings: PlatformSettings) -> dict[str, Any]:
    """Its EC2NodeClass; images come from the ring `main`."""
    spec = pool.spec.node_class
    return class_manifest(
        spec,
        cluster,
        name=pool.name,
        owner=pool.owner,
        pins=pins_of(settings.amis, MAIN_RING),
        system=pool.system,
        tags=platform_pool_tags(pool.owner, settings, spec.tags),
    )


def platform_node_policies(
    pool: PlatformPool, account: AccountFacts, settings: PlatformSettings
) -> tuple[tuple[str, ...], dict[str, PolicyDocument]]:
    """Managed and inline policies of its node role.

    Its nodes pull repositories below their own name, `shared/*` or `system/*`, and those that all nodes may pull: never
    those of a tenant, since what runs on shared nodes must not depend on the set of tenants.
    """
    repositories = (f"{pool.owner}/*", *settings.shared_image_repositories)
    pull = image_pull_policy(account, tuple(dict.fromkeys(repositories)))
    return (worker_node_policy(account),), {IMAGE_PULL: pull}
