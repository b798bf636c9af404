"""What a tenant's pools use at this moment: the limits that hold them there while the tenant is frozen.

Pure: the tenant file and the NodePools in, amounts out.
"""

from collections.abc import Iterable, Mapping

from ..model.tenant import TenantSpec
from ..rendering.pools import node_pool_name
from .snapshot import Document
from .tenant_view import is_deleted

ALWAYS_HELD = ("cpu", "memory")
"""Whatever else `limits` or `frozenLimits` of the pool name is held as well."""


class NotMeasurable(Exception):
    """At least one pool's use is unknown.

    Attributes:
        reasons: One line for each of them.
    """

    def __init__(self, reasons: tuple[str, ...]) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


def dynamic_pools(tenant: TenantSpec) -> tuple[str, ...]:
    """Keys of the provisioners that limits hold; static pools are held by their `replicas`."""
    return tuple(key for key, spec in tenant.provisioners.items() if spec.replicas is None)


def present_use(tenant: TenantSpec, node_pools: Iterable[Document]) -> Mapping[str, Mapping[str, str]]:
    """Key of each dynamic pool → resource → amount, as Karpenter itself counts it against the limits.

    A resource that none of the nodes has is 0.

    Raises:
        NotMeasurable: A NodePool is missing, is being deleted, or nobody has counted its nodes.
    """
    live = {pool["metadata"]["name"]: pool for pool in node_pools}
    used: dict[str, Mapping[str, str]] = {}
    reasons: list[str] = []
    for key in dynamic_pools(tenant):
        pool = live.get(node_pool_name(tenant, key))
        why = _unmeasured(pool)
        if pool is None or why is not None:
            reasons.append(f"provisioners.{key}: NodePool {node_pool_name(tenant, key)} {why}")
            continue
        spec, counted = tenant.provisioners[key], pool["status"]["resources"]
        held = dict.fromkeys((*ALWAYS_HELD, *spec.limits, *spec.frozen_limits))
        used[key] = {resource: counted.get(resource, "0") for resource in held}
    if reasons:
        raise NotMeasurable(tuple(reasons))
    return used


def _unmeasured(pool: Document | None) -> str | None:
    if pool is None:
        return "is not in the cluster; run pulumi up, or take the pool out of the file"
    if is_deleted(pool):
        return "is being deleted; wait until its nodes are gone, or run pulumi up"
    if "resources" not in pool.get("status", {}):
        return "has no status.resources, Karpenter has not counted its nodes; see that its controller runs"
    return None
