"""Schedules of disruption budgets: five fields or a macro, always in UTC.

The API accepts any five words. A schedule that the controller cannot parse blocks every disruption of the whole
pool, so this parser accepts exactly what the controller's does. Source: robfig/cron v3 `ParseStandard`, CRON pattern
of karpenter.sh_nodepools.yaml 1.14.3, kubernetes-sigs/karpenter#1866 and #1066.
"""

import re
from dataclasses import dataclass
from typing import Self

from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError

from .errors import reject, shown
from .nearest import nearest
from .scalar import Scalar, worded

MACROS = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_LONGEST_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_LONGEST = 200
"""Characters; far above any schedule that is meant."""


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    low: int
    high: int
    words: dict[str, int]

    @property
    def wanted(self) -> str:
        return f"{'an' if self.name == 'hour' else 'a'} {self.name} of {self.low} to {self.high}"


_FIELDS = (
    _Field("minute", 0, 59, {}),
    _Field("hour", 0, 23, {}),
    _Field("day", 1, 31, {}),
    _Field("month", 1, 12, {word: number for number, word in enumerate(_MONTHS, 1)}),
    _Field("weekday", 0, 6, {word: number for number, word in enumerate(_DAYS)}),
)
_WEEKDAY = _FIELDS[4]
_STEPPED = re.compile(r"(?P<range>[^/]+)(?:/(?P<step>[0-9]{1,4}))?")


class Cron(Scalar):
    """A schedule that the controller understands, in the text it was written in."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Refuses everything else as E151, with the schedule that was probably meant."""
        if len(text) > _LONGEST:
            raise _refuse(text, "is too long", "minute hour day month weekday")
        if text.startswith("@"):
            if text not in MACROS:
                raise _refuse(text, "is no macro", nearest(text, MACROS) or "@daily")
        else:
            _parse(text)
        return super().__new__(cls, text)

    @property
    def hits(self) -> tuple[frozenset[int], ...]:
        """Minutes, hours, days of the month, months and weekdays (0 is Sunday) on which it begins."""
        return tuple(_parse(MACROS.get(self, self)))

    @classmethod
    def editor_schema(cls) -> JsonSchemaValue:
        """Macros, or five words."""
        pattern = rf"^(?:{'|'.join(MACROS)}|\S+(?:\s+\S+){{4}})$"
        return {"type": "string", **worded(pattern, 'five fields in UTC, such as "0 9 * * mon-fri"')}


def _refuse(text: str, what: str, fix: str) -> PydanticCustomError:
    return reject("E151", f"{shown(text)} {what} and would block every disruption", f"write {fix} (UTC)")


def _parse(text: str) -> list[frozenset[int]]:
    if text.upper().startswith(("TZ=", "CRON_TZ=")):
        raise reject(
            "E151",
            f"{shown(text)} names a time zone and would block every disruption, schedules are in UTC",
            "write the hours in UTC, or maintenanceWindows.timezone",
        )
    words = text.split()
    if len(words) != len(_FIELDS):
        raise _refuse(
            text, f"has {len(words)} words instead of 5", "minute hour day month weekday, such as 0 9 * * mon-fri"
        )
    hits = [_values(text, position, word) for position, word in enumerate(words)]
    _refuse_days_that_never_come(text, words, hits)
    return hits


def _refuse_days_that_never_come(text: str, words: list[str], hits: list[frozenset[int]]) -> None:
    """The 31st of February never comes: the controller finds no next hit and takes the budget as always active."""
    _, _, days, months, _ = hits
    any_weekday = words[4] in ("*", "?")  # with both restricted, cron takes either
    if any_weekday and all(min(days) > _LONGEST_MONTH[month - 1] for month in months):
        raise _refuse(text, "names a day that its months do not have", "a day that comes")


def _values(text: str, position: int, word: str) -> frozenset[int]:
    field = _FIELDS[position]
    hits: set[int] = set()
    for part in word.split(","):
        found = _STEPPED.fullmatch(part)
        if found is None:
            raise _not_understood(text, position, part)
        low, high = _range(text, position, found["range"], stepped=found["step"] is not None)
        step = int(found["step"] or 1)
        if step == 0:
            raise _refuse(text, f"has step 0 in its {field.name}", "a step of 1 or more")
        hits.update(range(low, high + 1, step))
    return frozenset(hits)


def _range(text: str, position: int, part: str, *, stepped: bool) -> tuple[int, int]:
    field = _FIELDS[position]
    if part in ("*", "?"):
        return field.low, field.high
    first, dash, last = part.partition("-")
    low = _number(text, position, first)
    if not dash:
        return low, field.high if stepped else low
    high = _number(text, position, last)
    if low > high:
        raise _refuse(text, "runs backwards", _rewritten(text, position, part))
    return low, high


def _number(text: str, position: int, word: str) -> int:
    field = _FIELDS[position]
    if word.lower() in field.words:
        return field.words[word.lower()]
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise _not_understood(text, position, word)
    number = int(word)
    if field is _WEEKDAY and number == 7:
        raise _refuse(text, "counts Sunday as 7", _rewritten(text, position, text.split()[position]))
    if not field.low <= number <= field.high:
        raise _refuse(text, f"has {field.name} {number}", field.wanted)
    return number


def _not_understood(text: str, position: int, word: str) -> PydanticCustomError:
    field = _FIELDS[position]
    meant = nearest(word, field.words) if field.words else None
    words = text.split()
    if meant is not None:
        words[position] = words[position].replace(word, meant)
    return _refuse(text, f"has the {field.name} {shown(word)}", field.wanted if meant is None else " ".join(words))


def _rewritten(text: str, position: int, part: str) -> str:
    """The schedule with a backwards range, or a Sunday written as 7, put into days that follow each other."""
    words = text.split()
    field = _FIELDS[position]
    if field is not _WEEKDAY:
        low, _, high = part.partition("-")
        words[position] = words[position].replace(part, f"{low}-{field.high},{field.low}-{high}")
        return " ".join(words)
    days = [day for item in words[position].split(",") for day in _days_from_to(item)]
    as_words = any(character.isalpha() for character in words[position])
    unique = list(dict.fromkeys(days))
    spelt = [_DAYS[day] if as_words else str(day) for day in unique]
    words[position] = "*" if len(unique) == len(_DAYS) else ",".join(spelt)
    return " ".join(words)


def _days_from_to(item: str) -> list[int]:
    first, dash, last = item.partition("/")[0].partition("-")
    low = _day(first)
    high = _day(last) if dash else low
    return [day % 7 for day in range(low, (high if high >= low else high + 7) + 1)]


def _day(word: str) -> int:
    if word.lower() in _DAYS:
        return _DAYS.index(word.lower())
    return int(word) if word in "01234567" else 0
