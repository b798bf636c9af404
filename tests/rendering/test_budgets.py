"""The hours that windows leave open, as budgets; that the controller counts them so is not shown here."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.pool import PoolSpec
from components.model.windows import MaintenanceWindowsSpec
from components.rendering.budgets import budgets, vanished_windows

STANDARD = ["Underutilized", "Empty", "Drifted"]
RATE_LIMIT = {"nodes": "10%", "reasons": STANDARD}
WEEKDAYS = ["mon", "tue", "wed", "thu", "fri"]


def window(days: str | list[str], start: str, duration: str) -> dict[str, Any]:
    return {"days": days.split() if isinstance(days, str) else days, "start": start, "duration": duration}


def compiled(timezone: str, *windows: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    spec = {"maintenanceWindows": {"timezone": timezone, "windows": list(windows), **more}}
    return budgets(PoolSpec.model_validate(spec))


def closed(schedule: str, duration: str, reasons: list[str] = STANDARD) -> dict[str, Any]:
    return {"nodes": "0", "reasons": reasons, "schedule": schedule, "duration": duration}


@pytest.mark.parametrize(
    ("timezone", "windows", "expected"),
    [
        pytest.param("UTC", [window("sat", "02:00", "4h")], [("0 6 * * 6", "164h")], id="one window"),
        pytest.param("UTC", [window("sat", "02:00", "90m")], [("30 3 * * 6", "166h30m")], id="minutes"),
        pytest.param(
            "UTC",
            [window("tue", "22:00", "4h"), window("sat", "02:00", "4h")],
            [("0 2 * * 3", "72h"), ("0 6 * * 6", "88h")],
            id="two windows, one over midnight",
        ),
        pytest.param(
            "UTC",
            [window(WEEKDAYS, "01:00", "2h")],
            [*((f"0 3 * * {day}", "22h") for day in (1, 2, 3, 4)), ("0 3 * * 5", "70h")],
            id="one window on several days",
        ),
        pytest.param("Europe/Berlin", [window("sat", "03:00", "4h")], [("0 5 * * 6", "165h")], id="two offsets"),
        pytest.param(
            "Europe/Berlin",
            [window("sat", "20:00", "12h"), window("sun", "08:00", "4h")],
            [("0 10 * * 0", "153h")],
            id="windows that touch lose the shift once",
        ),
        pytest.param("America/New_York", [window("sun", "23:00", "3h")], [("0 6 * * 1", "166h")], id="west of UTC"),
        pytest.param("Asia/Kolkata", [window("sun", "01:00", "4h")], [("30 23 * * 6", "164h")], id="half-hour offset"),
        pytest.param(
            "Australia/Lord_Howe", [window("sat", "02:00", "3h")], [("0 18 * * 5", "165h30m")], id="half-hour shift"
        ),
        pytest.param("UTC", [window("mon", "00:00", "1m")], [("1 0 * * 1", "167h59m")], id="longest gap"),
        pytest.param("Europe/Berlin", [window(["sun", *WEEKDAYS, "sat"], "00:00", "24h")], [], id="always open"),
    ],
)
def test_time_outside_the_windows_is_closed(
    timezone: str, windows: list[dict[str, Any]], expected: list[tuple[str, str]]
):
    assert compiled(timezone, *windows) == [RATE_LIMIT, *(closed(*budget) for budget in expected)]


def test_a_blackout_stands_beside_the_windows():
    found = compiled(
        "Europe/Berlin", window("sat", "03:00", "4h"), blackouts=[{"from": "2026-12-18", "to": "2027-01-04"}]
    )

    assert found == [RATE_LIMIT, closed("0 5 * * 6", "165h"), closed("0 22 17 12 *", "433h")]


def test_a_blackout_alone_leaves_the_week_open():
    found = compiled("America/New_York", blackouts=[{"from": "2026-11-26", "to": "2026-11-26"}])

    assert found == [RATE_LIMIT, closed("0 4 26 11 *", "25h")]


def test_only_the_named_reasons_wait_for_a_window():
    found = compiled("UTC", window("sat", "02:00", "4h"), reasons=["Drifted", "Unhealthy"])

    assert found == [RATE_LIMIT, closed("0 6 * * 6", "164h", ["Drifted", "Unhealthy"])]


@pytest.mark.parametrize(
    ("timezone", "windows", "vanished"),
    [
        pytest.param("Europe/Berlin", [window("sat", "03:00", "1h")], (0,), id="as long as the shift"),
        pytest.param("Europe/Berlin", [window("sat", "03:00", "61m")], (), id="a minute longer"),
        pytest.param("UTC", [window("sat", "03:00", "1m")], (), id="clocks that never change"),
        pytest.param(
            "Europe/Berlin",
            [window("sat", "03:00", "4h"), window("tue", "03:00", "30m")],
            (1,),
            id="beside one that stays",
        ),
        pytest.param(
            "Europe/Berlin",
            [window("sat", "03:00", "1h"), window("sat", "04:00", "1h")],
            (),
            id="touching, so one window",
        ),
        pytest.param("Europe/Berlin", [window("sat sun", "03:00", "30m")], (0,), id="on each of its days"),
    ],
)
def test_windows_shorter_than_the_clock_shift_vanish(
    timezone: str, windows: list[dict[str, Any]], vanished: tuple[int, ...]
):
    spec = MaintenanceWindowsSpec.model_validate({"timezone": timezone, "windows": windows})

    assert vanished_windows(spec) == vanished


def test_a_pool_whose_windows_all_vanished_stays_closed():
    assert compiled("Europe/Berlin", window("sat", "03:00", "1h")) == [RATE_LIMIT, closed("0 0 * * 0", "168h")]


def test_written_budgets_keep_their_order_and_spelling():
    written = [
        {"nodes": 0, "schedule": "0 9 * * mon-fri", "duration": "8h"},
        {"nodes": "5", "schedule": "@daily", "duration": "90m", "reasons": ["Empty"]},
        {},
    ]

    found = budgets(PoolSpec.model_validate({"disruption": {"budgets": written}}))

    assert found == [
        {"nodes": "0", "reasons": STANDARD, "schedule": "0 9 * * mon-fri", "duration": "8h"},
        {"nodes": "5", "reasons": ["Empty"], "schedule": "@daily", "duration": "90m"},
        RATE_LIMIT,
    ]


def test_no_budget_at_all_stays_none():
    assert budgets(PoolSpec.model_validate({"disruption": {"budgets": []}})) == []


def test_default_is_the_rate_limit():
    assert budgets(PoolSpec.model_validate({})) == [RATE_LIMIT]


TIMES = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.integers(0, 59))
DAYS = st.lists(st.sampled_from(["sun", *WEEKDAYS, "sat"]), min_size=1, max_size=7, unique=True)
WINDOWS = st.builds(window, DAYS, TIMES, st.integers(1, 10080).map("{}m".format))


@given(st.lists(WINDOWS, min_size=1, max_size=4), st.integers(0, 10079), st.sampled_from([60, 120]))
def test_an_open_minute_lies_in_a_window_whatever_the_clock_shows(
    windows: list[dict[str, Any]], minute: int, offset: int
):
    found = compiled("Europe/Berlin", *windows)

    assert _is_closed(found, minute) or _is_inside(windows, (minute + offset) % 10080)


def _is_closed(found: list[dict[str, Any]], minute: int) -> bool:
    return any((minute - _start(budget)) % 10080 < _minutes(budget["duration"]) for budget in found[1:])


def _start(budget: dict[str, Any]) -> int:
    minute, hour, _, _, day = budget["schedule"].split()
    return int(day) * 1440 + int(hour) * 60 + int(minute)


def _is_inside(windows: list[dict[str, Any]], local: int) -> bool:
    days = ["sun", *WEEKDAYS, "sat"]
    return any(
        (local - days.index(day) * 1440 - int(each["start"][:2]) * 60 - int(each["start"][3:])) % 10080
        < _minutes(each["duration"])
        for each in windows
        for day in each["days"]
    )


def _minutes(duration: str) -> int:
    hours, _, rest = duration.rpartition("h")
    return int(hours or 0) * 60 + int(rest.removesuffix("m") or 0)
