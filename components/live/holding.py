"""What keeps a tenant's nodes, pools and namespaces from going: pods that refuse, and objects that wait for them.

Deleting a NodePool drains its nodes. A pod that must not be disrupted holds its node until the pool's termination grace
period is over; without one, for ever (Karpenter reference, "disruption").
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..model.enums import TenantState
from ..model.labels import DO_NOT_DISRUPT
from ..model.tenant import TenantSpec
from ..rendering.platform_pools import PlatformPool
from ..rendering.pools import node_class_name, node_pool_name
from .snapshot import Document, Snapshot
from .tenant_view import claims_of, is_deleted, node_of

_WAITS_FOR_KARPENTER = "has no nodes left and waits for Karpenter; see whether its controller runs"


def holding(tenant: TenantSpec, snapshot: Snapshot) -> tuple[str, ...]:
    """One line for each thing that an offboarding waits for, what can be done about it included; the causes first."""
    pools = {node_pool_name(tenant, key) for key in tenant.provisioners}
    classes = {node_class_name(tenant, key) for key in tenant.node_classes}
    return (
        *_nodes(pools, classes, snapshot),
        *_outside(tenant, snapshot),
        *_namespaces(tenant, snapshot.namespaces),
    )


def holding_pool(pool: PlatformPool, snapshot: Snapshot) -> tuple[str, ...]:
    """The same for a pool of the platform that is taken out of the stack, or goes with it."""
    return tuple(_nodes({pool.name}, {pool.name}, snapshot))


def _nodes(pools: set[str], classes: set[str], snapshot: Snapshot) -> Iterator[str]:
    claims = claims_of(pools, snapshot)
    yield from _pods(claims, snapshot)
    yield from _waiting(pools, classes, claims, snapshot)


def _pods(claims: Iterable[Document], snapshot: Snapshot) -> Iterator[str]:
    ends = {node: _end(claim) for claim in claims if (node := node_of(claim))}
    for node, end in ends.items():
        for pod in snapshot.pods_by_node.get(node, ()):
            if not _is_done(pod):
                yield from (f"pod {_name(pod)} on {node}: {why}{end}" for why in _refusals(pod, snapshot))


def _refusals(pod: Document, snapshot: Snapshot) -> Iterator[str]:
    if pod["metadata"].get("annotations", {}).get(DO_NOT_DISRUPT) == "true":
        yield f"has {DO_NOT_DISRUPT}; remove the annotation or delete the pod"
    for budget in snapshot.disruption_budgets:
        if _covers(budget, pod) and budget.get("status", {}).get("disruptionsAllowed", 0) == 0:
            yield f"PodDisruptionBudget {budget['metadata']['name']} allows no disruption; add replicas or loosen it"
    if is_deleted(pod):
        yield f"is being deleted since {pod['metadata']['deletionTimestamp']}; its grace period runs"


def _waiting(pools: set[str], classes: set[str], claims: list[Document], snapshot: Snapshot) -> Iterator[str]:
    going = [claim for claim in claims if is_deleted(claim)]
    if going:
        yield f"{len(going)} of {len(claims)} nodes are being drained: {', '.join(_called(claim) for claim in going)}"
    for pool in snapshot.node_pools:
        if pool["metadata"]["name"] in pools and is_deleted(pool):
            yield f"NodePool {pool['metadata']['name']} {'waits for its nodes' if claims else _WAITS_FOR_KARPENTER}"
    for node_class in snapshot.node_classes:
        if node_class["metadata"]["name"] in classes and is_deleted(node_class):
            name = node_class["metadata"]["name"]
            yield f"EC2NodeClass {name} {'waits for the nodes of its pools' if claims else _WAITS_FOR_KARPENTER}"


def _outside(tenant: TenantSpec, snapshot: Snapshot) -> Iterator[str]:
    """What a tenant who leaves still has outside the cluster: with the namespace it would go, or stay behind unseen."""
    if tenant.state is not TenantState.OFFBOARDING:
        return
    wanted = tenant.namespace_names
    balancers = [each for each in snapshot.services if each["spec"].get("type") == "LoadBalancer"]
    for kind, found in (
        ("Service of type LoadBalancer", balancers),
        ("Ingress", snapshot.ingresses),
        ("PersistentVolumeClaim", snapshot.volume_claims),
    ):
        for each in found:
            if each["metadata"]["namespace"] in wanted:
                yield f"{kind} {_name(each)}: save what is needed of it, and delete it before the name leaves the list"


def _namespaces(tenant: TenantSpec, namespaces: Iterable[Document]) -> Iterator[str]:
    wanted = tenant.namespace_names
    for namespace in namespaces:
        if namespace["metadata"]["name"] in wanted and is_deleted(namespace):
            left = [
                condition["message"]
                for condition in namespace.get("status", {}).get("conditions", [])
                if condition["status"] == "True" and condition["type"].endswith("Remaining")
            ]
            yield f"namespace {namespace['metadata']['name']} is being deleted: {'; '.join(left) or 'nothing is left'}"


def _end(claim: Document) -> str:
    """Until when a refusal holds a node that is being drained."""
    if not is_deleted(claim):
        return ""
    at = claim["metadata"].get("annotations", {}).get("karpenter.sh/nodeclaim-termination-timestamp")
    return f"; else the node goes at {at}" if at else "; without terminationGracePeriod the node stays for ever"


def _covers(budget: Document, pod: Document) -> bool:
    """Whether the budget selects the pod; `matchExpressions` are taken to hold, so that nothing is kept silent."""
    if budget["metadata"]["namespace"] != pod["metadata"]["namespace"]:
        return False
    wanted: Mapping[str, Any] = budget["spec"].get("selector", {}).get("matchLabels", {})
    return wanted.items() <= pod["metadata"].get("labels", {}).items()


def _is_done(pod: Document) -> bool:
    return pod.get("status", {}).get("phase") in ("Succeeded", "Failed")


def _name(document: Document) -> str:
    return f"{document['metadata']['namespace']}/{document['metadata']['name']}"


def _called(claim: Document) -> str:
    return node_of(claim) or claim["metadata"]["name"]
