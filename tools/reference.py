"""Keeps the tables of docs/tenant-file.md and docs/stack-file.md equal to the models.

Run it as `python -m tools.reference` after a change of a model; `--check` changes nothing and exits 1 when a page
is not current. The prose of the pages is written by hand; what lies between the two markers is replaced.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from components.model import docstrings
from components.model.arn import Arn
from components.model.base import Model
from components.model.block_device import VolumeSize
from components.model.cron import Cron
from components.model.duration import BudgetDuration, Duration, OptionalNever
from components.model.ids import (
    AmiId,
    CapacityReservationId,
    PlacementGroupId,
    SecurityGroupId,
    SnapshotId,
    SubnetId,
    VpcId,
)
from components.model.money import Money
from components.model.pending import PENDING
from components.model.platform import PlatformSettings
from components.model.pool import PoolSpec
from components.model.quantity import Quantity
from components.model.tenant import TenantSpec

DOCS: Final = Path(__file__).parents[1] / "docs"
BEGIN: Final = "<!-- written by tools/reference.py: begin -->\n"
END: Final = "<!-- written by tools/reference.py: end -->\n"

SCALARS: Final = {
    Quantity: "quantity",
    Duration: "duration",
    OptionalNever: "duration or `Never`",
    BudgetDuration: "duration in hours and minutes",
    Cron: "cron schedule",
    VolumeSize: "size",
    Money: "USD",
    Arn: "ARN",
    **{kind: f"`{kind.prefix}-…`" for kind in (AmiId, SubnetId, SecurityGroupId, VpcId, SnapshotId)},
    **{kind: f"`{kind.prefix}-…`" for kind in (CapacityReservationId, PlacementGroupId)},
}
"""Scalar → what an operator calls it."""

WITHOUT_EFFECT: Final = "*Without effect yet.*"
OF_THE_STACK_ONLY: Final = "*Only in `platform:tenantDefaults`.*"
STACK_ONLY: Final = ("objects", "iam.sharedImageRepositories")
ELSEWHERE: Final = {"platform:region": "aws:region"}
"""A field of the model that another namespace of the stack file holds."""

_SCALAR_PATTERNS: Final = {kind.editor_schema()["pattern"]: words for kind, words in SCALARS.items()}


@dataclass(frozen=True)
class Place:
    """Where a model stands in a file."""

    page: str
    """Name of the Markdown file."""

    path: str
    """As an operator reads it: `provisioners.<key>.disruption.budgets[]`."""

    def link(self, label: str, from_page: str) -> str:
        """A Markdown link to the section; the anchor is made as GitHub makes it."""
        anchor = "".join(letter for letter in self.path.lower() if letter.isalnum() or letter in "-_")
        return f"[{label}]({'' if self.page == from_page else self.page}#{anchor})"


@dataclass
class Page:
    """One page of the reference while it is written."""

    name: str
    prefix: str
    """What paths of this page begin with."""

    schema: Mapping[str, Any]
    places: dict[str, Place]
    """Model → its section; a model that has one already is linked and not repeated."""

    lines: list[str] = field(default_factory=list[str])

    def write(self, model: type[Model]) -> str:
        """The table of the file's own model, and every section below it."""
        self._section(model, "", self.schema["properties"])
        return "\n".join(self.lines)

    def _section(self, model: type[Model], path: str, fields: Mapping[str, Any]) -> None:
        """The table of one model, then the sections of the models that stand in it for the first time."""
        nested: list[tuple[type[Model], str]] = []
        for word, schema in fields.items():
            for found, below in self._models_in(schema, self._joined(path, word)):
                if found.__name__ not in self.places:
                    self.places[found.__name__] = Place(self.name, below)
                    nested.append((found, below))
        texts = docstrings.of_fields(model)
        names = {str(each.alias): name for name, each in model.model_fields.items()}
        required = self._definition(model).get("required", [])
        self.lines += ["| Field | Type | Meaning |", "|---|---|---|"]
        for word, schema in fields.items():
            if schema.get("type") == "null":  # a word that is known only to be refused
                continue
            below = self._joined(path, word)
            notes = [
                *([OF_THE_STACK_ONLY] if below in STACK_ONLY else []),
                *([WITHOUT_EFFECT] if self._pending(below) and not self._pending(path) else []),
                *(["**Required.**"] if word in required else []),
            ]
            shown = word if path else ELSEWHERE.get(below, below)
            meaning = " ".join([*notes, texts[names[word]]])
            self.lines.append(f"| `{shown}` | {self.type_of(schema, below)} | {_cell(meaning)} |")
        self.lines.append("")
        for found, below in nested:
            self._nested(found, below)

    def _nested(self, model: type[Model], path: str) -> None:
        self.lines += [f"### `{path}`", "", docstrings.of_model(model)]
        if self._pending(path):
            self.lines.append(WITHOUT_EFFECT)
        fields = dict(self._definition(model)["properties"])
        if issubclass(model, PoolSpec) and self.name != self.places["ProvisionerSpec"].page:
            shared = self.places["ProvisionerSpec"].link("provisioner", self.name)
            common = {str(each.alias) for each in PoolSpec.model_fields.values()}
            self.lines += ["", f"Everything that a {shared} has but `frozenLimits` and `existingName`, and:"]
            fields = {word: schema for word, schema in fields.items() if word not in common}
        self.lines.append("")
        self._section(model, path, fields)

    def _definition(self, model: type[Model]) -> Mapping[str, Any]:
        return self.schema if model.__name__ == self.schema["title"] else self.schema["$defs"][model.__name__]

    def _joined(self, path: str, word: str) -> str:
        return f"{path}.{word}" if path else f"{self.prefix}{word}"

    def _pending(self, path: str) -> bool:
        """Whether `path`, or a field that it lies in, is on the list."""
        words = path.replace("<key>", "*").replace("[]", "").split(".")
        return any(".".join(words[:end]) in PENDING for end in range(1, len(words) + 1))

    def _models_in(self, schema: Mapping[str, Any], path: str) -> Iterator[tuple[type[Model], str]]:
        """The models that a field holds, with the path of each."""
        if "$ref" in schema:
            yield _MODELS[_name(schema)], path
        for branch in schema.get("anyOf", []):
            yield from self._models_in(branch, path)
        if "items" in schema:
            yield from self._models_in(schema["items"], f"{path}[]")
        if isinstance(schema.get("additionalProperties"), dict):
            yield from self._models_in(schema["additionalProperties"], f"{path}.<key>")

    def type_of(self, schema: Mapping[str, Any], path: str) -> str:
        """What may be written, without `null`."""
        if "$ref" in schema:
            place = self.places[_name(schema)]
            if place == Place(self.name, path):
                return place.link("fields", self.name)
            return f"as {place.link(f'`{place.path}`', self.name)}"
        if "anyOf" in schema:
            branches = [self.type_of(branch, path) for branch in schema["anyOf"] if branch.get("type") != "null"]
            return " or ".join(branches)
        if "const" in schema:
            return f"`{schema['const']}`"
        if "enum" in schema:
            return ", ".join(f"`{word}`" for word in schema["enum"])
        if schema.get("pattern") in _SCALAR_PATTERNS:
            return _SCALAR_PATTERNS[schema["pattern"]]
        match schema.get("type"):
            case "array":
                return f"list: {self.type_of(schema['items'], f'{path}[]')}"
            case "object":
                values = schema.get("additionalProperties")
                return f"map: {self.type_of(values, f'{path}.<key>')}" if isinstance(values, dict) else "map"
            case "boolean":
                return "`true`, `false`"
            case "integer":
                return _whole_number(schema)
            case None:
                return "any"
            case _:
                return "date" if schema.get("format") == "date" else "text"


def pages() -> dict[str, str]:
    """Name of each page → its generated part."""
    places: dict[str, Place] = {}
    tenant = Page("tenant-file.md", "", TenantSpec.model_json_schema(by_alias=True), places)
    stack = Page("stack-file.md", "platform:", PlatformSettings.model_json_schema(by_alias=True), places)
    return {tenant.name: tenant.write(TenantSpec), stack.name: stack.write(PlatformSettings)}


def with_generated(text: str, generated: str) -> str:
    """The page with the part between the markers replaced."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{generated}\n{END}{after}"


def main(arguments: list[str]) -> int:
    """Writes the pages, or says which are not current."""
    stale: list[str] = []
    for name, generated in pages().items():
        file = DOCS / name
        text = file.read_text(encoding="utf-8")
        current = with_generated(text, generated)
        if text != current:
            stale.append(name)
            if "--check" not in arguments:
                file.write_text(current, encoding="utf-8")
    if stale and "--check" in arguments:
        print(f"docs/{', docs/'.join(stale)}: not current; run python -m tools.reference", file=sys.stderr)
        return 1
    return 0


def _subclasses(above: type[Model]) -> Iterator[type[Model]]:
    for model in above.__subclasses__():
        yield model
        yield from _subclasses(model)


_MODELS: Final = {model.__name__: model for model in _subclasses(Model)}


def _name(schema: Mapping[str, Any]) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _whole_number(schema: Mapping[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if high is not None:
        return f"whole number, {low} to {high}"
    return f"whole number, {low} or more" if low is not None else "whole number"


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
