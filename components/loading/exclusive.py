"""Fields that exclude each other across layers: the later layer's field displaces its sibling.

Both in one layer are an error that the model reports; this table only says what gives way.
"""

from dataclasses import dataclass

from ..model.problem import Path


@dataclass(frozen=True, slots=True)
class Side:
    """Fields that stand together, and those that give way to them."""

    fields: tuple[Path, ...]
    excludes: tuple[Path, ...]


def _pair(one: tuple[Path, ...], other: tuple[Path, ...]) -> tuple[Side, Side]:
    return Side(one, other), Side(other, one)


NODE_CLASS_SIDES = (
    *_pair((("ami",),), (("amiSelectorTerms",), ("amiFamily",))),
    *_pair((("disk",),), (("blockDeviceMappings",),)),
    *_pair((("subnets",),), (("subnetSelectorTerms",),)),
    *_pair((("securityGroups",),), (("securityGroupSelectorTerms",),)),
    *_pair((("imdsHopLimit",),), (("metadataOptions", "httpPutResponseHopLimit"),)),
)
PROVISIONER_SIDES = _pair((("maintenanceWindows",),), (("disruption", "budgets"),))

SHORTHANDS = {
    "instanceTypes": "node.kubernetes.io/instance-type",
    "instanceFamilies": "karpenter.k8s.aws/instance-family",
    "instanceCategories": "karpenter.k8s.aws/instance-category",
    "instanceSizes": "karpenter.k8s.aws/instance-size",
    "instanceGeneration": "karpenter.k8s.aws/instance-generation",
    "instanceCpu": "karpenter.k8s.aws/instance-cpu",
    "instanceMemoryGiB": "karpenter.k8s.aws/instance-memory",
    "architectures": "kubernetes.io/arch",
    "operatingSystem": "kubernetes.io/os",
    "capacityTypes": "karpenter.sh/capacity-type",
    "zones": "topology.kubernetes.io/zone",
}
"""Shorthand of a provisioner → the requirement key that it stands for."""
