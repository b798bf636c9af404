"""What a pool allows on a well-known key, whether it is written as shorthand, as requirement or left out.

A requirement on the key of a default takes the default's place; beside a written shorthand it is refused earlier
(E008), so that each key has one source here.
"""

from typing import NamedTuple

from ..model.enums import Architecture, CapacityType, OperatingSystem, RequirementOperator
from ..model.pool import PoolSpec
from ..model.problem import Path
from ..model.requirement import (
    ARCHITECTURE,
    CAPACITY_TYPE,
    INSTANCE_FAMILY,
    INSTANCE_TYPE,
    OPERATING_SYSTEM,
    ZONE,
    Requirement,
)


class Allowed(NamedTuple):
    """Values that a node of the pool may have on one key."""

    values: tuple[str, ...]
    path: Path
    """Where they are written, below the pool."""


def capacity_types(pool: PoolSpec) -> Allowed:
    """`on-demand`, `spot`, `reserved`."""
    return _choices(pool, CAPACITY_TYPE, tuple(CapacityType)) or Allowed(pool.capacity_types, ("capacityTypes",))


def architectures(pool: PoolSpec) -> Allowed:
    """`amd64`, `arm64`."""
    return _choices(pool, ARCHITECTURE, tuple(Architecture)) or Allowed(pool.architectures, ("architectures",))


def operating_systems(pool: PoolSpec) -> Allowed:
    """`linux` or `windows`."""
    written = Allowed((pool.operating_system,), ("operatingSystem",))
    return _choices(pool, OPERATING_SYSTEM, tuple(OperatingSystem)) or written


def zones(pool: PoolSpec) -> Allowed | None:
    """Names of zones; None where they are not listed."""
    return Allowed(pool.zones, ("zones",)) if pool.zones else _listed(pool, ZONE)


def instance_types(pool: PoolSpec) -> Allowed | None:
    """Names of types; None where they are not listed."""
    return Allowed(pool.instance_types, ("instanceTypes",)) if pool.instance_types else _listed(pool, INSTANCE_TYPE)


def instance_families(pool: PoolSpec) -> Allowed | None:
    """Names of families; None where they are not listed."""
    written = Allowed(pool.instance_families, ("instanceFamilies",))
    return written if pool.instance_families else _listed(pool, INSTANCE_FAMILY)


def _choices(pool: PoolSpec, key: str, every: tuple[str, ...]) -> Allowed | None:
    """What requirements on the key leave of the values that exist; None where there is no requirement on it."""
    found = [(index, item) for index, item in enumerate(pool.requirements) if item.key == key]
    if not found:
        return None
    index, first = found[0]
    path: Path = ("requirements", index)
    if first.operator is RequirementOperator.IN:
        path = (*path, "values")
    return Allowed(tuple(value for value in every if all(_takes(item, value) for _, item in found)), path)


def _listed(pool: PoolSpec, key: str) -> Allowed | None:
    """Values of the first `In` on the key; other operators list nothing."""
    for index, item in enumerate(pool.requirements):
        if item.key == key and item.operator is RequirementOperator.IN:
            return Allowed(item.values, ("requirements", index, "values"))
    return None


def _takes(requirement: Requirement, value: str) -> bool:
    match requirement.operator:
        case RequirementOperator.IN:
            return value in requirement.values
        case RequirementOperator.NOT_IN:
            return value not in requirement.values
        case operator:
            return operator is not RequirementOperator.DOES_NOT_EXIST
