"""The objects of a cluster that say how its tenants are doing, read once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..model.labels import NODE_POOL_LABEL
from .api import Api

Document = Mapping[str, Any]

NODE_POOLS = "/apis/karpenter.sh/v1/nodepools"
NODE_CLASSES = "/apis/karpenter.k8s.aws/v1/ec2nodeclasses"


@dataclass(frozen=True)
class Snapshot:
    """Objects by kind, each as the API server gives it; between two kinds a moment passes."""

    node_pools: tuple[Document, ...]
    node_classes: tuple[Document, ...]
    node_claims: tuple[Document, ...]
    pods: tuple[Document, ...]
    disruption_budgets: tuple[Document, ...]
    namespaces: tuple[Document, ...]
    services: tuple[Document, ...]
    ingresses: tuple[Document, ...]
    volume_claims: tuple[Document, ...]

    @cached_property
    def pools_by_name(self) -> Mapping[str, Document]:
        """The NodePools; asked for each pool of each tenant, so it is built once."""
        return {pool["metadata"]["name"]: pool for pool in self.node_pools}

    @cached_property
    def classes_by_name(self) -> Mapping[str, Document]:
        """The EC2NodeClasses, for the same reason."""
        return {node_class["metadata"]["name"]: node_class for node_class in self.node_classes}

    @cached_property
    def claims_by_pool(self) -> Mapping[str, Sequence[Document]]:
        """Name of a NodePool → its NodeClaims; asked for each tenant, so it is built once."""
        return _grouped(self.node_claims, lambda claim: claim["metadata"].get("labels", {}).get(NODE_POOL_LABEL))

    @cached_property
    def pods_by_node(self) -> Mapping[str, Sequence[Document]]:
        """Name of a node → the pods on it."""
        return _grouped(self.pods, lambda pod: pod["spec"].get("nodeName"))


def read_snapshot(api: Api) -> Snapshot:
    """Asks the cluster.

    Raises:
        ApiError: It did not answer, or the user may not list something.
    """
    return Snapshot(
        node_pools=tuple(api.list(NODE_POOLS)),
        node_classes=tuple(api.list(NODE_CLASSES)),
        node_claims=tuple(api.list("/apis/karpenter.sh/v1/nodeclaims")),
        pods=tuple(api.list("/api/v1/pods")),
        disruption_budgets=tuple(api.list("/apis/policy/v1/poddisruptionbudgets")),
        namespaces=tuple(api.list("/api/v1/namespaces")),
        services=tuple(api.list("/api/v1/services")),
        ingresses=tuple(api.list("/apis/networking.k8s.io/v1/ingresses")),
        volume_claims=tuple(api.list("/api/v1/persistentvolumeclaims")),
    )


def _grouped(documents: Iterable[Document], key: Callable[[Document], str | None]) -> Mapping[str, Sequence[Document]]:
    """Without those that have no key."""
    found: dict[str, list[Document]] = {}
    for document in documents:
        if (name := key(document)) is not None:
            found.setdefault(name, []).append(document)
    return found
