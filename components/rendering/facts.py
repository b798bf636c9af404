"""What documents need to know about the account and the cluster that they are rendered for; the one ARN function.

Facts are plain values known at preview, except where a field says that only a deployment can know it: such a
value is opaque here, renderers place it and never compute on it.
"""

from dataclasses import dataclass
from typing import Any

from ..model.names import ClusterName
from ..versions import KarpenterVersion


@dataclass(frozen=True, kw_only=True)
class AccountFacts:
    """The AWS account and region of the stack."""

    partition: str
    """`aws`, `aws-cn`, `aws-us-gov` or one of the isolated ones."""

    region: str
    """For example `eu-central-1`."""

    account: str
    """Twelve digits, as text: a leading zero counts."""


@dataclass(frozen=True, kw_only=True)
class ClusterFacts:
    """The EKS cluster that the documents are for, and the account that it lives in."""

    name: ClusterName
    """1-100 characters; also the value of Karpenter's ownership tags."""

    region: str
    partition: str
    account: str

    kubernetes_version: str
    """Minor version as EKS writes it, for example `1.35`."""

    karpenter: KarpenterVersion
    """The version whose API and permissions the documents must satisfy."""

    subnets: tuple[Any, ...]
    """Ids of the subnets for tenants' nodes; unknown until deployed where the product makes the network."""

    security_group: Any
    """Id of the security group that EKS makes for the cluster; unknown until deployed."""

    subnet_ranges: tuple[Any, ...] = ()
    """IPv4 ranges of the cluster's subnets, where its load balancers and its API server are; empty where only AWS
    knows them and is not asked."""

    @property
    def home(self) -> AccountFacts:
        """Account, region and partition of the cluster, for documents that need no more than these."""
        return AccountFacts(partition=self.partition, region=self.region, account=self.account)


def arn(partition: str, service: str, resource: str, *, region: str = "", account: str = "") -> str:
    """An Amazon resource name; the only place where one is put together.

    Args:
        partition: Comes from the facts, never written out: China and GovCloud have their own.
        service: Namespace of the service, for example `iam`.
        resource: Everything after the account, for example `role/name`.
        region: Empty for global services such as IAM.
        account: Empty where the resource belongs to AWS, for example images.

    Source: AWS General Reference, "Amazon Resource Names (ARNs)".
    """
    return f"arn:{partition}:{service}:{region}:{account}:{resource}"


def cluster_arn(home: AccountFacts, name: ClusterName) -> str:
    """ARN of an EKS cluster."""
    return arn(home.partition, "eks", f"cluster/{name}", region=home.region, account=home.account)
