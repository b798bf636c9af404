"""Stacks that set every field there is, the places of a field in them, and everything that a stack comes to.

What it comes to is what `check` says, the documents of its tenants, the documents of the controller, and what the real
program registers; the dearest is asked last.
"""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
import yaml

from components.checked import Examined, examine
from components.cli.documents import tenant_documents
from components.cli.placeholders import cluster_facts
from components.model.base import Model
from components.model.pending import PENDING
from components.model.platform import Platform
from components.rendering.chart import controller_chart_values, crd_chart_values
from components.rendering.controller_policies import controller_policies
from components.versions import KnownVersion, lookup
from tests.components.builders import run_program
from tests.recording import Recording

FieldPath = tuple[str, ...]
"""YAML words of a field; `*` stands for any key of a map, the index of a list is left out."""

Place = tuple[str | int, ...]

REFUSED_ALONE = ("E003", "E004", "E005", "E006", "E008")
"""What a value may be refused for by itself: that says nothing about what it would do."""


@dataclass(frozen=True)
class Stack:
    """One stack file and its tenant files, as data."""

    name: str
    config: dict[str, Any]
    tenants: dict[str, dict[str, Any]]


def stacks() -> tuple[Stack, ...]:
    """Fields that exclude each other stand in different stacks."""
    files = sorted(Path(__file__).parent.glob("*.yaml"))
    return tuple(Stack(file.stem, **yaml.safe_load(file.read_text(encoding="utf-8"))) for file in files)


def field_paths(model: type[Model], above: FieldPath = ()) -> Iterator[FieldPath]:
    """Every field of a model that holds no further model."""
    for field in model.model_fields.values():
        assert field.alias is not None
        nested = list(_models(field.annotation))
        if not nested:
            yield (*above, field.alias)
        for inner, between in nested:
            yield from field_paths(inner, (*above, field.alias, *between))


def _models(annotation: Any) -> Iterator[tuple[type[Model], FieldPath]]:
    """The models in a type, with a `*` for each map around them."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation, ()
        return
    is_map = isinstance(get_origin(annotation), type) and hasattr(get_origin(annotation), "keys")
    for argument in get_args(annotation):
        for model, between in _models(argument):
            yield model, ("*", *between) if is_map else between


def is_pending(path: str) -> bool:
    """Whether the field, or one around it, has no effect yet."""
    return any(path == pending or path.startswith(f"{pending}.") for pending in PENDING)


def places(value: Any, path: FieldPath, at: Place = ()) -> Iterator[Place]:
    """Where the data hold a field."""
    if not path:
        yield at
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, path, (*at, index))
    elif isinstance(value, dict):
        for key in value if path[0] == "*" else [key for key in value if key == path[0]]:
            yield from places(value[key], path[1:], (*at, key))


def changed(data: dict[str, Any], place: Place, **other: Any) -> dict[str, Any]:
    """The data without the field, or with the value `to`."""
    result = copy.deepcopy(data)
    holder: Any = result
    for step in place[:-1]:
        holder = holder[step]
    if "to" in other:
        holder[place[-1]] = other["to"]
    else:
        del holder[place[-1]]
    return result


class Effects:
    """What a stack comes to, in steps, each taken once and only when it is asked for; the dearest is the last."""

    def __init__(self, stack: Stack, folder: Path) -> None:
        self.name = stack.name
        self._stack = stack
        self._folder = folder

    @property
    def steps(self) -> Iterator[object]:
        """Findings, documents, registrations; of a stack with errors only the first."""
        yield self.findings
        yield self.documents
        yield self.registrations

    @cached_property
    def findings(self) -> list[str]:
        """The report without the places in files."""
        alone = [finding.line() for finding in self._examined.findings if finding.code in REFUSED_ALONE]
        assert not alone, f"write another value: {alone}"
        return [f"{each.shown_path}: {each.what}; {each.fix}" for each in self._examined.findings]

    @cached_property
    def documents(self) -> list[object]:
        """Manifests and IAM documents of the tenants, and what the controller gets."""
        platform = self._examined.loaded.platform
        return [] if platform is None or self._examined.failed else list(_documents(platform))

    @cached_property
    def registrations(self) -> object:
        """Everything that the program registers and exports."""
        if self._examined.failed:
            return None
        _write_objects(self._folder / "program")
        with pytest.MonkeyPatch.context() as monkeypatch:
            seen = run_program(
                self._folder / "program",
                monkeypatch,
                stack_file=self._folder / "Pulumi.dev.yaml",
                tenants=self._folder / "tenants",
            )
        return _comparable(seen)

    @cached_property
    def _examined(self) -> Examined:
        _write_objects(self._folder)
        (self._folder / "Pulumi.yaml").write_text("name: platform\nruntime: python\n")
        (self._folder / "tenants").mkdir()
        config = yaml.safe_dump({"config": self._stack.config}, sort_keys=False)
        (self._folder / "Pulumi.dev.yaml").write_text(config)
        for name, content in self._stack.tenants.items():
            (self._folder / f"tenants/{name}.yaml").write_text(yaml.safe_dump(content, sort_keys=False))
        return examine(self._folder, "dev")


def _write_objects(project: Path) -> None:
    """The files that stacks name in `objects`."""
    (project / "objects").mkdir(parents=True)
    for name in ("ca", "web"):
        document = f"{{apiVersion: v1, kind: ConfigMap, metadata: {{name: {name}}}}}\n"
        (project / f"objects/{name}.yaml").write_text(document)


def _documents(platform: Platform) -> Iterator[object]:
    settings = platform.settings
    found = lookup(settings.karpenter.version)
    assert isinstance(found, KnownVersion)
    facts = cluster_facts(settings, platform.region, found.version)
    for tenant in platform.tenants:
        yield from tenant_documents(tenant, settings, facts, platform.object_files)
    yield from controller_policies(facts, settings.karpenter)
    yield controller_chart_values(settings, found.version, endpoint="", interruption_queue="", role_arn="")
    yield crd_chart_values(settings, found.version)


def _comparable(seen: Recording) -> object:
    return [
        (one.type, one.name, one.inputs, one.parent, one.dependencies, one.protect, one.retained, one.delete_timeout)
        for one in seen.all
    ], seen.outputs
