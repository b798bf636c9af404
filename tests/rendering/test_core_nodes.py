"""Documents of the core node group."""

import pytest

from components.model.enums import AmiAlias, Architecture
from components.rendering.core_nodes import (
    core_ami_type,
    core_architecture,
    core_disks,
    core_metadata_options,
    core_taints,
)


@pytest.mark.parametrize(
    ("instance_types", "architecture"),
    [
        pytest.param(("m6i.large", "m7a.large"), Architecture.AMD64, id="Intel and AMD share one"),
        pytest.param(("m7g.large", "c7gd.xlarge", "im4gn.large"), Architecture.ARM64, id="Graviton"),
        pytest.param(("g5.xlarge",), Architecture.AMD64, id="family g is no Graviton"),
        pytest.param(("g5g.xlarge",), Architecture.ARM64, id="family g on Graviton"),
        pytest.param(("m6i.large", "m7g.large"), None, id="mixed"),
    ],
)
def test_architecture_of_instance_types(instance_types: tuple[str, ...], architecture: Architecture | None):
    assert core_architecture(instance_types) is architecture


@pytest.mark.parametrize(
    ("family", "architecture", "ami_type"),
    [
        (AmiAlias.AL2023, Architecture.AMD64, "AL2023_x86_64_STANDARD"),
        (AmiAlias.AL2023, Architecture.ARM64, "AL2023_ARM_64_STANDARD"),
        (AmiAlias.BOTTLEROCKET, Architecture.AMD64, "BOTTLEROCKET_x86_64"),
        (AmiAlias.BOTTLEROCKET, Architecture.ARM64, "BOTTLEROCKET_ARM_64"),
    ],
)
def test_ami_type_in_eks_words(family: AmiAlias, architecture: Architecture, ami_type: str):
    assert core_ami_type(family, architecture) == ami_type


def test_taint_is_in_eks_spelling():
    assert core_taints() == ({"key": "CriticalAddonsOnly", "value": "true", "effect": "NO_SCHEDULE"},)


@pytest.mark.parametrize(("family", "device"), [(AmiAlias.AL2023, "/dev/xvda"), (AmiAlias.BOTTLEROCKET, "/dev/xvdb")])
def test_the_disk_for_images_is_encrypted(family: AmiAlias, device: str):
    assert core_disks(family, 50) == (
        {
            "deviceName": device,
            "ebs": {"volumeSize": 50, "volumeType": "gp3", "encrypted": "true", "deleteOnTermination": "true"},
        },
    )


def test_pods_do_not_reach_instance_metadata():
    assert core_metadata_options() == {
        "httpEndpoint": "enabled",
        "httpTokens": "required",
        "httpPutResponseHopLimit": 1,
    }
