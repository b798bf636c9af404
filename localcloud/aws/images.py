"""Which machine images the local cloud knows: EKS' own, named as AWS names them.

An image exists per family, architecture, variant, Kubernetes version and release. Ids are derived from the name, so a
new process of the local cloud gives the same ids and nodes do not drift.

Source: names of the parameters and images in the EKS user guide ("retrieve recommended AMI ids", AL2023, Bottlerocket,
Windows) and in Karpenter's `pkg/providers/amifamily/{al2023,bottlerocket,windows}.go` (1.14).
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

KUBERNETES_VERSIONS = ("1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37")

AL2023_RELEASES = ("v20261001", "v20261101", "v20261120")
"""The last one is what `latest` and "recommended" mean."""

BOTTLEROCKET_RELEASES = ("v1.39.1", "v1.48.0", "v1.49.0")

WINDOWS_RELEASE = "2026.11.12"

AMAZON = "602401143452"
"""Account that owns the EKS optimised images."""


@dataclass(frozen=True)
class Image:
    """One image and the SSM parameters that name it."""

    name: str
    architecture: str
    parameters: tuple[str, ...]
    release: str
    windows: bool = False

    @property
    def image_id(self) -> str:
        """17 hexadecimal digits after `ami-`, as AWS writes them."""
        return f"ami-{hashlib.sha256(self.name.encode()).hexdigest()[:17]}"

    def moto_document(self) -> dict[str, Any]:
        """The image in the shape of moto's image file."""
        return {
            "ami_id": self.image_id,
            "name": self.name,
            "description": self.name,
            "architecture": self.architecture,
            "owner_id": AMAZON,
            "public": True,
            "state": "available",
            "virtualization_type": "hvm",
            "hypervisor": "xen",
            "image_type": "machine",
            "image_location": f"amazon/{self.name}",
            "root_device_type": "ebs",
            "root_device_name": "/dev/sda1" if self.windows else "/dev/xvda",
            "platform": "windows" if self.windows else None,
            "sriov": "simple",
            "creation_date": self._creation_date(),
        }

    def _creation_date(self) -> str:
        digits = "".join(filter(str.isdigit, self.release))
        day = digits if len(digits) == len("20261101") else "20261101"
        return f"{day[:4]}-{day[4:6]}-{day[6:]}T00:00:00.000Z"


def images() -> Iterator[Image]:
    """Every image of every Kubernetes version."""
    for kubernetes in KUBERNETES_VERSIONS:
        yield from _al2023(kubernetes)
        yield from _bottlerocket(kubernetes)
        yield from _windows(kubernetes)


def _al2023(kubernetes: str) -> Iterator[Image]:
    for architecture, variant in (
        ("x86_64", "standard"),
        ("arm64", "standard"),
        ("x86_64", "nvidia"),
        ("arm64", "nvidia"),
        ("x86_64", "neuron"),
    ):
        folder = f"/aws/service/eks/optimized-ami/{kubernetes}/amazon-linux-2023/{architecture}/{variant}"
        for release in AL2023_RELEASES:
            name = f"amazon-eks-node-al2023-{architecture}-{variant}-{kubernetes}-{release}"
            parameters = [f"{folder}/{name}/image_id"]
            if release == AL2023_RELEASES[-1]:
                parameters.append(f"{folder}/recommended/image_id")
            yield Image(name, architecture, tuple(parameters), release)


def _bottlerocket(kubernetes: str) -> Iterator[Image]:
    for architecture in ("x86_64", "arm64"):
        for variant in ("", "-nvidia"):
            folder = f"/aws/service/bottlerocket/aws-k8s-{kubernetes}{variant}/{architecture}"
            for release in BOTTLEROCKET_RELEASES:
                name = f"bottlerocket-aws-k8s-{kubernetes}{variant}-{architecture}-{release}-{_commit(release)}"
                parameters = [f"{folder}/{release.removeprefix('v')}/image_id"]
                if release == BOTTLEROCKET_RELEASES[-1]:
                    parameters.append(f"{folder}/latest/image_id")
                yield Image(name, architecture, tuple(parameters), release)


def _windows(kubernetes: str) -> Iterator[Image]:
    for year in ("2019", "2022", "2025"):
        for edition in ("Core", "Full"):
            stem = f"Windows_Server-{year}-English-{edition}-EKS_Optimized-{kubernetes}"
            parameter = f"/aws/service/ami-windows-latest/{stem}/image_id"
            yield Image(f"{stem}-{WINDOWS_RELEASE}", "x86_64", (parameter,), WINDOWS_RELEASE, windows=True)


def _commit(release: str) -> str:
    """Bottlerocket's images carry the commit of their release; here its place is taken by a hash of the release."""
    return hashlib.sha256(release.encode()).hexdigest()[:8]
