"""What `Check` refuses: unknown, missing and mistyped properties, nested ones included.

Real providers are more lenient in one point: their bridge turns the number 5 into the text "5" and the reverse. A
program that relies on it is refused here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from localcloud.providers.values import is_unknown


@dataclass(frozen=True)
class Failure:
    """One refused property: where, and why."""

    path: str
    reason: str


def failures(schema: Mapping[str, Any], token: str, inputs: Mapping[str, Any]) -> Iterator[Failure]:
    """Compare the inputs of one resource with its type's schema."""
    yield from _object_failures(schema, schema["resources"][token]["inputs"], inputs, "")


def _object_failures(
    schema: Mapping[str, Any], properties: Mapping[str, Any], value: Mapping[str, Any], path: str
) -> Iterator[Failure]:
    for name, entry in value.items():
        where = f"{path}.{name}" if path else name
        if name not in properties:
            yield Failure(where, f"unknown property; known are {', '.join(properties)}")
        else:
            yield from _value_failures(schema, properties[name]["type"], entry, where)
    for name, property_ in properties.items():
        if property_.get("required") and name not in value:
            yield Failure(f"{path}.{name}" if path else name, "missing required property")


def _value_failures(schema: Mapping[str, Any], kind: Any, value: Any, path: str) -> Iterator[Failure]:
    if is_unknown(value) or kind in ("any", "resource"):
        return
    match kind:
        case "string" | "boolean" | "integer" | "number":
            if not _is_scalar(kind, value):
                yield Failure(path, f"must be {kind}, is {_shown(value)}")
        case {"enum": allowed}:
            if value not in allowed:
                yield Failure(path, f"must be one of {', '.join(map(str, allowed))}, is {_shown(value)}")
        case {"list": member}:
            if not isinstance(value, list):
                yield Failure(path, f"must be a list, is {_shown(value)}")
                return
            for index, entry in enumerate(value):
                yield from _value_failures(schema, member, entry, f"{path}[{index}]")
        case {"map": member}:
            if not isinstance(value, Mapping):
                yield Failure(path, f"must be a map, is {_shown(value)}")
                return
            for name, entry in value.items():
                yield from _value_failures(schema, member, entry, f"{path}.{name}")
        case {"object": name}:
            if not isinstance(value, Mapping):
                yield Failure(path, f"must be an object, is {_shown(value)}")
                return
            yield from _object_failures(schema, schema["objects"][name]["properties"], value, path)
        case {"oneOf": members}:
            found = [[*_value_failures(schema, member, value, path)] for member in members]
            if all(found):
                yield from min(found, key=len)
        case _:
            raise AssertionError(f"{path}: the schema holds an unknown type {kind}")


def _is_scalar(kind: str, value: object) -> bool:
    match kind:
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case _:
            return isinstance(value, (int, float)) and not isinstance(value, bool)


def _shown(value: object) -> str:
    if isinstance(value, str):
        return f"the text {value!r}"
    if isinstance(value, bool):
        return f"the boolean {str(value).lower()}"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    return "a list" if isinstance(value, list) else "an object"
