"""Maintenance windows: the times in which nodes may be replaced, in the operator's time zone.

Rendering compiles the complement: Karpenter's budgets can only forbid.
"""

import datetime
import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator
from pydantic_core import PydanticCustomError

from .base import Model
from .between import Length
from .disruption import reasons_given_twice
from .duration import BudgetDuration
from .enums import DisruptionReason, Weekday
from .errors import reject, shown
from .nearest import nearest
from .text import Items, Text, text_of

_TIME_OF_DAY = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WEEK = 7 * 24 * 3600
_LONGEST_BLACKOUT = datetime.timedelta(days=364)
"""Cron knows no year: a blackout comes back every year and must be over by then."""


def _timezone(text: str) -> str:
    import zoneinfo  # only files with windows pay for it

    try:
        zoneinfo.ZoneInfo(text)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        meant = nearest(text, zoneinfo.available_timezones()) or "a name such as Europe/Berlin or UTC"
        raise reject("E005", f"{shown(text)} is no time zone", f"write {meant}") from None
    return text


def _time_of_day(text: str) -> str:
    if not _TIME_OF_DAY.fullmatch(text):
        raise reject("E005", f"{shown(text)} is no time of day", 'write hours and minutes, such as "02:00"')
    return text


def _date(value: object) -> datetime.date:
    text = text_of(value)
    if _DATE.fullmatch(text):
        try:
            return datetime.date.fromisoformat(text)
        except ValueError:
            pass  # the 31st of June has the form of a date
    raise reject("E005", f"{shown(text)} is no date", "write year-month-day, such as 2026-12-18")


Date = Annotated[datetime.date, BeforeValidator(_date)]


class WindowSpec(Model):
    """One weekly time in which nodes may be replaced."""

    days: Annotated[Items[Weekday], Length(least=1)]
    """Days on which it begins: mon, tue, wed, thu, fri, sat, sun."""
    start: Annotated[Text, AfterValidator(_time_of_day)]
    """Time of day in the zone of `timezone`, as "02:00"."""
    duration: BudgetDuration
    """How long it lasts, at most a week; it may run past midnight."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Longer than a week is always."""
        if self.duration.seconds > _WEEK:
            yield reject("E005", f"{self.duration} is longer than a week", "write at most 168h", ("duration",))


class BlackoutSpec(Model):
    """Days on which no node is replaced, windows or not. They return each year until they are removed: cron knows no
    year."""

    from_: Date
    """First day, from 00:00 in every reading of the zone."""
    to: Date
    """Last day, to its end."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """The end before the beginning, or a whole year."""
        if self.to < self.from_:
            yield reject("E005", f"{self.to} is before from {self.from_}", "write a later day", ("to",))
        elif self.to - self.from_ > _LONGEST_BLACKOUT:
            yield reject(
                "E005", f"{self.to} is more than a year after from {self.from_}", "write an earlier day", ("to",)
            )


class MaintenanceWindowsSpec(Model):
    """When nodes of the pool may be replaced; in the rest of the week nothing is disrupted on purpose."""

    timezone: Annotated[Text, AfterValidator(_timezone)] = "UTC"
    """IANA name, such as Europe/Berlin. Default UTC, Karpenter's own clock. What lies inside a window under one of
    the zone's offsets only (daylight saving) is left out."""
    reasons: Items[DisruptionReason] = (
        DisruptionReason.UNDERUTILIZED,
        DisruptionReason.EMPTY,
        DisruptionReason.DRIFTED,
    )
    """What waits for a window. Default all but Unhealthy: a broken node is repaired at once."""
    windows: Items[WindowSpec] = ()
    """The weekly times. Absent: always, but for the blackouts."""
    blackouts: Items[BlackoutSpec] = ()
    """Ranges of days without any replacement. Default none."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Neither windows nor blackouts say nothing; reasons once each."""
        if not self.windows and not self.blackouts:
            yield reject("E006", "neither windows nor blackouts are given", "write one of them or remove the field")
        if not self.reasons:
            yield reject(
                "E005", "[] lets nothing wait for a window", "name reasons or leave the field out", ("reasons",)
            )
        yield from reasons_given_twice(self.reasons)
