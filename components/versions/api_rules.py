"""What Karpenter's CRDs say about single fields, in each version of the API v1; the facts are in `api_rules.json`.

Types, ranges, lengths, enums and patterns. What a CRD states as an expression over several fields is not here; the API
server judges it. The table holds samples of versions: between two samples a value is refused where both refuse it.
"""

import re
from collections.abc import Iterator, Mapping, Sized
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
    found = tuple(_judged(_rules_of(kind, before), place, value, ()))
    if after != before:
        also = {(each.path, each.fault) for each in _judged(_rules_of(kind, after), place, value, ())}
        found = tuple(each for each in found if (each.path, each.fault) in also)
    yield from found


@cache
def _neighbours(karpenter: KarpenterVersion) -> tuple[str, str]:
    """The samples around a version; the same one twice where its minor is one of them, or it is the newest."""
    samples: list[str] = api_rules()["samples"]
    minors = [_number(text)[:2] for text in samples]
    at = max((index for index, minor in enumerate(minors) if minor <= karpenter.minor), default=0)
    known = minors[at] == karpenter.minor or at == len(samples) - 1
    return samples[at], samples[at if known else at + 1]


@cache
def _rules_of(kind: str, sample: str) -> Mapping[str, Rules]:
    """Path → rules of the fields that the sample has."""
    found: dict[str, Rules] = {}
    for path, changes in api_rules()[kind].items():
        held = [rules for since, rules in changes.items() if _number(since) <= _number(sample)]
        if held and held[-1] is not None:
            found[path] = held[-1]
    return found


def _number(text: str) -> VersionNumber:
    number = VersionNumber.parse(text)
    if number is None:
        raise ValueError(f"{text} in api_rules.json is no version")
    return number


def _judged(known: Mapping[str, Rules], place: str, value: Any, path: Path) -> Iterator[Refusal]:
    rules = known.get(place)
    if rules is None:
        yield Refusal(path, Fault.UNKNOWN, "unknown field", "remove it")
    elif (fault := _fault(rules, value)) is not None:
        yield Refusal(path, *fault)
    elif rules.get("open"):
        return
    elif isinstance(value, dict):
        free = f"{place}.*" in known
        for key, item in cast("dict[str, Any]", value).items():
            yield from _judged(known, f"{place}.*" if free else f"{place}.{key}", item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[Any]", value)):
            yield from _judged(known, f"{place}.[]", item, (*path, index))


def _fault(rules: Rules, value: Any) -> tuple[Fault, str, str] | None:
    """What is wrong with the value itself, and what to write."""
    if not _has_type(rules.get("type"), value):
        return Fault.VALUE, f"{_shown(value)} is not of the type {rules['type']}", f"write {rules['type']}"
    if "enum" in rules and value not in rules["enum"]:
        return Fault.WORD, f"{_shown(value)} is none of {', '.join(rules['enum'])}", "write one of them"
    if "pattern" in rules and isinstance(value, str) and re.search(rules["pattern"], value) is None:
        return Fault.VALUE, f"{_shown(value)} is refused by the API", f"write a text that matches {rules['pattern']}"
    missing = next((word for word in rules.get("required", ()) if word not in value), None)
    return _out_of_range(rules, value) if missing is None else (Fault.VALUE, f"{missing} is missing", "add it")


def _out_of_range(rules: Rules, value: Any) -> tuple[Fault, str, str] | None:
    if len(rules) == 1:  # the type alone, as of most fields
        return None
    for least, most, kind, unit in _RANGES:
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


def _has_type(name: str | None, value: Any) -> bool:
    if isinstance(value, bool):
        return name in (None, "boolean")
    return name is None or isinstance(value, _TYPES[name])


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
