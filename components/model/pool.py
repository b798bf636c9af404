"""What tenant pools and the platform's own pools have in common: everything but the node class."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field
from pydantic_core import PydanticCustomError

from .base import Model
from .between import Between, Length
from .bounds import RangeSpec
from .disruption import DisruptionSpec
from .duration import Duration, OptionalNever
from .enums import Architecture, CapacityType, OperatingSystem
from .errors import reject
from .instance_type import InstanceCategory, InstanceFamily, InstanceSize, InstanceType
from .labels import Annotations, Labels, LabelWord
from .limits import Limits
from .money import Money
from .requirement import Requirement
from .taint import Taint
from .text import Items
from .windows import MaintenanceWindowsSpec

REQUIREMENT_LIMIT = 100
"""Requirements of one pool (the CRD's maxItems); `checking` counts them again with ours."""
REPLICA_LIMIT = 2**31 - 1
"""Nodes of one static pool; the `scale` subresource holds 32 bits, although the field holds 64."""


class PoolSpec(Model):
    """A NodePool in the operator's words."""

    instance_types: Items[InstanceType] = ()
    """Names of instance types, such as m5.large. Absent: every type that fits the other fields."""
    instance_families: Items[InstanceFamily] = ()
    """Families, such as m5 or c7g. Absent: any."""
    instance_categories: Items[InstanceCategory] = ()
    """Categories, the letters before the generation, such as c, m, r. Absent: any."""
    instance_sizes: Items[InstanceSize] = ()
    """Sizes, such as large or 4xlarge. Absent: any."""
    instance_generation: RangeSpec | None = None
    """Generations from min to max. Absent: any."""
    instance_cpu: RangeSpec | None = None
    """vCPUs of one instance. Absent: any number."""
    instance_memory_gib: RangeSpec | None = None
    """Nominal memory of one instance in GiB. Absent: any."""
    architectures: Items[Architecture] = (Architecture.AMD64,)
    """amd64, arm64. Default amd64 alone, always written: with both the cheaper wins and every image must be there."""
    operating_system: OperatingSystem = OperatingSystem.LINUX
    """linux or windows. Default linux, always written."""
    capacity_types: Items[CapacityType] = (CapacityType.ON_DEMAND,)
    """on-demand, spot, reserved. Default on-demand alone, always written: spot nodes leave with two minutes of
    notice, which somebody has to have agreed to."""
    zones: Items[LabelWord] = ()
    """Availability zones, such as eu-central-1a. Absent: all zones of the class's subnets."""
    requirements: Annotated[Items[Requirement], Length(most=REQUIREMENT_LIMIT)] = ()
    """Further requirements, as they are. One on the key of a default replaces it. Default none."""
    labels: Labels = Field(default_factory=dict[str, str])
    """Labels of the nodes. Default none; the product adds its own."""
    annotations: Annotations = Field(default_factory=dict[str, str])
    """Annotations of the nodes. Default none."""
    taints: Items[Taint] = ()
    """Taints of the nodes. Default none; the product adds its own."""
    startup_taints: Items[Taint] = ()
    """Taints that a component removes when the node is ready for pods. Default none."""
    limits: Limits = Field(default_factory=dict)
    """Most that all nodes of the pool may hold together: cpu, memory, nodes (from Karpenter 1.11), any other
    resource. Required unless the stack sets guards.requireLimits: false, since a pod loop could buy without end."""
    weight: Annotated[int, Between(1, 100)] | None = None
    """1 to 100; of two pools that fit a pod the heavier is tried first. Absent: 0."""
    replicas: Annotated[int, Between(0, REPLICA_LIMIT)] | None = None
    """Number of nodes of a static pool, which never follows the pods (gate StaticCapacity). Absent: a dynamic pool."""
    disruption: DisruptionSpec = Field(default_factory=lambda: DisruptionSpec.model_validate({}))
    """When and how fast nodes may be replaced."""
    maintenance_windows: MaintenanceWindowsSpec | None = None
    """Times in which nodes may be replaced; in place of disruption.budgets. Absent: any time."""
    expire_after: OptionalNever = OptionalNever("Never")
    """Longest life of a node. Default Never: expiry ignores budgets and windows, so nodes are renewed by AMI pins,
    within budgets."""
    termination_grace_period: Duration | None = Duration("24h")
    """After this time pods that refuse disruption are killed and the node goes. Default 24h, so that no pod can hold
    a drained node for ever; `null` takes the bound away."""
    max_hourly_usd: Money | None = None
    """Guard on the computed cost ceiling, in USD an hour; never sent to AWS. Absent: none."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Taints with one key and effect, over both lists."""
        first: dict[tuple[str, str], str] = {}
        for word, taints in (("taints", self.taints), ("startupTaints", self.startup_taints)):
            for index, taint in enumerate(taints):
                place = first.setdefault((taint.key, taint.effect), f"{word}[{index}]")
                if place != f"{word}[{index}]":
                    yield reject("E205", f"{taint.key}:{taint.effect} is already in {place}", "keep one", (word, index))
