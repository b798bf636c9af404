"""What `ignore[]` takes out of a report, and what it may not (E020, I021)."""

from collections.abc import Iterable, Iterator

from ..model.problem import Path, Problem, read_path
from ..model.tenant import TenantSpec
from .codes import CODES, WITHOUT_DATA

ANY = "*"


def without_ignored(tenants: Iterable[TenantSpec], problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems that no entry of their tenant silences, then those of the entries themselves.

    An entry silences a code everywhere in its tenant, or only at and below its `path`, in which `*` is any one key.
    """
    with_entries: dict[str | None, TenantSpec] = {tenant.name: tenant for tenant in tenants if tenant.ignore}
    used: set[tuple[str, int]] = set()
    for problem in problems:
        tenant = with_entries.get(problem.tenant)
        silencing = () if tenant is None else tuple(_silencing(tenant, problem))
        if tenant is None or not silencing:
            yield problem
        else:
            used.update((tenant.name, index) for index in silencing)
    for tenant in with_entries.values():
        for index, entry in enumerate(tenant.ignore):
            if entry.code not in CODES or entry.code.startswith("E"):
                yield _e020_not_to_be_silenced(tenant.name, index, entry.code)
            elif (tenant.name, index) not in used and entry.code not in WITHOUT_DATA:
                yield _i021_silences_nothing(tenant.name, index, entry.code)


def _silencing(tenant: TenantSpec, problem: Problem) -> Iterator[int]:
    """Indexes of the entries that silence a problem; an error is never silenced."""
    for index, entry in enumerate(tenant.ignore):
        here = entry.path is None or _lies_at_or_below(problem.path, read_path(entry.path))
        if problem.severity != "error" and entry.code == problem.code and here:
            yield index


def _e020_not_to_be_silenced(tenant: str, index: int, code: str) -> Problem:
    at = ("ignore", index, "code")
    if code not in CODES:
        return Problem(tenant, at, "E020", f"{code} is no code", "remove the entry")
    return Problem(tenant, at, "E020", f"{code} is an error and cannot be silenced", "remove the entry and its cause")


def _i021_silences_nothing(tenant: str, index: int, code: str) -> Problem:
    return Problem(
        tenant, ("ignore", index, "code"), "I021", f"{code} is not reported here any more", "remove the entry"
    )


def _lies_at_or_below(path: Path, written: Path) -> bool:
    return len(path) >= len(written) and all(
        step == wanted or wanted == ANY for step, wanted in zip(path, written, strict=False)
    )
