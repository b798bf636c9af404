"""Pools and node classes with the place they were written at, of tenants and of the platform alike."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..model.karpenter import KarpenterSettings
from ..model.limits import Limits
from ..model.node_class import NodeClassSpec
from ..model.pool import PoolSpec
from ..model.problem import Path, Problem, show_path
from ..model.provisioner import ProvisionerSpec
from ..model.tenant import MAIN_RING, TenantSpec


@dataclass(frozen=True)
class Pool:
    """One pool: an entry of a tenant's `provisioners`, or the stack's `sharedPool` or `systemPool`."""

    tenant: str | None
    path: Path
    spec: PoolSpec
    node_class: "NodeClass | None"
    """The class whose nodes it buys; None where the one it names does not exist (E009)."""

    @property
    def limits(self) -> Iterator[tuple[str, Limits]]:
        """Each field that holds limits, whatever the tenant's state: a frozen tenant takes the second."""
        yield "limits", self.spec.limits
        if isinstance(self.spec, ProvisionerSpec):
            yield "frozenLimits", self.spec.frozen_limits

    def problem(self, at: Path, code: str, what: str, fix: str) -> Problem:
        """A problem at a place below the pool."""
        return Problem(self.tenant, (*self.path, *at), code, what, fix)


@dataclass(frozen=True)
class NodeClass:
    """One node class: an entry of a tenant's `nodeClasses`, or the one inside a pool of the platform."""

    tenant: str | None
    path: Path
    spec: NodeClassSpec
    ring: str
    """Whose pins of `platform:amis` it gets."""
    pools: tuple[PoolSpec, ...]
    """Those that use it; empty for a class that is written and not made."""

    @property
    def name(self) -> str:
        """The place as messages call it, such as `nodeClasses.default`."""
        return show_path(self.path)

    def problem(self, at: Path, code: str, what: str, fix: str) -> Problem:
        """A problem at a place below the class."""
        return Problem(self.tenant, (*self.path, *at), code, what, fix)


def node_classes_of(tenant: TenantSpec) -> Mapping[str, NodeClass]:
    """The tenant's classes by key."""
    users: dict[str, list[PoolSpec]] = {}
    for provisioner in tenant.provisioners.values():
        users.setdefault(provisioner.node_class, []).append(provisioner)
    return {
        key: NodeClass(tenant.name, ("nodeClasses", key), spec, tenant.ring, tuple(users.get(key, ())))
        for key, spec in tenant.node_classes.items()
    }


def pools_of(tenant: TenantSpec, node_classes: Mapping[str, NodeClass]) -> Iterator[Pool]:
    """The tenant's pools, in the order written."""
    for key, spec in tenant.provisioners.items():
        yield Pool(tenant.name, ("provisioners", key), spec, node_classes.get(spec.node_class))


def pools_of_platform(settings: KarpenterSettings) -> Iterator[Pool]:
    """The stack's own pools, each with the class inside it; images come from the ring `main`."""
    for word, spec in settings.platform_pools.items():
        path: Path = ("platform:karpenter", word)
        node_class = NodeClass(None, (*path, "nodeClass"), spec.node_class, MAIN_RING, (spec,))
        yield Pool(None, path, spec, node_class)
