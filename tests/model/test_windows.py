"""Maintenance windows as they are written; what becomes of them is rendered and tested there."""

import datetime
from typing import Any

import pytest

from components.model.windows import MaintenanceWindowsSpec
from tests.model.builders import refusals

REQUIRED: dict[str, Any] = {"windows": [{"days": ["sat", "sun"], "start": "02:00", "duration": "4h"}]}

GOOD: dict[str, dict[str, Any]] = {
    "UTC": {},
    "time zone": {"timezone": "Australia/Lord_Howe"},
    "blackouts alone": {"windows": [], "blackouts": [{"from": "2026-12-18", "to": "2027-01-04"}]},
    "one day": {"blackouts": [{"from": "2026-12-24", "to": "2026-12-24"}]},
    "leap day": {"blackouts": [{"from": "2028-02-29", "to": "2028-02-29"}]},
    "a whole week": {"windows": [{"days": ["mon"], "start": "23:59", "duration": "168h"}]},
    "some reasons": {"reasons": ["Drifted"]},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "misspelt zone": (
        {"timezone": "Europe/Berln"},
        ['timezone: "Europe/Berln" is no time zone; write Europe/Berlin  [E005]'],
    ),
    "zone outside the zone data": (
        {"timezone": "../../etc/passwd"},
        ['timezone: "../../etc/passwd" is no time zone; write a name such as Europe/Berlin or UTC  [E005]'],
    ),
    "empty zone": (
        {"timezone": ""},
        ['timezone: "" is no time zone; write a name such as Europe/Berlin or UTC  [E005]'],
    ),
    "long day": (
        {"windows": [{"days": ["saturday"], "start": "02:00", "duration": "4h"}]},
        ['windows[0].days[0]: "saturday" is none of sun, mon, tue, wed, thu, fri, sat; write sat  [E005]'],
    ),
    "no days": (
        {"windows": [{"days": [], "start": "02:00", "duration": "4h"}]},
        ["windows[0].days: [] is empty; write at least one entry  [E005]"],
    ),
    "hour without zero": (
        {"windows": [{"days": ["sat"], "start": "2:00", "duration": "4h"}]},
        ['windows[0].start: "2:00" is no time of day; write hours and minutes, such as "02:00"  [E005]'],
    ),
    "hour 24": (
        {"windows": [{"days": ["sat"], "start": "24:00", "duration": "4h"}]},
        ['windows[0].start: "24:00" is no time of day; write hours and minutes, such as "02:00"  [E005]'],
    ),
    "longer than a week": (
        {"windows": [{"days": ["sat"], "start": "02:00", "duration": "169h"}]},
        ["windows[0].duration: 169h is longer than a week; write at most 168h  [E005]"],
    ),
    "no duration": ({"windows": [{"days": ["sat"], "start": "02:00"}]}, ["windows[0].duration: [missing]"]),
    "end before the beginning": (
        {"blackouts": [{"from": "2026-12-18", "to": "2026-12-17"}]},
        ["blackouts[0].to: 2026-12-17 is before from 2026-12-18; write a later day  [E005]"],
    ),
    "day that does not exist": (
        {"blackouts": [{"from": "2026-06-31", "to": "2026-07-01"}]},
        ['blackouts[0].from: "2026-06-31" is no date; write year-month-day, such as 2026-12-18  [E005]'],
    ),
    "another form of date": (
        {"blackouts": [{"from": "18.12.2026", "to": "2027-01-01"}]},
        ['blackouts[0].from: "18.12.2026" is no date; write year-month-day, such as 2026-12-18  [E005]'],
    ),
    "a whole year": (
        {"blackouts": [{"from": "2026-01-01", "to": "2027-01-01"}]},
        ["blackouts[0].to: 2027-01-01 is more than a year after from 2026-01-01; write an earlier day  [E005]"],
    ),
    "neither": (
        {"windows": []},
        ["neither windows nor blackouts are given; write one of them or remove the field  [E006]"],
    ),
    "no reasons": (
        {"reasons": []},
        ["reasons: [] lets nothing wait for a window; name reasons or leave the field out  [E005]"],
    ),
    "reason twice": ({"reasons": ["Empty", "Empty"]}, ["reasons[1]: Empty is given twice; keep one  [E214]"]),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(MaintenanceWindowsSpec, REQUIRED | given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(MaintenanceWindowsSpec, REQUIRED | given) == messages


def test_dates_are_dates():
    given = {"blackouts": [{"from": "2026-12-18", "to": "2027-01-04"}]}

    blackout = MaintenanceWindowsSpec.model_validate(given).blackouts[0]

    assert (blackout.from_, blackout.to) == (datetime.date(2026, 12, 18), datetime.date(2027, 1, 4))
