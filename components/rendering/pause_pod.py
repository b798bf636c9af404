"""A pod that does nothing on one pool of a tenant: the place that `headroom` keeps, the proof that `verify` asks for.

It meets what the tenant's own pods meet: the admission policies and the strictest pod security standard.
"""

from collections.abc import Mapping
from typing import Any

from ..model.enums import OperatingSystem
from ..model.labels import TENANT_KEY
from ..model.tenant import TenantSpec
from ..versions import KarpenterVersion
from .placement import tenant_label_key
from .plain import document_of
from .pools import node_pool_name
from .requirements import operating_system

NODE_POOL_LABEL = "karpenter.sh/nodepool"

_NOBODY = 65535
"""The user of the image itself."""


def pause_pod(
    tenant: TenantSpec, key: str, karpenter: KarpenterVersion, *, image: str, requests: Mapping[str, str]
) -> dict[str, Any]:
    """The pod's spec, without a class of priority.

    Args:
        key: The pool, in `provisioners`.
        image: Runs on the pool's system and architectures and waits to be stopped.
        requests: Resource → amount; also its limits, since a quota may ask for both.
    """
    system = operating_system(tenant.provisioners[key])
    own = {"key": TENANT_KEY, "operator": "Equal", "value": str(tenant.name), "effect": "NoSchedule"}
    container, pod = _security(system)
    return {
        "nodeSelector": {
            tenant_label_key(karpenter): str(tenant.name),
            NODE_POOL_LABEL: node_pool_name(tenant, key),
        },
        "tolerations": [own, *(_tolerated(document_of(taint)) for taint in tenant.provisioners[key].taints)],
        "terminationGracePeriodSeconds": 0,
        "automountServiceAccountToken": False,
        "os": {"name": str(system)},
        "securityContext": pod,
        "containers": [
            {
                "name": "pause",
                "image": image,
                "resources": {"requests": dict(requests), "limits": dict(requests)},
                "securityContext": container,
            }
        ],
    }


def _security(system: OperatingSystem) -> tuple[dict[str, Any], dict[str, Any]]:
    """Security contexts of container and pod; fields of Linux are refused on a Windows pod."""
    if system is OperatingSystem.WINDOWS:
        return {}, {"runAsNonRoot": True, "windowsOptions": {"runAsUserName": "ContainerUser"}}
    return (
        {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
        {"runAsNonRoot": True, "runAsUser": _NOBODY, "seccompProfile": {"type": "RuntimeDefault"}},
    )


def _tolerated(taint: Mapping[str, Any]) -> dict[str, Any]:
    value = {"operator": "Equal", "value": taint["value"]} if "value" in taint else {"operator": "Exists"}
    return {"key": taint["key"], **value, "effect": taint["effect"]}
