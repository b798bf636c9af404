"""The three forms of durations, against the API's patterns as they stand in karpenter.sh_nodepools.yaml 1.14.3."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.duration import BudgetDuration, Duration, OptionalNever, spell
from tests.model.builders import refusal

CRD_GRACE_PERIOD = re.compile(r"^([0-9]+(s|m|h))+$")
CRD_EXPIRE_AFTER = re.compile(r"^(([0-9]+(s|m|h))+|Never)$")
CRD_BUDGET = re.compile(r"^((([0-9]+(h|m))|([0-9]+h[0-9]+m))(0s)?)$")

BAD_DURATIONS = {
    "days": ("30d", '"30d" is not in h, m and s alone; write 720h  [E151]'),
    "weeks": ("1w", '"1w" is not in h, m and s alone; write 168h  [E151]'),
    "milliseconds": ("500ms", '"500ms" is not in h, m and s alone; write 1s  [E151]'),
    "capital": ("24H", '"24H" is not in h, m and s alone; write 24h  [E151]'),
    "blank": ("1h 30m", '"1h 30m" is not in h, m and s alone; write 1h30m  [E151]'),
    "fraction": ("1.5h", '"1.5h" has a fraction; write 1h30m  [E151]'),
    "junk behind": ("5mjunk", '"5mjunk" is no duration; write 5m  [E151]'),
    "unit as a word": ("2 hours", '"2 hours" is no duration; write 2h  [E151]'),
    "never": ("Never", "Never is no duration here, absent means for ever; write null  [E151]"),
    "no unit": ("30", "30 has no unit; write 30s  [E151]"),
    "no number": ("h", '"h" is no duration; write hours, minutes and seconds, such as 1h30m  [E151]'),
    "negative": ("-5m", '"-5m" is no duration; write hours, minutes and seconds, such as 1h30m  [E151]'),
    "empty": ("", '"" is no duration; write hours, minutes and seconds, such as 1h30m  [E151]'),
}

BAD_WITH_NEVER = {
    "never in small letters": ("never", '"never" is no duration; write Never  [E151]'),
    "days": ("30d", '"30d" is not in h, m and s alone; write 720h  [E151]'),
    "no unit": ("720", "720 has no unit; write 720s  [E151]"),
    "word": ("x", '"x" is no duration; write hours, minutes and seconds, such as 1h30m, or Never  [E151]'),
}

BAD_BUDGET_DURATIONS = {
    "seconds": ("90s", '"90s" is not of the form 1h30m; write 2m  [E151]'),
    "minutes first": ("5m10h", '"5m10h" is not of the form 1h30m; write 10h5m  [E151]'),
    "minutes first and many": ("90m1h", '"90m1h" is not of the form 1h30m; write 2h30m  [E151]'),
    "hours twice": ("1h1h", '"1h1h" is not of the form 1h30m; write 2h  [E151]'),
    "seconds behind": ("24h30m10s", '"24h30m10s" is not of the form 1h30m; write 24h31m  [E151]'),
    "days": ("30d", '"30d" is not of the form 1h30m; write 720h  [E151]'),
    "no unit": ("8", '"8" is not of the form 1h30m; write 8m  [E151]'),
    "no time": ("0h", '"0h" lasts no time; write hours and minutes, such as 8h or 1h30m  [E151]'),
    "word": ("soon", '"soon" is not of the form 1h30m; write hours and minutes, such as 8h or 1h30m  [E151]'),
    "empty": ("", '"" is not of the form 1h30m; write hours and minutes, such as 8h or 1h30m  [E151]'),
}

durations = st.text("0123456789hms.dNever ", max_size=8)


@pytest.mark.parametrize(
    ("text", "seconds"),
    {
        "hours": ("24h", 86400),
        "sum": ("1h30m", 5400),
        "seconds": ("60s", 60),
        "zero": ("0s", 0),
        "odd": ("90m1h", 9000),
    }.values(),
)
def test_duration_keeps_its_text_and_knows_its_seconds(text: str, seconds: int):
    assert (str(Duration(text)), Duration(text).seconds) == (text, seconds)


@pytest.mark.parametrize(("text", "message"), BAD_DURATIONS.values(), ids=BAD_DURATIONS)
def test_duration_rejects(text: str, message: str):
    assert refusal(Duration, text) == message


def test_never_has_no_seconds():
    assert OptionalNever("Never").seconds is None
    assert OptionalNever("720h").seconds == 2592000


@pytest.mark.parametrize(("text", "message"), BAD_WITH_NEVER.values(), ids=BAD_WITH_NEVER)
def test_duration_with_never_rejects(text: str, message: str):
    assert refusal(OptionalNever, text) == message


@pytest.mark.parametrize(("text", "seconds"), [("8h", 28800), ("90m", 5400), ("1h30m", 5400), ("8h0s", 28800)])
def test_budget_duration_keeps_its_text_and_knows_its_seconds(text: str, seconds: int):
    assert (str(BudgetDuration(text)), BudgetDuration(text).seconds) == (text, seconds)


@pytest.mark.parametrize(("text", "message"), BAD_BUDGET_DURATIONS.values(), ids=BAD_BUDGET_DURATIONS)
def test_budget_duration_rejects(text: str, message: str):
    assert refusal(BudgetDuration, text) == message


@given(durations)
def test_accepts_exactly_what_the_api_accepts(text: str):
    assert (refusal(Duration, text) is None) == bool(CRD_GRACE_PERIOD.fullmatch(text))
    assert (refusal(OptionalNever, text) is None) == bool(CRD_EXPIRE_AFTER.fullmatch(text))


@given(durations)
def test_budget_duration_accepts_what_the_api_accepts_unless_it_lasts_no_time(text: str):
    message = refusal(BudgetDuration, text)

    assert (message is None or "lasts no time" in message) == bool(CRD_BUDGET.fullmatch(text))


@given(st.integers(1, 10**7))
def test_spelt_time_reads_back_as_the_same_time(seconds: int):
    assert Duration(spell(seconds)).seconds == seconds
