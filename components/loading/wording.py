"""pydantic's errors in the operator's words: code, what is wrong with the value, what to write instead.

The model's own refusals carry all three already. What is left are unknown and missing fields (E003, E006, E007),
wrong types (E004) and a few ranges (E005).
"""

import json

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from ..model.old_words import old_word
from ..model.problem import Path
from .encrypted import FIX, WHAT, is_encrypted
from .plain_data import as_items, as_mapping
from .pod_words import word_of_pods
from .vocabulary import field_at, model_at, remedy

_EXPECTED = {
    "string_type": ("text", "write text"),
    "string_sub_type": ("text", "write text"),
    "int_type": ("a whole number", "write a whole number"),
    "int_from_float": ("a whole number", "write a whole number"),
    "float_type": ("a number", "write a number"),
    "finite_number": ("a number", "write a number"),
    "bool_type": ("true or false", "write true or false"),
    "tuple_type": ("a list", "write a list"),
    "dict_type": ("a mapping", "write key: value below it"),
    "mapping_type": ("a mapping", "write key: value below it"),
    "model_type": ("a mapping", "write key: value below it"),
}
"""pydantic's type of error → what is expected, what to write."""

_REQUIRED = {
    "email": "write the address that the tenant's resources are tagged with",
    "owner": "write owner: {email: …}, the address that the tenant's resources are tagged with",
    "region": "write the region of the cluster, for example eu-central-1",
    "kubernetesVersion": 'write the version in quotes, for example "1.35"',
    "cluster": "write name, kubernetesVersion and vpc below it",
    "karpenter": "write version below it, for example 1.14.3",
    "vpc": "write {vpcId: …, subnetIds: […]} or create: {cidr: 10.0.0.0/16}",
    "version": "write a version of Karpenter, for example 1.14.3",
    "tenants": "list the tenants, one file in tenants/ each",
    "reason": "write why it is meant",
}
"""Required word → what to write; the others say enough by their name."""

MAX_SHOWN = 60
"""Characters of a value that a message repeats."""


def words_of(error: ErrorDetails, root: type[BaseModel], path: Path) -> tuple[str, str, str]:
    """(code, what, fix) of one error at a path of the model's data."""
    kind, context = error["type"], error.get("ctx", {})
    if {"what", "fix"} <= context.keys():
        return kind, context["what"], context["fix"]
    value: object = error["input"]
    old = old_word(path) if kind == "extra_forbidden" or kind in _EXPECTED else None
    if old is not None:
        return "E007", f"word of {old.api}", old.fix.format(value=flow(value))
    match kind:
        case "missing":
            return "E006", "missing", _missing(path)
        case "extra_forbidden":
            return "E003", *(word_of_pods(root, path) or remedy(root, path))
        case _ if kind in _EXPECTED and is_encrypted(value):
            return "E004", WHAT, FIX
        case _ if kind in _EXPECTED:
            expected, fix = _EXPECTED[kind]
            return (
                "E004",
                f"{describe(value)} where {expected} is expected",
                _better_fix(expected, value, root, path) or fix,
            )
        case _:
            return "E005", f"{describe(value)} is refused: {_first_lower(error['msg'])}", "write another value"


def _missing(path: Path) -> str:
    if path == ("name",):
        return "write the name of the file, without its ending"
    word = str(path[-1])
    return _REQUIRED.get(word, f"write {word}")


def _instead_of_nothing(root: type[BaseModel], path: Path) -> str:
    """What to write where a value was left out behind the colon, or null is no value."""
    if isinstance(path[-1], int):
        return "write a value, or remove the entry"
    field = field_at(root, path)
    if field is not None and (field.is_required() or path[-1] in _REQUIRED):
        return _missing(path)
    return "write a value, or remove the line"


def _better_fix(expected: str, value: object, root: type[BaseModel], path: Path) -> str | None:
    """What the same value would look like in the right type, where one can tell."""
    text = str(value).lower() if isinstance(value, bool) else str(getattr(value, "written", value))
    match value:
        case None:
            return _instead_of_nothing(root, path)
        case str() if value.lstrip()[:1] in ("{", "[") and expected in ("a list", "a mapping"):
            return "correct the JSON text, or write it as YAML"
        case str() | bool() | int() | float() if expected == "a list" and len(text) <= MAX_SHOWN:
            return f"write [{text}]"
        case bool() | int() | float() if expected == "text":
            return f'put it in quotes: "{text}"'
        case str() if expected in ("a number", "a whole number") and value.isascii() and value.isdecimal():
            return f"write {value.lstrip('0') or '0'} without quotes"
        case _ if expected == "a mapping":
            return _mapping_fix(value, root, path)
        case _:
            return None


def _mapping_fix(value: object, root: type[BaseModel], path: Path) -> str | None:
    model = model_at(root, path)
    if model is None:
        return None
    needed = [field.alias or name for name, field in model.model_fields.items() if field.is_required()]
    if isinstance(value, str) and len(needed) == 1 and len(value) <= MAX_SHOWN:
        return f"write {{{needed[0]}: {value}}}"
    words = needed or [field.alias or name for name, field in model.model_fields.items()][:3]
    return f"write a mapping with {', '.join(words)}"


def flow(value: object, longest: int = MAX_SHOWN) -> str:
    """A value as one would write it on the same line; `…` where that would be longer."""
    mapping, items = as_mapping(value), as_items(value)
    if mapping is not None:
        entries = (f"{key}: {flow(item, longest)}" for key, item in mapping.items())
        text = "…" if "secure" in mapping else f"{{{', '.join(entries)}}}"
    elif items is not None:
        text = f"[{', '.join(flow(item, longest) for item in items)}]"
    elif value is None or isinstance(value, bool):
        text = json.dumps(value)
    else:
        text = str(getattr(value, "written", value))
        text = json.dumps(text, ensure_ascii=False) if "\n" in text else text
    return text if len(text) <= longest else "…"


def describe(value: object) -> str:
    """A value as a message repeats it; long ones are cut, mappings never shown."""
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case int() | float():
            return f"number {getattr(value, 'written', value)}"[:MAX_SHOWN]
        case str():
            shown = value if len(value) <= MAX_SHOWN else f"{value[:MAX_SHOWN]}…"
            return f"text {json.dumps(shown, ensure_ascii=False)}"
        case tuple() | list():
            return "a list"
        case dict():
            return "a mapping"
        case _:
            return f"a {type(value).__name__}"


def _first_lower(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
