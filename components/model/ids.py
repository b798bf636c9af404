"""Ids of EC2 objects.

The API of EC2NodeClass only looks for `ami-`, `sg-` and `subnet-` somewhere in the text, so that `my subnet-0a1b`
passes and matches nothing (karpenter.k8s.aws_ec2nodeclasses.yaml 1.14.3). Here the whole text must be the id.
"""

import re
from typing import ClassVar, Self

from pydantic.json_schema import JsonSchemaValue

from .errors import reject, shown
from .scalar import Scalar, worded


class _Id(Scalar):
    """An id with the prefix of its kind."""

    __slots__ = ()
    prefix: ClassVar[str] = ""

    def __new__(cls, text: str) -> Self:
        """Refuses everything but prefix, letters and digits (E210)."""
        if not re.fullmatch(rf"{cls.prefix}-[0-9a-z]{{1,40}}", text):
            meant = re.search(rf"{cls.prefix}-[0-9a-z]{{1,40}}", text.lower())
            fix = f"write {meant[0] if meant else f'{cls.prefix}-…'}"
            although = " although the API accepts it" if f"{cls.prefix}-" in text else ""
            raise reject("E210", f"{shown(text)} is not an id{although}", fix)
        return super().__new__(cls, text)

    @classmethod
    def editor_schema(cls) -> JsonSchemaValue:
        """Prefix, then letters and digits."""
        return {"type": "string", **worded(f"^{cls.prefix}-[0-9a-z]+$", f"an id, such as {cls.prefix}-0a1b2c3d")}


class AmiId(_Id):
    """An image."""

    __slots__ = ()
    prefix = "ami"


class SubnetId(_Id):
    """A subnet."""

    __slots__ = ()
    prefix = "subnet"


class SecurityGroupId(_Id):
    """A security group."""

    __slots__ = ()
    prefix = "sg"


class VpcId(_Id):
    """A VPC."""

    __slots__ = ()
    prefix = "vpc"


class SnapshotId(_Id):
    """An EBS snapshot."""

    __slots__ = ()
    prefix = "snap"


class CapacityReservationId(_Id):
    """A capacity reservation."""

    __slots__ = ()
    prefix = "cr"


class PlacementGroupId(_Id):
    """A placement group."""

    __slots__ = ()
    prefix = "pg"
