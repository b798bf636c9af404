"""Volumes of nodes and claims: both disks of Bottlerocket, and keys of others (E192, W193)."""

from collections.abc import Iterator

from ..model.enums import AmiFamily
from ..model.platform import PlatformSettings
from ..model.problem import Problem
from ..model.tenant import TenantSpec
from .image import family_of
from .places import NodeClass
from .rule import Family

BOTTLEROCKET_DEVICES = {"/dev/xvda": "OS", "/dev/xvdb": "data"}
"""Source: `pkg/providers/amifamily/bottlerocket.go` of github.com/aws/karpenter-provider-aws 1.14.3."""


def e192_one_of_two_disks(node_class: NodeClass, settings: PlatformSettings) -> Iterator[Problem]:
    """Bottlerocket devices of which one is written and the other keeps the image's settings, encryption included."""
    written = [device.device_name for device in node_class.spec.block_device_mappings]
    missing = [name for name in BOTTLEROCKET_DEVICES if name not in written]
    if family_of(node_class.spec) is not AmiFamily.BOTTLEROCKET or not written or len(missing) != 1:
        return
    only = next(name for name in BOTTLEROCKET_DEVICES if name in written)
    what = f"only {only}, the {BOTTLEROCKET_DEVICES[missing[0]]} disk keeps the image's settings"
    yield node_class.problem(("blockDeviceMappings",), "E192", what, f"add {missing[0]} or use disk")


def w193_key_of_a_node(node_class: NodeClass, settings: PlatformSettings) -> Iterator[Problem]:
    """A KMS key for disks of nodes; no key is made here, so its policy is not known."""
    what = "is not managed here, instances die if its policy does not admit EC2"
    spec = node_class.spec
    if spec.disk is not None and spec.disk.kms_key_id is not None:
        yield node_class.problem(("disk", "kmsKeyID"), "W193", f"{spec.disk.kms_key_id} {what}", "check it")
    for index, device in enumerate(spec.block_device_mappings):
        if device.ebs is not None and device.ebs.kms_key_id is not None:
            path = ("blockDeviceMappings", index, "ebs", "kmsKeyID")
            yield node_class.problem(path, "W193", f"{device.ebs.kms_key_id} {what}", "check it")


def w193_key_of_a_claim(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A KMS key of a StorageClass."""
    for key, storage_class in tenant.storage.classes.items():
        if storage_class.kms_key_id is not None:
            what = f"{storage_class.kms_key_id} is not managed here, volumes fail if its policy does not admit EC2"
            yield Problem(tenant.name, ("storage", "classes", key, "kmsKeyID"), "W193", what, "check it")


FAMILY = Family(tenant=(w193_key_of_a_claim,), node_class=(e192_one_of_two_disks, w193_key_of_a_node))
