"""The week as a ring of minutes: spans that touch become one, and the gaps are what lies between them.

Minute 0 is Sunday 00:00, because cron counts days from Sunday. A span may run over the end of the week into its
beginning. What the minutes mean, and in which time zone they are, is not decided here.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

DAY: Final = 24 * 60
WEEK: Final = 7 * DAY


class Span(NamedTuple):
    """Some minutes in a row."""

    start: int
    """First minute, 0 to 10079."""

    length: int
    """Number of minutes; a week or more means always."""

    def contains(self, minute: int) -> bool:
        """Whether the minute of the week lies in the span."""
        return (minute - self.start) % WEEK < self.length

    def moved(self, minutes: int) -> "Span":
        """The same length, starting so much later, or earlier when negative."""
        return Span((self.start + minutes) % WEEK, self.length)


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same minutes in the fewest spans, by start; spans that touch or overlap become one."""
    runs: list[list[int]] = []
    for start, end in sorted(piece for span in spans for piece in _pieces(span)):
        if runs and start <= runs[-1][1]:
            runs[-1][1] = max(runs[-1][1], end)
        else:
            runs.append([start, end])
    if len(runs) > 1 and runs[0][0] == 0 and runs[-1][1] == WEEK:
        runs[-1][1] += runs.pop(0)[1]
    return tuple(Span(start, end - start) for start, end in runs)


def gaps(spans: Iterable[Span]) -> tuple[Span, ...]:
    """What lies between the spans, by start: nothing when they fill the week, all of it when there are none."""
    open_spans = merged(spans)
    if not open_spans:
        return (Span(0, WEEK),)
    between = zip(open_spans, (*open_spans[1:], open_spans[0]), strict=True)
    return tuple(sorted(_between(earlier, later) for earlier, later in between if earlier.length < WEEK))


def _pieces(span: Span) -> tuple[tuple[int, int], ...]:
    """First and past-the-last minute, cut in two at the end of the week."""
    if span.length >= WEEK:
        return ((0, WEEK),)
    end = span.start + span.length
    if end <= WEEK:
        return ((span.start, end),)
    return ((span.start, WEEK), (0, end - WEEK))


def _between(earlier: Span, later: Span) -> Span:
    start = (earlier.start + earlier.length) % WEEK
    return Span(start, (later.start - start) % WEEK)
