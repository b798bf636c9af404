"""The layers of one tenant, from the stack's defaults to its own overrides; refuses fields that a layer may not set.

Layer 1, what is built in, is the model's own defaults.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..model.nearest import nearest
from ..model.problem import Path
from ..model.tenant import OF_ONE_TENANT
from .document import Document
from .exclusive import value_at
from .findings import Finding, of_fault
from .layer import Layer
from .merging import EVERY
from .plain_data import as_mapping
from .stack_file import StackConfiguration
from .tenant_files import MOST_SUGGESTIONS, TenantFolder

DEFAULTS, OVERRIDES = "tenantDefaults", "tenantOverrides"
FILE_LABEL = "tenant file"
_REFUSED_IN_STACK = ("name", "extends")
_OF_DEFAULTS: tuple[Path, ...] = (("objects",), ("iam", "sharedImageRepositories"))
"""Fields that concern all tenants alike: only the defaults may set them."""

_OF_PLATFORM_POOLS = ("permissionsBoundary", "sharedImageRepositories")
"""Words of `iam`."""


@dataclass(slots=True)
class Layers:
    """Makes the layers of each tenant; what is wrong with a shared one is found once."""

    stack: StackConfiguration
    profiles: TenantFolder
    findings: list[Finding] = field(default_factory=list[Finding])
    _profiles: dict[str, Layer | None] = field(default_factory=dict[str, Layer | None])
    _shared: dict[Path, Layer | None] = field(default_factory=dict[Path, Layer | None])

    def of(self, name: str, document: Document) -> tuple[Layer, ...]:
        """The layers of a tenant, first to last."""
        fields = self._without_platform_fields(document, (), _without(document.data, ("extends",)))
        own = Layer(FILE_LABEL, document, (), (), fields)
        found = (
            self._stack_layer((DEFAULTS,), DEFAULTS),
            self._profile_of(document),
            own,
            self._stack_layer((OVERRIDES, EVERY), f'{OVERRIDES}."{EVERY}"'),
            self._stack_layer((OVERRIDES, name), f"{OVERRIDES}.{name}"),
        )
        return tuple(layer for layer in found if layer is not None)

    def of_all(self) -> tuple[Layer, ...]:
        """The layers that concern every tenant, first to last."""
        found = (
            self._stack_layer((DEFAULTS,), DEFAULTS),
            self._stack_layer((OVERRIDES, EVERY), f'{OVERRIDES}."{EVERY}"'),
        )
        return tuple(layer for layer in found if layer is not None)

    def of_platform_pools(self) -> tuple[Layer, ...]:
        """What the pools of the platform take from the defaults of the tenants."""
        layer = self._stack_layer((DEFAULTS,), DEFAULTS)
        iam = {} if layer is None else as_mapping(layer.fields.get("iam")) or {}
        taken = {word: iam[word] for word in _OF_PLATFORM_POOLS if word in iam}
        return () if layer is None or not taken else (replace(layer, fields={"iam": taken}),)

    def unknown_overrides(self, listed: tuple[str, ...], present: Collection[str]) -> Iterator[Finding]:
        """Overrides for tenants that the stack does not list, which would be ignored.

        Nothing is said of one that a listed name without a file was probably meant to be: that name is reported.
        """
        known = {EVERY, *listed}
        absent = [name for name in listed if name not in present]
        unknown = [name for name in as_mapping(self.stack.settings.get(OVERRIDES)) or {} if name not in known]
        for index, name in enumerate(unknown):
            if index < MOST_SUGGESTIONS and nearest(name, absent) is not None:
                continue
            meant = nearest(name, listed) if index < MOST_SUGGESTIONS else None
            fix = f"did you mean {meant}?" if meant else "list it or remove this"
            what = f"no tenant {name} in platform:tenants"
            yield self._at(self.stack.document, (f"platform:{OVERRIDES}", name), "E009", what, fix)

    def _stack_layer(self, path: Path, label: str) -> Layer | None:
        if path not in self._shared:
            self._shared[path] = self._read_stack_layer(path, label)
        return self._shared[path]

    def _read_stack_layer(self, path: Path, label: str) -> Layer | None:
        fields = as_mapping(value_at(self.stack.settings, path))
        if fields is None:
            return None
        shown, document = (f"platform:{path[0]}", *path[1:]), self.stack.document
        self._refuse(document, shown, fields, _REFUSED_IN_STACK, "only a tenant's own file sets it")
        own = _without(fields, _REFUSED_IN_STACK)
        if path != (DEFAULTS,):
            own = self._without_platform_fields(document, shown, own)
        return Layer(label, document, self.stack.place(shown), shown, own)

    def _profile_of(self, document: Document) -> Layer | None:
        name: object = document.data.get("extends")
        if name is None:
            return None
        if not isinstance(name, str):
            self.findings.append(self._at(document, ("extends",), "E004", "no text", "write the name of one profile"))
            return None
        if name not in self._profiles:
            self._profiles[name] = self._read_profile(name)
        profile = self._profiles[name]
        if profile is None and not self.profiles.faults and not self._is_there(name):
            meant = nearest(name, self.profiles.stems())
            fix = f"did you mean {meant}?" if meant else "add it or remove extends"
            what = f"profile {self.profiles.file(name)} does not exist"
            self.findings.append(self._at(document, ("extends",), "E009", what, fix))
        return profile

    def _is_there(self, name: str) -> bool:
        return self.profiles.holds(name) or self.profiles.wrong_ending(name) is not None

    def _read_profile(self, name: str) -> Layer | None:
        wrong_ending = self.profiles.wrong_ending(name)
        if wrong_ending is not None:
            self.findings.append(wrong_ending)
        if not self.profiles.holds(name):
            return None
        document = self.profiles.read(name)
        self.findings += [of_fault(document, fault, fault.path) for fault in document.faults]
        self._refuse(document, (), document.data, OF_ONE_TENANT, "a profile holds what many tenants share")
        fields = self._without_platform_fields(document, (), _without(document.data, OF_ONE_TENANT))
        return Layer(f"profile {name}", document, (), (), fields)

    def _refuse(
        self, document: Document, shown: Path, fields: dict[str, Any], words: tuple[str, ...], why: str
    ) -> None:
        for word in words:
            if word in fields:
                self.findings.append(
                    self._at(document, (*shown, word), "E003", f"not possible here, {why}", "remove it", of_key=True)
                )

    def _without_platform_fields(self, document: Document, shown: Path, fields: dict[str, Any]) -> dict[str, Any]:
        """The fields of a layer above the defaults, without those that only the defaults may set."""
        for *above, word in _OF_DEFAULTS:
            holder = as_mapping(fields.get("iam")) if above else fields
            if holder is not None and word in holder:
                what, fix = "not possible here, it is for all tenants alike", f"move it to platform:{DEFAULTS}"
                self.findings.append(self._at(document, (*shown, *above, word), "E003", what, fix, of_key=True))
                rest = _without(holder, (word,))
                fields = {**fields, "iam": rest} if above else rest
        return fields

    def _at(self, document: Document, shown: Path, code: str, what: str, fix: str, *, of_key: bool = False) -> Finding:
        place = self.stack.place(shown) if document is self.stack.document else shown
        return Finding(document.file, document.position(place, of_key=of_key), shown, code, what, fix)


def _without(fields: dict[str, Any], words: tuple[str, ...]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key not in words}
