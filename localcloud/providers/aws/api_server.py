"""The Kubernetes API server that plays the control plane of every cluster of the local cloud.

The local cloud names its kubeconfig in an environment variable. Without it (tests of the providers alone) a cluster has
the address that moto invents, and a node group has no nodes.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

KUBECONFIG = "LOCALCLOUD_KUBECONFIG"

TAINT_EFFECTS = {
    "NO_SCHEDULE": "NoSchedule",
    "NO_EXECUTE": "NoExecute",
    "PREFER_NO_SCHEDULE": "PreferNoSchedule",
}
"""EKS' words and Kubernetes'."""


@dataclass(frozen=True)
class Access:
    """How to reach the API server as its administrator."""

    endpoint: str
    certificate_authority: str
    user: Mapping[str, Any]


def kubeconfig_file() -> Path | None:
    """The kubeconfig of the local cloud's administrator, None outside of it."""
    path = os.environ.get(KUBECONFIG)
    return Path(path) if path else None


def access() -> Access | None:
    """What the kubeconfig says, None outside the local cloud."""
    path = kubeconfig_file()
    if path is None:
        return None
    document = yaml.safe_load(path.read_text())
    cluster, user = document["clusters"][0]["cluster"], document["users"][0]["user"]
    return Access(cluster["server"], cluster["certificate-authority-data"], user)


def put_nodes(group: str, zones: Sequence[str], instance_type: str, inputs: Mapping[str, Any]) -> None:
    """Make the group's nodes what its scaling says."""
    path = kubeconfig_file()
    if path is None:
        return
    from localcloud.nodes import add_core_nodes

    taints = [
        {"key": taint["key"], "value": taint.get("value", ""), "effect": TAINT_EFFECTS[taint["effect"]]}
        for taint in inputs.get("taints", [])
    ]
    desired = inputs["scalingConfig"]["desiredSize"]
    add_core_nodes(path, group, zones, instance_type, desired, labels=inputs.get("labels", {}), taints=taints)


def remove_nodes(group: str) -> None:
    """Remove the group's nodes."""
    path = kubeconfig_file()
    if path is None:
        return
    from localcloud.nodes import remove_core_nodes

    remove_core_nodes(path, group)
