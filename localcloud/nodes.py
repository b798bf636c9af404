"""The nodes of managed node groups: Node objects that the node simulator keeps Ready.

Karpenter's own nodes are not made here. A node group's nodes are named `<group>-<number>` and carry the labels that
EKS and the kubelet give (EKS user guide, "managed node groups"; Kubernetes, "well-known labels").
"""

import gzip
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from .api_server import ApiServer

NODE_GROUP_LABEL = "eks.amazonaws.com/nodegroup"

SIMULATED = {"kwok.x-k8s.io/node": "fake"}
"""The annotation by which the node simulator knows which nodes it has to keep alive."""

_SYSTEM_SHARE_MEMORY_MIB = 574
"""What the kubelet keeps back of a node's memory for 29 pods: 255 + 11 MiB per pod (nodeadm, kubelet defaults)."""

_SYSTEM_SHARE_CPU_MILLIS = 70
"""What the kubelet keeps back of 2 vCPUs: 6 % of the first, 1 % of the second (nodeadm, kubelet defaults)."""

_PODS = 29
"""Pods of a node with 3 network interfaces of 10 addresses each, such as m5.large: 3 * (10 - 1) + 2."""


def add_core_nodes(
    kubeconfig: Path,
    group: str,
    zones: Sequence[str],
    instance_type: str,
    desired: int,
    *,
    labels: Mapping[str, str],
    taints: Sequence[Mapping[str, str]],
) -> tuple[str, ...]:
    """Makes the group have exactly its desired nodes, spread evenly over the zones.

    Args:
        kubeconfig: Of the administrator.
        group: Name of the managed node group.
        zones: Availability zones of the group's subnets, such as "eu-central-1a".
        instance_type: Decides architecture, CPUs and memory, as EC2 describes the type.
        desired: Number of nodes.
        labels: Further labels of the group.
        taints: Taints in Kubernetes' form: key, value, effect ("NoSchedule").

    Returns:
        The names of the nodes.
    """
    server = ApiServer(kubeconfig)
    documents = [
        _node(f"{group}-{number}", group, zones[number % len(zones)], instance_type, labels, taints)
        for number in range(desired)
    ]
    names = tuple(document["metadata"]["name"] for document in documents)
    present = _names(server, group)
    for name in present:
        if name not in names:
            server.delete(f"/api/v1/nodes/{name}")
    for document in documents:
        name = document["metadata"]["name"]
        if name in present:
            server.merge(f"/api/v1/nodes/{name}", document)
        else:
            # With its size, as a kubelet registers: the node simulator invents one for a node without.
            server.create("/api/v1/nodes", {**document, "status": _status(instance_type)})
    return names


def remove_core_nodes(kubeconfig: Path, group: str) -> None:
    """Deletes the group's nodes; their pods go with them."""
    server = ApiServer(kubeconfig)
    for name in _names(server, group):
        server.delete(f"/api/v1/nodes/{name}")


def _names(server: ApiServer, group: str) -> list[str]:
    nodes = server.get(f"/api/v1/nodes?labelSelector={NODE_GROUP_LABEL}={group}")
    return [node["metadata"]["name"] for node in nodes["items"]]


def _node(
    name: str,
    group: str,
    zone: str,
    instance_type: str,
    labels: Mapping[str, str],
    taints: Sequence[Mapping[str, str]],
) -> dict[str, Any]:
    own_labels = {
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "kubernetes.io/arch": _architecture(instance_type),
        "node.kubernetes.io/instance-type": instance_type,
        "topology.kubernetes.io/zone": zone,
        "topology.kubernetes.io/region": zone[:-1],
        "eks.amazonaws.com/capacityType": "ON_DEMAND",
        NODE_GROUP_LABEL: group,
    }
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": {**labels, **own_labels}, "annotations": SIMULATED},
        "spec": {"providerID": f"aws:///{zone}/{name}", "taints": [dict(taint) for taint in taints]},
    }


def _status(instance_type: str) -> dict[str, Any]:
    described = _instance_types()[instance_type]
    cpus: int = described["VCpuInfo"]["DefaultVCpus"]
    mebibytes: int = described["MemoryInfo"]["SizeInMiB"]
    return {
        "capacity": {"cpu": str(cpus), "memory": f"{mebibytes}Mi", "pods": str(_PODS)},
        "allocatable": {
            "cpu": f"{cpus * 1000 - _SYSTEM_SHARE_CPU_MILLIS}m",
            "memory": f"{mebibytes - _SYSTEM_SHARE_MEMORY_MIB}Mi",
            "pods": str(_PODS),
        },
        "nodeInfo": {"architecture": _architecture(instance_type), "operatingSystem": "linux"},
    }


def _architecture(instance_type: str) -> str:
    architectures = _instance_types()[instance_type]["ProcessorInfo"]["SupportedArchitectures"]
    return "arm64" if "arm64" in architectures else "amd64"


@cache
def _instance_types() -> Mapping[str, Any]:
    """Instance type: EC2's description of it, from moto's copy of DescribeInstanceTypes."""
    packed = resources.files("moto.ec2") / "resources" / "instance_types.json.gz"
    return json.loads(gzip.decompress(packed.read_bytes()))
