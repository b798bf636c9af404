"""Kubelet settings of a node class.

The twelve fields that every version's API types. From Karpenter 1.15 the API takes any key, and AL2023 passes it to
the kubelet: other keys are kept apart here, and `checking` says whether version and image family take them (E216).
Source: karpenter.k8s.aws_ec2nodeclasses.yaml 1.14.3 with its rules,
`AWS@v1.15.2:pkg/apis/v1/kubeletconfiguration*.go`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError, PydanticKnownError

from .base import Model
from .duration import Duration
from .each import check_each
from .errors import cut, reject, shown
from .nearest import nearest
from .quantity import Quantity
from .text import Entries, Items, Text

EVICTION_SIGNALS = (
    "memory.available",
    "nodefs.available",
    "nodefs.inodesFree",
    "imagefs.available",
    "imagefs.inodesFree",
    "pid.available",
)
RESERVED_RESOURCES = ("cpu", "memory", "ephemeral-storage", "pid")
EXPRESSION_VARIABLES = ("vcpus", "memory_mib", "default_enis", "ips_per_eni", "max_pods", "instance_type")
"""What an expression in place of a number may use (Karpenter 1.15, gate NodeClassCEL)."""

_GREATEST = 2**31 - 1
"""The counts have the format int32."""
_PERCENTAGE = re.compile(r"(?:100(?:\.0{1,2})?|[0-9]{1,2}(?:\.[0-9]{1,2})?)%")
_EXPRESSION = re.compile(rf"\b(?:{'|'.join(EXPRESSION_VARIABLES)})\b")


def is_expression(value: object) -> bool:
    """Whether the value is an expression over the instance type, which only 1.15 with its gate can compute."""
    return isinstance(value, str) and _EXPRESSION.search(value) is not None


def _reserved(amounts: Mapping[str, str]) -> Mapping[str, str]:
    return check_each(amounts, _reserved_entry)


def _reserved_entry(resource: str, amount: str) -> None:
    if resource not in RESERVED_RESOURCES:
        meant = nearest(resource, RESERVED_RESOURCES)
        what = f"{shown(resource)} is none of {', '.join(RESERVED_RESOURCES)}"
        raise reject("E217", what, f"write {meant or 'one of them'}")
    if not is_expression(amount):
        _quantity(amount)


def _thresholds(values: Mapping[str, str]) -> Mapping[str, str]:
    return check_each(values, _threshold)


def _threshold(signal: str, value: str) -> None:
    _signal(signal)
    if not _PERCENTAGE.fullmatch(value) and (not value or value.endswith("%")):
        raise reject("E217", f"{shown(value)} is neither an amount nor 0% to 100%", "write for example 500Mi or 5%")
    if not value.endswith("%"):
        _quantity(value)


def _grace_periods(values: Mapping[str, str]) -> Mapping[str, str]:
    return check_each(values, _grace_period)


def _grace_period(signal: str, value: str) -> None:
    _signal(signal)
    Duration(value)


def _signal(signal: str) -> None:
    if signal not in EVICTION_SIGNALS:
        meant = nearest(signal, EVICTION_SIGNALS)
        fix = f"write {meant}" if meant else f"write one of {', '.join(EVICTION_SIGNALS)}"
        raise reject("E217", f"{shown(signal)} is no eviction signal", fix)


def _quantity(text: str) -> None:
    try:
        Quantity(text)
    except PydanticCustomError as error:
        context = error.context or {}
        raise reject("E217", context["what"], context["fix"]) from None


def _count(number: int) -> int:
    if number < 0:
        raise reject("E217", f"{number} is negative", "write 0 or more")
    if number > _GREATEST:
        raise reject("E217", f"{cut(str(number))} is more than the API holds", f"write at most {_GREATEST}")
    return number


def _percent(number: int) -> int:
    if not 0 <= number <= 100:
        raise reject("E217", f"{number} is no percentage", "write 0 to 100")
    return number


def _pods(value: object) -> int | str:
    """A number, or an expression; other text is no number of pods."""
    if isinstance(value, str) and is_expression(value):
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        raise PydanticKnownError("int_type")
    return _count(value)


Reserved = Annotated[Entries[Text], AfterValidator(_reserved)]
Thresholds = Annotated[Entries[Text], AfterValidator(_thresholds)]
GracePeriods = Annotated[Entries[Text], AfterValidator(_grace_periods)]
Count = Annotated[int, AfterValidator(_count), WithJsonSchema({"type": "integer", "minimum": 0})]
Percentage = Annotated[int, AfterValidator(_percent), WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 100})]
Pods = Annotated[int | str, BeforeValidator(_pods)]


class KubeletSpec(Model):
    """`spec.kubelet`; every field absent means the image family's own value."""

    # Unknown keys are for `checking`, which knows the version.
    model_config = ConfigDict(extra="allow")

    cluster_dns: Items[Text] = ()
    """Addresses of the cluster's DNS. Absent: the service that EKS makes."""
    max_pods: Pods | None = None
    """Most pods of one node. Absent: what its network interfaces hold. An expression needs Karpenter 1.15 with
    NodeClassCEL."""
    pods_per_core: Count | None = None
    """Most pods for each core, 0 for no such bound; not on Bottlerocket. Absent: no such bound."""
    system_reserved: Reserved = Field(default_factory=dict[str, str])
    """cpu, memory, ephemeral-storage, pid kept for the operating system. Absent: the image family's."""
    kube_reserved: Reserved = Field(default_factory=dict[str, str])
    """The same, kept for the kubelet and the container runtime. Absent: computed from the number of pods."""
    eviction_hard: Thresholds = Field(default_factory=dict[str, str])
    """Signal -> amount or percentage at which pods are evicted at once. Absent: the image family's."""
    eviction_soft: Thresholds = Field(default_factory=dict[str, str])
    """Signal -> amount or percentage at which pods are evicted after evictionSoftGracePeriod. Absent: none."""
    eviction_soft_grace_period: GracePeriods = Field(default_factory=dict[str, str])
    """Signal -> time that evictionSoft waits; the same signals as there."""
    eviction_max_pod_grace_period: Count | None = None
    """Most seconds that a pod gets to end at a soft eviction. Absent: the kubelet's 0."""
    image_gc_high_threshold_percent: Percentage | None = None
    """Disk use in percent at which images are removed. Absent: the kubelet's 85."""
    image_gc_low_threshold_percent: Percentage | None = None
    """Disk use in percent down to which they are removed; below the former. Absent: the kubelet's 80."""
    cpu_cfs_quota: bool | None = None
    """Whether cpu limits are enforced. Absent: the kubelet's true."""

    @property
    def other_fields(self) -> Mapping[str, Any]:
        """Keys beyond the twelve, as written: for Karpenter 1.15 on AL2023."""
        return self.__pydantic_extra__ or {}

    def problems(self) -> Iterator[PydanticCustomError]:
        """Soft thresholds and their grace periods, the two image thresholds, what Karpenter owns."""
        if "registerWithTaints" in self.other_fields:
            yield reject(
                "E219", "Karpenter owns node registration", "write provisioners.<key>.taints", ("registerWithTaints",)
            )
        for signal, threshold in self.eviction_soft.items():
            if signal not in self.eviction_soft_grace_period:
                what = f"{threshold} has no evictionSoftGracePeriod"
                yield reject("E218", what, f"add {signal}: 1m", ("evictionSoft", signal))
        for signal, period in self.eviction_soft_grace_period.items():
            if signal not in self.eviction_soft:
                what = f"{period} has no threshold in evictionSoft"
                yield reject("E218", what, f"add {signal} there", ("evictionSoftGracePeriod", signal))
        high, low = self.image_gc_high_threshold_percent, self.image_gc_low_threshold_percent
        if high is not None and low is not None and high <= low:
            what = f"{high} is not above imageGCLowThresholdPercent {low}"
            yield reject("E218", what, f"write {low + 1} or more", ("imageGCHighThresholdPercent",))
