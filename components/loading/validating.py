"""Validates a merged mapping so that one pass reports everything.

A model's rules over several fields run only when all its fields are good. So what is wrong is taken out and the rest
is validated again, until an object exists or nothing is left: good entries are judged as if the bad ones were not
there. What only follows from a removal is not reported.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from pydantic import BaseModel, ValidationError

from ..model.problem import Path, Problem
from .vocabulary import field_at
from .wording import words_of

M = TypeVar("M", bound=BaseModel)
ANY = "*"
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
    kept: "Kept"


@dataclass(slots=True)
class Kept:
    """A mapping without the paths that were removed; remembers which list items are gone."""

    removed: set[Path] = field(default_factory=set[Path])
    touched: set[Path] = field(default_factory=set[Path])
    _items: dict[Path, tuple[int, ...]] = field(default_factory=dict[Path, tuple[int, ...]])

    def of(self, value: Any, path: Path = ()) -> Any:
        """The value without what is removed below it."""
        if not self.removed:
            return value
        if isinstance(value, dict):
            mapping = cast("dict[str, Any]", value)
            return {
                key: self.of(item, (*path, key)) for key, item in mapping.items() if (*path, key) not in self.removed
            }
        if isinstance(value, tuple):
            items = cast("tuple[Any, ...]", value)
            stay = tuple(index for index in range(len(items)) if (*path, index) not in self.removed)
            if len(stay) < len(items):
                self._items[path] = stay
            return tuple(self.of(items[index], (*path, index)) for index in stay)
        return value

    def original(self, path: Path) -> Path:
        """The path in the given mapping of a path in what is left."""
        found: Path = ()
        for step in path:
            stay = self._items.get(found, ())
            found = (*found, stay[step] if isinstance(step, int) and step < len(stay) else step)
        return found

    def concerns(self, path: Path) -> bool:
        """Whether something was wrong at, below or around the path: a rule there may only miss what was removed."""
        return any(related(path, gone) for gone in self.touched)


def related(one: Path, other: Path) -> bool:
    """Whether one path is the other or lies below it."""
    length = min(len(one), len(other))
    return one[:length] == other[:length]


def validate(
    model: type[M], data: Mapping[str, Any], known: Iterable[Problem], tenant: str | None, stand_ins: Mapping[Path, Any]
) -> Validated[M]:
    """Builds the model from the mapping, or from what is left of it.

    Args:
        known: What is wrong with the mapping already; taken out first.
        stand_ins: Values for what is required or referred to, where it is missing or wrong as a whole, so that the
            rest can still be judged; `ANY` in a path stands for any key.
    """
    kept, problems, current = Kept(), list(known), dict(data)
    for problem in problems:
        _take_out(kept, current, problem.path, stand_ins)
    for _ in range(MAX_ROUNDS):
        given = kept.of(current)
        try:
            return Validated(model.model_validate(given), tuple(problems), kept)
        except ValidationError as error:
            faults = error.errors(include_url=False)
        before = frozenset(kept.touched)
        for fault in faults:
            path = kept.original(place_of(model, given, fault["loc"]))
            if not any(related(path, gone) for gone in before):
                problems.append(Problem(tenant, path, *words_of(fault, model, path)))
            _take_out(kept, current, path, stand_ins)
        if len(before) == len(kept.touched):
            break
    return Validated(None, tuple(problems), kept)


def place_of(model: type[BaseModel], data: Mapping[str, Any], loc: Path) -> Path:
    """The path in the data that a location of pydantic means.

    Without the names of union branches and the marker of keys.
    """
    path: Path = ()
    value: Any = data
    for step in loc:
        if isinstance(value, Mapping) and step in value:
            value = cast("Mapping[str | int, Any]", value)[step]
        elif isinstance(value, tuple) and isinstance(step, int) and step < len(cast("tuple[Any, ...]", value)):
            value = cast("tuple[Any, ...]", value)[step]
        elif field_at(model, (*path, step)) is not None:
            value = None
        else:
            continue
        path = (*path, step)
    return path


def _take_out(kept: "Kept", data: dict[str, Any], path: Path, stand_ins: Mapping[Path, Any]) -> None:
    """Removes what stands at the path; what is required there gets its stand-in, or takes what is around it along.

    An item of a list goes as a whole: half a budget or requirement says something else.
    """
    kept.touched.add(path)
    path = next((path[: index + 1] for index in range(len(path) - 1, -1, -1) if isinstance(path[index], int)), path)
    while path:
        for place, value in stand_ins.items():
            if len(place) == len(path) and all(step in (ANY, own) for step, own in zip(place, path, strict=True)):
                _put(data, path, value)
                kept.removed = {gone for gone in kept.removed if not related(gone, path)}
                return
        if not _missing_in(kept, data, path):
            kept.removed.add(path)
            kept.touched.add(path)
            return
        path = path[:-1]


def _missing_in(kept: "Kept", data: Mapping[str, Any], path: Path) -> bool:
    value: Any = data
    for index, step in enumerate(path):
        if path[: index + 1] in kept.removed:
            return True
        if isinstance(value, Mapping) and step in value:
            value = cast("Mapping[str | int, Any]", value)[step]
        elif isinstance(value, tuple) and isinstance(step, int) and step < len(cast("tuple[Any, ...]", value)):
            value = cast("tuple[Any, ...]", value)[step]
        else:
            return True
    return False


def _put(data: dict[str, Any], path: Path, value: Any) -> None:
    """Sets a value inside nested mappings, copying what is changed."""
    *above, last = path
    current = data
    for step in above:
        inner = current.get(str(step))
        copy: dict[str, Any] = dict(cast("dict[str, Any]", inner)) if isinstance(inner, dict) else {}
        current[str(step)] = copy
        current = copy
    current[str(last)] = value
