"""How far a time zone is from UTC in the course of a year.

Daylight saving gives most zones two offsets. They are taken from one fixed year, so that the same tenant file gives
the same documents whenever the preview runs.
"""

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

OFFSET_YEAR: Final = 2026
"""The year whose offsets count; a later one only when the zone data change what governments have decided."""


@cache
def utc_offsets(timezone: str) -> tuple[int, ...]:
    """All offsets of the zone in minutes east of UTC, smallest first; found by asking once a day.

    Args:
        timezone: A name of the IANA time zone database, for example `Europe/Berlin`.
    """
    zone = ZoneInfo(timezone)
    noon = datetime(OFFSET_YEAR, 1, 1, 12, tzinfo=UTC)
    days = (noon + timedelta(days=day) for day in range(365))
    return tuple(sorted({(_wall_clock(day, zone) - day) // timedelta(minutes=1) for day in days}))


def clock_shift(timezone: str) -> int:
    """Minutes by which the zone's clocks differ in the course of the year; 0 where they never change."""
    offsets = utc_offsets(timezone)
    return offsets[-1] - offsets[0]


def _wall_clock(moment: datetime, zone: ZoneInfo) -> datetime:
    """What a clock in the zone shows at the moment, read as if it were UTC."""
    return moment.astimezone(zone).replace(tzinfo=UTC)
