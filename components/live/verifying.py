"""One pod on a tenant's pool: the proof that a customer's pods get nodes.

The pod does nothing and asks for little. It goes into the tenant's own namespace, where what its pods meet is met: the
quota, the admission policies, the pod security standard.
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

FALLBACK_NAMESPACE = "default"
"""Where none of the tenant's namespaces exists."""


@dataclass(frozen=True)
class Found:
    """The node that the pod runs on."""

    name: str
    instance_type: str
    zone: str
    capacity_type: str


def verification_pod(tenant: TenantSpec, pool: str, karpenter: KarpenterVersion) -> dict[str, Any]:
    """A pod that fits on the pool and nowhere else, allowed under the strictest pod security standard."""
    spec = tenant.provisioners[pool]
    tolerations = [{"key": TENANT_KEY, "operator": "Equal", "value": tenant.name, "effect": "NoSchedule"}]
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": f"karpenter-tenants-verify-{pool}", "labels": {"app": "karpenter-tenants-verify"}},
        "spec": {
            "nodeSelector": {
                tenant_label_key(karpenter): str(tenant.name),
                POOL_LABEL: node_pool_name(tenant, pool),
            },
            "tolerations": [*tolerations, *(_tolerated(document_of(taint)) for taint in spec.taints)],
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
        },
    }


def namespace_for(api: Api, candidates: Sequence[str]) -> str:
    """The first of the tenant's namespaces that exists."""
    there = (name for name in candidates if api.get(f"/api/v1/namespaces/{name}") is not None)
    return next(there, FALLBACK_NAMESPACE)


def found_node(api: Api, pod: Mapping[str, Any]) -> Found | None:
    """Where the pod runs; None while it does not."""
    if pod["status"].get("phase") != "Running":
        return None
    node = api.get(f"/api/v1/nodes/{pod['spec']['nodeName']}")
    labels: Mapping[str, str] = {} if node is None else node["metadata"]["labels"]
    return Found(
        pod["spec"]["nodeName"],
        labels.get("node.kubernetes.io/instance-type", "-"),
        labels.get("topology.kubernetes.io/zone", "-"),
        labels.get("karpenter.sh/capacity-type", "-"),
    )


def last_events(api: Api, namespace: str, pod: str) -> list[str]:
    """What scheduler and Karpenter say about a pod, each text once, the newest last."""
    path = f"/api/v1/namespaces/{namespace}/events?fieldSelector=involvedObject.name={pod}"
    events = sorted(api.list(path), key=lambda event: event["metadata"]["creationTimestamp"])
    return list(dict.fromkeys(f"{event.get('reason')}: {event.get('message')}" for event in events))


def _tolerated(taint: Mapping[str, Any]) -> dict[str, Any]:
    value = {"operator": "Equal", "value": taint["value"]} if "value" in taint else {"operator": "Exists"}
    return {"key": taint["key"], **value, "effect": taint["effect"]}
