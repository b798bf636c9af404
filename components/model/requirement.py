"""Requirements of a pool: which instances Karpenter may buy.

Source: karpenter.sh_nodepools.yaml 1.14.3 (operators, values, minValues) and
`CORE@v1.14.3:pkg/apis/v1/nodepool_validation.go`, which looks at values at run time only. Which keys a version knows
is for `checking` to say.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from pydantic import ConfigDict
from pydantic_core import PydanticCustomError

from .base import Model
from .between import Between
from .enums import Architecture, CapacityType, OperatingSystem, RequirementOperator
from .errors import cut, reject, shown
from .instance_type import instance_category, instance_family, instance_size, instance_type
from .labels import OwnKey, label_value
from .lookalikes import MEANT
from .nearest import nearest
from .text import Items, Text

ARCHITECTURE = "kubernetes.io/arch"
OPERATING_SYSTEM = "kubernetes.io/os"
CAPACITY_TYPE = "karpenter.sh/capacity-type"
INSTANCE_TYPE = "node.kubernetes.io/instance-type"
ZONE = "topology.kubernetes.io/zone"
INSTANCE_FAMILY = "karpenter.k8s.aws/instance-family"
INSTANCE_CATEGORY = "karpenter.k8s.aws/instance-category"
INSTANCE_SIZE = "karpenter.k8s.aws/instance-size"
INSTANCE_GENERATION = "karpenter.k8s.aws/instance-generation"
INSTANCE_CPU = "karpenter.k8s.aws/instance-cpu"
INSTANCE_MEMORY = "karpenter.k8s.aws/instance-memory"
INSTANCE_TENANCY = "karpenter.k8s.aws/instance-tenancy"

FIXED_VALUES: dict[str, tuple[str, ...]] = {
    ARCHITECTURE: tuple(Architecture),
    OPERATING_SYSTEM: tuple(OperatingSystem),
    CAPACITY_TYPE: tuple(CapacityType),
    INSTANCE_TENANCY: ("default", "dedicated"),
}
"""Keys whose values are known; an unknown one beside a good one is logged by Karpenter and accepted."""

FORMS: dict[str, Callable[[str], str]] = {
    INSTANCE_TYPE: instance_type,
    INSTANCE_FAMILY: instance_family,
    INSTANCE_CATEGORY: instance_category,
    INSTANCE_SIZE: instance_size,
}
"""Keys whose values are known by their form; of any other key a label value is one."""

_COMPARISONS = (RequirementOperator.GT, RequirementOperator.LT, RequirementOperator.GTE, RequirementOperator.LTE)
_WHOLE_NUMBER = re.compile(r"[0-9]{1,18}")


def _then(operators: tuple[RequirementOperator, ...], values: dict[str, int]) -> dict[str, Any]:
    return {
        "if": {"properties": {"operator": {"enum": [str(operator) for operator in operators]}}},
        "then": {"properties": {"values": values}, "required": ["values"]},
    }


class Requirement(Model):
    """One condition on the label of that key; all requirements of a pool hold together."""

    # For editors; a union of one model for each operator would offer them one branch only.
    model_config = ConfigDict(
        json_schema_extra={
            "allOf": [
                _then((RequirementOperator.IN,), {"minItems": 1}),
                _then(_COMPARISONS, {"minItems": 1, "maxItems": 1}),
            ]
        }
    )

    key: OwnKey
    """Label that Karpenter knows of every instance type, zone and offering, or a label of your own."""
    operator: RequirementOperator
    """In, NotIn, Exists, DoesNotExist, Gt, Lt; Gte and Lte from Karpenter 1.9."""
    values: Items[Text] = ()
    """Texts. In needs at least one; Gt, Lt, Gte and Lte exactly one whole number; Exists and DoesNotExist none."""
    min_values: Annotated[int, Between(1, 50)] | None = None
    """Least number of different values among the types that Karpenter asks EC2 for, 1 to 50. Absent: no such condition,
    as in Karpenter."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Operator against values, known values, minValues against a list, keys that are not what they seem."""
        yield from self._key_problems()
        yield from self._values_problems()
        if self.operator is RequirementOperator.IN and self.min_values and self.values:
            listed = len(set(self.values))
            if self.min_values > listed:
                yield reject(
                    "E142",
                    f"{self.min_values}, but {_count(listed, 'value')} listed",
                    f"write {listed}",
                    ("minValues",),
                )

    def _key_problems(self) -> Iterator[PydanticCustomError]:
        if self.key in MEANT:
            values = ", ".join(value.lower().replace("_", "-") for value in self.values)
            fix = f"write {MEANT[self.key]}{f' with {values}' if values else ''}"
            yield reject("E183", f"{self.key} constrains nothing in Karpenter", fix, ("key",))

    def _values_problems(self) -> Iterator[PydanticCustomError]:
        match self.operator:
            case RequirementOperator.IN if not self.values:
                yield reject("E203", "In takes at least one value, got []", "write the allowed values", ("values",))
            case RequirementOperator.EXISTS | RequirementOperator.DOES_NOT_EXIST if self.values:
                what = f"{self.operator} takes no values, got {_shown(self.values)}"
                yield reject("E203", what, "remove them, or write In or NotIn", ("values",))
            case operator if operator in _COMPARISONS and not self._is_one_number():
                what = f"{operator} takes exactly one whole number, got {_shown(self.values)}"
                yield reject("E203", what, f"write {_shown(self._last_number())}", ("values",))
            case _:
                yield from self._unknown_values()

    def _unknown_values(self) -> Iterator[PydanticCustomError]:
        known = FIXED_VALUES.get(self.key)
        for index, value in enumerate(self.values):
            if known is None:
                yield from _malformed(value, index, FORMS.get(self.key, label_value))
            elif value not in known:
                meant = nearest(value, known) or "one of them"
                yield reject(
                    "E203", f"{shown(value)} is none of {', '.join(known)}", f"write {meant}", ("values", index)
                )

    def _is_one_number(self) -> bool:
        return len(self.values) == 1 and _WHOLE_NUMBER.fullmatch(self.values[0]) is not None

    def _last_number(self) -> tuple[str, ...]:
        """The number to offer: the last one written, as the later of two is more often the meant one."""
        numbers = [found[0] for value in self.values if (found := _WHOLE_NUMBER.search(value))]
        return (numbers[-1] if numbers else "4",)


def _malformed(value: str, index: int, check: Callable[[str], str]) -> Iterator[PydanticCustomError]:
    """The CRD's length and pattern sit on the list, where they check nothing; the controller refuses the pool."""
    try:
        check(value)
    except PydanticCustomError as error:
        said = error.context or {}
        yield reject(error.type, said["what"], said["fix"], ("values", index))


def _shown(values: tuple[str, ...]) -> str:
    return cut(json.dumps(list(values), ensure_ascii=False))


def _count(number: int, noun: str) -> str:
    return f"1 {noun} is" if number == 1 else f"only {number} {noun}s are"
