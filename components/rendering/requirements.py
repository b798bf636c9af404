"""Requirements of a pool: the shorthands of the tenant file, then what was written as a requirement.

Operating system, architecture and capacity type are always there, because Karpenter's own defaults would buy
anything. A requirement on the key of such a default takes its place.
"""

from collections.abc import Iterator
from typing import Any

from ..model.bounds import RangeSpec
from ..model.enums import OperatingSystem, RequirementOperator
from ..model.pool import PoolSpec
from ..model.requirement import OPERATING_SYSTEM, Requirement
from ..model.shorthands import list_shorthands, range_shorthands
from ..versions import Feature, KarpenterVersion


def requirements(spec: PoolSpec, karpenter: KarpenterVersion) -> list[dict[str, Any]]:
    """The list `spec.template.spec.requirements`: lists, then ranges, then the written ones.

    Args:
        spec: The pool; every range is inclusive.
        karpenter: Decides the operators of a range: Gte and Lte, or up to 1.8 Gt and Lt with the neighbouring number.
    """
    written = {requirement.key for requirement in spec.requirements}
    shorthands = (*_lists(spec), *_ranges(spec, karpenter))
    return [
        *(document for document in shorthands if document["key"] not in written),
        *(_document(requirement) for requirement in spec.requirements),
    ]


def operating_system(spec: PoolSpec) -> OperatingSystem:
    """The system of the pool's nodes, also where a requirement takes the place of `operatingSystem`."""
    for requirement in spec.requirements:
        if requirement.key == OPERATING_SYSTEM and requirement.operator is RequirementOperator.IN:
            return OperatingSystem(requirement.values[0])
    return spec.operating_system


def _lists(spec: PoolSpec) -> Iterator[dict[str, Any]]:
    for _, key, values in list_shorthands(spec):
        yield {"key": key, "operator": "In", "values": list(values)}


def _ranges(spec: PoolSpec, karpenter: KarpenterVersion) -> Iterator[dict[str, Any]]:
    for _, key, bounds, unit in range_shorthands(spec):
        yield from _bounds(key, bounds, unit, karpenter)


def _bounds(key: str, bounds: RangeSpec, unit: int, karpenter: KarpenterVersion) -> Iterator[dict[str, Any]]:
    """The smallest number is skipped where it is 0: every type has more, and Gt takes no number below 0."""
    inclusive = karpenter.has(Feature.GTE)
    if bounds.min:
        smallest = bounds.min * unit
        yield _comparison(key, *(("Gte", smallest) if inclusive else ("Gt", smallest - 1)))
    if bounds.max is not None:
        greatest = bounds.max * unit
        yield _comparison(key, *(("Lte", greatest) if inclusive else ("Lt", greatest + 1)))


def _comparison(key: str, operator: str, number: int) -> dict[str, Any]:
    return {"key": key, "operator": operator, "values": [str(number)]}


def _document(requirement: Requirement) -> dict[str, Any]:
    document: dict[str, Any] = {"key": str(requirement.key), "operator": str(requirement.operator)}
    if requirement.values:
        document["values"] = [str(value) for value in requirement.values]
    if requirement.min_values is not None:
        document["minValues"] = requirement.min_values
    return document
