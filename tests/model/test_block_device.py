"""Disks of nodes. Sizes are compared with the pattern of the CRD."""

import re
from typing import Any

import pytest
from hypothesis import given as draw
from hypothesis import strategies as st

from components.model.block_device import BlockDeviceSpec, VolumeSize
from tests.model.builders import refusal, refusals

REQUIRED: dict[str, Any] = {"deviceName": "/dev/xvda"}

GOOD: dict[str, dict[str, Any]] = {
    "size": {"ebs": {"volumeSize": "100Gi"}},
    "snapshot": {"ebs": {"snapshotID": "snap-0a1b", "volumeInitializationRate": 200}},
    "all": {
        "rootVolume": True,
        "ebs": {
            "volumeSize": "300Gi",
            "volumeType": "gp3",
            "iops": 3000,
            "throughput": 125,
            "deleteOnTermination": True,
            "encrypted": True,
            "kmsKeyID": "alias/x",
        },
    },
    "key where the account encrypts": {"ebs": {"volumeSize": "1T", "kmsKeyID": "alias/x"}},
}

CRD_VOLUME_SIZE = re.compile(
    r"^((?:[1-9][0-9]{0,3}|[1-4][0-9]{4}|[5][0-8][0-9]{3}|59000)Gi|(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|[6][0-3][0-9]{3}|64000)G"
    r"|([1-9]||[1-5][0-7]|58)Ti|([1-9]||[1-5][0-9]|6[0-3]|64)T)$"
)
"""Of karpenter.k8s.aws_ec2nodeclasses.yaml 1.14.3."""

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "no device": (
        {"deviceName": None, "ebs": {"volumeSize": "50Gi"}},
        ["deviceName: missing, the API accepts that and the controller fails; write /dev/xvda  [E206]"],
    ),
    "no volume": (
        {},
        ["ebs: missing, the API accepts that and the controller fails; write ebs: {volumeSize: 20Gi}  [E206]"],
    ),
    "neither size nor snapshot": (
        {"ebs": {"volumeType": "gp3"}},
        ["ebs.volumeSize: missing, and no snapshotID gives a size; write volumeSize: 20Gi  [E206]"],
    ),
    "key without encryption": (
        {"ebs": {"volumeSize": "50Gi", "encrypted": False, "kmsKeyID": "alias/beta"}},
        ["ebs.kmsKeyID: alias/beta needs encryption; write encrypted: true  [E208]"],
    ),
    "rate without snapshot": (
        {"ebs": {"volumeSize": "50Gi", "volumeInitializationRate": 200}},
        ["ebs.volumeInitializationRate: 200 without snapshotID loads nothing; add snapshotID or remove it  [E206]"],
    ),
    "rate out of range": (
        {"ebs": {"snapshotID": "snap-0a1b", "volumeInitializationRate": 99}},
        ["ebs.volumeInitializationRate: 99 is below 100; write 100 to 300  [E005]"],
    ),
    "unknown type": (
        {"ebs": {"volumeSize": "50Gi", "volumeType": "gp4"}},
        ['ebs.volumeType: "gp4" is none of gp3, gp2, io1, io2, sc1, st1, standard; write gp3  [E005]'],
    ),
    "no unit": ({"ebs": {"volumeSize": 100}}, ["ebs.volumeSize: 100 would be 100 bytes; write 100Gi  [E113]"]),
    "unit alone": ({"ebs": {"volumeSize": "Ti"}}, ['ebs.volumeSize: "Ti" has no number; write 1Ti  [E207]']),
    "unit of another name": (
        {"ebs": {"volumeSize": "100GB"}},
        ['ebs.volumeSize: "100GB" is no volume size; write 100Gi  [E207]'],
    ),
    "fraction": ({"ebs": {"volumeSize": "1.5Ti"}}, ['ebs.volumeSize: "1.5Ti" is no volume size; write 1536Gi  [E207]']),
    "mebibytes": (
        {"ebs": {"volumeSize": "100Mi"}},
        ['ebs.volumeSize: "100Mi" is no volume size; write a whole number of Gi, such as 100Gi  [E207]'],
    ),
    "leading zero": ({"ebs": {"volumeSize": "050Gi"}}, ['ebs.volumeSize: "050Gi" begins with 0; write 50Gi  [E207]']),
    "the pattern's gap": (
        {"ebs": {"volumeSize": "18Ti"}},
        ["ebs.volumeSize: 18Ti is refused by the API's pattern; write 18432Gi  [E207]"],
    ),
    "too large": ({"ebs": {"volumeSize": "65T"}}, ["ebs.volumeSize: 65T is above 64T; write at most 64T  [E207]"]),
    "word of EC2": ({"ebs": {"volumeSize": "50Gi", "kmsKeyId": "alias/x"}}, ["ebs.kmsKeyId: [extra_forbidden]"]),
}


def test_a_size_tells_its_gib():
    assert [VolumeSize(text).gib for text in ("100Gi", "100G", "2Ti", "2T")] == [100, 100, 2048, 2000]


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(BlockDeviceSpec, REQUIRED | given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(BlockDeviceSpec, REQUIRED | given) == messages


@draw(st.integers(0, 65000), st.sampled_from(["Gi", "G", "Ti", "T"]))
def test_accepts_exactly_the_sizes_that_the_api_accepts(number: int, unit: str):
    text = f"{number}{unit}"

    assert (refusal(VolumeSize, text) is None) == bool(CRD_VOLUME_SIZE.fullmatch(text))
