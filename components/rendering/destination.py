"""Which pools a tenant's pods may run on, and what brings a pod to one of them and nowhere else.

Of a tenant with nodes of its own these are its pools; of one without it is the pool that the stack shares.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..model import names
from ..model.enums import Isolation
from ..model.labels import NODE_POOL_LABEL, TENANT_KEY
from ..model.platform import PlatformSettings
from ..model.pool import PoolSpec
from ..model.tenant import TenantSpec
from ..versions import KarpenterVersion
from .placement import tenant_label_key
from .plain import document_of
from .platform_pools import platform_pools
from .pools import node_class_name, node_pool_name, rendered_pools, starts_pods
from .unready import Place, node_class_place, node_pool_place, platform_places


@dataclass(frozen=True)
class Destination:
    """One pool.

    Attributes:
        word: In messages: the key in `provisioners`, or the name of the shared pool.
        spec: What is written of it.
        node_pool: Name of its NodePool.
        node_class: Name of its EC2NodeClass.
        pool_place: What the NodePool was rendered from.
        class_place: What the EC2NodeClass was rendered from.
        selector: Of a pod that goes there.
        tolerations: The same.
    """

    word: str
    spec: PoolSpec
    node_pool: str
    node_class: str
    pool_place: Place
    class_place: Place
    selector: Mapping[str, str]
    tolerations: Sequence[Mapping[str, Any]]


def destinations(
    tenant: TenantSpec, settings: PlatformSettings, karpenter: KarpenterVersion
) -> Mapping[str, Destination]:
    """All of them by their word; none in a state that starts no pods."""
    if tenant.isolation is Isolation.DEDICATED:
        return {key: own_pool(tenant, key, karpenter) for key in rendered_pools(tenant)}
    return _shared(settings) if starts_pods(tenant) else {}


def own_pool(tenant: TenantSpec, key: str, karpenter: KarpenterVersion) -> Destination:
    """The pool of one of the tenant's provisioners."""
    spec = tenant.provisioners[key]
    own = {"key": TENANT_KEY, "operator": "Equal", "value": str(tenant.name), "effect": "NoSchedule"}
    name = node_pool_name(tenant, key)
    return Destination(
        word=key,
        spec=spec,
        node_pool=name,
        node_class=node_class_name(tenant, spec.node_class),
        pool_place=node_pool_place(tenant, key),
        class_place=node_class_place(tenant, spec.node_class),
        selector={tenant_label_key(karpenter): str(tenant.name), NODE_POOL_LABEL: name},
        tolerations=(own, *_tolerated(spec)),
    )


def _shared(settings: PlatformSettings) -> Mapping[str, Destination]:
    """Without the tenant label: a tenant that selects it is refused, and the name of the pool says enough."""
    found: dict[str, Destination] = {}
    for pool in platform_pools(settings.karpenter):
        if pool.owner == names.SHARED:
            class_place, pool_place = platform_places(pool.word, pool.spec)
            found[pool.name] = Destination(
                word=pool.name,
                spec=pool.spec,
                node_pool=pool.name,
                node_class=pool.name,
                pool_place=pool_place,
                class_place=class_place,
                selector={NODE_POOL_LABEL: pool.name},
                tolerations=_tolerated(pool.spec),
            )
    return found


def _tolerated(spec: PoolSpec) -> tuple[Mapping[str, Any], ...]:
    """For the taints that are written."""
    return tuple(map(_toleration, map(document_of, spec.taints)))


def _toleration(taint: Mapping[str, Any]) -> Mapping[str, Any]:
    value = {"operator": "Equal", "value": taint["value"]} if "value" in taint else {"operator": "Exists"}
    return {"key": taint["key"], **value, "effect": taint["effect"]}
