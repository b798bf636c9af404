"""What is left of a mapping after wrong parts were taken out, and how its paths are those of the whole."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..model.problem import Path
from .plain_data import as_items, as_mapping

ANY = "*"
"""Stands for any key in the path of a stand-in."""


def related(one: Path, other: Path) -> bool:
    """Whether one path is the other, or lies below or around it."""
    length = min(len(one), len(other))
    return one[:length] == other[:length]


class Kept:
    """A mapping whose wrong parts are taken out; the given one is never changed."""

    def __init__(self, whole: Mapping[str, Any], stand_ins: Mapping[Path, Any]) -> None:
        self._whole = whole
        self._stand_ins = stand_ins
        self._removed: set[Path] = set()
        self._touched: set[Path] = set()
        self._around: set[Path] = set()
        self._copied = False
        self._items: dict[Path, tuple[int, ...]] = {}

    def data(self) -> dict[str, Any]:
        """What is left."""
        return self._without(self._whole, ()) if self._removed else dict(self._whole)

    def original(self, path: Path) -> Path:
        """The path in the whole of a path in what is left: items of lists that are gone still count there."""
        found: Path = ()
        for step in path:
            stay = self._items.get(found, ())
            found = (*found, stay[step] if isinstance(step, int) and step < len(stay) else step)
        return found

    def concerns(self, path: Path) -> bool:
        """Whether something was wrong at, below or around the path: a rule there may only miss what was taken out."""
        return path in self._around or any(path[:length] in self._touched for length in range(len(path) + 1))

    def doubt(self, paths: Iterable[Path]) -> None:
        """Notes places of which nothing is known, though nothing stands there to be removed."""
        for path in paths:
            self._touch(path)

    def take_out(self, paths: Iterable[Path]) -> bool:
        """Removes what stands at the paths; False where nothing more was left to remove.

        What is required there gets its stand-in, or takes what is around it along. An item of a list goes as a whole:
        half a budget or requirement says something else. What stood in something that goes with this call is gone too,
        and takes nothing along.
        """
        before = len(self._touched)
        gone: set[Path] = set()
        for path in paths:
            self._touch(path)
            item = _item_around(path)
            if not any(item[:length] in gone for length in range(1, len(item) + 1)):
                gone.add(self._take_out(item))
        return len(self._touched) > before

    def _take_out(self, path: Path) -> Path:
        """Removes what stands at the path, or around it; the path of what went."""
        while path:
            for place, value in self._stand_ins.items():
                if len(place) == len(path) and all(step in (ANY, own) for step, own in zip(place, path, strict=True)):
                    self._put(path, value)
                    return path
            if self._holds(path):
                self._removed.add(path)
                self._touch(path)
                return path
            path = path[:-1]
        return path

    def _touch(self, path: Path) -> None:
        self._touched.add(path)
        self._around.update(path[:length] for length in range(len(path)))

    def _put(self, path: Path, value: Any) -> None:
        if not self._copied:
            self._whole, self._copied = _copied(self._whole), True
        self._removed.discard(path)
        current: dict[str, Any] = self._whole  # pyright: ignore[reportAssignmentType] - a copy of our own
        *above, last = map(str, path)
        for step in above:
            current = current.setdefault(step, {})
        current[last] = value

    def _holds(self, path: Path) -> bool:
        value: Any = self._whole
        for index, step in enumerate(path):
            mapping, items = as_mapping(value), as_items(value)
            if path[: index + 1] in self._removed:
                return False
            if mapping is not None and step in mapping:
                value = mapping[str(step)]
            elif items is not None and isinstance(step, int) and step < len(items):
                value = items[step]
            else:
                return False
        return True

    def _without(self, value: Any, path: Path) -> Any:
        mapping, items = as_mapping(value), as_items(value)
        if mapping is not None:
            return {
                key: self._without(item, (*path, key))
                for key, item in mapping.items()
                if (*path, key) not in self._removed
            }
        if items is not None:
            stay = tuple(index for index in range(len(items)) if (*path, index) not in self._removed)
            if len(stay) < len(items):
                self._items[path] = stay
            return tuple(self._without(items[index], (*path, index)) for index in stay)
        return value


def _item_around(path: Path) -> Path:
    """The innermost item of a list that the path lies in, else the path."""
    indexes = [index for index, step in enumerate(path) if isinstance(step, int)]
    return path[: indexes[-1] + 1] if indexes else path


def _copied(mapping: Mapping[str, Any]) -> dict[str, Any]:
    """A copy whose nested mappings are copies too."""
    return {
        key: _copied(inner) if (inner := as_mapping(value)) is not None else value for key, value in mapping.items()
    }
