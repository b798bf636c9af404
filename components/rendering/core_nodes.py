"""What EKS calls the core nodes' image, disk and taint.

Words: the *core node group* are the nodes that Karpenter and the add-ons run on and that Karpenter does not make.
"""

from collections.abc import Mapping
from typing import Final

from ..model.enums import Architecture

CRITICAL_ADDONS_ONLY: Final = "CriticalAddonsOnly"
"""The taint that Karpenter's chart and EKS' add-ons tolerate out of the box."""

_AMI_TYPES: Final[Mapping[tuple[str, Architecture], str]] = {
    ("al2023", Architecture.AMD64): "AL2023_x86_64_STANDARD",
    ("al2023", Architecture.ARM64): "AL2023_ARM_64_STANDARD",
    ("bottlerocket", Architecture.AMD64): "BOTTLEROCKET_x86_64",
    ("bottlerocket", Architecture.ARM64): "BOTTLEROCKET_ARM_64",
}
"""EKS' words. Source: EKS API reference, Nodegroup, `amiType`."""

_DISK_DEVICES: Final[Mapping[str, str]] = {"al2023": "/dev/xvda", "bottlerocket": "/dev/xvdb"}
"""Bottlerocket keeps its system on another disk."""


def core_ami_type(family: str, architecture: Architecture) -> str:
    """EKS' AMI type for `family`."""
    return _AMI_TYPES[family, architecture]


def core_disk_device(family: str) -> str:
    """Device of the disk for images and pods."""
    return _DISK_DEVICES[family]
