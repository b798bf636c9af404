"""EKS add-ons: what each is configured with, and which rights its own identity has.

The cluster's settings decide the configuration where other parts rely on it (network policies, Windows, prefixes); what
an operator writes under `addons.<name>.configurationValues` is laid over it, key by key.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..model.cluster import POD_IDENTITY_AGENT, VPC_CNI, ClusterSettings
from ..model.enums import IpFamily, NetworkPolicyMode
from .facts import arn
from .overlay import overlaid
from .policy_document import PolicyDocument, allow, policy_document

EBS_CSI_DRIVER: Final = "aws-ebs-csi-driver"

NODE_ADDONS: Final = (VPC_CNI, "kube-proxy", POD_IDENTITY_AGENT)
"""Add-ons that nodes need to become Ready: there before the first node. All others wait for a node to run on."""

ADDON_NAMESPACE: Final = "kube-system"


@dataclass(frozen=True, kw_only=True)
class AddonRights:
    """What the identity of an add-on may do; empty where it calls no AWS API."""

    managed_policies: tuple[str, ...]
    inline_policies: Mapping[str, PolicyDocument]

    def __bool__(self) -> bool:
        return bool(self.managed_policies or self.inline_policies)


def addon_rights(name: str, cluster: ClusterSettings, partition: str) -> AddonRights:
    """Rights of add-on `name`: what it needs to work, and `addons.<name>.policyArns`."""
    managed: list[str] = []
    inline: dict[str, PolicyDocument] = {}
    if name == VPC_CNI and ip_family(cluster) is IpFamily.IPV6:
        inline["addresses"] = _ipv6_addresses(partition)
    elif name == VPC_CNI:
        managed.append(arn(partition, "iam", "policy/AmazonEKS_CNI_Policy", account="aws"))
    elif name == EBS_CSI_DRIVER:
        managed.append(arn(partition, "iam", "policy/service-role/AmazonEBSCSIDriverPolicy", account="aws"))
    managed += map(str, cluster.active_addons[name].policy_arns)
    return AddonRights(managed_policies=tuple(dict.fromkeys(managed)), inline_policies=inline)


def addon_configuration(name: str, cluster: ClusterSettings) -> dict[str, Any]:
    """Configuration values of add-on `name`; empty where the add-on's own defaults do."""
    ours = _vpc_cni(cluster) if name == VPC_CNI else {}
    return overlaid(ours, cluster.active_addons[name].configuration_values)


def ip_family(cluster: ClusterSettings) -> IpFamily:
    """Addresses of pods; an adopted cluster without a written network has IPv4."""
    return IpFamily.IPV4 if cluster.vpc is None else cluster.vpc.ip_family


def _vpc_cni(cluster: ClusterSettings) -> dict[str, Any]:
    """Source: configuration schema of the add-on, `aws eks describe-addon-configuration --addon-name vpc-cni`."""
    values: dict[str, Any] = {"enableNetworkPolicy": "true"}
    mode = cluster.active_addons[VPC_CNI].network_policy_mode or NetworkPolicyMode.STANDARD
    environment = {"NETWORK_POLICY_ENFORCING_MODE": str(mode)}
    if cluster.windows:
        values["enableWindowsIpam"] = "true"
    if cluster.prefix_delegation:
        environment["ENABLE_PREFIX_DELEGATION"] = "true"
        if cluster.windows:
            values["enableWindowsPrefixDelegation"] = "true"
    return {**values, "env": environment}


def _ipv6_addresses(partition: str) -> PolicyDocument:
    """AWS has no managed policy for IPv6. Source: EKS user guide, "Configure Amazon VPC CNI plugin to use IRSA"."""
    return policy_document(
        (
            allow(
                "Addresses",
                (
                    "ec2:AssignIpv6Addresses",
                    "ec2:DescribeInstances",
                    "ec2:DescribeTags",
                    "ec2:DescribeNetworkInterfaces",
                    "ec2:DescribeInstanceTypes",
                ),
                "*",
            ),
            allow(
                "InterfaceTags", "ec2:CreateTags", arn(partition, "ec2", "network-interface/*", region="*", account="*")
            ),
        )
    )
