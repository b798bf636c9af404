"""One pod on a tenant's pool: the proof that a customer's pods get nodes.

The pod does nothing and asks for little. It goes into the tenant's own namespace, where what its pods meet is met: the
quota, the admission policies, the pod security standard. It belongs to a Deployment, as those of tenants must.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..model.requirement import CAPACITY_TYPE, INSTANCE_TYPE, ZONE
from ..model.tenant import TenantSpec
from ..rendering.destination import Destination
from ..rendering.pause_pod import pause_pod
from .api import Api
from .snapshot import NODE_CLASSES, NODE_POOLS
from .tenant_view import ObjectView, is_deleted, object_view

FALLBACK_NAMESPACE = "kube-system"
"""Where none of the tenant's namespaces will do: of all others only the platform's may reach tenants' nodes."""


@dataclass(frozen=True)
class Found:
    """The node that the pod runs on."""

    name: str
    instance_type: str
    zone: str
    capacity_type: str


_REQUESTS = {"cpu": "10m", "memory": "16Mi"}


def verification(destination: Destination, image: str) -> dict[str, Any]:
    """A Deployment of one pod that fits on the pool and nowhere else, allowed under the strictest pod security."""
    name = f"karpenter-tenants-verify-{destination.word}"
    labels = {"app": name}
    pod = pause_pod(destination, image=image, requests=_REQUESTS)
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "labels": labels},
        "spec": {
            "replicas": 1,
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": pod},
        },
    }


def obstacles(api: Api, tenant: TenantSpec, destination: Destination) -> tuple[str, ...]:
    """Why no node of the pool can come, one line each: what is missing, not Ready or being deleted."""
    word, node_class, node_pool = destination.word, destination.node_class, destination.node_pool
    live_pool = api.get(f"{NODE_POOLS}/{node_pool}")
    live_class = api.get(f"{NODE_CLASSES}/{node_class}")
    return (
        *_obstacles(tenant, "EC2NodeClass", object_view(word, node_class, destination.class_place, live_class)),
        *_obstacles(tenant, "NodePool", object_view(word, node_pool, destination.pool_place, live_pool)),
    )


def _obstacles(tenant: TenantSpec, kind: str, view: ObjectView) -> Iterator[str]:
    match view.state:
        case "missing":
            yield f"tenant {tenant.name}: {kind} {view.name} is missing; run pulumi up"
        case "being deleted":
            remedy = f"see karpenter-tenants status {tenant.name} --blocking"
            yield f"tenant {tenant.name}: {kind} {view.name} is being deleted; {remedy}"
        case _:
            yield from view.reasons


def namespace_for(api: Api, tenant: TenantSpec, destination: Destination) -> str:
    """The first of the tenant's namespaces that exists and whose pods may go to the pool."""
    open_to_it = (
        name
        for name, spec in zip(tenant.namespace_names, tenant.namespaces, strict=True)
        if spec.provisioner in (None, destination.word)
    )
    there = (name for name in open_to_it if api.get(f"/api/v1/namespaces/{name}") is not None)
    return next(there, FALLBACK_NAMESPACE)


def pods_of(namespace: str, name: str) -> str:
    """Path of the pods of the Deployment."""
    return f"/api/v1/namespaces/{namespace}/pods?labelSelector=app={name}"


def found_node(api: Api, pods: Sequence[Mapping[str, Any]]) -> Found | None:
    """Where one of the pods runs; None while none does."""
    running = [pod for pod in pods if pod["status"].get("phase") == "Running" and not is_deleted(pod)]
    if not running:
        return None
    name = running[0]["spec"]["nodeName"]
    node = api.get(f"/api/v1/nodes/{name}")
    labels: Mapping[str, str] = {} if node is None else node["metadata"]["labels"]
    return Found(
        name,
        labels.get(INSTANCE_TYPE, "-"),
        labels.get(ZONE, "-"),
        labels.get(CAPACITY_TYPE, "-"),
    )


def last_events(api: Api, namespace: str, name: str) -> list[str]:
    """What scheduler, Karpenter and admission say about the Deployment, its ReplicaSet and its pod, each text once."""
    events = sorted(
        (
            event
            for event in api.list(f"/api/v1/namespaces/{namespace}/events")
            if event["type"] == "Warning" and event["involvedObject"].get("name", "").startswith(name)
        ),
        key=lambda event: event["metadata"]["creationTimestamp"],
    )
    return list(dict.fromkeys(f"{event['reason']}: {event['message']}" for event in events))
