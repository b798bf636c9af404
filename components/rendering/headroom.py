"""Capacity that is kept warm on a pool: a CapacityBuffer where the controller acts on them, else pause pods.

A CapacityBuffer makes Karpenter keep room for pods that do not exist. Pause pods exist, with a priority below that of
all others: the scheduler takes their place for a pod that needs it, and Karpenter then buys a node for them again,
within the pool's limits. Both stand in the tenant's first namespace whose pods may run on the pool.

Source: CapacityBuffer autoscaling.x-k8s.io/v1beta1 of sigs.k8s.io/karpenter 1.14.3, gate off by default.
"""

from collections.abc import Mapping
from typing import Any, Final

from ..model import names
from ..model.headroom import HeadroomSpec
from ..model.labels import HEADROOM_LABEL
from ..model.namespace import NamespaceSpec
from ..model.platform import PlatformSettings
from ..model.quantity import Quantity
from ..model.tenant import TenantSpec
from ..versions import KarpenterVersion
from .chart_settings import feature_gate
from .destination import own_pool
from .facts import ClusterFacts
from .pause_pod import pause_pod
from .pools import rendered_pools

CAPACITY_BUFFER: Final = "capacityBuffer"
"""Gate of the controller, in the spelling of the chart; no version below 1.14 has it."""

_BUFFER_API: Final = "autoscaling.x-k8s.io/v1beta1"

_BELOW_ALL_OTHERS: Final = -10
"""A pod without a class has 0, and those of tenants are never below."""


def headroom_priority_class() -> dict[str, Any]:
    """Once per cluster: the priority of pause pods."""
    return {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": names.HEADROOM_PRIORITY_CLASS},
        "value": _BELOW_ALL_OTHERS,
        "globalDefault": False,
        "preemptionPolicy": "Never",
        "description": "Spare capacity of tenants' pools; gives way to every other pod.",
    }


def headroom_namespace(tenant: TenantSpec, key: str) -> NamespaceSpec | None:
    """Where the spare capacity of a pool stands; None where the pods of all namespaces go to other pools."""
    return next((each for each in tenant.namespaces if each.provisioner in (None, key)), None)


def headroom_objects(
    tenant: TenantSpec, spec: NamespaceSpec, settings: PlatformSettings, cluster: ClusterFacts
) -> list[dict[str, Any]]:
    """The spare capacity that stands in a namespace, pool by pool."""
    found: list[dict[str, Any]] = []
    for key, headroom in _of(tenant, spec):
        requests = {"cpu": str(headroom.cpu), "memory": str(headroom.memory)}
        destination = own_pool(tenant, key, cluster.karpenter)
        pod = pause_pod(destination, image=settings.karpenter.pause_image, requests=requests)
        metadata = {"name": names.headroom(key), "namespace": tenant.namespace_name(spec)}
        labels = {HEADROOM_LABEL: key}
        if _uses_buffers(settings, cluster.karpenter):
            found += [_template(metadata, labels, pod), _buffer(metadata, headroom.replicas)]
        else:
            found.append(_deployment(metadata, labels, pod, headroom.replicas))
    return found


def is_of_karpenter(document: Mapping[str, Any]) -> bool:
    """Whether the object's kind comes with Karpenter's CRDs."""
    return document["apiVersion"] == _BUFFER_API


def counted_headroom(
    tenant: TenantSpec, spec: NamespaceSpec, settings: PlatformSettings, karpenter: KarpenterVersion
) -> dict[str, list[Quantity]]:
    """Resource → what pause pods take of a namespace's quota, also while they wait; buffers are no pods."""
    if _uses_buffers(settings, karpenter):
        return {}
    kept = [headroom for _, headroom in _of(tenant, spec)]
    return {
        "cpu": [_times(each.cpu, each.replicas) for each in kept],
        "memory": [_times(each.memory, each.replicas) for each in kept],
    }


def _of(tenant: TenantSpec, spec: NamespaceSpec) -> list[tuple[str, HeadroomSpec]]:
    kept = ((key, tenant.provisioners[key].headroom) for key in rendered_pools(tenant))
    return [
        (key, headroom) for key, headroom in kept if headroom is not None and headroom_namespace(tenant, key) is spec
    ]


def _times(amount: Quantity, replicas: int) -> Quantity:
    one = Quantity(f"1{amount.unit}").value
    return Quantity(f"{amount.value * replicas / one:f}{amount.unit}")


def _uses_buffers(settings: PlatformSettings, karpenter: KarpenterVersion) -> bool:
    return feature_gate(settings.karpenter, CAPACITY_BUFFER, karpenter)


def _template(metadata: dict[str, str], labels: dict[str, str], pod: dict[str, Any]) -> dict[str, Any]:
    template = {"metadata": {"labels": labels}, "spec": pod}
    return {"apiVersion": "v1", "kind": "PodTemplate", "metadata": metadata, "template": template}


def _buffer(metadata: dict[str, str], replicas: int) -> dict[str, Any]:
    return {
        "apiVersion": _BUFFER_API,
        "kind": "CapacityBuffer",
        "metadata": metadata,
        "spec": {
            "provisioningStrategy": "buffer.x-k8s.io/active-capacity",
            "podTemplateRef": {"name": metadata["name"]},
            "replicas": replicas,
        },
    }


def _deployment(metadata: dict[str, Any], labels: dict[str, str], pod: dict[str, Any], replicas: int) -> dict[str, Any]:
    """Nothing waits for its pods: that they are pending is what they are for."""
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {**metadata, "annotations": {"pulumi.com/skipAwait": "true"}},
        "spec": {
            "replicas": replicas,
            # More pods than these would buy nodes.
            "strategy": {"type": "Recreate"},
            "selector": {"matchLabels": labels},
            "template": {
                "metadata": {"labels": labels},
                "spec": {"priorityClassName": names.HEADROOM_PRIORITY_CLASS, **pod},
            },
        },
    }
