"""Disks of a node class: `disk` on the device that holds images and pods, and beside it every device of the family.

Karpenter's own devices apply only while `blockDeviceMappings` is empty, so one that is written needs all of them. They
are written without `disk` too: a document then shows that every volume is encrypted.

Source: `DefaultBlockDeviceMappings` in `pkg/providers/amifamily` of github.com/aws/karpenter-provider-aws, 1.14.3 and
1.15.2.
"""

from typing import Any, Final, NamedTuple, assert_never

from ..model.block_device import DiskSpec
from ..model.enums import AmiFamily
from ..model.node_class import NodeClassSpec
from ..versions import KarpenterVersion, VersionNumber
from .plain import document_of

_DEFAULT_DISK: Final = DiskSpec.model_validate({})
_LARGER_BOTTLEROCKET_OS: Final = VersionNumber(1, 15, 0)
"""The first version with the larger OS disk that newer images need (comment in `bottlerocket.go` there)."""


class Device(NamedTuple):
    """A device of a family; the last one holds images and pods."""

    name: str
    size: str


def devices(family: AmiFamily, karpenter: KarpenterVersion) -> tuple[Device, ...]:
    """All devices of the family in the version; of a custom image the one that is usual on Linux."""
    match family:
        case AmiFamily.AL2 | AmiFamily.AL2023 | AmiFamily.CUSTOM:
            return (Device("/dev/xvda", "20Gi"),)
        case AmiFamily.BOTTLEROCKET:
            size = "6Gi" if karpenter.number >= _LARGER_BOTTLEROCKET_OS else "4Gi"
            return (Device("/dev/xvda", size), Device("/dev/xvdb", "20Gi"))
        case AmiFamily.WINDOWS2019 | AmiFamily.WINDOWS2022 | AmiFamily.WINDOWS2025:
            return (Device("/dev/sda1", "50Gi"),)
        case _:
            assert_never(family)


def block_device_mappings(spec: NodeClassSpec, family: AmiFamily, karpenter: KarpenterVersion) -> list[dict[str, Any]]:
    """The list `spec.blockDeviceMappings`; empty for a custom image without `disk`, whose devices are its own."""
    if spec.block_device_mappings:
        return [document_of(device) for device in spec.block_device_mappings]
    if spec.disk is None and family is AmiFamily.CUSTOM:
        return []
    *others, pods = devices(family, karpenter)
    return [*(_mapping(device, _DEFAULT_DISK) for device in others), _mapping(pods, spec.disk or _DEFAULT_DISK)]


def _mapping(device: Device, disk: DiskSpec) -> dict[str, Any]:
    written = document_of(disk)
    ebs = {
        "volumeSize": written.pop("size", device.size),
        "volumeType": written.pop("type"),
        **written,
        "encrypted": True,
        "deleteOnTermination": True,
    }
    return {"deviceName": device.name, "ebs": ebs}
