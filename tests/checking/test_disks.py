"""Disks and their keys. Not proved here: what a key's policy says."""

import pytest

from components.model.platform import Platform
from tests.builders import platform, tenant
from tests.checking.builders import report, with_class

KEY = "arn:aws:kms:eu-central-1:111122223333:key/00000000-1111-2222-3333-444444444444"


def disk(name: str, **ebs: object) -> dict[str, object]:
    return {"deviceName": name, "ebs": {"volumeSize": "20Gi", "encrypted": True, **ebs}}


FIGURES = {
    "throughput of another type": (
        {"volumeSize": "50Gi", "volumeType": "gp2", "throughput": 125},
        ["throughput: 125 is not taken by gp2, only by gp3; remove it, or write volumeType: gp3  [E208]"],
    ),
    "iops of another type": (
        {"volumeSize": "500Gi", "volumeType": "st1", "iops": 3000},
        ["iops: 3000 is not taken by st1; remove it, or write volumeType: gp3  [E208]"],
    ),
    "no iops": (
        {"volumeSize": "50Gi", "volumeType": "io2"},
        ["iops: missing, io2 needs it; write iops: 3000, or another number  [E208]"],
    ),
    "figures below the base": (
        {"volumeSize": "50Gi", "volumeType": "gp3", "iops": 2999, "throughput": 124},
        [
            "iops: 2999 is below the base of gp3; write 3000 or more  [E208]",
            "throughput: 124 is below the base of gp3; write 125 or more  [E208]",
        ],
    ),
    "iops beyond the size": (
        {"volumeSize": "20Gi", "volumeType": "gp3", "iops": 10001},
        ["iops: 10001 is more than 500 for each GiB of 20Gi; write at most 10000, or a larger volume  [E208]"],
    ),
    "throughput beyond the iops": (
        {"volumeSize": "100Gi", "volumeType": "gp3", "throughput": 751},
        ["throughput: 751 needs 4 iops for each MiB per second, iops is 3000; write iops: 3004  [E208]"],
    ),
    "as much as goes": ({"volumeSize": "20Gi", "volumeType": "gp3", "iops": 10000, "throughput": 2500}, []),
    "the base on the smallest volume": (
        {"volumeSize": "1Gi", "volumeType": "gp3", "iops": 3000, "throughput": 750},
        [],
    ),
    "much on a large volume": ({"volumeSize": "1Ti", "volumeType": "gp3", "iops": 80000, "throughput": 2000}, []),
    "iops of io2": ({"volumeSize": "50Gi", "volumeType": "io2", "iops": 64000}, []),
    "figures beside what the image says": ({"snapshotID": "snap-0a1b", "iops": 100, "throughput": 1}, []),
}

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


@pytest.mark.parametrize(("ebs", "expected"), FIGURES.values(), ids=FIGURES)
def test_figures_beside_the_type_of_a_volume(ebs: dict[str, object], expected: list[str]):
    stack = with_class(blockDeviceMappings=[{"deviceName": "/dev/xvda", "ebs": ebs}])

    assert report(stack) == [f"nodeClasses.default.blockDeviceMappings[0].ebs.{line}" for line in expected]


def test_figures_of_the_shorthand():
    assert report(with_class(disk={"type": "io2", "size": "20Gi", "throughput": 250})) == [
        "nodeClasses.default.disk.throughput: 250 is not taken by io2, only by gp3; remove it, or write type: gp3"
        "  [E208]",
        "nodeClasses.default.disk.iops: missing, io2 needs it; write iops: 3000, or another number  [E208]",
    ]
    assert report(with_class(disk={"throughput": 1000})) == [
        "nodeClasses.default.disk.throughput: 1000 needs 4 iops for each MiB per second, iops is 3000; write iops: 4000"
        "  [E208]"
    ]
