"""When nodes may go: budgets, windows, expiry and the grace of a drain (W132, W152, W153, W154, W155, E156)."""

from collections.abc import Iterator

from ..model.disruption import BudgetSpec
from ..model.duration import spell
from ..model.enums import DisruptionReason
from ..model.platform import PlatformSettings
from ..model.problem import Problem
from ..rendering.budgets import vanished_windows
from ..rendering.utc_offsets import clock_shift
from .places import NodeClass, Pool
from .rule import Family

VOLUNTARY = frozenset((DisruptionReason.UNDERUTILIZED, DisruptionReason.EMPTY, DisruptionReason.DRIFTED))
"""Reasons whose blocking keeps every node for ever; Unhealthy is repair, which a gate of its own switches on."""


def w132_tag_selector_while_nodes_expire(node_class: NodeClass, settings: PlatformSettings) -> Iterator[Problem]:
    """A class that selects by tag under a pool whose nodes expire whatever happens to the tags."""
    if all(pool.expire_after.seconds is None for pool in node_class.pools):
        return
    for field, terms in (
        ("subnetSelectorTerms", node_class.spec.subnet_selector_terms),
        ("securityGroupSelectorTerms", node_class.spec.security_group_selector_terms),
    ):
        if any(term.tags for term in terms):
            what = "when tags stop matching, expired nodes get no replacement"
            yield node_class.problem((field,), "W132", what, "select by id")


def w152_budgets_block_everything(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """Budgets of no nodes that together hold for every reason at every hour."""
    closed = [
        (index, budget)
        for index, budget in enumerate(pool.spec.disruption.budgets)
        if budget.schedule is None and _is_zero(budget)
    ]
    if {reason for _, budget in closed for reason in budget.reasons or VOLUNTARY} >= VOLUNTARY:
        index, budget = closed[0]
        what = f'nodes "{budget.nodes}" without schedule, drift never renews a node'
        fix = "write maintenanceWindows instead of budgets"
        yield pool.problem(("disruption", "budgets", index), "W152", what, fix)


def w153_window_written_as_budget(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """Scheduled budgets that allow something, with none that holds outside their hours."""
    budgets = pool.spec.disruption.budgets
    if any(budget.schedule is None or _is_zero(budget) for budget in budgets):
        return
    for index in range(len(budgets)):
        what = "outside its schedule this budget is inactive, that is unlimited"
        yield pool.problem(("disruption", "budgets", index), "W153", what, "use maintenanceWindows")


def w154_expiry_ignores_windows(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """Nodes that expire although the pool has maintenance windows."""
    if pool.spec.maintenance_windows is not None and pool.spec.expire_after.seconds is not None:
        what = f"{pool.spec.expire_after} ignores maintenanceWindows"
        yield pool.problem(("expireAfter",), "W154", what, "write Never to keep renewal inside them")


def w155_drain_without_end(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A pool whose grace period was taken away."""
    if pool.spec.termination_grace_period is None:
        what = "null lets one do-not-disrupt pod hold a drained node for ever"
        yield pool.problem(("terminationGracePeriod",), "W155", what, "write 24h")


def e156_nothing_left_of_a_window(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A window that no hour belongs to under every UTC offset of its zone."""
    windows = pool.spec.maintenance_windows
    if windows is None:
        return
    for index in vanished_windows(windows):
        what = f"{windows.windows[index].duration} is gone after both UTC offsets of {windows.timezone}"
        fix = f"make it longer than {spell(clock_shift(windows.timezone) * 60)}"
        yield pool.problem(("maintenanceWindows", "windows", index), "E156", what, fix)


def _is_zero(budget: BudgetSpec) -> bool:
    return budget.nodes.rstrip("%").lstrip("0") == ""


FAMILY = Family(
    pool=(
        w152_budgets_block_everything,
        w153_window_written_as_budget,
        w154_expiry_ignores_windows,
        w155_drain_without_end,
        e156_nothing_left_of_a_window,
    ),
    node_class=(w132_tag_selector_while_nodes_expire,),
)
