"""Schedules: accepted is what the controller parses. Proves nothing about the controller's own clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.cron import MACROS, Cron
from tests.model.builders import refusal

BLOCKS = "and would block every disruption"

GOOD = {
    "weekdays by name": "0 9 * * mon-fri",
    "names in capitals": "0 9 * JAN MON",
    "lists of names": "0 0 * * sat,sun",
    "steps": "*/15 * * * *",
    "stepped range": "0 8-18/2 * * *",
    "step from a number on": "5/10 * * * *",
    "question mark": "0 0 ? * 1",
    "29th of February": "0 0 29 2 *",
    "a day that does not come, or a weekday": "0 0 30 2 mon",
    "several blanks": "0  9 * *   1",
}

BAD = {
    "range that runs backwards": ("0 0 * * sat-sun", f"runs backwards {BLOCKS}; write 0 0 * * sat,sun (UTC)"),
    "range over the weekend": ("0 0 * * fri-mon", f"runs backwards {BLOCKS}; write 0 0 * * fri,sat,sun,mon (UTC)"),
    "hours over midnight": ("0 22-2 * * *", f"runs backwards {BLOCKS}; write 0 22-23,0-2 * * * (UTC)"),
    "months over new year": ("0 0 * nov-feb *", f"runs backwards {BLOCKS}; write 0 0 * nov-12,1-feb * (UTC)"),
    "sunday as 7": ("0 0 * * 7", f"counts Sunday as 7 {BLOCKS}; write 0 0 * * 0 (UTC)"),
    "range to 7": ("0 0 * * 5-7", f"counts Sunday as 7 {BLOCKS}; write 0 0 * * 5,6,0 (UTC)"),
    "whole week to 7": ("30 10 * * 1-7", f"counts Sunday as 7 {BLOCKS}; write 30 10 * * * (UTC)"),
    "hour 25": ("0 25 * * *", f"has hour 25 {BLOCKS}; write an hour of 0 to 23 (UTC)"),
    "minute 60": ("60 * * * *", f"has minute 60 {BLOCKS}; write a minute of 0 to 59 (UTC)"),
    "day 0": ("0 0 0 * *", f"has day 0 {BLOCKS}; write a day of 1 to 31 (UTC)"),
    "month 13": ("0 0 * 13 *", f"has month 13 {BLOCKS}; write a month of 1 to 12 (UTC)"),
    "letters": ("a b c d e", f'has the minute "a" {BLOCKS}; write a minute of 0 to 59 (UTC)'),
    "misspelt day": ("0 0 * * mn", f'has the weekday "mn" {BLOCKS}; write 0 0 * * mon (UTC)'),
    "half a range": ("-1 * * * *", f'has the minute "" {BLOCKS}; write a minute of 0 to 59 (UTC)'),
    "step 0": ("*/0 * * * *", f"has step 0 in its minute {BLOCKS}; write a step of 1 or more (UTC)"),
    "junk behind a step": ("0 9 * * mon/x", f'has the weekday "mon/x" {BLOCKS}; write 0 9 * * mon (UTC)'),
    "day that never comes": (
        "0 0 31 2 *",
        f"names a day that its months do not have {BLOCKS}; write a day that comes (UTC)",
    ),
    "four words": (
        "0 9 * *",
        f"has 4 words instead of 5 {BLOCKS}; write minute hour day month weekday, such as 0 9 * * mon-fri (UTC)",
    ),
    "seconds in front": (
        "0 0 9 * * *",
        f"has 6 words instead of 5 {BLOCKS}; write minute hour day month weekday, such as 0 9 * * mon-fri (UTC)",
    ),
    "macro with a tail": ("@dailyfoo", f"is no macro {BLOCKS}; write @daily (UTC)"),
    "macro in capitals": ("@Weekly", f"is no macro {BLOCKS}; write @weekly (UTC)"),
    "interval": ("@every 1h", f"is no macro {BLOCKS}; write @daily (UTC)"),
    "time zone": (
        "TZ=Europe/Berlin 0 3 * * 6",
        f"names a time zone {BLOCKS}, schedules are in UTC; write the hours in UTC, or maintenanceWindows.timezone",
    ),
}


@pytest.mark.parametrize("text", [*GOOD.values(), *MACROS], ids=[*GOOD, *MACROS])
def test_accepts(text: str):
    assert str(Cron(text)) == text


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_rejects(text: str, message: str):
    assert refusal(Cron, text) == f'"{text}" {message}  [E151]'


def test_very_long_text_is_cut_in_the_message():
    assert refusal(Cron, "1," * 300) == (
        f'"{"1," * 80}…" is too long {BLOCKS}; write minute hour day month weekday (UTC)  [E151]'
    )


@pytest.mark.parametrize(
    ("text", "hits"),
    {
        "names": ("30 6 * jan,dec sat-sat", ({30}, {6}, set(range(1, 32)), {1, 12}, {6})),
        "steps": ("50/5 20-23/3 */10 2 *", ({50, 55}, {20, 23}, {1, 11, 21, 31}, {2}, set(range(7)))),
        "macro": ("@monthly", ({0}, {0}, {1}, set(range(1, 13)), set(range(7)))),
    }.values(),
)
def test_hits(text: str, hits: tuple[set[int], ...]):
    assert Cron(text).hits == hits


@given(st.text("0123456789*/,-?@ monsatTZ=", max_size=24))
def test_any_text_is_accepted_as_it_is_or_refused_in_words(text: str):
    message = refusal(Cron, text)

    assert message is None or (message.startswith('"') and message.endswith("  [E151]"))


@given(st.integers(0, 7), st.integers(0, 7))
def test_what_is_offered_for_days_is_accepted(first: int, last: int):
    message = refusal(Cron, f"0 0 * * {first}-{last}")

    if message is not None:
        offered = message.partition("; write ")[2].removesuffix(" (UTC)  [E151]")
        assert Cron(offered).hits[4] == {day % 7 for day in range(first, (last if last >= first else last + 7) + 1)}
