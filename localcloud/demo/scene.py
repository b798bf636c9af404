"""What is to be seen at one moment: each customer's nodes and pods, what they cost, and what has changed since before.

Pure: the API server's documents in, values and lines out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ..aws.prices import spot_price
from .workloads import TENANT_LABEL

Documents = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Node:
    """A node that Karpenter has decided to buy, from that moment until it is gone.

    Attributes:
        claim: Name of the NodeClaim, which stays the same.
        name: Of the Node; None until it has registered.
        price: USD per hour.
        ready: Whether pods can run on it.
        leaving: Whether Karpenter takes it away.
    """

    claim: str
    name: str | None
    tenant: str
    pool: str
    instance_type: str
    zone: str
    capacity_type: str
    price: Decimal
    ready: bool
    leaving: bool


@dataclass(frozen=True)
class Scene:
    """Everything of all customers.

    Attributes:
        nodes: By NodeClaim.
        running: (Deployment, node): its running pods there.
        waiting: Deployment: its pods without a node.
    """

    nodes: Mapping[str, Node]
    running: Mapping[tuple[str, str], int]
    waiting: Mapping[str, int]

    def pods_on(self, node: Node) -> int:
        """How many pods run on a node."""
        return sum(count for (_, name), count in self.running.items() if name == node.name)

    def running_of(self, workload: str) -> int:
        """How many pods of a Deployment run."""
        return sum(count for (name, _), count in self.running.items() if name == workload)


def scene(claims: Documents, pods: Documents, prices: Mapping[str, Decimal]) -> Scene:
    """The scene of what the API server holds.

    Args:
        claims: NodeClaims; one that Karpenter has not launched yet has no instance type and is left out.
        pods: Those of the demonstration.
        prices: USD per hour of an instance type, on demand.
    """
    launched = [claim for claim in claims if "node.kubernetes.io/instance-type" in claim["metadata"]["labels"]]
    nodes = [_node(claim, prices) for claim in launched]
    placed = [pod for pod in pods if "deletionTimestamp" not in pod["metadata"]]
    return Scene(
        nodes={node.claim: node for node in nodes},
        running=Counter(
            (pod["metadata"]["labels"]["app"], pod["spec"]["nodeName"])
            for pod in placed
            if pod["status"].get("phase") == "Running"
        ),
        waiting=Counter(pod["metadata"]["labels"]["app"] for pod in placed if "nodeName" not in pod["spec"]),
    )


def changes(before: Scene, after: Scene) -> Iterator[str]:
    """One line for each thing that somebody who watches would point at."""
    for claim, node in after.nodes.items():
        earlier = before.nodes.get(claim)
        if earlier is None:
            yield f"{node.tenant:<6} Karpenter buys {_described(node)} for pool {node.pool}"
        if node.ready and not (earlier and earlier.ready):
            yield f"{node.tenant:<6} {node.instance_type} of pool {node.pool} is ready"
        if node.leaving and not (earlier and earlier.leaving):
            yield f"{node.tenant:<6} {node.instance_type} of pool {node.pool} is drained"
    for claim, node in before.nodes.items():
        if claim not in after.nodes:
            saved = f"{node.price.normalize():f} USD/h less"
            yield f"{node.tenant:<6} {node.instance_type} of pool {node.pool} is gone, {saved}"
    for workload in sorted({name for name, _ in (*before.running, *after.running)}):
        was, now = before.running_of(workload), after.running_of(workload)
        if was != now:
            waiting = after.waiting.get(workload, 0)
            yield f"       {workload}: running {now}" + (f", waiting {waiting}" if waiting else "")


def table(shown: Scene) -> str:
    """One line for each node: tenant, pool, instance type, zone, capacity type, USD/h, pods; the costs below."""
    nodes = sorted(shown.nodes.values(), key=lambda node: (node.tenant, node.pool, node.claim))
    rows = [
        ("tenant", "pool", "instance type", "zone", "capacity type", "USD/h", "pods"),
        *(
            (
                node.tenant,
                node.pool,
                node.instance_type,
                node.zone,
                node.capacity_type,
                f"{node.price:.4f}",
                str(shown.pods_on(node)),
            )
            for node in nodes
        ),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    sums = (f"{tenant} {_sum(nodes, tenant):.4f}" for tenant in sorted({node.tenant for node in nodes}))
    return "\n".join([*lines, f"USD/h: {', '.join(sums)}"])


def _sum(nodes: Iterable[Node], tenant: str) -> Decimal:
    return sum((node.price for node in nodes if node.tenant == tenant), Decimal(0))


def _node(claim: Mapping[str, Any], prices: Mapping[str, Decimal]) -> Node:
    labels = claim["metadata"]["labels"]
    instance_type, capacity_type = labels["node.kubernetes.io/instance-type"], labels["karpenter.sh/capacity-type"]
    on_demand = prices[instance_type]
    conditions = {each["type"]: each["status"] for each in claim.get("status", {}).get("conditions", [])}
    return Node(
        claim=claim["metadata"]["name"],
        name=claim.get("status", {}).get("nodeName"),
        tenant=labels[TENANT_LABEL],
        pool=labels["karpenter.sh/nodepool"],
        instance_type=instance_type,
        zone=labels["topology.kubernetes.io/zone"],
        capacity_type=capacity_type,
        price=spot_price(on_demand) if capacity_type == "spot" else on_demand,
        ready=conditions.get("Initialized") == "True",
        leaving="deletionTimestamp" in claim["metadata"],
    )


def _described(node: Node) -> str:
    return f"{node.instance_type} in {node.zone}, {node.capacity_type}, {node.price.normalize():f} USD/h,"
