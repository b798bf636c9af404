"""YAML 1.2 text to nodes, and nodes to plain data.

Decides which plain words are more than text (null, true and false, decimal numbers; never dates, `no`, `on`, `12:30`
or `010`), what a duplicate key is, how far aliases may expand and which tags are known. Lists become tuples, keys are
always text. What is wrong is collected as `YamlFault` with path and mark; nothing is raised after composing.

Source: yaml.org/spec/1.2.2, section 10.3 "Core Schema"; integers narrowed so that leading zeros stay.
"""

import math
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from ..model.problem import Path
from .written import WrittenFloat, WrittenInt

CORE = "tag:yaml.org,2002:"
MERGE = f"{CORE}merge"
MAX_ALIASED_NODES = 20_000
"""Nodes that may be made from aliases: far above what people write, far below what an alias bomb makes."""
MAX_NODES = 100_000
"""Values and keys of one file; 2,000 provisioners written out are 60,000."""
MAX_ENTRIES = 5_000
"""Entries of one map or list: more customers or pools than one cluster carries."""
MAX_FAULTS = 1_000
"""Mistakes in the text of one file that are told: a file with more is no file to be corrected by hand."""
MAX_DEPTH = 64
"""Levels of nesting; the deepest field of a tenant file lies at 12."""
MAX_DIGITS = 4_000
"""Longer digits stay text: Python refuses to read more than 4,300 of them as a number."""

_NULL = re.compile(r"(?:~|null|Null|NULL|)\Z")
_BOOL = re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z")
_INT = re.compile(rf"[-+]?(?:0|[1-9][0-9]{{0,{MAX_DIGITS}}})\Z")
_FLOAT = re.compile(
    r"[-+]?(?:(?:0|[1-9][0-9]*)?\.[0-9]+|(?:0|[1-9][0-9]*)\.)(?:[eE][-+]?[0-9]+)?\Z|[-+]?(?:0|[1-9][0-9]*)[eE][-+]?[0-9]+\Z"
)
_MERGE = re.compile(r"<<\Z")


_PLAIN_WORDS: dict[str, tuple[tuple[str, re.Pattern[str]], ...]] = {
    "": ((f"{CORE}null", _NULL),),
    "<": ((MERGE, _MERGE),),
    **dict.fromkeys("~nN", ((f"{CORE}null", _NULL),)),
    **dict.fromkeys("tTfF", ((f"{CORE}bool", _BOOL),)),
    **dict.fromkeys("-+.0123456789", ((f"{CORE}int", _INT), (f"{CORE}float", _FLOAT))),
}
"""First character of a plain scalar → what it may be other than text."""


TOO_MANY_NODES = f"more than {MAX_NODES} values in one file"


class CoreLoader(yaml.CSafeLoader):
    """libyaml's composer with the words of YAML 1.2's core schema, which gives up on files without end."""

    nodes = 0

    def resolve(self, kind: type[yaml.Node], value: Any, implicit: Any) -> str:
        """The tag of a node that is written without one."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise yaml.MarkedYAMLError(problem=TOO_MANY_NODES)
        if kind is yaml.MappingNode:
            return f"{CORE}map"
        if kind is yaml.SequenceNode:
            return f"{CORE}seq"
        if implicit[0]:
            for tag, words in _PLAIN_WORDS.get(value[:1], ()):
                if words.match(value):
                    return tag
        return f"{CORE}str"

    def descend_resolver(self, current_node: Any, current_index: Any) -> None:
        """Nothing: tags do not depend on where a node stands, and the general resolver is slow."""

    def ascend_resolver(self) -> None:
        """Nothing, as above."""


@dataclass(frozen=True, slots=True)
class YamlFault:
    """One thing that is wrong with the text itself.

    Attributes:
        line: From 1, as the column.
        ends_reading: Nothing more was read from here on.
    """

    path: Path
    line: int
    column: int
    code: str
    what: str
    fix: str
    ends_reading: bool = False


def compose(text: str) -> yaml.Node | None:
    """The root node of the only document, None for a text without one; raises `yaml.YAMLError`."""
    return yaml.compose(text, Loader=CoreLoader)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def compose_all(text: str) -> Iterator[yaml.Node]:
    """The root node of each document, of an empty one too; raises `yaml.YAMLError`."""
    return yaml.compose_all(text, Loader=CoreLoader)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def events(text: str) -> Iterator[yaml.Event]:
    """What the text consists of, in its order, aliases included; raises `yaml.YAMLError`."""
    return yaml.parse(text, Loader=CoreLoader)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


@dataclass(slots=True)
class Conversion:
    """Turns one file's nodes into plain data once.

    Attributes:
        faults: What was wrong on the way.
        exhausted: Aliases went beyond the limit; what follows is left out.
    """

    faults: list[YamlFault] = field(default_factory=list[YamlFault])
    exhausted: bool = False
    _seen: set[int] = field(default_factory=set[int])
    _open: set[int] = field(default_factory=set[int])
    _aliased: int = 0
    _entry: yaml.Node | None = None

    def plain(self, node: yaml.Node, path: Path = ()) -> Any:
        """The node as text, number, boolean, None, tuple or dict; what cannot be read is left out as None."""
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, path)
        assert isinstance(node, yaml.MappingNode | yaml.SequenceNode)
        identity = id(node)
        if identity in self._open:
            return self._fault(node, path, "E001", "an anchor that contains itself has no end", "remove the alias")
        if len(self._open) >= MAX_DEPTH:
            return self._fault(node, path, "E001", f"nested deeper than {MAX_DEPTH} levels", "flatten it")
        if len(node.value) > MAX_ENTRIES:
            what = f"{len(node.value)} entries, at most {MAX_ENTRIES} are read"
            return self._fault(node, path, "E001", what, "split them up")
        if self._over_limit(node, identity, path):
            return None
        self._seen.add(identity)
        self._open.add(identity)
        try:
            return self._mapping(node, path) if isinstance(node, yaml.MappingNode) else self._sequence(node, path)
        finally:
            self._open.discard(identity)

    def _over_limit(self, node: yaml.CollectionNode, identity: int, path: Path) -> bool:
        """Counts what an alias repeats: below a node seen before everything was seen before.

        The entry in which the limit is passed is reported, the rest of the file is left out.
        """
        if self.exhausted:
            return True
        if identity not in self._seen:
            return False
        self._aliased += 1 + len(node.value)
        if self._aliased <= MAX_ALIASED_NODES:
            return False
        self.exhausted = True
        self._fault(
            self._entry or node,
            path[:2],
            "E001",
            f"aliases expand to more than {MAX_ALIASED_NODES} values",
            "write the lists out, or use a profile",
            ends_reading=True,
        )
        return True

    def _sequence(self, node: yaml.SequenceNode, path: Path) -> Any:
        if node.tag != f"{CORE}seq":
            return self._unknown_tag(node, path)
        return tuple(self.plain(item, (*path, index)) for index, item in enumerate(node.value))

    def _mapping(self, node: yaml.MappingNode, path: Path) -> Any:
        if node.tag != f"{CORE}map":
            return self._unknown_tag(node, path)
        own: dict[str, Any] = {}
        lines: dict[str, int] = {}
        merged: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = self._key(key_node, path)
            if key is None:
                continue
            line = key_node.start_mark.line + 1
            if key in lines:
                self._duplicate(key_node, (*path, key), lines[key], line)
                continue
            lines[key] = line
            if len(path) < 2:
                self._entry = key_node
            if key_node.tag == MERGE:
                merged = self._merged(value_node, path)
            else:
                own[key] = self.plain(value_node, (*path, key))
        return {**merged, **own} if merged else own

    def _merged(self, node: yaml.Node, path: Path) -> dict[str, Any]:
        """What `<<` brings in; of a list the first mapping wins."""
        parts = node.value if isinstance(node, yaml.SequenceNode) else [node]
        merged: dict[str, Any] = {}
        for part in reversed(parts):
            if not isinstance(part, yaml.MappingNode):
                self._fault(
                    part, (*path, "<<"), "E001", "a merge key takes a mapping or a list of them", "write <<: *anchor"
                )
                continue
            value = self.plain(part, path)
            if isinstance(value, dict):
                merged.update(value)  # pyright: ignore[reportUnknownArgumentType] - plain() makes dict[str, Any]
        return merged

    def _key(self, node: yaml.Node, path: Path) -> str | None:
        if isinstance(node, yaml.ScalarNode) and (node.tag == MERGE or node.tag.startswith(CORE)):
            return node.value
        self._fault(node, path, "E001", "a key that is no text", "write one word as key")
        return None

    def _duplicate(self, node: yaml.Node, path: Path, first: int, second: int) -> None:
        where = f"line {first}" if first == second else f"lines {first} and {second}"
        self._fault(node, path, "E002", f"key given twice, {where}", "keep one")

    def _scalar(self, node: yaml.ScalarNode, path: Path) -> Any:
        written: str = node.value
        match node.tag.removeprefix(CORE):
            case "str":
                return sys.intern(written) if len(written) < 40 else written
            case "null" if _NULL.match(written):
                return None
            case "bool" if _BOOL.match(written):
                return written.lower() == "true"
            case "int" if _INT.match(written):
                return WrittenInt.of(written)
            case "float" if _FLOAT.match(written) or _INT.match(written):
                number = WrittenFloat.of(written)
                return number if math.isfinite(number) else written
            case "merge":
                return written
            case "null" | "bool" | "int" | "float" as kind:
                # The value itself may be a secret.
                return self._fault(node, path, "E001", f"a value that is no {kind}", f"remove !!{kind}")
            case _:
                return self._unknown_tag(node, path)

    def _unknown_tag(self, node: yaml.Node, path: Path) -> None:
        tag = node.tag.replace(CORE, "!!")
        self._fault(node, path, "E001", f"unknown tag {tag[:60]}", "remove it and write the value itself")

    def _fault(
        self, node: yaml.Node, path: Path, code: str, what: str, fix: str, *, ends_reading: bool = False
    ) -> None:
        line, column = node.start_mark.line + 1, node.start_mark.column + 1
        if len(self.faults) >= MAX_FAULTS:
            return
        if len(self.faults) == MAX_FAULTS - 1:
            what, fix = "this and what follows in the text is not told any more", "correct what is told"
        fault = YamlFault(path, line, column, code, what, fix, ends_reading)
        if not any((known.line, known.column, known.code) == (line, column, code) for known in self.faults[-50:]):
            self.faults.append(fault)


def children(node: yaml.MappingNode) -> Mapping[str, tuple[yaml.Node, yaml.Node]]:
    """Key → (key node, value node), merged keys included.

    An own key beats a merged one, the first of two the second.
    """
    found: dict[str, tuple[yaml.Node, yaml.Node]] = {}
    pending, known = [node], {id(node)}
    while pending:
        mapping = pending.pop(0)
        for key, value in mapping.value:
            if key.tag != MERGE:
                found.setdefault(key.value, (key, value))
        for part in _merge_parts(mapping):
            if id(part) not in known:
                known.add(id(part))
                pending.append(part)
    return found


def _merge_parts(node: yaml.MappingNode) -> Iterator[yaml.MappingNode]:
    """The mappings that the node's merge key brings in, strongest first."""
    for key, value in node.value:
        if key.tag == MERGE:
            parts = value.value if isinstance(value, yaml.SequenceNode) else [value]
            yield from (part for part in parts if isinstance(part, yaml.MappingNode))
