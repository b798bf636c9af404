"""What is wrong, where, and what to write instead: the one currency of every check.

A problem knows the place in the operator's words (a path of YAML keys) and nothing of files and lines: whoever
prints it looks the position up in what `loading` recorded.
"""

import json
import re
from dataclasses import dataclass
from typing import Literal

Path = tuple[str | int, ...]
"""YAML keys and list indexes from the top of the merged tenant, or of the stack file (first key `platform:cluster`)."""

Severity = Literal["error", "warning", "information"]

_SEVERITIES: dict[str, Severity] = {"E": "error", "W": "warning", "I": "information"}
_STEP = re.compile(r'\["(?P<quoted>(?:[^"\\]|\\["\\])*)"\]|\[(?P<index>\d+)\]|(?P<plain>[^.\[\]]+)')
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding; its code and wording are those of the reference's table of misconfigurations."""

    tenant: str | None
    """Name of the tenant that it is about; None for the stack file."""
    path: Path
    code: str
    """Letter of the severity and three digits, for example E113."""
    what: str
    """What is wrong, with the value; lower case, no final period."""
    fix: str
    """What to write instead."""
    judged_by: tuple[Path, ...] = ()
    """Other places that it was concluded from: while something is wrong there, nothing is said. Of the same tenant."""

    @property
    def severity(self) -> Severity:
        """`error` stops everything, `warning` and `information` are only shown."""
        return severity_of(self.code)


def severity_of(code: str) -> Severity:
    """The letter of a code in words."""
    return _SEVERITIES[code[0]]


def show_path(path: Path) -> str:
    """The path as an operator reads it: `provisioners.web.limits["nvidia.com/gpu"]`, `platform:cluster.tags.owner`."""
    shown = ""
    for part in path:
        if isinstance(part, int):
            shown += f"[{part}]"
        elif not shown:
            shown = part
        elif _PLAIN_KEY.fullmatch(part):
            shown += f".{part}"
        else:
            shown += f"[{json.dumps(part, ensure_ascii=False)}]"
    return shown


def read_path(text: str) -> Path:
    """The path that a text means, the reverse of `show_path`; keys without dots and brackets need no quotes."""
    steps = (match.groupdict() for match in _STEP.finditer(text))
    return tuple(_step(**step) for step in steps)


def _step(quoted: str | None, index: str | None, plain: str | None) -> str | int:
    if quoted is not None:
        return re.sub(r"\\(.)", r"\1", quoted)
    return int(index) if index is not None else str(plain)
