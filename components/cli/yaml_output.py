"""Documents as a YAML stream that every reader understands alike.

Text that any YAML reader could take for something else is quoted: `010`, `1.10`, `no`, `12:30`, `2026-11-11`.
"""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, cast

import yaml

_AMBIGUOUS = re.compile(r"[-+.]?[0-9].*|[-+]?\.(?:inf|nan)|~|y|n|yes|no|on|off|true|false|null|", re.IGNORECASE)
_WIDTH = 110


class _Dumper(yaml.CSafeDumper):
    """Lists below their key are indented, aliases are never written."""

    def ignore_aliases(self, data: Any) -> bool:
        """Documents are read by people: everything is written out."""
        return True


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    if "\n" in text:
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|")  # pyright: ignore[reportUnknownMemberType]
    style = '"' if _AMBIGUOUS.fullmatch(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)  # pyright: ignore[reportUnknownMemberType]


_Dumper.add_representer(str, _text)


def to_yaml(document: object) -> str:
    """One document in the order of its keys."""
    return yaml.dump(_plain(document), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH)


def _plain(value: object) -> Any:
    """Without subclasses of text and numbers, tuples and read-only mappings, which the dumper does not know."""
    match value:
        case Enum():
            return _plain(value.value)
        case bool() | None:
            return value
        case str():
            return str(value)
        case int():
            return int(value)
        case float():
            return float(value)
        case Mapping():
            return {str(key): _plain(item) for key, item in cast("Mapping[object, object]", value).items()}
        case Sequence():
            return [_plain(item) for item in cast("Sequence[object]", value)]
        case _:
            raise TypeError(f"{type(value).__name__} in a document")
