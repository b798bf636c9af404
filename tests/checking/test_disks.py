"""Disks and their keys. Not proved here: what a key's policy says."""

import pytest

from components.model.platform import Platform
from tests.builders import platform, tenant
from tests.checking.builders import report, with_class

KEY = "arn:aws:kms:eu-central-1:111122223333:key/00000000-1111-2222-3333-444444444444"


def disk(name: str, **ebs: object) -> dict[str, object]:
    return {"deviceName": name, "ebs": {"volumeSize": "20Gi", "encrypted": True, **ebs}}


DISKS = {
    "data disk alone": (
        with_class(ami="bottlerocket", blockDeviceMappings=[disk("/dev/xvdb")]),
        [
            "nodeClasses.default.blockDeviceMappings: only /dev/xvdb, the OS disk keeps the image's settings;"
            " add /dev/xvda or use disk  [E192]"
        ],
    ),
    "OS disk alone": (
        with_class(ami="bottlerocket@v1.49.0", blockDeviceMappings=[disk("/dev/xvda"), disk("/dev/sdf")]),
        [
            "nodeClasses.default.blockDeviceMappings: only /dev/xvda, the data disk keeps the image's settings;"
            " add /dev/xvdb or use disk  [E192]"
        ],
    ),
    "both disks": (
        with_class(ami="bottlerocket", blockDeviceMappings=[disk("/dev/xvda"), disk("/dev/xvdb")]),
        [],
    ),
    "one disk of another family": (with_class(blockDeviceMappings=[disk("/dev/xvda")]), []),
    "key of the disk": (
        with_class(disk={"kmsKeyID": "alias/x"}),
        [
            "nodeClasses.default.disk.kmsKeyID: alias/x is not managed here, instances die if its policy"
            " does not admit EC2; check it  [W193]"
        ],
    ),
    "key of a device": (
        with_class(blockDeviceMappings=[disk("/dev/xvda", kmsKeyID=KEY)]),
        [
            f"nodeClasses.default.blockDeviceMappings[0].ebs.kmsKeyID: {KEY} is not managed here,"
            " instances die if its policy does not admit EC2; check it  [W193]"
        ],
    ),
    "key of a StorageClass": (
        platform(tenant(storage={"classes": {"fast": {"kmsKeyID": "alias/x"}, "slow": {}}})),
        [
            "storage.classes.fast.kmsKeyID: alias/x is not managed here, volumes fail if its policy does not admit EC2;"
            " check it  [W193]"
        ],
    ),
}


@pytest.mark.parametrize(("stack", "expected"), DISKS.values(), ids=DISKS)
def test_disks_of_a_tenant(stack: Platform, expected: list[str]):
    assert report(stack) == expected
