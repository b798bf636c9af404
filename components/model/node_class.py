"""`nodeClasses.<key>` of a tenant file: the words of `EC2NodeClass.spec` v1, plus four shorthands.

Source: karpenter.k8s.aws_ec2nodeclasses.yaml 1.14.3 and 1.15.2. Which version has which field is for `checking` to say.
"""

import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from .base import Model
from .between import Between, Length
from .block_device import BlockDeviceSpec, DiskSpec
from .enums import AmiFamily, InstanceStorePolicy, Switch, TokenUse
from .errors import cut, reject, shown
from .ids import SecurityGroupId
from .kubelet import KubeletSpec
from .names import INSTANCE_PROFILE_LIMIT, ROLE_NAME_LIMIT
from .network_interface import INTERFACE_LIMIT, NetworkInterfaceSpec, interface_problems
from .provisioner import ExistingName
from .selector_terms import (
    TERM_LIMIT,
    AmiTerm,
    CapacityReservationTerm,
    PlacementGroupSelector,
    SecurityGroupTerm,
    SubnetTerm,
)
from .subnet import SubnetOrId
from .tags import Tags
from .text import Items, Text

BLOCK_DEVICE_LIMIT = 50
"""Block devices of one class (the CRD's maxItems)."""

_IAM_NAME = re.compile(r"[A-Za-z0-9_+=,.@-]+")


def _bare_name(text: str, limit: int) -> str:
    name = text.rpartition("/")[2]
    if text.startswith("arn:") or "/" in text:
        raise reject("E136", f"{cut(text)} passes the API and fails at launch", f"write {cut(name) or 'the bare name'}")
    if not _IAM_NAME.fullmatch(text) or len(text) > limit:
        raise reject("E005", f"{shown(text)} is no name in IAM", f"write at most {limit} letters, digits and _+=,.@-")
    return text


def _role_name(text: str) -> str:
    return _bare_name(text, ROLE_NAME_LIMIT)


def _profile_name(text: str) -> str:
    return _bare_name(text, INSTANCE_PROFILE_LIMIT)


class MetadataOptionsSpec(Model):
    """`metadataOptions`: how instances reach their own metadata, and with it the node role."""

    http_endpoint: Switch = Switch.ENABLED
    """Default enabled, as in Karpenter: the node itself needs it."""
    http_protocol_ipv6: Switch = Switch.DISABLED
    """Default disabled, as in Karpenter."""
    http_put_response_hop_limit: Annotated[int, Between(1, 64)] = 1
    """Network hops that an answer may take. Default 1, as in Karpenter: with more every pod gets the node role."""
    http_tokens: TokenUse = TokenUse.REQUIRED
    """Default required, as in Karpenter: without tokens a request forged through a pod is enough."""


class ConnectionTrackingSpec(Model):
    """`connectionTracking`: idle seconds after which security groups forget a connection; from Karpenter 1.13."""

    tcp_established_timeout: Annotated[int, Between(60, 432000)] | None = None
    """60 to 432000. Absent: EC2's."""
    udp_stream_timeout: Annotated[int, Between(60, 180)] | None = None
    """60 to 180. Absent: EC2's."""
    udp_timeout: Annotated[int, Between(30, 60)] | None = None
    """30 to 60. Absent: EC2's."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """At least one of the three."""
        if self.tcp_established_timeout is None and self.udp_stream_timeout is None and self.udp_timeout is None:
            yield reject("E220", "none of its timeouts is given", "write one or remove the field")


class CpuOptionsSpec(Model):
    """`cpuOptions`; from Karpenter 1.13."""

    nested_virtualization: Switch | None = None
    """Whether the instance may run virtual machines. Absent: EC2's disabled."""


class EnclaveOptionsSpec(Model):
    """`enclaveOptions`; from Karpenter 1.15."""

    enabled: bool
    """Whether nodes may run Nitro Enclaves; limits the types to those that can."""


class NodeClassSpec(Model):
    """One EC2NodeClass of a tenant, named `<tenant>-<key>`; only those that a provisioner uses are made."""

    ami: Text | None = None
    """A family (the stack's pin for the tenant's ring) or `family@version`. Absent: the stack's family, the
    one that the ring `main` pins, al2023 where it pins several."""
    disk: DiskSpec | None = None
    """The disk for images and pods. Absent: the family's devices, encrypted gp3."""
    subnets: Items[SubnetOrId] = ()
    """Ids of subnets, or `{id, zone}`. Absent: the cluster's, by id."""
    security_groups: Items[SecurityGroupId] = ()
    """Ids of security groups. Absent: the cluster's, by id."""
    imds_hop_limit: Annotated[int, Between(1, 64)] | None = None
    """Shorthand for metadataOptions.httpPutResponseHopLimit. Absent: 1; with more every pod gets the node role."""
    role: Annotated[Text, AfterValidator(_role_name)] | None = None
    """Bare name of a node role that exists. Absent: the product makes one for each tenant and operating system."""
    instance_profile: Annotated[Text, AfterValidator(_profile_name)] | None = None
    """Bare name of an instance profile that exists. Absent: made, one for each tenant and operating system."""
    existing_name: ExistingName | None = None
    """Takes over the EC2NodeClass of that name. Absent: `<tenant>-<key>`."""
    ami_family: AmiFamily | None = None
    """How nodes are bootstrapped. Absent: the family of the alias."""
    ami_selector_terms: Annotated[Items[AmiTerm], Length(most=TERM_LIMIT)] = ()
    """Images, at most 30 terms. Absent: from `ami`."""
    subnet_selector_terms: Annotated[Items[SubnetTerm], Length(most=TERM_LIMIT)] = ()
    """Subnets, at most 30 terms. Absent: from `subnets`."""
    security_group_selector_terms: Annotated[Items[SecurityGroupTerm], Length(most=TERM_LIMIT)] = ()
    """Security groups, all matches are attached; at most 30 terms. Absent: from `securityGroups`."""
    capacity_reservation_selector_terms: Annotated[Items[CapacityReservationTerm], Length(most=TERM_LIMIT)] = ()
    """Capacity reservations for pools that allow `reserved`, at most 30 terms; from Karpenter 1.3. Absent: none."""
    placement_group_selector: PlacementGroupSelector | None = None
    """Placement group of the nodes; from Karpenter 1.11. Absent: none."""
    block_device_mappings: Annotated[Items[BlockDeviceSpec], Length(most=BLOCK_DEVICE_LIMIT)] = ()
    """Disks, at most 50; one entry replaces all of the family's. Absent: from `disk`."""
    kubelet: KubeletSpec | None = None
    """Kubelet settings. Absent: the image family's."""
    metadata_options: MetadataOptionsSpec = Field(default_factory=lambda: MetadataOptionsSpec.model_validate({}))
    """Instance metadata. Default: tokens required, one hop, so that pods do not get the node role."""
    user_data: Text | None = None
    """Merged with the family's bootstrap: MIME or NodeConfig on AL2023, TOML on Bottlerocket. Absent: none."""
    tags: Tags = Field(default_factory=dict[str, str])
    """Tags of instances and volumes, beside the tenant's. Default none. A change replaces every node of the class."""
    instance_store_policy: InstanceStorePolicy | None = None
    """RAID0 joins local disks and puts pods on them. Absent: they are left alone."""
    detailed_monitoring: bool | None = None
    """Metrics each minute, for a price. Absent: every five minutes."""
    associate_public_ip_address: bool | None = None
    """Whether nodes get public addresses. Absent: as the subnet decides."""
    network_interfaces: Annotated[Items[NetworkInterfaceSpec], Length(most=INTERFACE_LIMIT)] = ()
    """Network interfaces, at most 150; from Karpenter 1.11. Absent: the type's."""
    connection_tracking: ConnectionTrackingSpec | None = None
    """Idle timeouts; from Karpenter 1.13. Absent: EC2's."""
    cpu_options: CpuOptionsSpec | None = None
    """CPU options; from Karpenter 1.13. Absent: EC2's."""
    context: Text | None = None
    """EC2's reserved word `Context` of a fleet. Absent: none."""
    ip_prefix_count: Annotated[int, Between(0)] | None = None
    """Prefixes of addresses on the first interface; from Karpenter 1.8. Absent: none."""
    enclave_options: EnclaveOptionsSpec | None = None
    """Nitro Enclaves; from Karpenter 1.15. Absent: off."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Identity, root volumes, aliases and interfaces: what several entries must agree on."""
        if self.role is not None and self.instance_profile is not None:
            what = f"role {shown(self.role)} and instanceProfile {shown(self.instance_profile)} exclude each other"
            yield reject("E133", what, "remove both, the platform makes them")
        roots = [index for index, device in enumerate(self.block_device_mappings) if device.root_volume]
        for index in roots[1:]:
            what = f"a second rootVolume beside blockDeviceMappings[{roots[0]}]"
            yield reject("E208", what, "keep one", ("blockDeviceMappings", index, "rootVolume"))
        aliases = [term.alias for term in self.ami_selector_terms if term.alias is not None]
        if aliases and len(self.ami_selector_terms) > 1:
            what = f"alias {shown(aliases[0])} beside other terms, an alias must be the only one"
            yield reject("E209", what, "keep one", ("amiSelectorTerms",))
        yield from interface_problems(self.network_interfaces)
