"""Nodes and what makes them: each belongs to a pool of the files, and says whose it is (D21 to D23)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..model.labels import NODE_POOL_LABEL
from .departure import Departure, Document, labels_of

_LEAVING = "karpenter.sh/disrupted"
"""Taint of a node that Karpenter drains."""
_KINDS = ("NodePool", "EC2NodeClass")


def departed_nodes(nodes: Iterable[Document], wanted: Iterable[Document]) -> Iterator[Departure]:
    """Nodes of Karpenter's that are nobody's, or do not say whose they are; nodes that it did not make are free.

    Args:
        nodes: Of the cluster.
        wanted: Rendered documents, the NodePools among them.
    """
    pools = {each["metadata"]["name"]: each for each in wanted if each["kind"] == "NodePool"}
    for node in nodes:
        pool = labels_of(node).get(NODE_POOL_LABEL)
        if pool is None or _is_leaving(node):
            continue
        subject = f"Node {node['metadata']['name']}"
        if pool not in pools:
            fix = "delete the NodePool, its nodes are drained with it"
            yield Departure("D22", subject, f"belongs to NodePool {pool}, which no file names", fix)
            continue
        lacking = next(_lacking(node, pools[pool]["spec"]["template"]), None)
        if lacking is not None:
            fix = "delete its NodeClaim, a successor takes its pods"
            yield Departure("D21", subject, f"lacks the {lacking} of {pool}", fix)


def foreign_pools(live: Mapping[str, Sequence[Document]], wanted: Iterable[Document]) -> Iterator[Departure]:
    """NodePools and EC2NodeClasses that somebody made by hand, or that stayed behind; those on their way out are left.

    Args:
        live: Objects of the cluster by kind.
        wanted: Rendered documents.
    """
    known = {(each["kind"], each["metadata"]["name"]) for each in wanted}
    for kind in _KINDS:
        for each in live[kind]:
            metadata = each["metadata"]
            if (kind, metadata["name"]) not in known and "deletionTimestamp" not in metadata:
                fix = f"delete it, or take it over by existingName: {metadata['name']}"
                yield Departure("D23", f"{kind} {metadata['name']}", "is in no file", fix)


def _lacking(node: Document, template: Mapping[str, Any]) -> Iterator[str]:
    labels = labels_of(node)
    for key, value in template["metadata"]["labels"].items():
        if labels.get(key) != value:
            yield f"label {key}: {value}"
    present = node["spec"].get("taints") or ()
    for taint in template["spec"].get("taints", ()):
        if not any(taint.items() <= other.items() for other in present):
            yield f"taint {taint['key']}={taint.get('value', '')}:{taint['effect']}"


def _is_leaving(node: Document) -> bool:
    taints = node["spec"].get("taints") or ()
    return "deletionTimestamp" in node["metadata"] or any(taint["key"] == _LEAVING for taint in taints)
