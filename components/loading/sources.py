"""Where each problem stands: from a path of the merged tenant or the stack's settings to file, line and column."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..model.problem import Path, Problem
from .document import Document
from .findings import Finding
from .kept import Kept
from .layer import Origin
from .layers import FILE_LABEL
from .merging import EVERY, Branch, holds_no_entry, origins
from .stack_file import StackConfiguration
from .stack_keys import shown_path

_AT_KEY = {"E003", "E007"}
"""Problems of the word itself, not of its value."""


@dataclass(frozen=True, slots=True)
class TenantSource:
    """A merged tenant with the origin of every value, and what validation took out of it."""

    merged: Branch
    kept: Kept


@dataclass(slots=True)
class Sources:
    """The positions of everything that one stack was read from."""

    stack: StackConfiguration
    stack_kept: Kept
    tenants: dict[str, TenantSource] = field(default_factory=dict[str, TenantSource])

    def independent(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """Problems of the validated objects, at the paths of what was read.

        Without those that may only follow from something wrong that is reported already.
        """
        for problem in problems:
            kept = self.stack_kept if problem.tenant is None else self.tenants[problem.tenant].kept
            path = kept.original(_settings_path(problem.path) if problem.tenant is None else problem.path)
            if not kept.concerns(path) and not any(map(kept.concerns, problem.judged_by)):
                shown = shown_path(path) if problem.tenant is None else path
                yield Problem(problem.tenant, shown, problem.code, problem.what, problem.fix)

    def find(self, problems: Iterable[Problem]) -> Iterator[Finding]:
        """The problems with their places, at the path that stands in the file; none about what could not be read."""
        for problem in problems:
            document, place, shown = self._place(problem)
            if not document.is_doubtful(place):
                position = document.position(place, of_key=problem.code in _AT_KEY)
                yield Finding(document.file, position, shown, problem.code, problem.what, problem.fix)

    def _place(self, problem: Problem) -> tuple[Document, Path, Path]:
        """(file, path in the file, path as it is shown)."""
        if problem.tenant is None:
            return self.stack.document, self.stack.place(problem.path), problem.path
        origin = self.origin(problem.tenant, problem.path)
        layer = origin.layer
        return layer.document, (*layer.base, *origin.path), (*layer.shown, *origin.path)

    def tenant_file(self, tenant: str) -> Document:
        """The tenant's own file."""
        return _of_tenant_file(self.tenants[tenant].merged.origins)[0].layer.document

    def origin(self, tenant: str, path: Path) -> Origin:
        """The place that a value is written at.

        Of several for a map one under its own key rather than `"*"`, and of these the tenant's own file, where a
        reader looks first.
        """
        merged = self.tenants[tenant].merged
        found = origins(merged, path)
        named = [origin for origin in found if EVERY not in origin.path] or found
        own = _of_tenant_file(named)
        if not own and holds_no_entry(merged, path):
            # Entries are missing in the tenant's own file, whichever layer has something for all of them.
            own = [origin.below(path) for origin in _of_tenant_file(merged.origins)]
        return (own or named)[-1]


def _of_tenant_file(found: Iterable[Origin]) -> list[Origin]:
    return [origin for origin in found if origin.layer.label == FILE_LABEL]


def _settings_path(shown: Path) -> Path:
    """`platform:cluster` → `cluster`, the reverse of `shown_path`."""
    return (str(shown[0]).partition(":")[2], *shown[1:]) if shown else ()
