"""One line of the result: a value, its goal, and whether missing the goal fails the run."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Figure:
    """Something measured.

    Attributes:
        unit: Empty for a ratio.
        goal: The most that is good; None where the value is only told.
        gates: Missing the goal fails the run. Times never gate: they depend on the machine and what else it does.
    """

    name: str
    value: float
    unit: str = ""
    goal: float | None = None
    gates: bool = False

    @property
    def met(self) -> bool:
        """Whether the value is within the goal, if there is one."""
        return self.goal is None or self.value <= self.goal

    @property
    def failed(self) -> bool:
        """Whether the run fails by this."""
        return self.gates and not self.met

    def line(self) -> str:
        """The line of the table."""
        goal = "" if self.goal is None else f"goal {_number(self.goal, self.unit)}"
        verdict = "FAILED" if self.failed else "missed" if not self.met else "" if self.goal is None else "met"
        return f"{self.name:<62} {_number(self.value, self.unit):>10}  {goal:<14} {verdict}".rstrip()


def _number(value: float, unit: str) -> str:
    digits = 0 if unit in ("MB", "B") else 2
    return f"{value:.{digits}f} {unit}".rstrip()
