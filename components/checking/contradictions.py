"""Conditions of one pool that no instance meets all of (E101).

Only keys are looked at that every instance has a value of; of any other key nothing at all is a value too. What a type
has beyond its name is not known here.

Source: `pkg/controllers/provisioning/scheduling/nodeclaimtemplate.go` of sigs.k8s.io/karpenter 1.14.3, where labels of
a pool are conditions like its requirements.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..model.bounds import RangeSpec
from ..model.enums import RequirementOperator
from ..model.instance_type import type_scheme
from ..model.platform import PlatformSettings
from ..model.pool import PoolSpec
from ..model.problem import Path, Problem, show_path
from ..model.requirement import (
    ARCHITECTURE,
    CAPACITY_TYPE,
    FIXED_VALUES,
    INSTANCE_CATEGORY,
    INSTANCE_CPU,
    INSTANCE_FAMILY,
    INSTANCE_GENERATION,
    INSTANCE_MEMORY,
    INSTANCE_SIZE,
    INSTANCE_TYPE,
    OPERATING_SYSTEM,
    ZONE,
    Requirement,
)
from ..model.shorthands import list_shorthands, range_shorthands
from .places import Pool
from .rule import Family

_OF_FAMILY = (INSTANCE_FAMILY, INSTANCE_CATEGORY, INSTANCE_GENERATION)
_OF_TYPE = (*_OF_FAMILY, INSTANCE_SIZE)
_EVERYWHERE = (
    *(ARCHITECTURE, OPERATING_SYSTEM, CAPACITY_TYPE, ZONE, INSTANCE_TYPE),
    *(*_OF_TYPE, INSTANCE_CPU, INSTANCE_MEMORY),
)

_NO_END = float("inf")
_ANY = (0, _NO_END)


class _Condition(NamedTuple):
    key: str
    path: Path
    said: str
    """Operator and values, as messages show them."""
    listed: tuple[str, ...] | None
    """The only values that it lets through; None where they are not listed."""
    range: tuple[float, float]
    """The smallest and the greatest whole number that it lets through."""
    admits: Callable[[str], bool]

    @property
    def text(self) -> str:
        """As messages call it, such as `instanceTypes [m7i.large]`."""
        return f"{show_path(self.path)} {self.said}"


def e101_nothing_meets_all(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """Conditions on one key that leave no value, or a list of types or families of which none meets the others."""
    conditions = [each for each in _conditions(pool.spec) if each.key in _EVERYWHERE]
    impossible = False
    for key in _EVERYWHERE:
        found = _contradiction([each for each in conditions if each.key == key])
        if found is not None:
            impossible = True
            last, others = found
            yield _problem(pool, last.path, last.said, others)
    if not impossible:
        yield from _names_beside(pool, conditions)


def _names_beside(pool: Pool, conditions: Sequence[_Condition]) -> Iterator[Problem]:
    """What the names of listed types, else of listed families, say of the other conditions."""
    for key, others in ((INSTANCE_TYPE, _OF_TYPE), (INSTANCE_FAMILY, _OF_FAMILY[1:])):
        of_names = [each for each in conditions if each.key == key]
        lists = [each for each in of_names if each.listed is not None]
        if not lists:
            continue
        names = [name for name in lists[0].listed or () if all(each.admits(name) for each in of_names)]
        beside = [each for each in conditions if each.key in others]
        if not any(all(_fits(name, each) for each in beside) for name in names):
            against = [each for each in beside if not all(_fits(name, each) for name in names)]
            yield _problem(pool, lists[0].path, _listing(names), against)
        return


def _problem(pool: Pool, path: Path, what: str, others: Sequence[_Condition]) -> Problem:
    if not others:
        return pool.problem(path, "E101", f"{what} leaves nothing, no node ever starts", "remove it")
    beside = " and ".join(each.text for each in others)
    return pool.problem(path, "E101", f"{what} leaves nothing beside {beside}, no node ever starts", "change one")


def _contradiction(conditions: Sequence[_Condition]) -> tuple[_Condition, Sequence[_Condition]] | None:
    """The first condition that leaves nothing, and the one before that is enough for that, else all before."""
    for index, last in enumerate(conditions):
        if _is_empty(conditions[: index + 1]):
            if _is_empty([last]):
                return last, ()
            alone = next((each for each in conditions[:index] if _is_empty([each, last])), None)
            return last, conditions[:index] if alone is None else (alone,)
    return None


def _is_empty(conditions: Sequence[_Condition]) -> bool:
    key = conditions[0].key
    listed = next((each.listed for each in conditions if each.listed is not None), FIXED_VALUES.get(key))
    if listed is not None:
        return not any(all(each.admits(value) for each in conditions) for value in listed)
    return max(each.range[0] for each in conditions) > min(each.range[1] for each in conditions)


def _fits(name: str, condition: _Condition) -> bool:
    """Whether a type or family of that name meets the condition; one whose name tells nothing does."""
    family, _, size = name.partition(".")
    scheme = type_scheme(name)
    values = {INSTANCE_FAMILY: family, INSTANCE_SIZE: size}
    if scheme is not None:
        values |= {INSTANCE_CATEGORY: scheme.category, INSTANCE_GENERATION: scheme.generation}
    return condition.key not in values or condition.admits(values[condition.key])


def _conditions(spec: PoolSpec) -> Iterator[_Condition]:
    """Shorthands and defaults, then requirements, then labels; a requirement takes the place of a default."""
    required = {requirement.key for requirement in spec.requirements}
    for word, key, values in list_shorthands(spec):
        if key not in required:
            yield _among(key, (word,), values)
    for word, key, bounds, unit in range_shorthands(spec):
        yield _between(key, word, bounds, unit)
    for index, requirement in enumerate(spec.requirements):
        yield _required(("requirements", index), requirement)
    for key, value in spec.labels.items():
        yield _among(key, ("labels", key), (value,))


def _among(key: str, path: Path, values: tuple[str, ...]) -> _Condition:
    return _Condition(key, path, _listing(values), values, _ANY, values.__contains__)


def _between(key: str, word: str, bounds: RangeSpec, unit: int) -> _Condition:
    least, most = (bounds.min or 0) * unit, _NO_END if bounds.max is None else bounds.max * unit
    written = {"min": bounds.min, "max": bounds.max}
    said = f"{{{', '.join(f'{side}: {number}' for side, number in written.items() if number is not None)}}}"
    return _Condition(key, (word,), said, None, (least, most), _number_in(least, most))


def _required(path: Path, requirement: Requirement) -> _Condition:
    key, values = requirement.key, requirement.values
    said = f"{requirement.operator} {_listing(values)}" if values else str(requirement.operator)
    match requirement.operator:
        case RequirementOperator.IN:
            return _Condition(key, path, said, values, _ANY, values.__contains__)
        case RequirementOperator.NOT_IN:
            return _Condition(key, path, said, None, _ANY, _outside(values))
        case RequirementOperator.EXISTS:
            return _Condition(key, path, said, None, _ANY, _outside(()))
        case RequirementOperator.DOES_NOT_EXIST:
            return _Condition(key, path, said, (), _ANY, ().__contains__)
        case RequirementOperator.GT:
            bounds = (int(values[0]) + 1, _NO_END)
        case RequirementOperator.GTE:
            bounds = (int(values[0]), _NO_END)
        case RequirementOperator.LT:
            bounds = (0, int(values[0]) - 1)
        case RequirementOperator.LTE:
            bounds = (0, int(values[0]))
    return _Condition(key, path, said, None, bounds, _number_in(*bounds))


def _listing(values: Sequence[str]) -> str:
    return f"[{', '.join(values)}]"


def _outside(values: Sequence[str]) -> Callable[[str], bool]:
    return lambda value: value not in values


def _number_in(least: float, most: float) -> Callable[[str], bool]:
    return lambda value: value.isdigit() and least <= int(value) <= most


FAMILY = Family(pool=(e101_nothing_meets_all,))
