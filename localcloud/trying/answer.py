"""What the scheduler answered: nodes with their price and pods by pool, and pods that stay pending with the reason.

Pure: documents of the API server in, values and text out.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ..aws.prices import spot_price

Documents = Sequence[Mapping[str, Any]]

_POOL_LABEL = "karpenter.sh/nodepool"
_REPEATED = "(combined from similar events): "
_PREFIX = "Failed to schedule pod, "
_POOL_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
_REQUIREMENTS = re.compile(r", requirements=.*?(?=, [a-z]+=|; |$)", re.DOTALL)

_REMEDIES: Mapping[str, str] = {
    "exceed limits": "raise its limits",
    "no instance type has enough resources": "allow larger instance types, or let the pod ask for less",
    "did not tolerate taint": "give the pods the toleration",
    "no instance type met": "let the pods and the pool agree",
}
"""Words of Karpenter (1.14.3, pkg/controllers/provisioning/scheduling) → what to do."""


@dataclass(frozen=True)
class BoughtNode:
    """A node that Karpenter bought.

    Attributes:
        pool: Key in `provisioners`.
        price: USD an hour; None where the table has none.
        pods: `namespace/name`, sorted.
    """

    pool: str
    instance_type: str
    zone: str
    capacity_type: str
    price: Decimal | None
    pods: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """Everything that `try` tells.

    Attributes:
        nodes: By pool, type and zone.
        pending: Pod or object → why it has no node, in the words of the tenant file.
        notes: What was changed to make the workload run.
    """

    tenant: str
    nodes: tuple[BoughtNode, ...]
    pending: Mapping[str, str]
    notes: tuple[str, ...]

    @property
    def price(self) -> Decimal:
        """USD an hour of all nodes with a price."""
        return sum((node.price for node in self.nodes if node.price is not None), Decimal())

    @property
    def unpriced(self) -> int:
        """How many nodes have none."""
        return sum(1 for node in self.nodes if node.price is None)


def bought_nodes(
    claims: Documents, pods: Documents, pools: Mapping[str, str], prices: Mapping[str, Decimal]
) -> tuple[BoughtNode, ...]:
    """The nodes of launched claims.

    Args:
        pools: Name of a NodePool → its key.
        prices: Instance type → USD an hour, on demand.
    """
    on_node: dict[str, list[str]] = {}
    for pod in pods:
        on_node.setdefault(pod["spec"].get("nodeName", ""), []).append(called(pod))
    nodes = [_node(claim, on_node, pools, prices) for claim in claims if _POOL_LABEL in claim["metadata"]["labels"]]
    return tuple(sorted(nodes, key=lambda node: (node.pool, node.instance_type, node.zone, node.pods)))


def _node(
    claim: Mapping[str, Any],
    on_node: Mapping[str, list[str]],
    pools: Mapping[str, str],
    prices: Mapping[str, Decimal],
) -> BoughtNode:
    labels = claim["metadata"]["labels"]
    instance_type = labels.get("node.kubernetes.io/instance-type", "unknown")
    capacity_type = labels.get("karpenter.sh/capacity-type", "unknown")
    price = prices.get(instance_type)
    if price is not None and capacity_type == "spot":
        price = spot_price(price)
    return BoughtNode(
        pool=pools.get(labels[_POOL_LABEL], labels[_POOL_LABEL]),
        instance_type=instance_type,
        zone=labels.get("topology.kubernetes.io/zone", "unknown"),
        capacity_type=capacity_type,
        price=price,
        pods=tuple(sorted(on_node.get(claim.get("status", {}).get("nodeName", "-"), ()))),
    )


def called(document: Mapping[str, Any]) -> str:
    """`namespace/name`."""
    return f"{document['metadata']['namespace']}/{document['metadata']['name']}"


def in_words_of_the_file(message: str, pools: Mapping[str, str]) -> str:
    """Karpenter's reason with pools as in the tenant file, and what to write about it where that is known.

    Its list of all requirements is cut: what it says besides is the reason.
    """
    text = message.strip().removeprefix(_REPEATED).removeprefix(_PREFIX)
    named = [pools[name] for name in dict.fromkeys(_POOL_NAME.findall(text)) if name in pools]
    for name, key in pools.items():
        text = re.sub(rf'node ?pool(?:: |=| )"?{re.escape(name)}"?', f"provisioners.{key}", text, flags=re.IGNORECASE)
    text = _REQUIREMENTS.sub("", text)
    where = ", ".join(f"provisioners.{key}" for key in named)
    if where and not any(f"provisioners.{key}" in text for key in named):
        text = f"{where}: {text}"
    remedy = next((remedy for words, remedy in _REMEDIES.items() if words in message), None)
    return f"{text}; {remedy}" if remedy else text


def as_json(answer: Answer) -> str:
    """For programs; prices are numbers, null where unknown."""
    pools: dict[str, dict[str, Any]] = {}
    for node in answer.nodes:
        pool = pools.setdefault(node.pool, {"nodes": []})
        pool["nodes"].append(
            {
                "instanceType": node.instance_type,
                "zone": node.zone,
                "capacityType": node.capacity_type,
                "usdPerHour": None if node.price is None else float(node.price),
                "pods": list(node.pods),
            }
        )
    return json.dumps(
        {
            "tenant": answer.tenant,
            "pools": pools,
            "usdPerHour": float(answer.price),
            "nodesWithoutPrice": answer.unpriced,
            "pending": [{"name": name, "reason": reason} for name, reason in answer.pending.items()],
            "notes": list(answer.notes),
        },
        indent=2,
    )


def as_text(answer: Answer) -> str:
    """A table, the sum, and what stays pending."""
    rows = [("pool", "instance type", "zone", "capacity type", "USD/h", "pods")]
    rows += [
        (node.pool, node.instance_type, node.zone, node.capacity_type, _usd(node.price), str(len(node.pods)))
        for node in answer.nodes
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows] if answer.nodes else ["no nodes"]
    if answer.nodes:
        unknown = f" and {answer.unpriced} without a known price" if answer.unpriced else ""
        pods = sum(len(node.pods) for node in answer.nodes)
        lines.append(f"{len(answer.nodes)} nodes, {pods} pods, {_usd(answer.price)} USD/h{unknown}")
    lines += [f"pending: {name}: {reason}" for name, reason in answer.pending.items()]
    lines += [f"note: {note}" for note in answer.notes]
    return "\n".join(lines)


def _usd(price: Decimal | None) -> str:
    return "unknown" if price is None else f"{price:.4f}"
