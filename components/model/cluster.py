"""`platform:cluster`: the EKS cluster."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from .access import Group, one_of
from .arn import KmsKeyArn, PolicyArn, PrincipalArn, RoleArn
from .base import Model
from .between import Between, Length
from .enums import (
    AccessRole,
    Architecture,
    CoreAmiFamily,
    DefaultStorageClass,
    IdentityMode,
    IpFamily,
    LogType,
    NatGateways,
    NetworkPolicyMode,
    UpgradePolicy,
)
from .errors import reject, shown
from .ids import VpcId
from .instance_type import InstanceType, architecture_of
from .names import CLUSTER_NAME_LIMIT, ClusterName
from .network import Cidr
from .or_all import ALL, OrAll
from .problem import Path
from .subnet import SubnetOrId
from .tags import Tags
from .text import Entries, Items, Text, written

VPC_CNI = "vpc-cni"
POD_IDENTITY_AGENT = "eks-pod-identity-agent"
DEFAULT_ADDONS = (VPC_CNI, "coredns", "kube-proxy", POD_IDENTITY_AGENT, "aws-ebs-csi-driver")
"""Add-ons that are on unless `addons` switches them off: without one of the first three no pod gets a network."""

ADDON_SERVICE_ACCOUNTS: Mapping[str, str] = {
    VPC_CNI: "aws-node",
    "aws-ebs-csi-driver": "ebs-csi-controller-sa",
    "aws-efs-csi-driver": "efs-csi-controller-sa",
    "aws-mountpoint-s3-csi-driver": "s3-csi-driver-sa",
}
"""Service account, in kube-system, that holds the rights of an add-on. Source: EKS user guide, "AWS add-ons"."""

_OF_A_MADE_CLUSTER = (
    "core_node_group",
    "endpoint_public_access",
    "public_access_cidrs",
    "log_types",
    "encryption_key_arn",
    "deletion_protection",
    "upgrade_policy",
    "addons",
    "prefix_delegation",
)
"""Fields that say how EKS makes a cluster, and would do nothing to one that exists."""

_NAME = re.compile(rf"[0-9A-Za-z][A-Za-z0-9_-]{{0,{CLUSTER_NAME_LIMIT - 1}}}")
_KUBERNETES_VERSION = re.compile(r"1\.[0-9]{1,3}")


def _cluster_name(text: str) -> ClusterName:
    if not _NAME.fullmatch(text):
        fix = f"write at most {CLUSTER_NAME_LIMIT} letters, digits, - and _ that begin with a letter or digit"
        raise reject("E005", f"{shown(text)} is no cluster name", fix)
    return ClusterName(text)


def _kubernetes_version(text: str) -> str:
    if not _KUBERNETES_VERSION.fullmatch(text):
        found = re.search(_KUBERNETES_VERSION, text)
        raise reject("E005", f"{shown(text)} is no minor version", f'write "{found[0] if found else "1.35"}"')
    return text


class CreateVpcSettings(Model):
    """A VPC that is made for the cluster."""

    cidr: Cidr
    """Range of addresses, such as 10.0.0.0/16; every pod takes one."""
    zones: Annotated[int, Between(2, 6)] = 3
    """Number of availability zones. Default 3: two cannot lose one and keep a majority."""
    nat_gateways: NatGateways = NatGateways.SINGLE
    """single or perZone. Default single: a third of the price, and its zone is a common point of failure."""


class VpcSettings(Model):
    """Where the cluster lives: a VPC that exists, or one that is made."""

    vpc_id: VpcId | None = None
    """`vpc-…` of an existing VPC."""
    subnet_ids: Items[SubnetOrId] = ()
    """Private subnets for nodes and control plane, ids or `{id, zone}`; at least two zones."""
    public_subnet_ids: Items[SubnetOrId] = ()
    """Public subnets for load balancers. Default none."""
    create: CreateVpcSettings | None = None
    """Makes a VPC, in place of the ids. Absent: none is made."""
    ip_family: IpFamily = IpFamily.IPV4
    """Addresses of pods and services. Default ipv4, which all add-ons know."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Either ids or `create`."""
        given = [
            word
            for word, value in (
                ("vpcId", self.vpc_id),
                ("subnetIds", self.subnet_ids),
                ("publicSubnetIds", self.public_subnet_ids),
            )
            if value
        ]
        if self.create is not None and given:
            yield reject("E008", f"create and {given[0]} exclude each other", "keep one", ("create",))


class CoreNodeGroupSettings(Model):
    """The managed node group for Karpenter itself and the add-ons."""

    instance_types: Annotated[Items[InstanceType], Length(least=1)] = ("m6i.large",)
    """Instance types. Default m6i.large: room for a replica of Karpenter as it is sized by default, and the add-ons."""
    min_size: Annotated[int, Between(2)] = 2
    """Least number of nodes, 2 or more: the two replicas of Karpenter do not share a node. Default 2."""
    desired_size: Annotated[int, Between(2)] | None = None
    """Number of nodes at the beginning. Absent: minSize."""
    max_size: Annotated[int, Between(2)] | None = None
    """Most nodes, also during an update. Absent: one more than desiredSize."""
    ami_family: CoreAmiFamily = CoreAmiFamily.AL2023
    """al2023 or bottlerocket. Default al2023, EKS' own default."""
    release_version: Text | None = None
    """Release of the image, as EKS names it. Absent: EKS' latest when the group is made or the cluster upgraded."""
    disk_size_gib: Annotated[int, Between(20, 16384)] = 50
    """Disk of a node in GiB. Default 50: images of the add-ons and their logs."""
    taint: bool = True
    """Taints the nodes with CriticalAddonsOnly. Default on, so that no other pod sits beside Karpenter's token."""

    @property
    def architecture(self) -> Architecture:
        """Of the processors of all the types."""
        return architecture_of(self.instance_types[0])

    @property
    def desired(self) -> int:
        """Number of nodes at the beginning."""
        return self.min_size if self.desired_size is None else self.desired_size

    @property
    def maximum(self) -> int:
        """Most nodes."""
        return self.desired + 1 if self.max_size is None else self.max_size

    def problems(self) -> Iterator[PydanticCustomError]:
        """minSize, desiredSize and maxSize in order; types that one image runs on."""
        others = [name for name in self.instance_types if architecture_of(name) is not self.architecture]
        if others:
            what = f"{others[0]} is {architecture_of(others[0])} and {self.instance_types[0]} is {self.architecture}"
            yield reject("E005", what, "write types of one architecture", ("instanceTypes",))
        if self.desired < self.min_size:
            yield reject(
                "E005", f"{self.desired} is below minSize {self.min_size}", f"write {self.min_size}", ("desiredSize",)
            )
        elif self.maximum < self.desired:
            yield reject(
                "E005", f"{self.maximum} is below desiredSize {self.desired}", f"write {self.desired}", ("maxSize",)
            )


class OperatorSettings(Model):
    """Staff with one role in several tenants."""

    principal_arn: PrincipalArn | None = None
    """IAM role or user; EKS keeps one access entry for each."""
    group: Group | None = None
    """Group of Kubernetes."""
    role: AccessRole
    """view, edit or admin."""
    tenants: Annotated[Literal["all"] | tuple[str, ...], OrAll(Items[Text])]
    """Names of tenants, or `all`."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Exactly one subject."""
        yield from one_of((("principalArn", self.principal_arn), ("group", self.group)))


class AddonSettings(Model):
    """One EKS add-on."""

    enabled: bool = True
    """Default on."""
    version: Text | None = None
    """Such as v1.20.4-eksbuild.1. Absent: EKS' default when the add-on is made; a later Kubernetes version raises
    none."""
    configuration_values: Mapping[str, Any] = Field(default_factory=dict[str, Any])
    """The add-on's own configuration, merged over what the product sets. Default none."""
    policy_arns: Items[PolicyArn] = ()
    """Further policies of its service account's role. Default none."""
    network_policy_mode: NetworkPolicyMode | None = None
    """Of vpc-cni alone: standard or strict. Absent: standard, since strict has gaps (aws/amazon-vpc-cni-k8s#2928,
    #3068)."""


class ClusterSettings(Model):
    """The EKS cluster and what is installed into it."""

    name: Annotated[ClusterName, BeforeValidator(written), AfterValidator(_cluster_name)]
    """Name in EKS, 1 to 100 letters, digits, `-` and `_`; also in every physical name."""
    kubernetes_version: Annotated[Text, AfterValidator(_kubernetes_version)]
    """Minor version, such as "1.35"; checked against the version table."""
    existing: bool = False
    """Adopts the cluster of that name: endpoint, issuer, security group and subnets are looked up. Default off."""
    vpc: VpcSettings | None = None
    """Where the cluster lives. Required unless `existing`."""
    core_node_group: CoreNodeGroupSettings = Field(default_factory=lambda: CoreNodeGroupSettings.model_validate({}))
    """Nodes for Karpenter itself."""
    endpoint_public_access: bool = False
    """Whether the API can be reached from outside the VPC. Default off."""
    public_access_cidrs: Items[Cidr] = ()
    """Ranges that may; required when endpointPublicAccess is on, since EKS' own default is the whole internet."""
    admin_role_arns: Items[RoleArn] = ()
    """Roles with all rights in the cluster. Default none: only whoever made the cluster has rights in it."""
    operators: Items[OperatorSettings] = ()
    """Staff over several tenants. Default none."""
    identity: IdentityMode = IdentityMode.IRSA
    """How the controller and workloads get AWS rights: irsa or podIdentity. Default irsa, which Windows nodes know
    as well."""
    log_types: Items[LogType] = (LogType.AUDIT, LogType.AUTHENTICATOR)
    """Control plane logs. Default audit and authenticator: who did what; the others are large."""
    encryption_key_arn: KmsKeyArn | None = None
    """KMS key for secrets. Absent: EKS' own envelope encryption."""
    deletion_protection: bool = True
    """Whether EKS refuses to delete the cluster. Default on."""
    upgrade_policy: UpgradePolicy = UpgradePolicy.STANDARD
    """STANDARD or EXTENDED. Default STANDARD: extended support costs six times as much, which somebody has to have
    agreed to."""
    addons: Entries[AddonSettings] = Field(default_factory=dict[str, AddonSettings])
    """Name -> add-on. On by default: vpc-cni, coredns, kube-proxy, eks-pod-identity-agent, aws-ebs-csi-driver."""
    windows: bool = False
    """Sets what the VPC CNI and the cluster role need for Windows nodes. Default off."""
    prefix_delegation: bool = False
    """Gives nodes prefixes of addresses, so that small types could hold 110 pods. Default off: it wants unfragmented
    subnets. Karpenter counts pods as if it were off (aws/karpenter-provider-aws#8210), so write
    `nodeClasses.<key>.kubelet.maxPods` as well."""
    default_storage_class: DefaultStorageClass = DefaultStorageClass.GP3_ENCRYPTED
    """gp3-encrypted, which the product makes, or none. Default gp3-encrypted, since EKS makes no default class; none on
    an `existing` cluster, which may have one that others rely on."""
    tags: Tags = Field(default_factory=dict[str, str])
    """Tags on everything; the discovery tag is refused here. Default none."""

    @property
    def active_addons(self) -> Mapping[str, AddonSettings]:
        """Name -> add-on for those that are on, by name."""
        every = {name: AddonSettings.model_validate({}) for name in DEFAULT_ADDONS} | dict(self.addons)
        return {name: every[name] for name in sorted(every) if every[name].enabled}

    @cached_property
    def staff_groups(self) -> Mapping[tuple[AccessRole, str], tuple[tuple[int, str], ...]]:
        """Role and tenant, or `all` -> groups of its operators, each after its place among the operators.

        Read once and kept: every namespace of every tenant asks for its own.
        """
        found: dict[tuple[AccessRole, str], list[tuple[int, str]]] = {}
        for index, operator in enumerate(self.operators):
            if operator.group is not None:
                for tenant in (ALL,) if operator.tenants == ALL else operator.tenants:
                    found.setdefault((operator.role, tenant), []).append((index, operator.group))
        return {key: tuple(groups) for key, groups in found.items()}

    @property
    def made_storage_class(self) -> DefaultStorageClass:
        """The default class that is made: on a cluster that exists only the one that is written."""
        unwritten = self.existing and "default_storage_class" not in self.model_fields_set
        return DefaultStorageClass.NONE if unwritten else self.default_storage_class

    def problems(self) -> Iterator[PydanticCustomError]:
        """A place to live, an endpoint that says for whom, settings that one add-on or kind of cluster has only."""
        if not self.existing:
            yield from self._place()
        if self.endpoint_public_access and not self.public_access_cidrs:
            what = "missing while endpointPublicAccess is true, EKS would let the whole internet in"
            yield reject("E006", what, "write the ranges that may reach the API", ("publicAccessCidrs",))
        for name, addon in self.addons.items():
            if name != VPC_CNI and addon.network_policy_mode is not None:
                yield reject("E003", f"belongs to {VPC_CNI} alone", "remove it", ("addons", name, "networkPolicyMode"))
            if addon.policy_arns and name not in ADDON_SERVICE_ACCOUNTS:
                fix = f"write them for one of {', '.join(ADDON_SERVICE_ACCOUNTS)}"
                yield reject("E005", f"nothing of {name} can take rights", fix, ("addons", name, "policyArns"))
        yield from self._without_effect()

    def _place(self) -> Iterator[PydanticCustomError]:
        """What is missing to make a cluster; one that exists lives somewhere already."""
        vpc = self.vpc
        if vpc is None or (vpc.create is None and vpc.vpc_id is None and not vpc.subnet_ids):
            what = "missing" if vpc is None else "names no network"
            yield reject("E006", what, "write vpcId and subnetIds, or create: {cidr: 10.0.0.0/16}", ("vpc",))
        elif vpc.create is None and vpc.vpc_id is None:
            yield reject("E006", "missing", "write the id of the VPC that the subnets are in", ("vpc", "vpcId"))
        elif vpc.create is None and not vpc.subnet_ids:
            yield reject("E006", "missing", "write the ids of private subnets in two zones", ("vpc", "subnetIds"))
        if vpc is not None and vpc.create is None and len(vpc.subnet_ids) == 1:
            what = f"[{vpc.subnet_ids[0].id}] is one subnet, EKS asks for two zones"
            yield reject("E005", what, "add a subnet of another zone", ("vpc", "subnetIds"))

    def _without_effect(self) -> Iterator[PydanticCustomError]:
        if not self.existing:
            return
        written = [field for field in _OF_A_MADE_CLUSTER if field in self.model_fields_set]
        places: list[Path] = [(type(self).model_fields[field].alias or field,) for field in written]
        if self.vpc is not None and self.vpc.create is not None:
            places.append(("vpc", "create"))
        for place in places:
            yield reject("E008", f"{place[-1]} and existing exclude each other", "keep one", place)
