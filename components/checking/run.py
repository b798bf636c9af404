"""Runs every rule over a platform."""

from collections.abc import Iterator

from ..model.platform import Platform, PlatformSettings
from ..model.problem import Problem
from ..model.tenant import TenantSpec
from . import (
    capacity,
    catalogued,
    chart_values,
    cluster,
    contradictions,
    crd_rules,
    disks,
    disruption,
    groups,
    guards,
    identity,
    images,
    kubelet,
    labels,
    network,
    newer_words,
    partitions,
    placement,
    policies,
    references,
    removals,
    rights,
    tenants,
    versions,
    windows,
    workloads,
    zones,
)
from .ignoring import without_ignored
from .places import NodeClass, Pool, node_classes_of, pools_of, pools_of_platform
from .rule import Family, Versions

FAMILIES: tuple[Family, ...] = (
    versions.FAMILY,
    chart_values.FAMILY,
    cluster.FAMILY,
    tenants.FAMILY,
    removals.FAMILY,
    references.FAMILY,
    identity.FAMILY,
    groups.FAMILY,
    policies.FAMILY,
    partitions.FAMILY,
    rights.FAMILY,
    workloads.FAMILY,
    network.FAMILY,
    placement.FAMILY,
    contradictions.FAMILY,
    zones.FAMILY,
    catalogued.FAMILY,
    capacity.FAMILY,
    disruption.FAMILY,
    labels.FAMILY,
    newer_words.FAMILY,
    crd_rules.FAMILY,
    images.FAMILY,
    disks.FAMILY,
    kubelet.FAMILY,
    windows.FAMILY,
    guards.FAMILY,
)


def check(platform: Platform) -> Iterator[Problem]:
    """Everything that is wrong between the objects of a platform, without what tenants ignore.

    Rules that ask what a version knows are left out while the version is unknown, which is reported itself.
    """
    return without_ignored(platform.tenants, _all_problems(platform))


def _all_problems(platform: Platform) -> Iterator[Problem]:
    settings, known = platform.settings, versions.versions_of(platform)
    for family in FAMILIES:
        for rule in family.platform:
            yield from rule(platform)
    for pool in pools_of_platform(settings.karpenter):
        yield from _problems_of_pool(pool, settings, known)
        if pool.node_class is not None:
            yield from _problems_of_node_class(pool.node_class, settings, known)
    for tenant in platform.tenants:
        yield from _problems_of_tenant(tenant, settings, known)


def _problems_of_tenant(tenant: TenantSpec, settings: PlatformSettings, known: Versions | None) -> Iterator[Problem]:
    for family in FAMILIES:
        for rule in family.tenant:
            yield from rule(tenant, settings)
    node_classes = node_classes_of(tenant)
    for pool in pools_of(tenant, node_classes):
        yield from _problems_of_pool(pool, settings, known)
    for node_class in node_classes.values():
        yield from _problems_of_node_class(node_class, settings, known)


def _problems_of_pool(pool: Pool, settings: PlatformSettings, known: Versions | None) -> Iterator[Problem]:
    for family in FAMILIES:
        for rule in family.pool:
            yield from rule(pool, settings)
        if known is not None:
            for versioned in family.versioned_pool:
                yield from versioned(pool, settings, known)


def _problems_of_node_class(
    node_class: NodeClass, settings: PlatformSettings, known: Versions | None
) -> Iterator[Problem]:
    for family in FAMILIES:
        for rule in family.node_class:
            yield from rule(node_class, settings)
        if known is not None:
            for versioned in family.versioned_node_class:
                yield from versioned(node_class, settings, known)
