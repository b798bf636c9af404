"""The shapes of a rule. A rule is named by the code it reports, yields problems and never raises.

No rule compares every tenant with every other: what must be unique is looked up in a map, what must not overlap is
sorted first. A rule about one object alone does not belong here but to `model`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..model.platform import Platform, PlatformSettings
from ..model.problem import Problem
from ..model.tenant import TenantSpec
from ..versions import KarpenterVersion, MinorNumber
from .places import NodeClass, Pool


@dataclass(frozen=True)
class Versions:
    """What the stack runs; exists only while both are known, so that no rule has to guess."""

    karpenter: KarpenterVersion
    kubernetes: MinorNumber


PlatformRule = Callable[[Platform], Iterator[Problem]]
"""Looks at the stack file, or at all tenants together."""

TenantRule = Callable[[TenantSpec, PlatformSettings], Iterator[Problem]]
"""Looks at one merged tenant beside the stack's settings."""

PoolRule = Callable[[Pool, PlatformSettings], Iterator[Problem]]
"""Looks at one pool, of a tenant or of the platform."""

NodeClassRule = Callable[[NodeClass, PlatformSettings], Iterator[Problem]]
"""Looks at one node class, of a tenant or of the platform."""

VersionedPoolRule = Callable[[Pool, PlatformSettings, Versions], Iterator[Problem]]
"""Looks at one pool beside what the stack's versions know."""

VersionedNodeClassRule = Callable[[NodeClass, PlatformSettings, Versions], Iterator[Problem]]
"""Looks at one node class beside what the stack's versions know."""


@dataclass(frozen=True, kw_only=True)
class Family:
    """The rules of one module."""

    platform: tuple[PlatformRule, ...] = ()
    tenant: tuple[TenantRule, ...] = ()
    pool: tuple[PoolRule, ...] = ()
    node_class: tuple[NodeClassRule, ...] = ()
    versioned_pool: tuple[VersionedPoolRule, ...] = ()
    versioned_node_class: tuple[VersionedNodeClassRule, ...] = ()
