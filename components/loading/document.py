"""One YAML file as plain data that can say where each value stands.

Decides what a readable file is: at most 512 KiB of UTF-8, one document (only files of objects hold several), a
mapping at its top. Positions are looked up in the nodes only when something is wrong: nodes of a thousand tenants
would take more memory than everything else together.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path as FilePath
from typing import Any, cast

import yaml

from ..model.problem import Path
from ..model.system_error import cause_of
from .kept import related
from .yaml_nodes import CORE, Conversion, YamlFault, children, compose, compose_all
from .yaml_syntax import syntax_fault

MAX_BYTES = 1 << 19
"""Size of a file; 2,000 provisioners written out take two thirds of it."""
_CONTROL = re.compile(r"[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What YAML 1.2 takes for no printable character; and U+0085, U+2028 and U+2029, at which libyaml begins lines as YAML
1.1 did: texts would be read otherwise than they are written, and lines counted otherwise than editors do."""


@dataclass(frozen=True, slots=True)
class Position:
    """Line and column in a file, both from 1."""

    line: int
    column: int


START = Position(1, 1)


@dataclass(frozen=True)
class Document:
    """A file's name relative to the project, its data, and what is wrong with its text.

    `data` is an empty mapping where the file holds none; `faults` says then why. `number` counts the documents of a
    text that holds several, from 0.
    """

    file: str
    text: str
    data: dict[str, Any]
    faults: tuple[YamlFault, ...] = ()
    number: int = 0

    @cached_property
    def root(self) -> yaml.Node | None:
        """The nodes, composed again: only a report needs them."""
        return next(islice(compose_all(self.text), self.number, None)) if self.data else None

    @cached_property
    def _entries(self) -> dict[int, Mapping[str, tuple[yaml.Node, yaml.Node]]]:
        """Node → its entries, filled as mappings are walked through: large ones are walked for many findings."""
        return {}

    @property
    def unread(self) -> tuple[Path, ...]:
        """Places whose content could not be read: what a model says about them only follows from that."""
        return tuple(() if fault.ends_reading else fault.path for fault in self.faults if fault.code == "E001")

    def is_doubtful(self, path: Path) -> bool:
        """Whether what a model says about the path may only follow from a fault of the text.

        It was not read, or it is missing in the first of two mappings with the same key, of which nobody knows which
        one counts.
        """
        if any(related(path, unread) for unread in self.unread):
            return True
        twice = [fault.path for fault in self.faults if fault.code == "E002"]
        return any(path[: len(each)] == each for each in twice) and not self._walk(path)[2]

    def position(self, path: Path, *, of_key: bool = False) -> Position:
        """Where the value at this path stands, or its key, or the nearest thing around it that is written.

        A block below its key is found at the key, since the key is what people look for.
        """
        key, value, found = self._walk(path)
        if value is None:
            return START
        at_key = key is not None and (of_key or not found or _starts_below(key, value))
        mark = (key if at_key and key is not None else value).start_mark
        return Position(mark.line + 1, mark.column + 1)

    def _walk(self, path: Path) -> tuple[yaml.Node | None, yaml.Node | None, bool]:
        """(key node, value node, whether the path was followed to its end); text in JSON ends the walk as found."""
        key: yaml.Node | None = None
        node = self.root
        for step in path:
            if isinstance(node, yaml.MappingNode):
                entries = self._entries.get(id(node))
                if entries is None:
                    entries = self._entries[id(node)] = children(node)
                pair = entries.get(str(step))
                if pair is None:
                    return key, node, False
                key, node = pair
            elif isinstance(node, yaml.SequenceNode):
                if not isinstance(step, int) or step >= len(node.value):
                    return key, node, False
                key, node = None, node.value[step]
            else:
                break
        return key, node, True


def _starts_below(key: yaml.Node, value: yaml.Node) -> bool:
    """A block on later lines, or nothing at all after the colon."""
    return value.start_mark.line > key.start_mark.line or value.start_mark.index == value.end_mark.index


def read_document(path: FilePath, file: str) -> Document:
    """Reads one file; whatever is wrong with it is in `faults`."""
    text = _text(path, file)
    return text if isinstance(text, Document) else parse_document(text, file)


def read_documents(path: FilePath, file: str) -> tuple[Document, ...]:
    """Reads one file that may hold several documents, and holds one at least."""
    text = _text(path, file)
    return (text,) if isinstance(text, Document) else parse_documents(text, file)


def _text(path: FilePath, file: str) -> str | Document:
    """The file's text; where it is none, a document that says so."""
    content = _content(path, file)
    if isinstance(content, Document):
        return content
    if len(content) > MAX_BYTES:
        return _unreadable(file, START, f"{len(content)} bytes, a file holds at most {MAX_BYTES}", "split it")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        position = _position_of(content[: error.start].decode("utf-8", "replace"))
        return _unreadable(file, position, "not UTF-8", "save the file as UTF-8")


def _content(path: FilePath, file: str) -> bytes | Document:
    """The file's bytes; where there are none to be had, a document that says so."""
    try:
        if path.is_file():  # reading anything else than a file could wait for ever
            return path.read_bytes()
        what = "a folder" if path.is_dir() else "a link that leads nowhere" if path.is_symlink() else "no ordinary file"
        return _unreadable(file, START, what, "put the file itself there")
    except OSError as error:
        return _unreadable(file, START, f"cannot be read: {cause_of(error)}", "make it readable for whoever runs this")


def parse_document(text: str, file: str) -> Document:
    """The only document of a text."""
    roots = _roots(text, file, lambda: [compose(text)])
    if isinstance(roots, Document):
        return roots
    (root,) = roots
    return _empty(file) if root is None else _converted(text, file, root, Conversion(), 0)


def parse_documents(text: str, file: str) -> tuple[Document, ...]:
    """The documents of a text in their order, without empty ones; where there is none, one that says so.

    All share the limit on what aliases may expand to.
    """
    roots = _roots(text, file, lambda: list(compose_all(text)))
    if isinstance(roots, Document):
        return (roots,)
    conversion = Conversion()
    found: list[Document] = []
    for number, root in enumerate(roots):
        if root is not None and root.tag != f"{CORE}null" and not conversion.exhausted:
            found.append(_converted(text, file, root, conversion, number))
    return tuple(found) or (_empty(file),)


def _roots(text: str, file: str, composed: Callable[[], list[yaml.Node | None]]) -> list[yaml.Node | None] | Document:
    """What composing gives; where the text is no YAML, a document that says so."""
    control = _CONTROL.search(text)
    if control is not None:
        number = f"{ord(control[0]):04X}"
        what, fix = f"character U+{number}, which nobody sees", f"remove it, or write \\u{number} in double quotes"
        return _unreadable(file, _position_of(text[: control.start()]), what, fix)
    try:
        return composed()
    except yaml.MarkedYAMLError as error:
        mark, what, fix = syntax_fault(error, text)
        return _unreadable(file, START if mark is None else Position(mark.line + 1, mark.column + 1), what, fix)
    except RecursionError:
        return _unreadable(file, START, "nested too deep", "flatten it")


def _converted(text: str, file: str, root: yaml.Node, conversion: Conversion, number: int) -> Document:
    """The document with these nodes."""
    known = len(conversion.faults)
    data = conversion.plain(root)
    faults = tuple(conversion.faults[known:])
    if isinstance(data, dict):
        return Document(file, text, cast("dict[str, Any]", data), faults, number)
    if faults:
        return Document(file, "", {}, faults)
    mark = root.start_mark
    kind = "a list" if isinstance(data, tuple) else "one value"
    return _unreadable(
        file, Position(mark.line + 1, mark.column + 1), f"{kind} where a mapping is expected", "write key: value"
    )


def _empty(file: str) -> Document:
    return _unreadable(file, START, "empty, no mapping to read", "write its content")


def _unreadable(file: str, position: Position, what: str, fix: str) -> Document:
    return Document(file, "", {}, (YamlFault((), position.line, position.column, "E001", what, fix),))


def _position_of(before: str) -> Position:
    """The position behind a text."""
    lines = re.split(r"\r\n|\r|\n", before)
    return Position(len(lines), len(lines[-1]) + 1)
