"""A pod that does nothing on one pool: the place that `headroom` keeps, the proof that `verify` asks for.

It meets what the tenant's own pods meet: the admission policies and the strictest pod security standard.
"""

from collections.abc import Mapping
from typing import Any

from ..model.enums import OperatingSystem
from .destination import Destination
from .requirements import operating_system

_NOBODY = 65535
"""The user of the image itself."""


def pause_pod(destination: Destination, *, image: str, requests: Mapping[str, str]) -> dict[str, Any]:
    """The pod's spec, without a class of priority.

    Args:
        destination: The pool.
        image: Runs on the pool's system and architectures and waits to be stopped.
        requests: Resource → amount; also its limits, since a quota may ask for both.
    """
    system = operating_system(destination.spec)
    container, pod = _security(system)
    tolerations = list(destination.tolerations)
    return {
        "nodeSelector": dict(destination.selector),
        **({"tolerations": tolerations} if tolerations else {}),
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
