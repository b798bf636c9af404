"""When and how fast Karpenter may replace nodes.

Source: karpenter.sh_nodepools.yaml 1.14.3. A budget only lowers what may be disrupted, and only while its schedule
is active; a time in which disruption is allowed is written as `maintenanceWindows`.
"""

import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from .base import Model
from .between import Length
from .cron import Cron
from .duration import BudgetDuration, OptionalNever
from .enums import ConsolidationPolicy, DisruptionReason
from .errors import reject, shown
from .text import Items, Text

BUDGET_LIMIT = 50
"""Budgets of one pool (the CRD's maxItems)."""

_NODES = re.compile(r"(?:100|[0-9]{1,2})%|[0-9]{1,9}")


def _nodes(text: str) -> str:
    if not _NODES.fullmatch(text):
        raise reject("E005", f"{shown(text)} is neither a number of nodes nor 0% to 100%", "write for example 2 or 10%")
    return text


class BudgetSpec(Model):
    """How many nodes of the pool may be disrupted at once; the smallest of the active budgets holds."""

    nodes: Annotated[Text, AfterValidator(_nodes)] = "10%"
    """A number or a percentage of the pool's nodes, `0` for none. Default `10%`, Karpenter's own."""
    schedule: Cron | None = None
    """When the budget becomes active, in UTC; together with `duration`. Absent: always active."""
    duration: BudgetDuration | None = None
    """How long it stays active from each hit of `schedule`, as `8h` or `1h30m`."""
    reasons: Items[DisruptionReason] = ()
    """Which disruptions it limits: Underutilized, Empty, Drifted; Unhealthy from Karpenter 1.15. Absent: the first
    three, in every version, so that an upgrade to 1.15 does not begin to hold back the repair of nodes."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Schedule and duration come together; each reason once."""
        if self.schedule is not None and self.duration is None:
            yield reject("E214", f"{shown(self.schedule)} has no duration", "add duration: 8h", ("schedule",))
        if self.duration is not None and self.schedule is None:
            yield reject("E214", f"{self.duration} has no schedule", "add schedule: 0 9 * * mon-fri", ("duration",))
        yield from reasons_given_twice(self.reasons)


def reasons_given_twice(reasons: tuple[DisruptionReason, ...]) -> Iterator[PydanticCustomError]:
    """E214 for each reason that stands in the list once more; from Karpenter 1.13 the API takes a set."""
    seen: set[DisruptionReason] = set()
    for index, reason in enumerate(reasons):
        if reason in seen:
            yield reject("E214", f"{reason} is given twice", "keep one", ("reasons", index))
        seen.add(reason)


def default_budgets() -> tuple[BudgetSpec, ...]:
    """One budget of 10%: Karpenter's own default, written out so that a document shows it."""
    return (BudgetSpec.model_validate({}),)


class DisruptionSpec(Model):
    """`spec.disruption` of the NodePool; every field is written out."""

    consolidation_policy: ConsolidationPolicy = ConsolidationPolicy.WHEN_EMPTY_OR_UNDERUTILIZED
    """WhenEmpty, WhenEmptyOrUnderutilized, or Balanced from Karpenter 1.14. Default as in Karpenter: idle money is
    the more common complaint than a moved pod."""
    consolidate_after: OptionalNever = OptionalNever("1m")
    """Idle time before a node may be removed, or `Never`. Default `1m`, above Karpenter's own 0s, so that a rolling
    update does not churn nodes."""
    budgets: Annotated[Items[BudgetSpec], Length(most=BUDGET_LIMIT)] = Field(default_factory=default_budgets)
    """At most 50. Default one of 10%, Karpenter's own: without any, a new image would replace all nodes at once."""
