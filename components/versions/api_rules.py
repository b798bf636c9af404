"""What Karpenter's CRDs say about single fields, in each version of the API v1; the facts are in `api_rules.json`.

Types, ranges, lengths, enums and patterns. What a CRD states as an expression over several fields is not here; the API
server judges it. The table holds samples of versions: between two samples a value is refused where both refuse it.
"""

import re
from collections.abc import Iterator, Mapping, Sized
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, cast

from .karpenter_version import KarpenterVersion
from .number import VersionNumber

Path = tuple[str | int, ...]
"""Keys and list indexes below the place that is asked about."""
Rules = Mapping[str, Any]

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "integer or string": (int, str),
}
_RANGES: Final = (
    ("minimum", "maximum", int, ""),
    ("minLength", "maxLength", str, " characters"),
    ("minItems", "maxItems", list, " items"),
    ("minProperties", "maxProperties", dict, " entries"),
)
"""Words of the two bounds, what they measure, and how it is called."""


class Fault(Enum):
    """How a value can be wrong."""

    UNKNOWN = auto()
    """The version does not have the field."""
    WORD = auto()
    """The version does not have this word among the values."""
    VALUE = auto()
    """Type, range, length or pattern."""


class Refusal(NamedTuple):
    """One value that the API server would refuse."""

    path: Path
    fault: Fault
    what: str
    """What is wrong, with the value."""
    fix: str
    """What to write instead."""


@cache
def api_rules() -> Mapping[str, Any]:
    """The whole table: `samples`, `requirementKeys`, and for each kind path → sample → rules from it on."""
    import json  # only a check of manifests pays for it

    text = files(__name__.rpartition(".")[0]).joinpath("api_rules.json").read_text(encoding="utf-8")
    return json.loads(text)


def refusals(kind: str, place: str, value: object, karpenter: KarpenterVersion) -> Iterator[Refusal]:
    """What the version's API refuses in a value.

    Args:
        kind: `NodePool` or `EC2NodeClass`.
        place: Where the value stands in an object of that kind, such as `spec.template.spec.taints`.
        value: As it is rendered: plain dicts and lists.
        karpenter: A version whose API is v1.
    """
    before, after = _neighbours(karpenter)
    found = tuple(_judged(_fields(kind, before).get(place), value, ()))
    if found and after != before:
        also = {(each.path, each.fault) for each in _judged(_fields(kind, after).get(place), value, ())}
        found = tuple(each for each in found if (each.path, each.fault) in also)
    yield from found


@dataclass(frozen=True, slots=True, eq=False)
class _Field:
    """One field in one sample: its rules, ready to be applied, and what stands below it."""

    rules: Rules
    types: tuple[type, ...] | None
    pattern: re.Pattern[str] | None
    bounds: tuple[tuple[str, str, type, str], ...]
    fields: dict[str, "_Field"] = field(default_factory=dict[str, "_Field"])
    """By name; `[]` the items of a list, `*` the value of any key of a map."""

    def below(self, key: str) -> "_Field | None":
        """What stands under a key of a map; None where the sample has no such field."""
        return self.fields.get("*") or self.fields.get(key)


@cache
def _neighbours(karpenter: KarpenterVersion) -> tuple[str, str]:
    """The samples around a version; the same one twice where its minor is one of them, or it is the newest."""
    samples: list[str] = api_rules()["samples"]
    minors = [_number(text)[:2] for text in samples]
    at = max((index for index, minor in enumerate(minors) if minor <= karpenter.minor), default=0)
    known = minors[at] == karpenter.minor or at == len(samples) - 1
    return samples[at], samples[at if known else at + 1]


@cache
def _fields(kind: str, sample: str) -> Mapping[str, _Field]:
    """Path → field, of the fields that the sample has."""
    found: dict[str, _Field] = {}
    for path, changes in api_rules()[kind].items():
        held = [rules for since, rules in changes.items() if _number(since) <= _number(sample)]
        if held and held[-1] is not None:
            found[path] = _field(held[-1])
    for path, each in found.items():
        above, _, name = path.rpartition(".")
        if above in found:
            found[above].fields[name] = each
    return found


def _field(rules: Rules) -> _Field:
    pattern = rules.get("pattern")
    bounds = tuple(bound for bound in _RANGES if bound[0] in rules or bound[1] in rules)
    return _Field(rules, _TYPES.get(rules.get("type", "")), re.compile(pattern) if pattern else None, bounds)


def _number(text: str) -> VersionNumber:
    number = VersionNumber.parse(text)
    if number is None:
        raise ValueError(f"{text} in api_rules.json is no version")
    return number


def _judged(known: _Field | None, value: Any, path: Path) -> Iterator[Refusal]:
    if known is None:
        yield Refusal(path, Fault.UNKNOWN, "unknown field", "remove it")
    elif (fault := _fault(known, value)) is not None:
        yield Refusal(path, *fault)
    elif known.rules.get("open") and "*" not in known.fields:
        return
    elif isinstance(value, dict):
        for key, item in cast("dict[str, Any]", value).items():
            yield from _judged(known.below(key), item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[Any]", value)):
            yield from _judged(known.fields.get("[]"), item, (*path, index))


def _fault(known: _Field, value: Any) -> tuple[Fault, str, str] | None:
    """What is wrong with the value itself, and what to write."""
    rules = known.rules
    if known.types is not None and not _has_type(known.types, value):
        return Fault.VALUE, f"{_shown(value)} is not of the type {rules['type']}", f"write {rules['type']}"
    if len(rules) == 1:  # the type alone, as of most fields
        return None
    if "enum" in rules and value not in rules["enum"]:
        return Fault.WORD, f"{_shown(value)} is none of {', '.join(rules['enum'])}", "write one of them"
    if known.pattern is not None and isinstance(value, str) and known.pattern.search(value) is None:
        return Fault.VALUE, f"{_shown(value)} is refused by the API", f"write a text that matches {rules['pattern']}"
    for word in rules.get("required", ()):
        if word not in value:
            return Fault.VALUE, f"{word} is missing", "add it"
    return _out_of_range(known, value) if known.bounds else None


def _out_of_range(known: _Field, value: Any) -> tuple[Fault, str, str] | None:
    rules = known.rules
    for least, most, kind, unit in known.bounds:
        if isinstance(value, kind):
            size: int = value if isinstance(value, int) else len(cast("Sized", value))
            if size < rules.get(least, size):
                return (
                    Fault.VALUE,
                    f"{size}{unit}, the API takes {rules[least]} or more",
                    f"write at least {rules[least]}",
                )
            if size > rules.get(most, size):
                return Fault.VALUE, f"{size}{unit}, the API takes up to {rules[most]}", f"write at most {rules[most]}"
    return None


def _has_type(types: tuple[type, ...], value: Any) -> bool:
    return bool in types if isinstance(value, bool) else isinstance(value, types)


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
