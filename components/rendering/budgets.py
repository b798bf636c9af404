"""Disruption budgets of a pool: those that were written, or the ones that maintenance windows mean.

A budget only lowers what may be disrupted, and only while it is active; inactive means unlimited. A window is
therefore written as its complement: `nodes: "0"` for the time outside, beside an unscheduled rate limit. Cron speaks
UTC, and the zone's clocks change: open is only what lies inside the window under every offset of the zone.

Source: `pkg/apis/v1/nodepool.go` of sigs.k8s.io/karpenter 1.14.3 (schedule, duration, reasons of a budget).
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, time, timedelta
from typing import Any, Final

from ..model.disruption import BudgetSpec
from ..model.duration import spell
from ..model.enums import DisruptionReason, Weekday
from ..model.pool import PoolSpec
from ..model.windows import BlackoutSpec, MaintenanceWindowsSpec, WindowSpec
from .utc_offsets import clock_shift, utc_offsets
from .week import DAY, WEEK, Span, gaps, merged

RATE_LIMIT: Final = "10%"
"""Beside the windows; the API's own default where there is no budget."""
NO_NODE: Final = "0"

STANDARD_REASONS: Final = (DisruptionReason.UNDERUTILIZED, DisruptionReason.EMPTY, DisruptionReason.DRIFTED)
"""What absent reasons mean to the product, in every version: from 1.15 on a budget without reasons would also hold
back the repair of unhealthy nodes."""


def budgets(spec: PoolSpec) -> list[dict[str, Any]]:
    """The list `spec.disruption.budgets`, every field of an entry written out."""
    if spec.maintenance_windows is None:
        return [_written(budget) for budget in spec.disruption.budgets]
    return list(_compiled(spec.maintenance_windows))


def vanished_windows(spec: MaintenanceWindowsSpec) -> tuple[int, ...]:
    """Indexes of the windows of which nothing is left once all offsets of the zone are honoured.

    A window that touches or overlaps others counts together with them.
    """
    shift = clock_shift(spec.timezone)
    left = [span for span in merged(_all_spans(spec)) if span.length > shift]
    return tuple(
        index
        for index, window in enumerate(spec.windows)
        if not any(remaining.contains(span.start) for span in _spans(window) for remaining in left)
    )


def _written(budget: BudgetSpec) -> dict[str, Any]:
    document = _budget(budget.nodes, budget.reasons or STANDARD_REASONS)
    if budget.schedule is not None:
        document |= {"schedule": str(budget.schedule), "duration": str(budget.duration)}
    return document


def _compiled(spec: MaintenanceWindowsSpec) -> Iterator[dict[str, Any]]:
    yield _budget(RATE_LIMIT, STANDARD_REASONS)
    if spec.windows:
        for gap in gaps(_open_in_utc(spec)):
            yield _budget(NO_NODE, spec.reasons) | _weekly(gap)
    for blackout in spec.blackouts:
        yield _budget(NO_NODE, spec.reasons) | _yearly(blackout, spec.timezone)


def _budget(nodes: str, reasons: Iterable[DisruptionReason]) -> dict[str, Any]:
    return {"nodes": str(nodes), "reasons": [str(reason) for reason in reasons]}


def _open_in_utc(spec: MaintenanceWindowsSpec) -> Iterator[Span]:
    """The windows in UTC: from the latest beginning to the earliest end over all offsets."""
    shift = clock_shift(spec.timezone)
    earliest = utc_offsets(spec.timezone)[0]
    for span in merged(_all_spans(spec)):
        if span.length >= WEEK:
            yield span
        elif span.length > shift:
            yield Span(span.start, span.length - shift).moved(-earliest)


def _weekly(gap: Span) -> dict[str, str]:
    day, minute = divmod(gap.start, DAY)
    return {"schedule": f"{minute % 60} {minute // 60} * * {day}", "duration": spell(gap.length * 60)}


def _yearly(blackout: BlackoutSpec, timezone: str) -> dict[str, str]:
    """From the earliest reading of 00:00 on the first day to the latest reading of 24:00 on the last.

    Cron has no year, so the blackout comes back until it is removed.
    """
    start = datetime.combine(blackout.from_, time()) - timedelta(minutes=utc_offsets(timezone)[-1])
    minutes = ((blackout.to - blackout.from_).days + 1) * DAY + clock_shift(timezone)
    return {"schedule": f"{start.minute} {start.hour} {start.day} {start.month} *", "duration": spell(minutes * 60)}


def _all_spans(spec: MaintenanceWindowsSpec) -> Iterator[Span]:
    return (span for window in spec.windows for span in _spans(window))


def _spans(window: WindowSpec) -> Iterator[Span]:
    """One span for each day of the window, in the zone's own time."""
    start = time.fromisoformat(window.start)
    days = tuple(Weekday)
    for day in window.days:
        yield Span(days.index(day) * DAY + start.hour * 60 + start.minute, window.duration.seconds // 60)
