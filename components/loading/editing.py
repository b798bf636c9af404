"""Sets single values in the text of a YAML file and leaves every other character as it is.

New keys of the file itself go behind its first one, others behind the last of their mapping. What cannot be set
without changing something else, such as a value that an alias shares, is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from ..model.problem import show_path
from .document import parse_document
from .plain_data import as_mapping
from .yaml_nodes import CORE, compose, events

KeyPath = tuple[str, ...]

_OF_BLOCKS = ("|", ">")
"""Styles of a value that takes lines of its own."""


class NotEditable(Exception):
    """The text holds the value in a way that only a person can change."""

    def __init__(self, path: KeyPath, why: str) -> None:
        super().__init__(f"{show_path(path)}: {why}")


def with_values(text: str, values: Mapping[KeyPath, str]) -> str:
    """The text with these values, each as it is to be written.

    Args:
        text: A readable file with a mapping at its top.
        values: Path of a scalar → YAML of it on one line; missing mappings on the way are added.

    Raises:
        NotEditable: A path leads through an alias or a list, or something else would change too.
    """
    for path, written in values.items():
        after = parse_document(_with_value(text, path, written), "")
        value = parse_document(f"value: {written}", "").data["value"]
        if after.faults or after.data != _set(parse_document(text, "").data, path, value):
            raise NotEditable(path, "shares its text with another value by an anchor; write it out")
        text = after.text
    return text


def _set(data: dict[str, Any], path: KeyPath, value: object) -> dict[str, Any]:
    key, *rest = path
    below = as_mapping(data.get(key)) or {}
    return {**data, key: _set(below, tuple(rest), value) if rest else value}


def _with_value(text: str, path: KeyPath, written: str) -> str:
    node = compose(text)
    for depth, key in enumerate(path):
        rest = _flow(path[depth:], written)
        if _is_null(node):
            return _replaced(text, node, f"{{{rest}}}")
        if not isinstance(node, yaml.MappingNode):
            raise NotEditable(path[:depth], "no mapping; write it as one")
        entry = next((entry for entry in node.value if entry[0].value == key), None)
        if entry is None:
            return _Text(text).with_entry(node, rest, first=depth == 0)
        key_node, node = entry
        if node.start_mark.index < key_node.end_mark.index:
            raise NotEditable(path[: depth + 1], "an alias of another value; write it out")
    if not isinstance(node, yaml.ScalarNode):
        raise NotEditable(path, "no single value; write one")
    if node.style in _OF_BLOCKS:
        raise NotEditable(path, f"a block of text, behind {node.style}; write it on the line of its key")
    return _replaced(text, node, written)


def _is_null(node: yaml.Node | None) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == f"{CORE}null"


def _flow(path: KeyPath, written: str) -> str:
    """`a: {b: {c: value}}`."""
    key, *rest = path
    return f"{key}: {{{_flow(tuple(rest), written)}}}" if rest else f"{key}: {written}"


def _replaced(text: str, node: yaml.Node | None, written: str) -> str:
    assert node is not None
    start, end = node.start_mark.index, node.end_mark.index
    # Nothing at all is written behind the colon.
    blank = " " if start == end and text[start - 1 : start] == ":" else ""
    return f"{text[:start]}{blank}{written}{text[end:]}"


@dataclass(frozen=True, slots=True)
class _Text:
    """A text into whose mappings entries are put."""

    text: str

    def with_entry(self, mapping: yaml.MappingNode, entry: str, *, first: bool) -> str:
        """The text with one more entry, behind the first or the last of the mapping."""
        if mapping.flow_style:
            return self._in_flow(mapping, entry)
        key, value = mapping.value[0]
        alias = value.start_mark.index < key.end_mark.index
        end = key.end_mark.index if alias else value.end_mark.index
        return self._as_line(self._content_end(end if first else mapping.end_mark.index), key.start_mark.column, entry)

    def _in_flow(self, mapping: yaml.MappingNode, entry: str) -> str:
        brace = mapping.end_mark.index - 1
        if not mapping.value:
            return f"{self.text[:brace]}{entry}{self.text[brace:]}"
        at = self._content_end(brace)
        return f"{self.text[:at]}, {entry}{self.text[at:]}"

    def _as_line(self, at: int, indent: int, entry: str) -> str:
        """A line of its own below the line of that index; a comment behind it stays."""
        newline = "\r\n" if "\r\n" in self.text else "\n"
        line = f"{' ' * indent}{entry}"
        if self.text[:at].endswith("\n"):  # behind a block of text
            return f"{self.text[:at]}{line}{newline}{self.text[at:]}"
        below = self.text.find("\n", at) + 1
        if not below:
            return f"{self.text}{newline}{line}{newline}"
        return f"{self.text[:below]}{line}{newline}{self.text[below:]}"

    def _content_end(self, before: int) -> int:
        """Where the last value up to an index ends, without the blanks and comments that marks of blocks include."""
        ends = (
            event.end_mark.index
            for event in events(self.text)
            if isinstance(event, yaml.ScalarEvent | yaml.AliasEvent) or _closes_flow(self.text, event)
        )
        return max(end for end in ends if end <= before)


def _closes_flow(text: str, event: yaml.Event) -> bool:
    """Whether the event is a closing bracket; blocks end without a character of their own."""
    ends = isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent)
    return ends and text[event.start_mark.index : event.end_mark.index] in ("}", "]")
