"""Devices of each family, and what `disk` makes of them."""

from typing import Any

import pytest

from components.model.enums import AmiFamily
from components.rendering.block_devices import block_device_mappings
from components.versions import karpenter_version
from tests.builders import node_class


def mappings(written: dict[str, Any], family: AmiFamily, karpenter: str = "1.14.3") -> list[dict[str, Any]]:
    return block_device_mappings(node_class(**written), family, karpenter_version(karpenter))


def device(name: str, size: str, **more: Any) -> dict[str, Any]:
    ebs = {"volumeSize": size, "volumeType": "gp3", "encrypted": True, "deleteOnTermination": True, **more}
    return {"deviceName": name, "ebs": ebs}


@pytest.mark.parametrize(
    ("family", "karpenter", "expected"),
    [
        (AmiFamily.AL2, "1.0.8", [device("/dev/xvda", "20Gi")]),
        (AmiFamily.AL2023, "1.14.3", [device("/dev/xvda", "20Gi")]),
        (AmiFamily.BOTTLEROCKET, "1.14.3", [device("/dev/xvda", "4Gi"), device("/dev/xvdb", "20Gi")]),
        (AmiFamily.BOTTLEROCKET, "1.15.2", [device("/dev/xvda", "6Gi"), device("/dev/xvdb", "20Gi")]),
        (AmiFamily.WINDOWS2019, "1.14.3", [device("/dev/sda1", "50Gi")]),
        (AmiFamily.WINDOWS2022, "1.14.3", [device("/dev/sda1", "50Gi")]),
        (AmiFamily.WINDOWS2025, "1.14.3", [device("/dev/sda1", "50Gi")]),
        (AmiFamily.CUSTOM, "1.14.3", []),
    ],
)
def test_every_device_is_written_encrypted(family: AmiFamily, karpenter: str, expected: list[dict[str, Any]]):
    assert mappings({}, family, karpenter) == expected


def test_disk_is_the_one_for_images_and_pods():
    disk = {"size": "100Gi", "type": "io2", "iops": 16000, "throughput": 500, "kmsKeyID": "alias/a"}
    written = {"volumeType": "io2", "iops": 16000, "throughput": 500, "kmsKeyID": "alias/a"}

    assert mappings({"disk": disk}, AmiFamily.AL2023) == [device("/dev/xvda", "100Gi", **written)]
    assert mappings({"disk": disk}, AmiFamily.BOTTLEROCKET) == [
        device("/dev/xvda", "4Gi"),
        device("/dev/xvdb", "100Gi", **written),
    ]


def test_disk_without_a_size_has_the_family_s():
    key = {"disk": {"kmsKeyID": "alias/a"}}

    assert mappings(key, AmiFamily.WINDOWS2022) == [device("/dev/sda1", "50Gi", kmsKeyID="alias/a")]


def test_disk_of_a_custom_image_is_the_usual_device():
    assert mappings({"disk": {"size": "30Gi"}}, AmiFamily.CUSTOM) == [device("/dev/xvda", "30Gi")]


def test_written_mappings_replace_all_devices_and_keep_their_order():
    written = [
        {"deviceName": "/dev/xvdb", "rootVolume": True, "ebs": {"volumeSize": "1Ti", "encrypted": False}},
        {"deviceName": "/dev/xvda", "ebs": {"snapshotID": "snap-0a"}},
    ]

    assert mappings({"blockDeviceMappings": written}, AmiFamily.BOTTLEROCKET) == written
