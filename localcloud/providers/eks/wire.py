"""Inputs of a component as they come over the wire, reduced to plain JSON for checking.

Outputs and secrets arrive wrapped in objects with a signature; a resource arrives as a reference.

Source: pulumi SDK 3.272, `pulumi/runtime/rpc.py`.
"""

from collections.abc import Mapping
from typing import Any

from localcloud.providers.values import UNKNOWN

SIGNATURE = "4dabf18193072939515e22adb298388d"
SECRET = "1b47061264138c4ac30d75fd1eb44270"
OUTPUT = "d0e6a833031e9bbcd3f4e8bde6ca49a4"


def unwrapped(value: Any) -> Any:
    """The value without wrappers; an output that is not known is the sentinel."""
    if isinstance(value, Mapping):
        match value.get(SIGNATURE):
            case str() as signature if signature == SECRET:
                return unwrapped(value["value"])
            case str() as signature if signature == OUTPUT:
                return unwrapped(value["value"]) if "value" in value else UNKNOWN
            case _:
                return {name: unwrapped(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [unwrapped(entry) for entry in value]
    return value


def holds_output(value: Any) -> bool:
    """True when an output is the value or anywhere in it."""
    if isinstance(value, Mapping):
        return value.get(SIGNATURE) == OUTPUT or any(map(holds_output, value.values()))
    return isinstance(value, list) and any(map(holds_output, value))
