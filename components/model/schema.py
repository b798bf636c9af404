"""JSON Schemas of the tenant file and of profiles, for editors.

It says what one file may hold, before merging: a required field may come from another layer, so that only `name` is
required at the top, and `null` stands wherever it means "explicitly nothing". Rules over several fields stay with the
models; an editor shows shapes, words and documentation.
"""

import json
from collections.abc import Iterator
from typing import Any, cast

from pydantic.json_schema import JsonSchemaValue

from . import docstrings
from .base import Model
from .names import PROVISIONER_KEY, TENANT_NAME
from .scalar import worded
from .tenant import OF_ONE_TENANT, TenantSpec

_DIALECT = "https://json-schema.org/draft/2020-12/schema"

_OF_THE_STACK = {"TenantSpec": ("objects",), "IamSpec": ("sharedImageRepositories",), "Taint": ("operator",)}
"""Model -> words that no tenant file may hold: only tenantDefaults may, or nobody."""

_MERGED = ("OwnerSpec", "HeadroomSpec")
"""Models whose required fields may come from another layer; lists are replaced, so their items are whole."""

_WITH_STAR = ("provisioners", "nodeClasses")

_EXTENDS = {
    "type": "string",
    "description": "A profile `profiles/<word>.yaml` whose fields come before those of this file. Absent: none.",
}


def tenant_schema() -> str:
    """The schema of the tenant file as JSON text with a final line break, the same in every run."""
    document = _document()
    properties: dict[str, Any] = document.pop("properties")
    properties["name"] |= worded(
        f"^{TENANT_NAME.pattern}$", "a letter, then lower-case letters, digits and -, at most 24"
    )
    return _text(
        "tenant file",
        document,
        required=["name"],
        properties={"name": properties.pop("name"), "extends": _EXTENDS, **properties},
    )


def profile_schema() -> str:
    """The same of a profile: what many tenants share, and so nothing that is one tenant's."""
    document = _document()
    properties: dict[str, Any] = document.pop("properties")
    shared = {word: schema for word, schema in properties.items() if word not in OF_ONE_TENANT}
    return _text("profile", document, description="What many customers share.", properties=shared)


def _document() -> dict[str, Any]:
    """Fields and definitions that both have."""
    schema = TenantSpec.model_json_schema(by_alias=True)
    definitions: dict[str, JsonSchemaValue] = schema.pop("$defs")
    models = {model.__name__: model for model in _models(Model)}
    top = _edited("TenantSpec", models, schema)
    del top["required"]
    properties: dict[str, Any] = top["properties"]
    for word in _WITH_STAR:
        properties[word]["description"] += ' "*" holds what all of them start from.'
        key = "a letter, then at most 15 lower-case letters and digits, or *"
        properties[word]["propertyNames"] = worded(rf"^(?:\*|{PROVISIONER_KEY.pattern})$", key)
    return {
        **top,
        "$defs": {name: _or_null(_edited(name, models, definitions[name])) for name in sorted(definitions)},
    }


def _text(title: str, document: dict[str, Any], **first: Any) -> str:
    definitions = document.pop("$defs")
    whole = {"$schema": _DIALECT, "title": title, **document, **first, "$defs": definitions}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _models(above: type[Model]) -> Iterator[type[Model]]:
    for model in above.__subclasses__():
        yield model
        yield from _models(model)


def _edited(name: str, models: dict[str, type[Model]], schema: JsonSchemaValue) -> dict[str, Any]:
    """The schema of one model with its documentation, without the words that tenant files may not hold."""
    model = models[name]
    texts = docstrings.of_fields(model)
    fields = {str(field.alias): texts[field_name] for field_name, field in model.model_fields.items()}
    properties = {
        word: _documented(_nullable(_plain(property_)), fields[word])
        for word, property_ in cast("dict[str, JsonSchemaValue]", schema["properties"]).items()
        if word not in _OF_THE_STACK.get(name, ())
    }
    rest = {key: value for key, value in schema.items() if key not in ("properties", "title", "description")}
    if name in _MERGED:
        del rest["required"]
    return {"description": docstrings.of_model(model), **rest, "properties": properties}


def _documented(property_: dict[str, Any], text: str) -> dict[str, Any]:
    return {"description": text, **property_}


def _plain(schema: Any) -> Any:
    """Without the titles that only repeat the word, and with one type of several where nothing else differs."""
    if isinstance(schema, list):
        return [_plain(item) for item in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    entries = cast("dict[str, Any]", schema).items()
    plain = {key: _plain(value) for key, value in entries if key != "title" and (key, value) != ("default", None)}
    branches = plain.get("anyOf", [])
    if len(branches) == 2 and branches[1] == {"type": "null"} and branches[0].keys() & {"type", "$ref"}:
        del plain["anyOf"]
        return _or_null(_nullable(branches[0])) | plain
    return plain


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """A list or map may be null, and so may each value of a map with free keys."""
    values = schema.get("additionalProperties")
    if isinstance(values, dict):
        schema = schema | {"additionalProperties": _or_null(cast("dict[str, Any]", values))}
    if schema.get("type") in ("array", "object"):
        return _or_null(schema)
    return schema


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    kind = schema.get("type")
    if kind is None:  # a reference: the definitions themselves allow null, so that an error keeps its own place
        return schema
    kinds = cast("list[str]", kind) if isinstance(kind, list) else [cast("str", kind)]
    if "null" in kinds:
        return schema
    # An enum lists every value that is allowed, null as well.
    words = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return schema | {"type": [*kinds, "null"]} | words
