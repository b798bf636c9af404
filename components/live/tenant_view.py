"""One tenant on a running cluster: what of its file is there, and the nodes that Karpenter bought for it.

A pool of the platform is seen the same way. Pure: what the files say and a snapshot in, a view out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ..model.enums import Isolation
from ..model.labels import NODE_POOL_LABEL
from ..model.requirement import CAPACITY_TYPE, INSTANCE_TYPE, ZONE
from ..model.tenant import TenantSpec
from ..rendering.platform_pools import PlatformPool
from ..rendering.pools import node_class_name, node_pool_name, rendered_pools, used_node_classes
from ..rendering.unready import (
    Place,
    explained,
    is_ready,
    node_class_place,
    node_pool_place,
    platform_places,
    unlooked,
    unmet,
)
from .prices import Offering, Prices
from .snapshot import Document, Snapshot


@dataclass(frozen=True)
class ObjectView:
    """A NodePool or EC2NodeClass of a tenant file, or of the stack file.

    Attributes:
        key: In `provisioners` or `nodeClasses`; in `platform:karpenter` for a pool of the platform.
        name: Of the object.
        state: `Ready`, `not Ready`, `missing` or `being deleted`.
        reasons: Why it is not Ready, one line each.
        used: Resource: amount that its nodes have; None for a class.
        limits: Resource: amount that they may have.
    """

    key: str
    name: str
    state: str
    reasons: tuple[str, ...] = ()
    used: Mapping[str, str] | None = None
    limits: Mapping[str, str] | None = None


@dataclass(frozen=True)
class NodeView:
    """A node that Karpenter bought, from the moment it decided to.

    Attributes:
        name: Of the node; of the claim until the node has registered.
        pool: Name of the NodePool.
        state: The first of these that is not yet reached: `launching`, `registering`, `initializing`, `Ready`; or
            `draining`.
        pods: How many pods are on it.
        price: USD an hour by Karpenter's own estimate; None where it is unknown.
    """

    name: str
    pool: str
    instance_type: str
    zone: str
    capacity_type: str
    state: str
    pods: int
    price: Decimal | None


@dataclass(frozen=True)
class Spend:
    """What nodes cost together.

    Attributes:
        known: USD an hour of those with a price.
        unknown: How many have none.
    """

    known: Decimal
    unknown: int


def spend(nodes: Iterable[NodeView]) -> Spend:
    """The sum over some nodes."""
    prices = [node.price for node in nodes]
    return Spend(sum((price for price in prices if price is not None), Decimal()), prices.count(None))


@dataclass(frozen=True)
class TenantView:
    """Everything that `status` shows of a tenant, or of a pool of the platform.

    Attributes:
        name: Of the tenant; of the pool's owner, `shared` or `system`.
        state: Of the tenant; `pool of the platform`.
        shares: Whether its pods run on nodes of the shared pool, so that it has none of its own.
    """

    name: str
    state: str
    pools: tuple[ObjectView, ...]
    node_classes: tuple[ObjectView, ...]
    nodes: tuple[NodeView, ...]
    shares: bool = False

    @property
    def healthy(self) -> bool:
        """Whether everything that the file asks for is there and Ready."""
        return all(each.state == "Ready" for each in (*self.pools, *self.node_classes))


def tenant_view(tenant: TenantSpec, snapshot: Snapshot, prices: Prices) -> TenantView:
    """The tenant as the snapshot shows it, with what its nodes cost; no prices make all of them unknown."""
    pools = {node_pool_name(tenant, key) for key in tenant.provisioners}
    return TenantView(
        name=tenant.name,
        state=str(tenant.state),
        pools=tuple(
            pool_view(tenant, key, snapshot.pools_by_name.get(node_pool_name(tenant, key)))
            for key in rendered_pools(tenant)
        ),
        node_classes=tuple(
            node_class_view(tenant, key, snapshot.classes_by_name.get(node_class_name(tenant, key)))
            for key in used_node_classes(tenant)
        ),
        nodes=_nodes(pools, snapshot, prices),
        shares=tenant.isolation is Isolation.SHARED,
    )


def platform_pool_view(pool: PlatformPool, snapshot: Snapshot, prices: Prices) -> TenantView:
    """The same of a pool of the platform."""
    class_place, pool_place = platform_places(pool.word, pool.spec)
    return TenantView(
        name=str(pool.owner),
        state="pool of the platform",
        pools=(object_view(pool.word, pool.name, pool_place, snapshot.pools_by_name.get(pool.name)),),
        node_classes=(object_view("nodeClass", pool.name, class_place, snapshot.classes_by_name.get(pool.name)),),
        nodes=_nodes({pool.name}, snapshot, prices),
    )


def pool_view(tenant: TenantSpec, key: str, live: Document | None) -> ObjectView:
    """The NodePool of a provisioner; `live` is None where there is none."""
    return object_view(key, node_pool_name(tenant, key), node_pool_place(tenant, key), live)


def node_class_view(tenant: TenantSpec, key: str, live: Document | None) -> ObjectView:
    """The EC2NodeClass of a node class; `live` is None where there is none."""
    return object_view(key, node_class_name(tenant, key), node_class_place(tenant, key), live)


def object_view(key: str, name: str, place: Place, live: Document | None) -> ObjectView:
    """A NodePool or EC2NodeClass, whosever it is; `live` is None where there is none."""
    if live is None:
        return ObjectView(key, name, "missing", ("run pulumi up",))
    used, limits = live.get("status", {}).get("resources"), live["spec"].get("limits")
    if is_deleted(live):
        return ObjectView(key, name, "being deleted", used=used, limits=limits)
    if is_ready(live):
        return ObjectView(key, name, "Ready", used=used, limits=limits)
    conditions = unmet(live)
    text = explained(place, live, conditions) if conditions else unlooked(place, live)
    return ObjectView(key, name, "not Ready", tuple(text.splitlines()), used, limits)


def claims_of(pools: Iterable[str], snapshot: Snapshot) -> list[Document]:
    """The NodeClaims of some pools, by pool and name."""
    found = [claim for pool in pools for claim in snapshot.claims_by_pool.get(pool, ())]
    return sorted(found, key=lambda claim: (_labels(claim)[NODE_POOL_LABEL], claim["metadata"]["name"]))


def node_of(claim: Document) -> str | None:
    """Name of the claim's node; None until it has registered."""
    return claim.get("status", {}).get("nodeName")


def is_deleted(document: Document) -> bool:
    """Whether the object waits for its finalizers."""
    return "deletionTimestamp" in document["metadata"]


def _nodes(pools: Iterable[str], snapshot: Snapshot, prices: Prices) -> tuple[NodeView, ...]:
    return tuple(_node(claim, snapshot, prices) for claim in claims_of(pools, snapshot))


def _node(claim: Document, snapshot: Snapshot, prices: Prices) -> NodeView:
    labels, node = _labels(claim), node_of(claim)
    instance_type = labels.get(INSTANCE_TYPE, "-")
    zone = labels.get(ZONE, "-")
    capacity_type = labels.get(CAPACITY_TYPE, "-")
    return NodeView(
        name=node or claim["metadata"]["name"],
        pool=labels[NODE_POOL_LABEL],
        instance_type=instance_type,
        zone=zone,
        capacity_type=capacity_type,
        state=_claim_state(claim),
        pods=len(snapshot.pods_by_node.get(node, ())) if node else 0,
        price=prices.get(Offering(instance_type, zone, capacity_type)),
    )


def _claim_state(claim: Document) -> str:
    if is_deleted(claim):
        return "draining"
    reached = {each["type"] for each in claim.get("status", {}).get("conditions", []) if each["status"] == "True"}
    steps = {"Launched": "launching", "Registered": "registering", "Initialized": "initializing"}
    return next((doing for step, doing in steps.items() if step not in reached), "Ready")


def _labels(document: Document) -> Mapping[str, Any]:
    return document["metadata"].get("labels", {})
