"""What a command without credentials knows of account and cluster; the rest stands as `${…}` in what it prints."""

from ..model.names import ClusterName
from ..model.platform import PlatformSettings
from ..rendering.facts import ClusterFacts
from ..rendering.partitions import partition_of
from ..versions import KarpenterVersion

ACCOUNT = "${account}"
SUBNET_RANGES = "${subnetRanges}"
SECURITY_GROUP = "${clusterSecurityGroup}"
OIDC_ISSUER = "${oidcIssuer}"


def arn_of_role(name: str) -> str:
    """Of a role that the product does not make: its path only AWS knows."""
    return f"${{roleArn:{name}}}"


def cluster_facts(settings: PlatformSettings, region: str, karpenter: KarpenterVersion) -> ClusterFacts:
    """The facts of a stack as its files tell them."""
    vpc = settings.cluster.vpc
    zones = vpc.create.zones if vpc is not None and vpc.create is not None else 0
    given = tuple(subnet.id for subnet in vpc.subnet_ids) if vpc is not None else ()
    return ClusterFacts(
        name=ClusterName(settings.cluster.name),
        region=region,
        partition=partition_of(region),
        account=ACCOUNT,
        kubernetes_version=settings.cluster.kubernetes_version,
        karpenter=karpenter,
        subnets=given or tuple(f"${{privateSubnet{index + 1}}}" for index in range(zones or 1)),
        security_group=SECURITY_GROUP,
        subnet_ranges=(SUBNET_RANGES,),
    )
