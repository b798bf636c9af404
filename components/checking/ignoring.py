"""What `ignore[]` takes out of a report, and what it may not (E020, I021)."""

from collections.abc import Iterable, Iterator

from ..model.problem import Problem, show_path
from ..model.tenant import TenantSpec
from .codes import CODES


def without_ignored(tenants: Iterable[TenantSpec], problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems that no entry of their tenant silences, then those of the entries themselves.

    An entry silences a code everywhere in its tenant, or only at and below its `path`.
    """
    entries = {
        tenant.name: tuple((index, entry.code, entry.path) for index, entry in enumerate(tenant.ignore))
        for tenant in tenants
        if tenant.ignore
    }
    used: set[tuple[str, int]] = set()
    for problem in problems:
        silent = False
        if problem.severity != "error" and problem.tenant is not None:
            for index, code, path in entries.get(problem.tenant, ()):
                if code == problem.code and (path is None or _lies_at_or_below(show_path(problem.path), path)):
                    used.add((problem.tenant, index))
                    silent = True
        if not silent:
            yield problem
    for name, listed in entries.items():
        for index, code, _ in listed:
            if code not in CODES or code.startswith("E"):
                yield _e020_not_to_be_silenced(name, index, code)
            elif (name, index) not in used:
                yield _i021_silences_nothing(name, index, code)


def _e020_not_to_be_silenced(tenant: str, index: int, code: str) -> Problem:
    at = ("ignore", index, "code")
    if code not in CODES:
        return Problem(tenant, at, "E020", f"{code} is no code", "remove the entry")
    return Problem(tenant, at, "E020", f"{code} is an error and cannot be silenced", "remove the entry and its cause")


def _i021_silences_nothing(tenant: str, index: int, code: str) -> Problem:
    return Problem(
        tenant, ("ignore", index, "code"), "I021", f"{code} is not reported here any more", "remove the entry"
    )


def _lies_at_or_below(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith((f"{prefix}.", f"{prefix}["))
