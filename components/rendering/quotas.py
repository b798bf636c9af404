"""How much of the cluster a namespace may use: its ResourceQuota and LimitRange.

Sums over the pools bound what can be bought anyway; counts of objects protect the store that all tenants share. There
is no `services.nodeports: 0`: a load balancer's service counts its node ports and would be refused; the rule `service`
refuses type NodePort instead.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from ..model.enums import LoadBalancers, TenantState
from ..model.namespace import NamespaceSpec
from ..model.platform import PlatformSettings
from ..model.pool import PoolSpec
from ..model.quantity import Quantity, means_bytes
from ..model.tenant import TenantSpec
from ..versions import KarpenterVersion
from .headroom import counted_headroom
from .plain import document_of, plain
from .pools import pools_in_reach

QUOTA: Final = "tenant"
LIMIT_RANGE: Final = "tenant"
"""Names of the objects."""

_COUNTS: Final[dict[str, str]] = {
    "pods": "1000",
    "persistentvolumeclaims": "100",
    "requests.storage": "10Ti",
    "services.loadbalancers": "10",
    "count/configmaps": "1000",
    "count/secrets": "1000",
    "count/services": "200",
    "count/deployments.apps": "500",
    "count/statefulsets.apps": "200",
    "count/jobs.batch": "2000",
    "count/cronjobs.batch": "200",
    "count/ingresses.networking.k8s.io": "100",
}
"""Far above what one customer runs, far below what harms the others."""

_BOUND_BY_POOLS: Final = ("cpu", "memory")

_DEFAULT_REQUESTS: Final = {"cpu": "100m", "memory": "128Mi"}
"""Karpenter packs by requests: containers without any would crowd the nodes."""


def resource_quota(
    tenant: TenantSpec, spec: NamespaceSpec, settings: PlatformSettings, karpenter: KarpenterVersion
) -> dict[str, Any] | None:
    """None where the tenant file says `null`, unless the tenant leaves: then nothing more may be made."""
    hard = _hard(tenant, spec, pools_in_reach(tenant, settings), counted_headroom(tenant, spec, settings, karpenter))
    if tenant.state is TenantState.OFFBOARDING:
        hard = dict.fromkeys(hard or _COUNTS, "0")
    if hard is None:
        return None
    return {
        "apiVersion": "v1",
        "kind": "ResourceQuota",
        "metadata": {"name": QUOTA, "namespace": tenant.namespace_name(spec)},
        "spec": {"hard": hard},
    }


def limit_range(tenant: TenantSpec, spec: NamespaceSpec) -> dict[str, Any] | None:
    """None where the tenant file says `null`."""
    if spec.limit_range is None and "limit_range" in spec.model_fields_set:
        return None
    item = {"defaultRequest": _DEFAULT_REQUESTS} if spec.limit_range is None else document_of(spec.limit_range)
    return {
        "apiVersion": "v1",
        "kind": "LimitRange",
        "metadata": {"name": LIMIT_RANGE, "namespace": tenant.namespace_name(spec)},
        "spec": {"limits": [{"type": "Container", **item}]},
    }


def _hard(
    tenant: TenantSpec, spec: NamespaceSpec, pools: Mapping[str, PoolSpec], kept: dict[str, list[Quantity]]
) -> dict[str, str] | None:
    if spec.resource_quota is not None:
        return plain(spec.resource_quota)
    if "resource_quota" in spec.model_fields_set:
        return None
    counts = dict(_COUNTS)
    if tenant.exposure.load_balancers is LoadBalancers.NONE:
        counts["services.loadbalancers"] = "0"
    sums = {f"requests.{resource}": _sum(pools, spec, resource, kept) for resource in _BOUND_BY_POOLS}
    return {**{resource: amount for resource, amount in sums.items() if amount is not None}, **counts}


def _sum(
    in_reach: Mapping[str, PoolSpec], spec: NamespaceSpec, resource: str, kept: dict[str, list[Quantity]]
) -> str | None:
    """Of the pools that the namespace's pods may run on; None where one of them is not bound, or there is none.

    Pods that keep spare capacity come on top: they count while they wait, with their place given to others.
    """
    pools = [pool for key, pool in in_reach.items() if spec.provisioner is None or spec.provisioner == key]
    amounts = [pool.limits.get(resource) if pool.limits else None for pool in pools]
    bound = [amount for amount in amounts if amount is not None]
    if not bound or len(bound) < len(amounts):
        return None
    return _total(resource, [*bound, *kept.get(resource, ())])


def _total(resource: str, amounts: list[Quantity]) -> str:
    """In the unit that all of them are written in, else in millicores or bytes."""
    units = {amount.unit for amount in amounts}
    total = sum((amount.value for amount in amounts), Decimal(0))
    if len(units) == 1:
        (unit,) = units
        one = Quantity(f"1{unit}").value
        if total % one == 0:
            return f"{int(total / one)}{unit}"
    return f"{int(total)}" if means_bytes(resource) else f"{int(total * 1000)}m"
