"""Durations, each of the three forms that the APIs know, kept in the text they were written in.

| Form | Fields | Source |
|---|---|---|
| sums of h, m, s | terminationGracePeriod | pattern in karpenter.sh_nodepools.yaml, 1.14.3 |
| the same or `Never` | consolidateAfter, expireAfter | the same |
| `Nh`, `Nm` or `NhNm` | budgets[].duration, windows[].duration | the same |

There are no days and no fractions: the API refuses them.
"""

import math
import re
from decimal import Decimal
from typing import ClassVar, Self

from pydantic.json_schema import JsonSchemaValue

from .errors import cut, reject, shown
from .scalar import Scalar, worded

NEVER = "Never"

_SUM = re.compile(r"(?:[0-9]{1,9}[smh])+")
_PART = re.compile(r"([0-9]{1,9})([smh])")
_BUDGET = re.compile(r"(?:[0-9]{1,9}h[0-9]{1,9}m|[0-9]{1,9}[hm])(?:0s)?")
_NEARLY = re.compile(r"(?:[0-9]{1,9}(?:\.[0-9]{1,9})?(?:w|d|h|ms|m|s))+")
_NEARLY_PART = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(w|d|h|ms|m|s)")
_SECONDS = {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1, "ms": Decimal("0.001")}
_BARE_NUMBER = re.compile(r"[0-9]{1,30}")
_LONGEST = 40
"""Characters; far above any time that is meant."""


class _Duration(Scalar):
    """What the forms have in common: reading, and the way to pydantic."""

    __slots__ = ()
    example: ClassVar[str]
    """What an editor offers."""

    @classmethod
    def pattern(cls) -> str:
        """Regular expression of the form, for editors."""
        raise NotImplementedError

    @classmethod
    def editor_schema(cls) -> JsonSchemaValue:
        """Text of the form."""
        return {"type": "string", **worded(f"^(?:{cls.pattern()})$", f"a duration, such as {cls.example}")}


class Duration(_Duration):
    """A sum of hours, minutes and seconds, such as `24h`, `1h30m` or `90s`."""

    __slots__ = ()
    example = "24h or 1h30m"

    def __new__(cls, text: str) -> Self:
        """Refuses what the API would refuse (E151) and offers the same time in its form."""
        if text == NEVER:
            raise reject("E151", "Never is no duration here, absent means for ever", "write null")
        if not _is_sum(text):
            raise reject("E151", _what(text), f"write {_meant(text) or 'hours, minutes and seconds, such as 1h30m'}")
        return super().__new__(cls, text)

    @property
    def seconds(self) -> int:
        """The time in seconds."""
        return _seconds_of(self)

    @classmethod
    def pattern(cls) -> str:
        """Sums of h, m and s."""
        return _SUM.pattern


class OptionalNever(_Duration):
    """A sum of hours, minutes and seconds, or `Never`."""

    __slots__ = ()
    example = "720h, or Never"

    def __new__(cls, text: str) -> Self:
        """Refuses what the API would refuse (E151) and offers the same time in its form."""
        if text != NEVER and not _is_sum(text):
            meant = NEVER if text.lower() == NEVER.lower() else _meant(text)
            raise reject("E151", _what(text), f"write {meant or 'hours, minutes and seconds, such as 1h30m, or Never'}")
        return super().__new__(cls, text)

    @property
    def seconds(self) -> int | None:
        """The time in seconds; None for `Never`."""
        return None if self == NEVER else _seconds_of(self)

    @classmethod
    def pattern(cls) -> str:
        """Sums of h, m and s, or Never."""
        return f"{_SUM.pattern}|{NEVER}"


class BudgetDuration(_Duration):
    """Whole minutes as `8h`, `90m` or `1h30m`: hours first, each unit once."""

    __slots__ = ()
    example = "8h or 1h30m"

    def __new__(cls, text: str) -> Self:
        """Refuses what the API would refuse (E151); offers the time rounded up to minutes."""
        if not (len(text) <= _LONGEST and _BUDGET.fullmatch(text)):
            meant = _meant(text, whole_minutes=True) or "hours and minutes, such as 8h or 1h30m"
            raise reject("E151", f"{shown(text)} is not of the form 1h30m", f"write {meant}")
        if _seconds_of(text) == 0:
            raise reject("E151", f"{shown(text)} lasts no time", "write hours and minutes, such as 8h or 1h30m")
        return super().__new__(cls, text)

    @property
    def seconds(self) -> int:
        """The time in seconds, a multiple of 60."""
        return _seconds_of(self)

    @classmethod
    def pattern(cls) -> str:
        """Hours, then minutes."""
        return _BUDGET.pattern


def spell(seconds: int) -> str:
    """The shortest text of a time in hours, minutes and seconds: 5400 -> `1h30m`."""
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    return "".join(f"{n}{unit}" for n, unit in ((hours, "h"), (minutes, "m"), (left, "s")) if n) or "0s"


def _is_sum(text: str) -> bool:
    return len(text) <= _LONGEST and _SUM.fullmatch(text) is not None


def _seconds_of(text: str) -> int:
    return sum(int(number) * int(_SECONDS[unit]) for number, unit in _PART.findall(text))


def _what(text: str) -> str:
    if _BARE_NUMBER.fullmatch(text):
        return f"{cut(text)} has no unit"
    if _NEARLY.fullmatch(_closed_up(text)) is None:
        return f"{shown(text)} is no duration"
    if "." in text:
        return f"{shown(text)} has a fraction"
    return f"{shown(text)} is not in h, m and s alone"


def _meant(text: str, *, whole_minutes: bool = False) -> str | None:
    """The same time in the API's form, rounded up; None where no time can be read from the text."""
    if _BARE_NUMBER.fullmatch(text):
        return f"{text}{'m' if whole_minutes else 's'}"
    found = _NEARLY.match(_closed_up(text))
    if found is None:
        return None
    seconds = math.ceil(sum(Decimal(number) * _SECONDS[unit] for number, unit in _NEARLY_PART.findall(found[0])))
    return spell(-(-seconds // 60) * 60 if whole_minutes else seconds)


def _closed_up(text: str) -> str:
    return "".join(text[:_LONGEST].lower().split())
