"""What properties each resource type has: read from the classes of the pinned SDKs, kept as `schema.json`.

The SDKs are generated from the providers' own schemas, so their argument classes say which inputs exist, which are
required and of which type; their resource classes say which outputs exist. Neither says which input forces a new
resource: that is `aws/replacing.py`.

`python -m localcloud.providers.schema` writes the file; a test compares, so that an upgrade of an SDK shows as a
difference.
"""

import collections.abc
import importlib
import inspect
import json
import types
import typing
from collections.abc import Mapping
from enum import Enum
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pulumi
from pulumi import _types as pulumi_types

from localcloud.providers.tokens import AWS_RESOURCES, EKS_COMPONENTS

FILE = Path(__file__).with_name("schema.json")

SDKS = ("pulumi-aws", "pulumi-eks")

SCALARS = {str: "string", bool: "boolean", int: "integer", float: "number"}


class Reflection:
    """Collects the schema; nested argument classes are described once, by name."""

    def __init__(self) -> None:
        self._objects: dict[str, Any] = {}
        self._pending: list[type] = []

    def document(self) -> dict[str, Any]:
        """The whole schema."""
        resources = {token: self._resource(token) for token in (*AWS_RESOURCES, *EKS_COMPONENTS)}
        while self._pending:
            arguments = self._pending.pop()
            self._objects.setdefault(_name(arguments), {"properties": self._properties(arguments)})
        return {
            "source": ", ".join(f"{sdk} {version(sdk)}" for sdk in SDKS),
            "resources": resources,
            "objects": dict(sorted(self._objects.items())),
        }

    def _resource(self, token: str) -> dict[str, Any]:
        resource = resource_class(token)
        arguments = getattr(importlib.import_module(resource.__module__), f"{resource.__name__}Args")
        outputs = sorted(pulumi_types.resource_types(resource))
        return {"inputs": self._properties(arguments), "outputs": outputs}

    def _properties(self, arguments: type) -> dict[str, Any]:
        module = importlib.import_module(arguments.__module__)
        scope = {"Output": pulumi.Output, "T": typing.TypeVar("T")}
        initialiser = arguments.__init__
        hints = typing.get_type_hints(initialiser, vars(module), scope)
        names = pulumi_types.input_type_py_to_pulumi_names(arguments)
        described = {}
        for parameter in list(inspect.signature(initialiser).parameters.values())[1:]:
            hint = hints[parameter.name]
            property_: dict[str, Any] = {"type": self._type(hint)}
            if parameter.default is inspect.Parameter.empty:
                property_["required"] = True
            if not _takes_outputs(hint):
                property_["plain"] = True
            described[names[parameter.name]] = property_
        return dict(sorted(described.items()))

    def _type(self, hint: Any) -> Any:
        members = _members(hint)
        if len(members) > 1:
            return {"oneOf": [self._type(member) for member in members]}
        (only,) = members
        origin = typing.get_origin(only)
        if only in SCALARS:
            return SCALARS[only]
        if origin in (collections.abc.Sequence, list):
            return {"list": self._type(typing.get_args(only)[0])}
        if origin in (collections.abc.Mapping, dict):
            return {"map": self._type(typing.get_args(only)[1])}
        if inspect.isclass(only) and issubclass(only, Enum):
            return {"enum": [member.value for member in only]}
        if inspect.isclass(only) and issubclass(only, pulumi.Resource):
            return "resource"
        if inspect.isclass(only) and pulumi_types.is_input_type(only):
            self._pending.append(only)
            return {"object": _name(only)}
        return "any"


def resource_class(token: str) -> type:
    """The SDK's class of a type token."""
    package, module, name = token.split(":")
    folder, _, file = module.partition("/")
    path = f"pulumi_{package}" if not file else f"pulumi_{package}.{folder}"
    found = getattr(importlib.import_module(path), name)
    assert found.pulumi_type == token
    return found


def load_schema() -> Mapping[str, Any]:
    """The committed schema."""
    return json.loads(FILE.read_text())


def render_schema() -> str:
    """The text of the schema file for the installed SDKs."""
    return json.dumps(Reflection().document(), indent=1) + "\n"


def _members(hint: Any) -> list[Any]:
    """The alternatives of a hint without Optional, Output, Awaitable and typed dictionaries, each once."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        found: list[Any] = []
        for argument in typing.get_args(hint):
            found += [member for member in _members(argument) if member not in found]
        return found
    if hint is type(None) or _is_plumbing(hint) or typing.is_typeddict(hint):
        return []
    return [hint]


def _is_plumbing(hint: Any) -> bool:
    origin = typing.get_origin(hint)
    return inspect.isclass(origin) and issubclass(origin, (collections.abc.Awaitable, pulumi.Output))


def _takes_outputs(hint: Any) -> bool:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return any(_takes_outputs(argument) for argument in typing.get_args(hint))
    return _is_plumbing(hint)


def _name(arguments: type) -> str:
    return f"{arguments.__module__.removesuffix('._inputs')}.{arguments.__name__}"


if __name__ == "__main__":
    FILE.write_text(render_schema())
