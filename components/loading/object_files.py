"""Files of namespaced objects that `objects[]` names: whether they are there, and whether they may hold what they do.

What is wrong inside a file is found in that file, once; that it is missing, or holds what the product refuses, at each
place that names it. Whether an object's own fields are right is for the API server to say.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from ..model.nearest import nearest
from ..model.object_file import NAMESPACE_WORD, TENANT_WORD
from ..model.problem import Path, Problem
from ..model.refused_kinds import refusal_of
from ..model.tenant import TenantSpec
from .document import Document, read_documents
from .findings import Finding, of_fault
from .plain_data import as_items, as_mapping
from .tenant_files import TenantFolder
from .wording import describe

_WORDS = {
    "apiVersion": (re.compile(r"(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?/)?v[a-z0-9]+"), "group/version, such as apps/v1"),
    "kind": (re.compile(r"[A-Z][A-Za-z0-9]*"), "the name of a kind, such as ConfigMap"),
}
"""Shape of each word that says what an object is, and what to write; the engine asks for no other either."""

Identity = tuple[str, str, str]
"""API group, kind and name: what no two objects of a namespace share."""


@dataclass(slots=True)
class _File:
    """One file as it was read."""

    documents: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    objects: dict[Identity, Document] = field(default_factory=dict[Identity, Document])
    """Each as it is written, words not replaced, with the first document that holds it."""
    refusals: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    """(code, what, fix), for each place that names the file."""


@dataclass(slots=True)
class ObjectFiles:
    """The object files of one project, each read at most once; `findings` is what is wrong inside them."""

    root: FilePath
    findings: list[Finding] = field(default_factory=list[Finding])
    _files: dict[str, _File] = field(default_factory=dict[str, _File])
    _folders: dict[str, TenantFolder] = field(default_factory=dict[str, TenantFolder])

    @property
    def documents(self) -> dict[str, tuple[dict[str, Any], ...]]:
        """What each file holds that was read; of a file with something wrong a part."""
        return {name: tuple(file.documents) for name, file in self._files.items()}

    def problems(self, tenant: TenantSpec) -> Iterator[Problem]:
        """What is wrong with the files that a tenant names, and with files that meet in one namespace."""
        shared: list[tuple[Path, str]] = [(("objects", index), file) for index, file in enumerate(tenant.objects)]
        places, twice = [*shared], list[Problem]()
        for index, spec in enumerate(tenant.namespaces):
            own: list[tuple[Path, str]] = [
                (("namespaces", index, "objects", at), file) for at, file in enumerate(spec.objects)
            ]
            places += own
            name = tenant.namespace_name(spec)
            twice += self._given_twice(tenant, name, [*shared, *own])
        # What does not depend on the namespace is said once.
        yield from dict.fromkeys(twice)
        for path, file in places:
            for code, what, fix in self._read(file).refusals:
                yield Problem(tenant.name, path, code, what, fix)

    def _given_twice(self, tenant: TenantSpec, space: str, places: list[tuple[Path, str]]) -> Iterator[Problem]:
        """What two files make in one namespace, or a file and the product."""
        known: dict[Identity, tuple[int, str, Document | None]] = {
            ("", "ServiceAccount", workload.service_account): (-1, f"iam.workloads[{index}]", None)
            for index, workload in enumerate(tenant.iam.workloads)
            if workload.namespace == space
        }
        for index, (path, file) in enumerate(places):
            for (group, kind, written), document in self._read(file).objects.items():
                name = written.replace(TENANT_WORD, tenant.name).replace(NAMESPACE_WORD, space)
                first, owner, before = known.setdefault((group, kind, name), (index, file, document))
                if first != index:
                    what = f"{kind} {name} of {file} is already in {owner}"
                    yield Problem(tenant.name, path, "E008", what, "keep one")
                elif before is not None and before is not document:
                    lines = " and ".join(str(_line(each)) for each in (before, document))
                    what = f"{kind} {name} stands twice in {file}, lines {lines}"
                    yield Problem(tenant.name, path, "E008", what, "keep one")

    def _read(self, file: str) -> _File:
        if file not in self._files:
            self._files[file] = self._opened(file)
        return self._files[file]

    def _opened(self, file: str) -> _File:
        path = self.root / file
        folder = self._folder_of(file)
        if folder.faults:
            return _File()
        # Compared with the listing: some file systems ignore case.
        if path.name not in folder.names:
            meant = nearest(path.stem, folder.stems())
            fix = "add it or remove it here; paths begin at the project's folder"
            if meant is not None:
                fix = f"did you mean {file.removesuffix(path.name)}{meant}{path.suffix}?"
            return _File(refusals=[("E009", f"{file} does not exist", fix)])
        if not FilePath(os.path.realpath(path)).is_relative_to(os.path.realpath(self.root)):
            what = f"{file} leads out of the project's folder"
            return _File(refusals=[("E005", what, "put the file itself there")])
        read = _File()
        for document in read_documents(path, file):
            self.findings += [of_fault(document, fault, fault.path) for fault in document.faults]
            if document.data:
                self._add(document, read)
        return read

    def _folder_of(self, file: str) -> TenantFolder:
        """The file's folder; that it cannot be listed is found once."""
        name = os.path.dirname(file) or "."
        if name not in self._folders:
            folder = self._folders[name] = TenantFolder(self.root, name)
            # Only a folder that has been listed knows.
            self.findings += folder.faults if not folder.names else ()
        return self._folders[name]

    def _add(self, document: Document, to: _File) -> None:
        """One document of a file: an object, or what is wrong with it."""
        wrong = list(_malformed(document))
        self.findings += wrong
        if wrong or document.faults:
            return
        data, file = document.data, document.file
        refused = refusal_of(data)
        if refused is not None:
            what, fix = refused
            to.refusals.append(("E019", f"{file} holds {what}", fix))
            return
        kind, name = data["kind"], data["metadata"]["name"]
        identity = (data["apiVersion"].rpartition("/")[0], kind, name)
        first = to.objects.setdefault(identity, document)
        if first is not document:
            what = f"{kind} {name} stands twice in the file, lines {_line(first)} and {_line(document)}"
            self.findings.append(_finding(document, ("metadata", "name"), "E008", what, "keep one"))
        to.documents.append(data)


def _line(document: Document) -> int:
    """Where the object's name stands."""
    return document.position(("metadata", "name")).line


def _malformed(document: Document) -> Iterator[Finding]:
    """What every object has, and where the document does not have it."""
    data = document.data
    metadata = as_mapping(data.get("metadata"))
    if "items" in data and str(data.get("kind")).endswith("List") and as_items(data["items"]) is not None:
        yield _finding(document, ("items",), "E005", "a list hides its objects", "write each as a document of its own")
        return
    for word, (shape, fix) in _WORDS.items():
        value = data.get(word)
        yield from _text_missing(document, (word,), value)
        if isinstance(value, str) and value and not shape.fullmatch(value):
            # What has slipped in from the lines around it may be a secret's, and is not repeated.
            written = "text of several words" if any(map(str.isspace, value)) else describe(value)
            yield _finding(document, (word,), "E005", f"{written} is no {word}", f"write {fix}")
    if metadata is None:
        written = data.get("metadata")
        code, what = ("E006", "missing")
        if written is not None:
            code, what = ("E004", f"{describe(written)} where a mapping is expected")
        yield _finding(document, ("metadata",), code, what, "write name below it")
        return
    yield from _text_missing(document, ("metadata", "name"), metadata.get("name"))
    namespace = metadata.get("namespace")
    if namespace not in (None, NAMESPACE_WORD):
        what = f"{describe(namespace)}, but the object goes to each namespace that names the file"
        yield _finding(document, ("metadata", "namespace"), "E005", what, f"remove it or write {NAMESPACE_WORD}")


def _text_missing(document: Document, path: Path, value: object) -> Iterator[Finding]:
    if value is None or value == "":
        yield _finding(document, path, "E006", "missing", f"write {path[-1]}")
    elif not isinstance(value, str):
        yield _finding(document, path, "E004", f"{describe(value)} where text is expected", "put it in quotes")


def _finding(document: Document, path: Path, code: str, what: str, fix: str) -> Finding:
    return Finding(document.file, document.position(path), path, code, what, fix)
