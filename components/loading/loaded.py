"""What loading gives: the platform, what is wrong, and where everything was written."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..model.platform import Platform
from ..model.problem import Problem
from .findings import Finding
from .report import sort_findings, text_report
from .sources import Sources


class InvalidPlatform(Exception):
    """At least one error in the files of a stack; carries everything that was found."""

    def __init__(self, findings: tuple[Finding, ...], tenant_files: int) -> None:
        super().__init__(findings, tenant_files)
        self.findings = findings
        self._tenant_files = tenant_files

    def report(self) -> str:
        """All findings, one a line, and what they add up to."""
        return text_report(self.findings, tenant_files=self._tenant_files)

    def __str__(self) -> str:
        return self.report()


class NoProject(InvalidPlatform):
    """The folder holds no Pulumi project, or not that stack: there is no file to report about."""

    def __init__(self, message: str) -> None:
        super().__init__((), 0)
        self._message = message

    def report(self) -> str:
        """What is missing, and what to do."""
        return self._message


@dataclass(frozen=True, slots=True)
class Loaded:
    """One stack as it was read.

    Attributes:
        platform: What is valid of it; None where the stack's own settings are not.
        findings: What loading itself found.
        sources: Positions and origins.
        tenant_files: How many tenants the stack lists.
    """

    platform: Platform | None
    findings: tuple[Finding, ...]
    sources: Sources
    tenant_files: int

    def with_problems(self, problems: Iterable[Problem]) -> tuple[Finding, ...]:
        """The findings together with those of rules over the loaded platform, in the order of a report."""
        return sort_findings([*self.findings, *self.sources.find(self.sources.independent(problems))])
