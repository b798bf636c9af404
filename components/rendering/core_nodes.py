"""The core node group's documents: AMI type, taint, launch template.

Words: the *core node group* are the nodes that Karpenter and the add-ons run on and that Karpenter does not make.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..model.enums import AmiAlias, Architecture, EksTaintEffect

CRITICAL_ADDONS_ONLY: Final = "CriticalAddonsOnly"
"""The taint that Karpenter's chart and EKS' add-ons tolerate out of the box."""

_AMI_TYPES: Final[Mapping[tuple[AmiAlias, Architecture], str]] = {
    (AmiAlias.AL2023, Architecture.AMD64): "AL2023_x86_64_STANDARD",
    (AmiAlias.AL2023, Architecture.ARM64): "AL2023_ARM_64_STANDARD",
    (AmiAlias.BOTTLEROCKET, Architecture.AMD64): "BOTTLEROCKET_x86_64",
    (AmiAlias.BOTTLEROCKET, Architecture.ARM64): "BOTTLEROCKET_ARM_64",
}
"""EKS' words. Source: EKS API reference, Nodegroup, `amiType`."""

_DISK_DEVICES: Final[Mapping[AmiAlias, str]] = {AmiAlias.AL2023: "/dev/xvda", AmiAlias.BOTTLEROCKET: "/dev/xvdb"}
"""The disk for images and pods; Bottlerocket keeps its system on another one."""

_GRAVITON: Final = re.compile(r"[a-z]+\d+g")
"""Families of AWS's own arm64 processors carry a `g` after the generation: m7g, c7gd, g5g."""


def core_architecture(instance_types: Sequence[str]) -> Architecture | None:
    """Processor architecture of the core nodes; None where the types do not share one."""
    found = {Architecture.ARM64 if _GRAVITON.match(name) else Architecture.AMD64 for name in instance_types}
    return found.pop() if len(found) == 1 else None


def core_ami_type(family: AmiAlias, architecture: Architecture) -> str:
    """EKS' AMI type for `family`."""
    return _AMI_TYPES[family, architecture]


def core_taints() -> tuple[dict[str, str], ...]:
    """Keeps other pods away from the nodes that hold Karpenter's token; in EKS' spelling, not in Kubernetes'."""
    return ({"key": CRITICAL_ADDONS_ONLY, "value": "true", "effect": str(EksTaintEffect.NO_SCHEDULE)},)


def core_disks(family: AmiAlias, size_gib: int) -> tuple[dict[str, Any], ...]:
    """Block devices of the launch template: one encrypted gp3 disk; others keep what the AMI says."""
    return (
        {
            "deviceName": _DISK_DEVICES[family],
            "ebs": {"volumeSize": size_gib, "volumeType": "gp3", "encrypted": "true", "deleteOnTermination": "true"},
        },
    )


def core_metadata_options() -> dict[str, Any]:
    """Instance metadata with a token and one hop: pods without the host's network do not reach the node's role."""
    return {"httpEndpoint": "enabled", "httpTokens": "required", "httpPutResponseHopLimit": 1}
