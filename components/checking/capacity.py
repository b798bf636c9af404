"""Bounds of what a pool may buy, and whether it can buy at all (E110, W115, W116, W117, W140, E143, E213)."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from ..model.enums import CapacityType, Isolation
from ..model.limits import NODES
from ..model.platform import Platform, PlatformSettings
from ..model.pool import PoolSpec
from ..model.problem import Problem
from ..model.provisioner import ProvisionerSpec
from ..model.quantity import Quantity
from ..model.tenant import TenantSpec
from ..rendering.chart_settings import feature_gate
from ..rendering.headroom import headroom_namespace
from ..rendering.pools import pools_in_reach, rendered_pools
from ..versions import Feature
from . import allowed
from .places import Pool
from .rule import Family, Versions

BOUNDS = ("cpu", "memory", NODES)
"""Limits that bound what a pool can cost; others, such as GPUs, bound some types only."""

SAFE_NODES = 5
"""Limits are eventually consistent: below this number an overshoot of a node or two is a large part of the pool.
Source: kubernetes-sigs/karpenter#2657."""

STATIC_CAPACITY = "staticCapacity"
"""Gate of static pools, in the spelling of the chart."""


def e110_limits_missing(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A pool without any bound; static pools are bound by `replicas`."""
    if not settings.guards.require_limits or pool.spec.replicas is not None:
        return
    if not any(bound in pool.spec.limits for bound in BOUNDS):
        written = f"none of {', '.join(BOUNDS)}" if pool.spec.limits else "missing"
        what = f"{written}, a pod loop could buy without end"
        yield pool.problem(("limits",), "E110", what, "write cpu and memory, or guards.requireLimits: false")


def w115_few_nodes_taken_as_exact(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A small limit of nodes on a dynamic pool; 0 is a pause."""
    nodes = pool.spec.limits.get(NODES)
    if pool.spec.replicas is None and nodes is not None and 0 < nodes.value < SAFE_NODES:
        what = f"{nodes} can be exceeded for minutes during fast scale-out"
        yield pool.problem(("limits", NODES), "W115", what, "keep room or use replicas")


def w116_quota_exceeds_pools(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A namespace's quota above what all pools that the tenant's pods may run on have together."""
    whose = "all provisioners" if tenant.isolation is Isolation.DEDICATED else "platform:karpenter.sharedPool"
    for index, namespace in enumerate(tenant.namespaces):
        for key, quota in (namespace.resource_quota or {}).items():
            resource = key.removeprefix("requests.")
            total = _sum_of_limits(pools_in_reach(tenant, settings).values(), resource)
            if total is not None and quota.value > total.value:
                yield Problem(
                    tenant.name,
                    ("namespaces", index, "resourceQuota", key),
                    "W116",
                    f"{quota} is above the {total} {resource} of {whose}, the rest stays pending",
                    f"write {total}",
                )


def w117_headroom_fills_limits(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """Spare capacity that takes all that the pool may have."""
    headroom = pool.spec.headroom if isinstance(pool.spec, ProvisionerSpec) else None
    if headroom is None:
        return
    for resource, amount in (("cpu", headroom.cpu), ("memory", headroom.memory)):
        limit = pool.spec.limits.get(resource)
        if limit is not None and headroom.replicas * amount.value >= limit.value:
            what = f"{headroom.replicas} x {amount} {resource} leave nothing of limits.{resource} {limit}"
            yield pool.problem(("headroom",), "W117", what, "lower replicas or raise limits")


def w117_headroom_without_namespace(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """Spare capacity that stands nowhere, since the pods of all namespaces go to other pools."""
    for key, provisioner in tenant.provisioners.items():
        if provisioner.headroom is not None and headroom_namespace(tenant, key) is None:
            what = f"the pods of no namespace may use {key}, so nothing is kept warm"
            fix = f"write namespaces[].provisioner: {key}, or remove it"
            path = ("provisioners", key, "headroom")
            yield Problem(tenant.name, path, "W117", what, fix, judged_by=(("namespaces",),))


def w140_spot_alone(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A pool that starts nothing while the account lacks the service-linked role of spot."""
    types = allowed.capacity_types(pool.spec)
    if types.values == (CapacityType.SPOT,):
        what = "[spot] starts nothing without AWSServiceRoleForEC2Spot"
        yield pool.problem(types.path, "W140", what, "create that role once per account or add on-demand")


def e143_reserved_without_reservation(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A pool of reserved capacity alone whose class selects no reservation."""
    types = allowed.capacity_types(pool.spec)
    node_class = pool.node_class
    if node_class is None or node_class.spec.capacity_reservation_selector_terms:
        return
    if types.values == (CapacityType.RESERVED,):
        what = f"[reserved] without capacityReservationSelectorTerms in {node_class.name} never launches"
        yield pool.problem(types.path, "E143", what, "add the selector or another capacity type")


def e213_static_pool_with_dynamic_words(
    pool: Pool, settings: PlatformSettings, versions: Versions
) -> Iterator[Problem]:
    """A static pool with fields that only a dynamic one has, or without its gate."""
    if pool.spec.replicas is None or not versions.karpenter.has(Feature.REPLICAS):
        return
    if pool.spec.weight is not None:
        what = f"{pool.spec.weight} is not possible together with replicas"
        yield pool.problem(("weight",), "E213", what, "remove it")
    for word, limits in pool.limits:
        for resource, amount in limits.items():
            if resource != NODES:
                what = f"{amount} is not possible together with replicas, a static pool takes only {NODES}"
                yield pool.problem((word, resource), "E213", what, "remove it")
    if not feature_gate(settings.karpenter, STATIC_CAPACITY, versions.karpenter):
        what = f"{pool.spec.replicas} is not possible while the gate {STATIC_CAPACITY} is off"
        fix = f"write platform:karpenter.featureGates: {{{STATIC_CAPACITY}: true}}"
        yield pool.problem(("replicas",), "E213", what, fix)


def e213_static_pool_of_another_kind(platform: Platform) -> Iterator[Problem]:
    """A pool that was static and would follow its pods, or the reverse: the API server refuses either."""
    if platform.deployed is None:
        return
    for tenant in platform.tenants:
        before = platform.deployed.tenants.get(tenant.name)
        if before is None:
            continue
        for key in rendered_pools(tenant):
            static = before.static.get(key)
            if static not in (None, tenant.provisioners[key].replicas is not None):
                what = "removed from a static pool" if static else "added to a pool that follows its pods"
                fix = f"{'write it back' if static else 'remove it'}, or give the provisioner another key than {key}"
                yield Problem(tenant.name, ("provisioners", key, "replicas"), "E213", what, fix)


def _sum_of_limits(pools: Iterable[PoolSpec], resource: str) -> Quantity | None:
    """Sum of the pools' limits on a resource, in the unit of the first; None where a pool is not bound on it."""
    limits = [pool.limits.get(resource) for pool in pools]
    bound = [limit for limit in limits if limit is not None]
    if not bound or len(bound) < len(limits):
        return None
    total = sum((limit.value for limit in bound), Decimal())
    one = Quantity(f"1{bound[0].unit}").value
    return Quantity(f"{(total / one).normalize():f}{bound[0].unit}")


FAMILY = Family(
    tenant=(w116_quota_exceeds_pools, w117_headroom_without_namespace),
    pool=(
        e110_limits_missing,
        w115_few_nodes_taken_as_exact,
        w117_headroom_fills_limits,
        w140_spot_alone,
        e143_reserved_without_reservation,
    ),
    platform=(e213_static_pool_of_another_kind,),
    versioned_pool=(e213_static_pool_with_dynamic_words,),
)
