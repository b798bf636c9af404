"""The ring of minutes alone; that budgets mean the right hours is the subject of test_budgets."""

from hypothesis import given
from hypothesis import strategies as st

from components.rendering.week import DAY, WEEK, Span, gaps, merged

SPANS = st.builds(Span, st.integers(0, WEEK - 1), st.integers(1, WEEK + DAY))


def test_spans_that_touch_become_one():
    assert merged([Span(60, 60), Span(120, 30)]) == (Span(60, 90),)


def test_spans_that_overlap_become_one():
    assert merged([Span(100, 60), Span(60, 60), Span(70, 10)]) == (Span(60, 100),)


def test_spans_apart_stay_apart_and_are_sorted():
    assert merged([Span(500, 10), Span(0, 10)]) == (Span(0, 10), Span(500, 10))


def test_a_span_over_the_end_of_the_week_stays_one():
    assert merged([Span(WEEK - 60, 120)]) == (Span(WEEK - 60, 120),)


def test_the_end_of_the_week_touches_its_beginning():
    assert merged([Span(0, 60), Span(WEEK - 60, 60), Span(600, 5)]) == (Span(600, 5), Span(WEEK - 60, 120))


def test_a_week_or_longer_is_always():
    assert merged([Span(300, WEEK), Span(10, 5)]) == (Span(0, WEEK),)


def test_the_gap_of_one_span_goes_round_the_week():
    assert gaps([Span(120, 60)]) == (Span(180, WEEK - 60),)


def test_gaps_are_sorted_by_start():
    assert gaps([Span(60, 60), Span(WEEK - 120, 60)]) == (Span(120, WEEK - 240), Span(WEEK - 60, 120))


def test_no_gap_when_the_week_is_full():
    assert gaps([Span(0, DAY), Span(DAY, 6 * DAY)]) == ()


def test_no_span_leaves_the_whole_week():
    assert gaps([]) == (Span(0, WEEK),)


def test_a_span_can_be_moved_over_the_end_of_the_week():
    assert [Span(60, 5).moved(-120), Span(WEEK - 60, 5).moved(120)] == [Span(WEEK - 60, 5), Span(60, 5)]


@given(st.lists(SPANS, max_size=8), st.integers(0, WEEK - 1))
def test_a_minute_lies_in_a_span_or_in_a_gap_and_never_in_both(spans: list[Span], minute: int):
    inside = any(span.contains(minute) for span in spans)

    assert any(span.contains(minute) for span in merged(spans)) is inside
    assert any(gap.contains(minute) for gap in gaps(spans)) is not inside
