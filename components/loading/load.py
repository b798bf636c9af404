"""Reads one stack: its configuration, the listed tenant files, their profiles and layers; collects every problem."""

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from ..model.platform import Platform, PlatformSettings
from ..model.problem import Path, Problem
from ..model.project_files import PROFILES, TENANTS, stack_file_name
from ..model.tenant import TenantSpec
from .document import Document, read_document
from .exclusive import OF_NODE_CLASS, OF_PROVISIONER, Siblings, conflicts, value_at
from .findings import Finding, of_fault
from .kept import ANY
from .layer import Layer, Origin
from .layers import FILE_LABEL, Layers
from .loaded import Loaded
from .merging import COLLECTIONS, Branch, Leaf, Tree, merge, plain, starting_point
from .object_files import ObjectFiles
from .plain_data import as_items, as_mapping
from .platform_only import platform_only
from .project_folder import require_project, require_stack
from .report import sort_findings
from .sources import Sources, TenantSource
from .stack_file import StackConfiguration, read_stack
from .stack_keys import PLATFORM, shown_path
from .tenant_files import LISTED, TenantFolder, compare, continued_names
from .validating import Validated, validate

DEFAULT_CLASS = "default"
_NOBODY = ""
"""Stands for the name of a tenant where there is none."""
_STAND_INS: Mapping[Path, Any] = {
    ("owner",): {"email": "unknown@example.invalid"},
    ("provisioners", ANY): {},
    ("nodeClasses", ANY): {},
}


def load(
    root: FilePath, stack: str, config: Mapping[str, object] | None = None, secret_keys: Collection[str] = ()
) -> Loaded:
    """Reads everything that a stack consists of.

    Args:
        root: The project's folder.
        stack: Name of the stack, for example `dev`.
        config: Values as the engine passes them, by full key; None where no engine runs.
        secret_keys: Keys of secret values among them.

    Raises:
        NoProject: There is no Pulumi.yaml in the folder, or without an engine no file of the stack.
    """
    if config is None:
        require_stack(root, stack)
    else:
        require_project(root)
    configuration = read_stack(stack, _stack_document(root, stack), config, secret_keys)
    known = _conflicts_of_pools(configuration.settings)
    settings = validate(PlatformSettings, configuration.settings, known, None, {})
    sources = Sources(configuration, settings.kept)
    findings = [*configuration.findings]
    findings += sources.find(_shown(each) for each in settings.problems if not configuration.is_unread(each.path))
    reading = _Tenants(root, configuration, sources, findings, ObjectFiles(root))
    tenants = reading.read(settings)
    platform = None
    if settings.model is not None:
        platform = Platform(settings.model, tenants, settings.model.region, reading.objects.documents)
    return Loaded(platform, sort_findings(_consistent(findings)), sources, len(reading.listed))


def _consistent(findings: list[Finding]) -> list[Finding]:
    """Without the advice to quote digits (E018) where the type says that a number belongs (E004)."""
    numbers = {(finding.file, finding.position) for finding in findings if finding.code == "E004"}
    return [each for each in findings if each.code != "E018" or (each.file, each.position) not in numbers]


def _stack_document(root: FilePath, stack: str) -> Document:
    """The stack file; where there is none the engine's values count alone, at the file's first line."""
    file = stack_file_name(stack)
    return read_document(root / file, file) if os.path.lexists(root / file) else Document(file, "", {})


def _shown(problem: Problem) -> Problem:
    return Problem(None, shown_path(problem.path), problem.code, problem.what, problem.fix)


@dataclass(slots=True)
class _Tenants:
    """Reads the tenants of one stack; findings go to the common list, origins to the common sources."""

    root: FilePath
    stack: StackConfiguration
    sources: Sources
    findings: list[Finding]
    objects: ObjectFiles
    listed: tuple[str, ...] = field(default=(), init=False)

    def read(self, settings: Validated[PlatformSettings]) -> tuple[TenantSpec, ...]:
        """The valid tenants, sorted by name."""
        raw = settings.kept.data()
        place = self.stack.place((LISTED,))
        unread = any(place[: len(path)] == path for path in self.stack.document.unread)
        names = as_items(raw["tenants"] or ()) if "tenants" in raw and not unread else None
        self.listed = tuple(map(_text, names or ()))
        if names is not None:
            self.findings += self._empty(raw.get("guards"))
        folder = TenantFolder(self.root, TENANTS)
        places = (settings.kept.original(("tenants", index))[-1] for index in range(len(self.listed)))
        listing = compare(dict(zip(map(int, places), self.listed, strict=True)), folder, self.stack)
        self.findings += listing.findings if names is not None else ()
        documents = {name: folder.read(name) for name in listing.names}
        layers = Layers(self.stack, TenantFolder(self.root, PROFILES))
        found = [self._read_tenant(name, document, layers) for name, document in documents.items()]
        if not any(document.data for document in documents.values()):
            self._judge(layers.of_all())
        elif settings.model is not None and settings.model.karpenter.platform_pools:
            # A tenant's file may hide them, and these pools have none.
            self._judge(layers.of_platform_pools())
        if settings.model is not None:
            for name, document in documents.items():
                self.findings += platform_only(document, settings.model.guards.paths_of_the_platform, name)
        self.findings += layers.profiles.faults
        self.findings += layers.findings
        self.findings += self.objects.findings
        if self.listed and not settings.kept.concerns(("tenants",)):
            self.findings += layers.unknown_overrides(self.listed, documents)
        self.findings += self._confusable(documents)
        tenants = (tenant for tenant in found if tenant is not None)
        return tuple(sorted(tenants, key=lambda tenant: tenant.name))

    def _read_tenant(self, name: str, document: Document, layers: Layers) -> TenantSpec | None:
        self.findings += [of_fault(document, fault, fault.path) for fault in document.faults]
        return self._tenant(name, layers.of(name, document)) if document.data else None

    def _tenant(self, name: str, layers: tuple[Layer, ...]) -> TenantSpec | None:
        merged = merge(layers)
        known = [*_without_content(name, merged)]
        _add_default_class(merged, layers)
        self._add_enforcement(merged)
        data: dict[str, Any] = plain(merged)
        stand_ins = {("name",): name, **_STAND_INS}
        known += _conflicts_of_tenant(name, data)
        validated = validate(TenantSpec, data, known, name, stand_ins)
        self.sources.tenants[name] = TenantSource(merged, validated.kept)
        self.findings += self.sources.find(validated.problems)
        written: object = data.get("name")
        if not validated.kept.concerns(("name",)) and written != name:
            what = f'"{written}" is not the name of the file'
            fix = f"write {name}, or rename the file to {written}.yaml"
            self.findings += self.sources.find([Problem(name, ("name",), "E010", what, fix)])
            return None
        if validated.model is not None:
            self.findings += self.sources.find(self.sources.independent(self.objects.problems(validated.model)))
        return validated.model

    def _judge(self, layers: tuple[Layer, ...]) -> None:
        """What is wrong with layers by themselves; what a tenant's file would complete is not missed."""
        merged = merge(layers)
        data: dict[str, Any] = plain(merged)
        known = _conflicts_of_tenant(_NOBODY, data)
        validated = validate(TenantSpec, data, known, _NOBODY, {("name",): "nobody", **_STAND_INS})
        self.sources.tenants[_NOBODY] = TenantSource(merged, validated.kept)
        self.findings += self.sources.find(each for each in validated.problems if each.code != "E006")
        del self.sources.tenants[_NOBODY]

    def _add_enforcement(self, merged: Branch) -> None:
        """A tenant that says nothing is enforced as the stack says."""
        mode = value_at(self.stack.settings, ("admission", "mode"))
        if mode is not None and "enforcement" not in merged.entries:
            shown = (f"{PLATFORM}admission",)
            layer = Layer("platform:admission", self.stack.document, self.stack.place(shown), shown, {})
            merged.entries["enforcement"] = Leaf(mode, Origin(layer, ("mode",)))

    def _empty(self, guards: object) -> Iterator[Finding]:
        if not self.listed and value_at(guards, ("allowNoTenants",)) is not True:
            position = self.stack.document.position(self.stack.place((LISTED,)))
            what, fix = "empty, which would remove every tenant", "list them or set guards.allowNoTenants: true"
            yield Finding(self.stack.document.file, position, (LISTED,), "E014", what, fix)

    def _confusable(self, documents: Mapping[str, Document]) -> Iterator[Finding]:
        for name, other, why in continued_names(tuple(documents)):
            document = documents[name]
            position = document.position(("name",))
            if why == "case":
                what, fix = f'"{name}" is tenant "{other}" but for capitals', "choose another name"
            else:
                what = f'"{name}" continues tenant "{other}" with -, so {other}-* would match both'
                fix = f"rename it to {name.replace('-', '')}"
            yield Finding(document.file, position, ("name",), "E011", what, fix)


def _conflicts_of_tenant(tenant: str, data: Mapping[str, Any]) -> Iterator[Problem]:
    for name, siblings in COLLECTIONS.items():
        for key, entry in (as_mapping(data.get(name)) or {}).items():
            yield from _conflicts(tenant, (name, key), entry, siblings)


def _conflicts_of_pools(settings: Mapping[str, Any]) -> Iterator[Problem]:
    karpenter = as_mapping(settings.get("karpenter")) or {}
    for pool in ("sharedPool", "systemPool"):
        yield from _conflicts(None, ("karpenter", pool), karpenter.get(pool), OF_PROVISIONER)
        node_class = value_at(karpenter, (pool, "nodeClass"))
        yield from _conflicts(None, ("karpenter", pool, "nodeClass"), node_class, OF_NODE_CLASS)


def _conflicts(tenant: str | None, path: Path, entry: object, siblings: tuple[Siblings, ...]) -> Iterator[Problem]:
    for place, what in conflicts(as_mapping(entry) or {}, siblings):
        yield Problem(tenant, (*path, *place), "E008", what, "keep one")


def _text(value: object) -> str:
    return str(getattr(value, "written", value))


def _add_default_class(merged: Branch, layers: tuple[Layer, ...]) -> None:
    """`nodeClasses.default` exists wherever a provisioner uses it, written or not."""
    provisioners = merged.entries.get("provisioners")
    if not isinstance(provisioners, Branch):
        return
    if _is_nothing(merged.entries.get("nodeClasses")):
        places = [origin.below(("nodeClasses",)) for origin in merged.origins]
        merged.entries["nodeClasses"] = Branch(origins=places)
    classes = merged.entries["nodeClasses"]
    used = any(_uses_default_class(pool) for pool in provisioners.entries.values())
    if used and isinstance(classes, Branch) and _is_nothing(classes.entries.get(DEFAULT_CLASS)):
        classes.entries[DEFAULT_CLASS] = starting_point(merged, layers, "nodeClasses", DEFAULT_CLASS)


def _uses_default_class(pool: Tree) -> bool:
    """Whether it names the default class, or none."""
    if not isinstance(pool, Branch):
        return False
    named = pool.entries.get("nodeClass")
    return named is None or (isinstance(named, Leaf) and named.value == DEFAULT_CLASS)


def _is_nothing(tree: Tree | None) -> bool:
    """Whether nothing is written, or null."""
    return tree is None or (isinstance(tree, Leaf) and tree.value is None)


def _without_content(tenant: str, merged: Branch) -> Iterator[Problem]:
    """Pools and classes with nothing behind the colon in the tenant's own file, where no earlier layer has them."""
    for name in COLLECTIONS:
        collection = merged.entries.get(name)
        for key, entry in collection.entries.items() if isinstance(collection, Branch) else ():
            if isinstance(entry, Leaf) and entry.value is None and entry.origin.layer.label == FILE_LABEL:
                what, fix = "nothing where a mapping is expected", "write its fields below it, or remove the line"
                yield Problem(tenant, (name, key), "E004", what, fix)
