"""The pods of the controller's Deployment: where they run, and whether they are Ready.

A process stands behind them, and whoever looks at the Deployment has to see how that is: Helm, `pulumi up`,
`karpenter-tenants status`. The node simulator therefore leaves them not Ready.
"""

import datetime
from collections.abc import Mapping
from typing import Any

from ..api_server import ApiServer

_CONDITIONS = ("Ready", "ContainersReady")
"""What a readiness probe decides (Kubernetes reference, "pod lifecycle")."""

Document = Mapping[str, Any]


def running_pods(server: ApiServer, deployment: Document) -> list[dict[str, Any]]:
    """Those that have a node."""
    labels = ",".join(f"{key}={value}" for key, value in deployment["spec"]["selector"]["matchLabels"].items())
    found = server.get(f"{_path(deployment)}?labelSelector={labels}&fieldSelector=status.phase=Running")
    return found["items"]


def report(server: ApiServer, deployment: Document, *, ready: bool) -> None:
    """Has the Deployment's pods be Ready, or not, as a kubelet does after a probe; asks for them only if need be."""
    available = deployment.get("status", {}).get("availableReplicas", 0)
    if available == (deployment["spec"].get("replicas", 1) if ready else 0):
        return
    for pod in running_pods(server, deployment):
        if _is_ready(pod) != ready:
            path = f"{_path(deployment)}/{pod['metadata']['name']}/status"
            server.merge(path, {"status": _status(pod["status"], ready=ready)})


def _path(deployment: Document) -> str:
    return f"/api/v1/namespaces/{deployment['metadata']['namespace']}/pods"


def _is_ready(pod: Document) -> bool:
    return any(each["type"] == "Ready" and each["status"] == "True" for each in pod["status"].get("conditions", []))


def _status(status: Document, *, ready: bool) -> dict[str, Any]:
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    decided = {"status": str(ready), "lastTransitionTime": now}
    return {
        "conditions": [
            {**each, **decided} if each["type"] in _CONDITIONS else each for each in status.get("conditions", [])
        ],
        "containerStatuses": [{**each, "ready": ready} for each in status.get("containerStatuses", [])],
    }
