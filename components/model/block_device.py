"""Disks of nodes: the shorthand `disk` and EC2NodeClass' own `blockDeviceMappings`.

Source: karpenter.k8s.aws_ec2nodeclasses.yaml 1.14.3. Its pattern of sizes refuses 18Ti and accepts a bare `Ti`, and
it makes `deviceName` and `ebs` optional, which `AWS@v1.14.3:pkg/providers/instancetype/types.go` dereferences.
"""

import math
import re
from collections.abc import Iterator
from typing import Annotated, Self

from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError

from .base import Model
from .between import Between
from .enums import VolumeType
from .errors import cut, reject, shown
from .ids import SnapshotId
from .scalar import Scalar, worded
from .text import Text

_SIZE = re.compile(r"(?P<number>[0-9]{0,9})(?P<unit>Gi|G|Ti|T)")
_GREATEST = {"Gi": 59000, "G": 64000, "Ti": 58, "T": 64}
_REFUSED_TEBIBYTES = re.compile(r"[1-5][89]")
"""The CRD's pattern writes the tens of Ti as [1-5][0-7], so that 18, 19, 28 … fail; 58 alone stands in it once more."""

_GIB = {"Gi": 1, "G": 1, "Ti": 1024, "T": 1000}


class VolumeSize(Scalar):
    """A size of an EBS volume: a whole number of Gi, G, Ti or T."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Refuses what the API misjudges (E207) and numbers without a unit (E113)."""
        if text.isascii() and text.isdigit():
            raise reject("E113", f"{cut(text)} would be {cut(text)} bytes", f"write {cut(text)}Gi")
        found = _SIZE.fullmatch(text)
        if found is None:
            raise reject("E207", f"{shown(text)} is no volume size", f"write {_meant(text)}")
        number, unit = found["number"], found["unit"]
        if not number:
            raise reject("E207", f"{shown(text)} has no number", f"write 1{unit}")
        if number.startswith("0"):
            raise reject("E207", f"{shown(text)} begins with 0", f"write {number.lstrip('0') or '1'}{unit}")
        if int(number) > _GREATEST[unit]:
            raise reject("E207", f"{text} is above {_GREATEST[unit]}{unit}", f"write at most {_GREATEST[unit]}{unit}")
        if unit == "Ti" and number != "58" and _REFUSED_TEBIBYTES.fullmatch(number):
            raise reject("E207", f"{text} is refused by the API's pattern", f"write {int(number) * 1024}Gi")
        return super().__new__(cls, text)

    @property
    def gib(self) -> int:
        """GiB; of a size in G or T at least as many."""
        found = _SIZE.fullmatch(self)
        assert found is not None  # held by __new__
        return int(found["number"]) * _GIB[found["unit"]]

    @classmethod
    def editor_schema(cls) -> JsonSchemaValue:
        """A number and a unit."""
        return {"type": "string", **worded("^[1-9][0-9]*(?:Gi|G|Ti|T)$", "a whole number and a unit, such as 100Gi")}


def _meant(text: str) -> str:
    found = re.match(r"\s*([1-9][0-9]{0,4})(\.[0-9]{1,9})?\s*([GgTt])", text)
    if found is None:
        return "a whole number of Gi, such as 100Gi"
    if found[2] is None:
        return f"{found[1]}{found[3].upper()}i"
    return f"{math.ceil(float(found[1] + found[2]) * (1024 if found[3] in 'tT' else 1))}Gi"


class DiskSpec(Model):
    """The disk that holds images and pods; always encrypted. On Bottlerocket the data disk, its OS disk keeps the
    family's size."""

    size: VolumeSize | None = None
    """Such as 100Gi. Absent: the family's, 20Gi or 50Gi on Windows."""
    type: VolumeType = VolumeType.GP3
    """EBS volume type. Default gp3, as in Karpenter: cheaper than gp2 and with a guaranteed rate."""
    iops: Annotated[int, Between(1)] | None = None
    """Operations per second. Absent: the type's base, 3000 for gp3."""
    throughput: Annotated[int, Between(1)] | None = None
    """MiB per second, gp3 only. Absent: the base of 125."""
    kms_key_id: Text | None = None
    """Id, alias or ARN of a KMS key. Absent: the account's default key for EBS."""


class EbsSpec(Model):
    """`blockDeviceMappings[].ebs`."""

    delete_on_termination: bool | None = None
    """Whether the volume goes with the instance. Absent: as EC2 and the image decide."""
    encrypted: bool | None = None
    """Whether the volume is encrypted. Absent: as the image and the account decide."""
    iops: Annotated[int, Between(1)] | None = None
    """Operations per second. Absent: the type's base."""
    kms_key_id: Text | None = None
    """Id, alias or ARN of a KMS key; needs `encrypted: true`. Absent: the account's default key."""
    snapshot_id: SnapshotId | None = None
    """Snapshot to start from. Absent: an empty volume, or the image's."""
    throughput: Annotated[int, Between(1)] | None = None
    """MiB per second, gp3 only. Absent: the base of 125."""
    volume_initialization_rate: Annotated[int, Between(100, 300)] | None = None
    """MiB per second at which the snapshot is loaded, 100 to 300, from Karpenter 1.5. Absent: as it is read."""
    volume_size: VolumeSize | None = None
    """Such as 100Gi. Absent: the snapshot's."""
    volume_type: VolumeType | None = None
    """EBS volume type. Absent: EC2's gp2."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Nothing that gives a size; a key without encryption; a rate without a snapshot."""
        if self.volume_size is None and self.snapshot_id is None:
            what = "missing, and no snapshotID gives a size"
            yield reject("E206", what, "write volumeSize: 20Gi", ("volumeSize",))
        if self.kms_key_id is not None and self.encrypted is False:
            yield reject("E208", f"{self.kms_key_id} needs encryption", "write encrypted: true", ("kmsKeyID",))
        if self.volume_initialization_rate is not None and self.snapshot_id is None:
            what = f"{self.volume_initialization_rate} without snapshotID loads nothing"
            yield reject("E206", what, "add snapshotID or remove it", ("volumeInitializationRate",))


class BlockDeviceSpec(Model):
    """One entry of `blockDeviceMappings`; a single entry replaces all devices of the family."""

    device_name: Text | None = None
    """Such as /dev/xvda. Required, although the API lets it be absent."""
    root_volume: bool | None = None
    """Whether images and pods live on it; at most one. Absent: no."""
    ebs: EbsSpec | None = None
    """The volume. Required, although the API lets it be absent."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """What the controller needs although the API does not ask for it."""
        what = "missing, the API accepts that and the controller fails"
        if not self.device_name:
            yield reject("E206", what, "write /dev/xvda", ("deviceName",))
        if self.ebs is None:
            yield reject("E206", what, "write ebs: {volumeSize: 20Gi}", ("ebs",))
