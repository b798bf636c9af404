"""What EKS checks before it makes a managed node group, and what it fills in.

Source: EKS API reference, CreateNodegroup; user guide, "Simplify node lifecycle with managed node groups" (AMI types).
"""

from typing import Any

from moto.eks.models import Cluster, Nodegroup

from localcloud.aws.eks.network import architectures, require_subnets
from localcloud.aws.eks.refusals import invalid_parameter
from localcloud.aws.eks.roles import require_trusting_role
from localcloud.aws.images import AL2023_RELEASES

SERVICE = "ec2.amazonaws.com"

DEFAULT_AMI_TYPE = "AL2023_x86_64_STANDARD"

AMI_TYPES = {
    "AL2023_x86_64_STANDARD": "x86_64",
    "AL2023_ARM_64_STANDARD": "arm64",
    "AL2023_x86_64_NVIDIA": "x86_64",
    "AL2023_ARM_64_NVIDIA": "arm64",
    "AL2023_x86_64_NEURON": "x86_64",
    "BOTTLEROCKET_x86_64": "x86_64",
    "BOTTLEROCKET_ARM_64": "arm64",
    "BOTTLEROCKET_x86_64_NVIDIA": "x86_64",
    "BOTTLEROCKET_ARM_64_NVIDIA": "arm64",
    "BOTTLEROCKET_x86_64_FIPS": "x86_64",
    "BOTTLEROCKET_ARM_64_FIPS": "arm64",
    "WINDOWS_CORE_2019_x86_64": "x86_64",
    "WINDOWS_FULL_2019_x86_64": "x86_64",
    "WINDOWS_CORE_2022_x86_64": "x86_64",
    "WINDOWS_FULL_2022_x86_64": "x86_64",
    "WINDOWS_CORE_2025_x86_64": "x86_64",
    "WINDOWS_FULL_2025_x86_64": "x86_64",
}
"""Architecture of each AMI type that a cluster of today can have; AL2 ended with Kubernetes 1.32."""

TAINT_EFFECTS = ("NO_SCHEDULE", "NO_EXECUTE", "PREFER_NO_SCHEDULE")


def require_valid_node_group(region: str, cluster: Cluster, request: dict[str, Any]) -> None:
    """Refuse what EKS refuses before it starts a node.

    Raises:
        InvalidParameterException: With EKS' reason.
    """
    require_trusting_role(request["nodeRole"], SERVICE)
    require_subnets(region, request["subnets"])
    version = request.get("version") or cluster.version
    if _minor(version) > _minor(cluster.version) or _minor(cluster.version) - _minor(version) > 3:
        raise invalid_parameter(
            f"Requested Nodegroup version {version} is not supported with cluster version {cluster.version}"
        )
    ami_type = request.get("amiType") or DEFAULT_AMI_TYPE
    if ami_type != "CUSTOM" and ami_type not in AMI_TYPES:
        raise invalid_parameter(f"Requested amiType {ami_type} is not supported for Kubernetes version {version}")
    for name in request.get("instanceTypes") or []:
        if not architectures(name):
            raise invalid_parameter(f"The following supplied instance types do not exist: [{name}]")
        if ami_type != "CUSTOM" and AMI_TYPES[ami_type] not in architectures(name):
            raise invalid_parameter(f"[{name}] is not a valid instance type for requested amiType {ami_type}")
    require_valid_scaling(request.get("scalingConfig") or {})
    for taint in request.get("taints") or []:
        if taint.get("effect") not in TAINT_EFFECTS:
            raise invalid_parameter(
                f"Invalid taint effect {taint.get('effect')}, expected one of {', '.join(TAINT_EFFECTS)}"
            )


def require_valid_scaling(scaling: dict[str, int]) -> None:
    """Refuse sizes out of order."""
    sizes = {"minSize": 1, "desiredSize": 2, "maxSize": 2, **scaling}
    if sizes["minSize"] > sizes["desiredSize"]:
        raise invalid_parameter(
            f"desired capacity {sizes['desiredSize']} can't be less than minSize {sizes['minSize']}"
        )
    if sizes["desiredSize"] > sizes["maxSize"]:
        raise invalid_parameter(
            f"desired capacity {sizes['desiredSize']} can't be greater than maxSize {sizes['maxSize']}"
        )
    if sizes["maxSize"] < 1:
        raise invalid_parameter("maxSize must be at least 1")


def complete_node_group(group: Nodegroup, cluster: Cluster, request: dict[str, Any]) -> None:
    """Fill in EKS' defaults where moto has older ones, and the fields that moto drops."""
    group.ami_type = request.get("amiType") or DEFAULT_AMI_TYPE
    group.version = request.get("version") or cluster.version
    group.release_version = (
        request.get("releaseVersion") or f"{group.version}.0-{AL2023_RELEASES[-1].removeprefix('v')}"
    )
    group.disk_size = request.get("diskSize") or (None if request.get("launchTemplate") else 20)
    group.remote_access = request.get("remoteAccess")
    group.resources = {"autoScalingGroups": group.resources["autoScalingGroups"]}
    group.update_config = request.get("updateConfig") or {"maxUnavailable": 1}
    group.node_repair_config = request.get("nodeRepairConfig")


def _minor(version: str) -> int:
    return int(version.split(".")[1])
