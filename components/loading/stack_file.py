"""The configuration of one stack: what `Pulumi.<stack>.yaml` holds and what the engine passes.

Decides which of the two counts: the engine's value where it differs in more than spelling (`--config`, environments),
else the file's, which still knows `1.10` from `1.1` and has lines and columns. JSON text is taken as what it holds.
Digits with leading zeros are refused in every namespace, since the Pulumi CLI has lost the zeros before the program
starts. Secret values are refused and never repeated, whether the file encrypts them or only the engine knows of them.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

import yaml

from ..model.problem import Path
from . import encrypted
from .document import Document
from .encrypted import encrypted_places, holds_encrypted, without_encrypted
from .findings import Finding, of_fault
from .kept import related
from .plain_data import as_items, as_mapping
from .stack_keys import CONFIG, PLATFORM, REGION, keys_of, without_effect, word_of
from .written import WrittenFloat, WrittenInt
from .yaml_nodes import MAX_DEPTH, YamlFault

_LEADING_ZERO = re.compile(r"[-+]?0[0-9_]*[0-9]")


@dataclass(frozen=True)
class StackConfiguration:
    """The settings of one stack as the models read them, `aws:region` as `region`.

    Attributes:
        name: For example `dev`.
        document: The stack file; without data where the engine alone passes values.
        settings: Word of the platform → value.
        overridden: Keys of which the engine's value counts; the file has no line for what stands in it.
        secrets: Paths in the settings whose values were refused unread.
        written: Full key → key in the file, which may leave the project's name out.
    """

    name: str
    document: Document
    settings: Mapping[str, Any]
    findings: tuple[Finding, ...]
    overridden: frozenset[str]
    secrets: frozenset[Path]
    written: Mapping[str, str]

    def place(self, path: Path) -> Path:
        """The path in the file of a path of the problems, which begins with the full key."""
        if not path:
            return (CONFIG,)
        key, *below = path
        return (CONFIG, self.written.get(str(key), key), *(() if key in self.overridden else below))

    def is_unread(self, path: Path) -> bool:
        """Whether what a model says about a path in the settings only follows from a refused secret."""
        return any(related(path, secret) for secret in self.secrets)


def read_stack(
    name: str, document: Document, engine: Mapping[str, object] | None, secret_keys: Collection[str]
) -> StackConfiguration:
    """The configuration from its file and the engine's values.

    Args:
        engine: Decrypted values by full key; None where no engine runs.
        secret_keys: Those of them whose value is secret, as a whole or in part.
    """
    document = _with_mapping(document)
    written = keys_of(document)
    config = as_mapping(document.data.get(CONFIG)) or {}
    values = {key: config[own] for key, own in written.items()}
    findings = [of_fault(document, fault, _below_config(fault.path)) for fault in document.faults]
    findings += _leading_zeros(document)
    findings += without_effect(document)
    secrets = tuple(_secrets(values, secret_keys))
    settings: dict[str, Any] = {}
    overridden: set[str] = set()
    for key in dict.fromkeys((*values, *(engine or ()))):
        word = word_of(key)
        if key == f"{PLATFORM}region":
            position = document.position((CONFIG, written.get(key, key)), of_key=True)
            findings.append(Finding(document.file, position, (key,), "E003", "unknown field", f"write {REGION}"))
        if word is None or (key,) in secrets:
            continue
        value = _decoded(values.get(key))
        passed = _decoded(engine[key]) if engine is not None and key in engine else value
        if not _same(value, passed) and not holds_encrypted(value):
            overridden.add(key)
            value = passed
        settings[word] = without_encrypted(value)
    unread = frozenset((str(word_of(str(key))), *below) for key, *below in secrets)
    stack = StackConfiguration(name, document, settings, (), frozenset(overridden), unread, written)
    findings += [_secret(stack, path) for path in secrets]
    return replace(stack, findings=tuple(findings))


def _with_mapping(document: Document) -> Document:
    """The document, with a fault where `config` is there and holds no mapping."""
    written: object = document.data.get(CONFIG)
    if written is None or isinstance(written, dict):
        return document
    position = document.position((CONFIG,))
    what, fix = "config holds no mapping", "write key: value below it"
    fault = YamlFault((), position.line, position.column, "E001", what, fix)
    return replace(document, faults=(*document.faults, fault))


def _below_config(path: Path) -> Path:
    return path[1:] if path[:1] == (CONFIG,) else path


def _decoded(value: object) -> Any:
    """What JSON text holds, else the value itself; lists as tuples."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        try:
            loaded = json.loads(
                value, parse_int=WrittenInt.of, parse_float=WrittenFloat.of, object_pairs_hook=_without_duplicates
            )
            return _tuples(loaded)
        except (ValueError, RecursionError):
            return value
    return _tuples(value)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key given twice")
    return dict(pairs)


def _tuples(value: object, depth: int = 0) -> Any:
    if depth > MAX_DEPTH:
        raise ValueError(f"nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, list | tuple):
        return tuple(_tuples(item, depth + 1) for item in cast("list[object]", value))
    if isinstance(value, dict):
        return {key: _tuples(item, depth + 1) for key, item in cast("dict[str, object]", value).items()}
    return value


def _same(written: object, passed: object) -> bool:
    """Whether the engine's value is the file's, read by a YAML reader that knows dates and other numbers."""
    one, other = as_mapping(written), as_mapping(passed)
    if one is not None and other is not None:
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    items, others = as_items(written), as_items(passed)
    if items is not None and others is not None:
        return len(items) == len(others) and all(map(_same, items, others))
    if written == passed:
        return True
    if not isinstance(written, str | int | float) or isinstance(written, bool):
        return str(passed).lower() == str(written).lower()
    text = str(getattr(written, "written", written))
    return str(passed) in (text, f"{text}T00:00:00Z") or _other_number(text) == passed


def _other_number(text: str) -> int | float | None:
    """The number that YAML 1.1 readers see in a text: underscores, octal and the like."""
    for read in (lambda: int(text.replace("_", ""), 0), lambda: int(text, 8), lambda: float(text.replace("_", ""))):
        try:
            return read()
        except ValueError:
            continue
    return None


def _leading_zeros(document: Document) -> Iterator[Finding]:
    """Plain digits in any value of the configuration that the CLI would read as a number without its zeros."""
    if document.root is None or not re.search(r"[\s\[{:,]['\"-]?0[0-9_]", document.text):
        return
    for path, node in _scalars(document.root, (), set()):
        if path[:1] == (CONFIG,) and not node.style and _LEADING_ZERO.fullmatch(node.value):
            what = f"{node.value} was read as a number"
            yield Finding(document.file, document.position(path), path[1:], "E018", what, "put it in quotes")


def _scalars(node: yaml.Node, path: Path, known: set[int]) -> Iterator[tuple[Path, yaml.ScalarNode]]:
    if isinstance(node, yaml.ScalarNode):
        yield path, node
        return
    if id(node) in known:
        return
    known.add(id(node))
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _scalars(value, (*path, str(key.value)), known)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield from _scalars(item, (*path, index), known)


def _secrets(values: Mapping[str, Any], secret_keys: Collection[str]) -> Iterator[Path]:
    """Where secrets stand in the settings: what the file encrypts, and whole values that only the engine knows of."""
    for key in dict.fromkeys((*values, *secret_keys)):
        if word_of(key) is not None:
            encrypted = tuple(encrypted_places(values.get(key), (key,)))
            yield from encrypted or ([(key,)] if key in secret_keys else ())


def _secret(stack: StackConfiguration, path: Path) -> Finding:
    position = stack.document.position(stack.place(path), of_key=True)
    return Finding(stack.document.file, position, path, "E004", encrypted.WHAT, encrypted.FIX)
