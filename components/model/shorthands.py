"""Shorthands of a pool: words of the tenant file that stand for requirements on one key each."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from .bounds import RangeSpec
from .pool import PoolSpec
from .requirement import (
    ARCHITECTURE,
    CAPACITY_TYPE,
    INSTANCE_CATEGORY,
    INSTANCE_CPU,
    INSTANCE_FAMILY,
    INSTANCE_GENERATION,
    INSTANCE_MEMORY,
    INSTANCE_SIZE,
    INSTANCE_TYPE,
    OPERATING_SYSTEM,
    ZONE,
)

SHORTHANDS: Final[Mapping[str, str]] = {
    "instanceTypes": INSTANCE_TYPE,
    "instanceFamilies": INSTANCE_FAMILY,
    "instanceCategories": INSTANCE_CATEGORY,
    "instanceSizes": INSTANCE_SIZE,
    "instanceGeneration": INSTANCE_GENERATION,
    "instanceCpu": INSTANCE_CPU,
    "instanceMemoryGiB": INSTANCE_MEMORY,
    "architectures": ARCHITECTURE,
    "operatingSystem": OPERATING_SYSTEM,
    "capacityTypes": CAPACITY_TYPE,
    "zones": ZONE,
}
"""Shorthand of a provisioner → the requirement key that it stands for."""

_MIB_PER_GIB: Final = 1024


class ListShorthand(NamedTuple):
    """A shorthand whose values are listed."""

    word: str
    key: str
    values: tuple[str, ...]


class RangeShorthand(NamedTuple):
    """A shorthand whose values are whole numbers of a range."""

    word: str
    key: str
    bounds: RangeSpec
    unit: int
    """What one of the written numbers is in the unit of the key: memory is written in GiB, and the key's is MiB."""


def list_shorthands(spec: PoolSpec) -> Iterator[ListShorthand]:
    """Those with values, written or by default."""
    for word, values in (
        ("instanceTypes", spec.instance_types),
        ("instanceFamilies", spec.instance_families),
        ("instanceCategories", spec.instance_categories),
        ("instanceSizes", spec.instance_sizes),
        ("architectures", spec.architectures),
        ("operatingSystem", (spec.operating_system,)),
        ("capacityTypes", spec.capacity_types),
        ("zones", spec.zones),
    ):
        if values:
            yield ListShorthand(word, SHORTHANDS[word], tuple(map(str, values)))


def range_shorthands(spec: PoolSpec) -> Iterator[RangeShorthand]:
    """Those that are written; none has a default."""
    for word, bounds, unit in (
        ("instanceGeneration", spec.instance_generation, 1),
        ("instanceCpu", spec.instance_cpu, 1),
        ("instanceMemoryGiB", spec.instance_memory_gib, _MIB_PER_GIB),
    ):
        if bounds is not None:
            yield RangeShorthand(word, SHORTHANDS[word], bounds, unit)
