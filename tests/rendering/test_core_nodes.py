"""What EKS calls the core nodes' image and disk."""

import pytest

from components.model.enums import Architecture
from components.rendering.core_nodes import (
    core_ami_type,
    core_disk_device,
)


@pytest.mark.parametrize(
    ("family", "architecture", "ami_type"),
    [
        ("al2023", Architecture.AMD64, "AL2023_x86_64_STANDARD"),
        ("al2023", Architecture.ARM64, "AL2023_ARM_64_STANDARD"),
        ("bottlerocket", Architecture.AMD64, "BOTTLEROCKET_x86_64"),
        ("bottlerocket", Architecture.ARM64, "BOTTLEROCKET_ARM_64"),
    ],
)
def test_ami_type_in_eks_words(family: str, architecture: Architecture, ami_type: str):
    assert core_ami_type(family, architecture) == ami_type


@pytest.mark.parametrize(("family", "device"), [("al2023", "/dev/xvda"), ("bottlerocket", "/dev/xvdb")])
def test_the_disk_for_images_and_pods(family: str, device: str):
    assert core_disk_device(family) == device
