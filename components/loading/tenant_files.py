"""The list of tenants against the files in `tenants/`.

Decides which files are read: those that the stack lists, and the profiles that these extend. A file that is not
listed is only mentioned. Names are compared with the folder's own listing, so that a file system that ignores case
changes nothing.
"""

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from ..model.names import tenant_name_faults, tenant_name_remedy
from ..model.nearest import nearest
from ..model.system_error import cause_of
from .document import START, Document, read_document
from .findings import Finding
from .stack_file import StackConfiguration

ENDING = ".yaml"
LISTED = "platform:tenants"
MOST_SUGGESTIONS = 50
"""Wrong names that are compared with the right ones: two long lists would take minutes, and help nobody."""


@dataclass(slots=True)
class TenantFolder:
    """The YAML files of one folder, each read at most once."""

    root: FilePath
    folder: str
    faults: list[Finding] = field(default_factory=list[Finding])
    """That the folder cannot be listed, once that has been tried."""
    _names: frozenset[str] | None = None
    _documents: dict[str, Document] = field(default_factory=dict[str, Document])

    @property
    def names(self) -> frozenset[str]:
        """File names with their endings; none where there is no such folder, or it cannot be listed."""
        if self._names is None:
            self._names = self._listed()
        return self._names

    def _listed(self) -> frozenset[str]:
        try:
            return frozenset(os.listdir(self.root / self.folder))
        except FileNotFoundError:
            return frozenset()
        except OSError as error:
            what = f"cannot be listed: {cause_of(error)}"
            fix = "make it a folder that is readable for whoever runs this"
            self.faults.append(Finding(f"{self.folder}/", START, (), "E001", what, fix))
            return frozenset()

    def file(self, stem: str) -> str:
        """Name of a tenant's or profile's file, from the project's folder."""
        return f"{self.folder}/{stem}{ENDING}"

    def holds(self, stem: str) -> bool:
        """Whether there is a file of exactly that name."""
        return f"{stem}{ENDING}" in self.names

    def stems(self) -> tuple[str, ...]:
        """Names of all files with the right ending, sorted."""
        return tuple(sorted(name.removesuffix(ENDING) for name in self.names if _is_visible(name, ENDING)))

    def wrong_ending(self, stem: str) -> Finding | None:
        """The file of that name with the other ending, which is never read."""
        if f"{stem}.yml" not in self.names:
            return None
        what, fix = "ending .yml is not read", f"rename the file to {stem}{ENDING}"
        return Finding(f"{self.folder}/{stem}.yml", START, (), "E001", what, fix)

    def read(self, stem: str) -> Document:
        """The document of a file that is there."""
        if stem not in self._documents:
            file = self.file(stem)
            self._documents[stem] = read_document(self.root / file, file)
        return self._documents[stem]


def _is_visible(name: str, ending: str) -> bool:
    return name.endswith(ending) and not name.startswith(".")


@dataclass(frozen=True, slots=True)
class Listing:
    """What came of comparing list and folder: the names to read, in the list's order, and what is wrong."""

    names: tuple[str, ...]
    findings: tuple[Finding, ...]


def compare(listed: Mapping[int, str], folder: TenantFolder, stack: StackConfiguration) -> Listing:
    """Compares the stack's list, of which only what is text is given, with the folder.

    Args:
        listed: Index in the list -> name.
    """
    findings: list[Finding] = []
    present: list[str] = []
    known: set[str] = set()
    stems = folder.stems()
    if folder.faults:
        return Listing((), tuple(folder.faults))
    for index, name in listed.items():
        if name in known:
            findings.append(_listed(stack, index, "E011", f"{name} is listed twice", "remove one"))
            continue
        known.add(name)
        if not _may_be_a_file(name):
            findings.append(_no_name(stack, index, name, stems))
            continue
        wrong_ending = folder.wrong_ending(name)
        if wrong_ending is not None:
            findings.append(wrong_ending)
        if folder.holds(name):
            present.append(name)
        elif wrong_ending is None and tenant_name_faults(name):
            findings.append(_no_name(stack, index, name, stems))
        elif wrong_ending is None:
            fix = _add_or_remove(name, folder, stems)
            findings.append(_listed(stack, index, "E012", f"{folder.file(name)} does not exist", fix))
        if len(findings) >= MOST_SUGGESTIONS:
            stems = ()
    findings += _unlisted(known, folder, stack.name)
    return Listing(tuple(present), tuple(findings))


def _may_be_a_file(name: str) -> bool:
    """Whether the name, ending added, is a file's in the folder itself."""
    return bool(name) and "/" not in name and "\\" not in name and not name.startswith(".")


def _no_name(stack: StackConfiguration, index: int, name: str, stems: tuple[str, ...]) -> Finding:
    """A name for which no file of a tenant can be made."""
    meant = nearest(name, stems)
    fix = f"did you mean {meant}?" if meant else tenant_name_remedy(name)
    return _listed(stack, index, "E010", f'"{name}" {" and ".join(tenant_name_faults(name))}', fix)


def _add_or_remove(name: str, folder: TenantFolder, stems: tuple[str, ...]) -> str:
    same = next((stem for stem in stems if stem.lower() == name.lower()), None)
    if same is not None:
        return f"rename {folder.file(same)}, whose letters differ in case"
    meant = nearest(name, stems)
    return f"did you mean {meant}?" if meant else f"add it or remove {name}"


def _unlisted(listed: Collection[str], folder: TenantFolder, stack: str) -> Iterator[Finding]:
    for name in sorted(folder.names):
        stem, ending = os.path.splitext(name)
        if ending in (ENDING, ".yml") and stem not in listed and not name.startswith("."):
            what = f"{stem} is not in {LISTED} of {stack} and is ignored"
            fix = "add it there to deploy it"
            yield Finding(f"{folder.folder}/{name}", START, ("name",), "I013", what, fix)


def _listed(stack: StackConfiguration, index: int, code: str, what: str, fix: str) -> Finding:
    """A finding at one item of the list."""
    position = stack.document.position(stack.place((LISTED, index)))
    return Finding(stack.document.file, position, (LISTED, index), code, what, fix)


def continued_names(names: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """(name, the other one, why) for names that equal another's but for case, or continue another's with `-`.

    Sorted, everything that continues a name follows it directly, since `-` sorts before digits and letters.
    """
    by_lower: dict[str, str] = {}
    above: list[str] = []
    for name in sorted(names, key=lambda name: (name.lower(), name)):
        lower = name.lower()
        if lower in by_lower:
            yield name, by_lower[lower], "case"
            continue
        by_lower[lower] = name
        while above and not lower.startswith(f"{above[-1].lower()}-"):
            above.pop()
        if above:
            yield name, above[-1], "continues"
        above.append(name)
