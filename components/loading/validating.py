"""Validates a merged mapping so that one pass reports everything.

A model's rules over several fields run only when all its fields are good. So what is wrong is taken out and the rest
is validated again, until an object exists or nothing is left: good entries are judged as if the bad ones were not
there. What only follows from a removal is not reported.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from ..model.problem import Path, Problem
from .exclusive import value_at
from .kept import Kept
from .plain_data import as_items, as_mapping
from .vocabulary import field_at, meant_place
from .wording import words_of

M = TypeVar("M", bound=BaseModel)
MAX_PROBLEMS = 1_000
"""Mistakes of one mapping that are told at once: whoever has more has made the same one many times."""
MAX_ROUNDS = 12
"""Each round removes at least one level around every mistake; no path is longer."""


@dataclass(frozen=True, slots=True)
class Validated(Generic[M]):
    """What validation made of a mapping.

    Attributes:
        model: The object of what was left; None when too little was.
        problems: Everything that was wrong, at paths of the given mapping.
        kept: What was left, and how its paths are those of the given mapping.
    """

    model: M | None
    problems: tuple[Problem, ...]
    kept: Kept


def validate(
    model: type[M], data: Mapping[str, Any], known: Iterable[Problem], tenant: str | None, stand_ins: Mapping[Path, Any]
) -> Validated[M]:
    """Builds the model from the mapping, or from what is left of it.

    Args:
        known: What is wrong with the mapping already; taken out first.
        stand_ins: Values for what is required or referred to, where it is missing or wrong as a whole, so that the
            rest can still be judged; `ANY` in a path stands for any key.
    """
    problems = list(known)
    kept = Kept(data, stand_ins)
    kept.take_out([problem.path for problem in problems])
    for _ in range(MAX_ROUNDS):
        given = kept.data()
        try:
            return Validated(model.model_validate(given), tuple(problems), kept)
        except ValidationError as error:
            errors = error.errors(include_url=False)
            faults = [(kept.original(place_of(model, given, each["loc"])), each) for each in errors[: MAX_PROBLEMS + 1]]
            kept.doubt(_meant(model, data, (path for path, fault in faults if fault["type"] == "extra_forbidden")))
        problems += [
            Problem(tenant, path, *words_of(fault, model, path)) for path, fault in faults if not kept.concerns(path)
        ]
        if len(faults) > MAX_PROBLEMS:
            what, fix = f"this and {len(errors) - len(faults)} more mistakes are not told", "correct what is told"
            problems[-1] = replace(problems[-1], what=what, fix=fix)
            break
        if not kept.take_out([path for path, _ in faults]):
            break
    return Validated(None, tuple(problems), kept)


def _meant(model: type[BaseModel], data: Mapping[str, Any], unknown: Iterable[Path]) -> Iterator[Path]:
    """Places of absent fields that unknown words were probably meant to be: that those are missing only follows."""
    for path in unknown:
        place = meant_place(model, path)
        if place is not None and value_at(data, place) in (None, {}):
            yield place


def place_of(model: type[BaseModel], data: Mapping[str, Any], loc: Path) -> Path:
    """The path in the data that a location of pydantic means.

    Without the names of union branches and the marker of keys.
    """
    path: Path = ()
    value: Any = data
    for step in loc:
        mapping, items = as_mapping(value), as_items(value)
        if mapping is not None and step in mapping:
            value = mapping[str(step)]
        elif items is not None and isinstance(step, int) and step < len(items):
            value = items[step]
        elif field_at(model, (*path, step)) is not None:
            value = None
        else:
            continue
        path = (*path, step)
    return path
