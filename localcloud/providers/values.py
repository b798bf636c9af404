"""Property values between the engine's protocol and Python.

The stand-ins ask the engine to strip secrets, outputs and resource references, so what arrives is plain JSON, plus the
sentinel text of an unknown value, plus archives and assets, which no type of ours has.
"""

from collections.abc import Mapping
from typing import Any, TypeGuard

from google.protobuf import struct_pb2

UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
"""A value that is not known before deployment. Source: pulumi SDK 3.272, `pulumi.runtime.rpc.UNKNOWN`."""


def is_unknown(value: object) -> TypeGuard[str]:
    """True for the sentinel itself."""
    return value == UNKNOWN


def contains_unknown(value: object) -> bool:
    """True when the sentinel is the value or anywhere in it."""
    if isinstance(value, Mapping):
        return any(contains_unknown(entry) for entry in value.values())
    if isinstance(value, list):
        return any(contains_unknown(entry) for entry in value)
    return is_unknown(value)


def from_struct(struct: struct_pb2.Struct) -> dict[str, Any]:
    """The properties of a message; whole numbers become int, nulls are left out."""
    read = {name: _from_value(value) for name, value in struct.fields.items()}
    return {name: value for name, value in read.items() if value is not None}


def to_struct(properties: Mapping[str, Any]) -> struct_pb2.Struct:
    """The message of some properties; None is left out."""
    struct = struct_pb2.Struct()
    struct.update({name: _plain(value) for name, value in properties.items() if value is not None})
    return struct


def _from_value(value: struct_pb2.Value) -> Any:
    match value.WhichOneof("kind"):
        case "struct_value":
            return from_struct(value.struct_value)
        case "list_value":
            return [_from_value(entry) for entry in value.list_value.values]
        case "number_value":
            number = value.number_value
            return int(number) if number.is_integer() else number
        case "string_value":
            return value.string_value
        case "bool_value":
            return value.bool_value
        case _:
            return None


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(entry) for name, entry in value.items() if entry is not None}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    return value
