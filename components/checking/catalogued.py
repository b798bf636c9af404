"""Instance types and families that the catalogue lacks (W107)."""

from collections.abc import Iterator

from ..model.enums import RequirementOperator
from ..model.platform import Platform, PlatformSettings
from ..model.pool import PoolSpec
from ..model.problem import Path, Problem
from ..model.requirement import INSTANCE_FAMILY, INSTANCE_TYPE
from ..planning.catalogue import catalogue
from .places import Pool
from .rule import Family


def w107_not_in_the_catalogue(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A name that a pool asks for: of the catalogue's day at least, nothing starts by it."""
    for path, name in _types(pool.spec):
        if (fault := _unknown_type(name)) is not None:
            yield pool.problem(path, "W107", *fault)
    for path, name in _families(pool.spec):
        if name not in catalogue().families:
            yield pool.problem(path, "W107", *_fault(name, catalogue().nearest_family(name)))


def w107_core_nodes_not_in_the_catalogue(platform: Platform) -> Iterator[Problem]:
    """The same of the core node group."""
    for index, name in enumerate(platform.settings.cluster.core_node_group.instance_types):
        if (fault := _unknown_type(name)) is not None:
            path: Path = ("platform:cluster", "coreNodeGroup", "instanceTypes", index)
            yield Problem(None, path, "W107", *fault)


def _unknown_type(name: str) -> tuple[str, str] | None:
    return None if catalogue().has_type(name) else _fault(name, catalogue().nearest_type(name))


def _fault(name: str, meant: str | None) -> tuple[str, str]:
    hint = "" if meant is None else f" (nearest: {meant})"
    what = f"{name} is not in the catalogue of {catalogue().date}{hint}"
    return what, "correct it, or update the catalogue to have it checked"


def _types(pool: PoolSpec) -> Iterator[tuple[Path, str]]:
    for index, name in enumerate(pool.instance_types):
        yield ("instanceTypes", index), name
    yield from _required(pool, INSTANCE_TYPE)


def _families(pool: PoolSpec) -> Iterator[tuple[Path, str]]:
    for index, name in enumerate(pool.instance_families):
        yield ("instanceFamilies", index), name
    yield from _required(pool, INSTANCE_FAMILY)


def _required(pool: PoolSpec, key: str) -> Iterator[tuple[Path, str]]:
    """Values that requirements on the key ask for; what they leave out may be anything."""
    for index, item in enumerate(pool.requirements):
        if item.key == key and item.operator is RequirementOperator.IN:
            for at, name in enumerate(item.values):
                yield ("requirements", index, "values", at), name


FAMILY = Family(platform=(w107_core_nodes_not_in_the_catalogue,), pool=(w107_not_in_the_catalogue,))
