"""What a command without credentials knows of account and cluster; the rest stands as `${…}` in what it prints."""

from ..model.names import ClusterName
from ..model.platform import PlatformSettings
from ..rendering.facts import ClusterFacts
from ..versions import KarpenterVersion

ACCOUNT = "${account}"
SECURITY_GROUP = "${clusterSecurityGroup}"

_PARTITIONS = {
    "cn-": "aws-cn",
    "us-gov-": "aws-us-gov",
    "us-iso-": "aws-iso",
    "us-isob-": "aws-iso-b",
    "eu-isoe-": "aws-iso-e",
    "us-isof-": "aws-iso-f",
    "eusc-": "aws-eusc",
}
"""Beginning of a region's name → its partition; all others are in `aws` (botocore's partitions.json, 2026-10)."""


def cluster_facts(settings: PlatformSettings, region: str, karpenter: KarpenterVersion) -> ClusterFacts:
    """The facts of a stack as its files tell them."""
    vpc = settings.cluster.vpc
    zones = vpc.create.zones if vpc is not None and vpc.create is not None else 0
    given = tuple(subnet.id for subnet in vpc.subnet_ids) if vpc is not None else ()
    return ClusterFacts(
        name=ClusterName(settings.cluster.name),
        region=region,
        partition=next((name for prefix, name in _PARTITIONS.items() if region.startswith(prefix)), "aws"),
        account=ACCOUNT,
        kubernetes_version=settings.cluster.kubernetes_version,
        karpenter=karpenter,
        subnets=given or tuple(f"${{privateSubnet{index + 1}}}" for index in range(zones or 1)),
        security_group=SECURITY_GROUP,
    )
