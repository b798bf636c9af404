"""One pod on a tenant's pool: the proof that a customer's pods get nodes.

The pod does nothing and asks for little. It goes into the tenant's own namespace, where what its pods meet is met: the
quota, the admission policies, the pod security standard. It belongs to a Deployment, as those of tenants must.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..model.labels import TENANT_KEY
from ..model.tenant import TenantSpec
from ..rendering.placement import tenant_label_key
from ..rendering.plain import document_of
from ..rendering.pools import node_pool_name
from ..versions import KarpenterVersion
from .api import Api
from .tenant_view import POOL_LABEL

IMAGE = "registry.k8s.io/pause:3.10.1"
"""Runs on every system and architecture; the kubelets of the nodes have it or can pull it without credentials."""

FALLBACK_NAMESPACE = "kube-system"
"""Where none of the tenant's namespaces exists: of all others only the platform's may reach tenants' nodes."""


@dataclass(frozen=True)
class Found:
    """The node that the pod runs on."""

    name: str
    instance_type: str
    zone: str
    capacity_type: str


def verification(tenant: TenantSpec, pool: str, karpenter: KarpenterVersion) -> dict[str, Any]:
    """A Deployment of one pod that fits on the pool and nowhere else, allowed under the strictest pod security."""
    name = f"karpenter-tenants-verify-{pool}"
    labels = {"app": name}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "labels": labels},
        "spec": {
            "replicas": 1,
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": _pod_spec(tenant, pool, karpenter)},
        },
    }


def _pod_spec(tenant: TenantSpec, pool: str, karpenter: KarpenterVersion) -> dict[str, Any]:
    own = {"key": TENANT_KEY, "operator": "Equal", "value": str(tenant.name), "effect": "NoSchedule"}
    taints = tenant.provisioners[pool].taints
    return {
        "nodeSelector": {
            tenant_label_key(karpenter): str(tenant.name),
            POOL_LABEL: node_pool_name(tenant, pool),
        },
        "tolerations": [own, *(_tolerated(document_of(taint)) for taint in taints)],
        "terminationGracePeriodSeconds": 0,
        "automountServiceAccountToken": False,
        "securityContext": {"runAsNonRoot": True, "runAsUser": 65535, "seccompProfile": {"type": "RuntimeDefault"}},
        "containers": [
            {
                "name": "pause",
                "image": IMAGE,
                "resources": {
                    "requests": {"cpu": "10m", "memory": "16Mi"},
                    "limits": {"cpu": "10m", "memory": "16Mi"},
                },
                "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
            }
        ],
    }


def namespace_for(api: Api, candidates: Sequence[str]) -> str:
    """The first of the tenant's namespaces that exists."""
    there = (name for name in candidates if api.get(f"/api/v1/namespaces/{name}") is not None)
    return next(there, FALLBACK_NAMESPACE)


def pods_of(namespace: str, name: str) -> str:
    """Path of the pods of the Deployment."""
    return f"/api/v1/namespaces/{namespace}/pods?labelSelector=app={name}"


def found_node(api: Api, pods: Sequence[Mapping[str, Any]]) -> Found | None:
    """Where one of the pods runs; None while none does."""
    running = [
        pod for pod in pods if pod["status"].get("phase") == "Running" and "deletionTimestamp" not in pod["metadata"]
    ]
    if not running:
        return None
    name = running[0]["spec"]["nodeName"]
    node = api.get(f"/api/v1/nodes/{name}")
    labels: Mapping[str, str] = {} if node is None else node["metadata"]["labels"]
    return Found(
        name,
        labels.get("node.kubernetes.io/instance-type", "-"),
        labels.get("topology.kubernetes.io/zone", "-"),
        labels.get("karpenter.sh/capacity-type", "-"),
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


def _tolerated(taint: Mapping[str, Any]) -> dict[str, Any]:
    value = {"operator": "Equal", "value": taint["value"]} if "value" in taint else {"operator": "Exists"}
    return {"key": taint["key"], **value, "effect": taint["effect"]}
