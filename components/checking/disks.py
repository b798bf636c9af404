"""Volumes of nodes and claims: figures beside types, both disks of Bottlerocket, keys of others (E192, W193, E208)."""

from collections.abc import Iterator
from typing import NamedTuple

from ..model.block_device import VolumeSize
from ..model.enums import AmiFamily, VolumeType
from ..model.platform import PlatformSettings
from ..model.problem import Path, Problem
from ..model.tenant import TenantSpec
from .image import family_of
from .places import NodeClass
from .rule import Family

BOTTLEROCKET_DEVICES = {"/dev/xvda": "OS", "/dev/xvdb": "data"}
"""Source: `pkg/providers/amifamily/bottlerocket.go` of github.com/aws/karpenter-provider-aws 1.14.3."""

PROVISIONED = (VolumeType.IO1, VolumeType.IO2)
GP3_IOPS = 3000
GP3_IOPS_PER_GIB = 500
GP3_IOPS_PER_MIB = 4
GP3_THROUGHPUT = 125
"""What every gp3 volume has, and how its figures hang together; upper bounds are left to EC2, which raises them.

Source: EBS user guide, "General Purpose SSD volumes"; EC2 API, EbsBlockDevice.
"""


class _Volume(NamedTuple):
    path: Path
    word: str
    """The field that holds the type."""
    type: VolumeType
    size: VolumeSize | None
    iops: int | None
    throughput: int | None


def e208_figures_of_another_type(node_class: NodeClass, settings: PlatformSettings) -> Iterator[Problem]:
    """What EC2 refuses at each launch: figures that a volume's type does not take, lacks, or not in this proportion."""
    for volume in _volumes(node_class):
        for word, what, fix in (*_beside_the_type(volume), *_of_gp3(volume)):
            yield node_class.problem((*volume.path, word), "E208", what, fix)


def _volumes(node_class: NodeClass) -> Iterator[_Volume]:
    """Those whose type is known; without one the image says it."""
    disk = node_class.spec.disk
    if disk is not None:
        yield _Volume(("disk",), "type", disk.type, disk.size, disk.iops, disk.throughput)
    for index, device in enumerate(node_class.spec.block_device_mappings):
        if (ebs := device.ebs) is not None and ebs.volume_type is not None:
            path = ("blockDeviceMappings", index, "ebs")
            yield _Volume(path, "volumeType", ebs.volume_type, ebs.volume_size, ebs.iops, ebs.throughput)


def _beside_the_type(volume: _Volume) -> Iterator[tuple[str, str, str]]:
    """Field, what is wrong, what to write."""
    instead = f"remove it, or write {volume.word}: gp3"
    if volume.throughput is not None and volume.type is not VolumeType.GP3:
        yield "throughput", f"{volume.throughput} is not taken by {volume.type}, only by gp3", instead
    if volume.iops is not None and volume.type not in (VolumeType.GP3, *PROVISIONED):
        yield "iops", f"{volume.iops} is not taken by {volume.type}", instead
    if volume.iops is None and volume.type in PROVISIONED:
        yield "iops", f"missing, {volume.type} needs it", "write iops: 3000, or another number"


def _of_gp3(volume: _Volume) -> Iterator[tuple[str, str, str]]:
    if volume.type is not VolumeType.GP3:
        return
    iops = volume.iops or GP3_IOPS
    if iops < GP3_IOPS:
        yield "iops", f"{iops} is below the base of gp3", f"write {GP3_IOPS} or more"
    elif volume.size is not None and iops > (most := max(GP3_IOPS, GP3_IOPS_PER_GIB * volume.size.gib)):
        what = f"{iops} is more than {GP3_IOPS_PER_GIB} for each GiB of {volume.size}"
        yield "iops", what, f"write at most {most}, or a larger volume"
    throughput = volume.throughput or GP3_THROUGHPUT
    if throughput < GP3_THROUGHPUT:
        yield "throughput", f"{throughput} is below the base of gp3", f"write {GP3_THROUGHPUT} or more"
    elif (needed := throughput * GP3_IOPS_PER_MIB) > max(GP3_IOPS, iops):
        what = f"{throughput} needs {GP3_IOPS_PER_MIB} iops for each MiB per second, iops is {iops}"
        yield "throughput", what, f"write iops: {needed}"


def e192_one_of_two_disks(node_class: NodeClass, settings: PlatformSettings) -> Iterator[Problem]:
    """Bottlerocket devices of which one is written and the other keeps the image's settings, encryption included."""
    written = [device.device_name for device in node_class.spec.block_device_mappings]
    missing = [name for name in BOTTLEROCKET_DEVICES if name not in written]
    if family_of(node_class.spec) is not AmiFamily.BOTTLEROCKET or not written or len(missing) != 1:
        return
    only = next(name for name in BOTTLEROCKET_DEVICES if name in written)
    what = f"only {only}, the {BOTTLEROCKET_DEVICES[missing[0]]} disk keeps the image's settings"
    yield node_class.problem(("blockDeviceMappings",), "E192", what, f"add {missing[0]} or use disk")


def w193_key_of_a_node(node_class: NodeClass, settings: PlatformSettings) -> Iterator[Problem]:
    """A KMS key for disks of nodes; no key is made here, so its policy is not known."""
    what = "is not managed here, instances die if its policy does not admit EC2"
    spec = node_class.spec
    if spec.disk is not None and spec.disk.kms_key_id is not None:
        yield node_class.problem(("disk", "kmsKeyID"), "W193", f"{spec.disk.kms_key_id} {what}", "check it")
    for index, device in enumerate(spec.block_device_mappings):
        if device.ebs is not None and device.ebs.kms_key_id is not None:
            path = ("blockDeviceMappings", index, "ebs", "kmsKeyID")
            yield node_class.problem(path, "W193", f"{device.ebs.kms_key_id} {what}", "check it")


def w193_key_of_a_claim(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A KMS key of a StorageClass."""
    for key, storage_class in tenant.storage.classes.items():
        if storage_class.kms_key_id is not None:
            what = f"{storage_class.kms_key_id} is not managed here, volumes fail if its policy does not admit EC2"
            yield Problem(tenant.name, ("storage", "classes", key, "kmsKeyID"), "W193", what, "check it")


FAMILY = Family(
    tenant=(w193_key_of_a_claim,), node_class=(e192_one_of_two_disks, w193_key_of_a_node, e208_figures_of_another_type)
)
