"""`storage` of a tenant file: StorageClasses whose volumes carry the tenant's tags."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import BeforeValidator, Field

from .base import Model
from .enums import ReclaimPolicy, VolumeType
from .provisioner import Key
from .text import Entries, Text, without_nulls


class StorageClassSpec(Model):
    """One StorageClass, named `<tenant>-<key>`; its volumes are encrypted."""

    type: VolumeType = VolumeType.GP3
    """EBS volume type. Default gp3: cheaper than gp2 and with a guaranteed rate."""
    kms_key_id: Text | None = None
    """Id, alias or ARN of a KMS key. Absent: the account's default key for EBS."""
    reclaim_policy: ReclaimPolicy = ReclaimPolicy.DELETE
    """Delete or Retain. Default Delete, as in Kubernetes: a retained volume is paid until somebody finds it."""
    parameters: Entries[Text] = Field(default_factory=dict[str, str])
    """Further parameters of the EBS CSI driver. Default none."""


class StorageSpec(Model):
    """The tenant's own storage classes."""

    classes: Annotated[Mapping[Key, StorageClassSpec], BeforeValidator(without_nulls)] = Field(
        default_factory=dict[str, StorageClassSpec]
    )
    """Key -> class. Default none."""
