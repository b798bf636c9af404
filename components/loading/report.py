"""The report that people and machines read: every finding of every file in the order of the files, and their sum."""

from collections.abc import Iterable, Sequence
from typing import Any

from ..model.project_files import TENANTS
from .findings import Finding, one_line


def sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """By file, line and column, each once: a default that is wrong for every tenant is one mistake.

    The stack file comes first, since its mistakes explain others.
    """
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: (*_place(finding), finding.code, finding.what)))


def _place(finding: Finding) -> tuple[bool, str, int, int]:
    return "/" in finding.file, finding.file, finding.position.line, finding.position.column


def text_report(findings: Sequence[Finding], *, tenant_files: int) -> str:
    """One line for each finding and a closing one.

    Args:
        findings: As `sort_findings` orders them.
        tenant_files: How many files the stack lists.
    """
    return "\n".join([*(finding.line() for finding in findings), _closing(findings, tenant_files)])


def _closing(findings: Sequence[Finding], tenant_files: int) -> str:
    errors = [finding for finding in findings if finding.severity == "error"]
    warnings = sum(finding.severity == "warning" for finding in findings)
    if not errors:
        noted = f", {_count(warnings, 'warning')}" if warnings else ""
        return f"no problems in {_count(tenant_files, 'tenant file')}{noted}"
    files = dict.fromkeys(finding.file for finding in errors)
    tenants = sum(file.startswith(f"{TENANTS}/") for file in files)
    places = [file for file in files if not file.startswith(f"{TENANTS}/")]
    if tenants:
        places.append(f"{tenants} of {_count(max(tenants, tenant_files), 'tenant file')}")
    noted = f" and {_count(warnings, 'warning')}" if warnings else ""
    return f"{_count(len(errors), 'problem')}{noted} in {' and '.join(places)}, nothing was changed"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def json_report(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """The findings as machines read them."""
    return [
        {
            "file": finding.file,
            "line": finding.position.line,
            "column": finding.position.column,
            "path": finding.shown_path,
            "code": finding.code,
            "severity": finding.severity,
            "message": one_line(finding.what),
            "fix": one_line(finding.fix),
        }
        for finding in findings
    ]
