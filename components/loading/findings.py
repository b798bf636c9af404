"""What a report is made of: a problem and the place in a file that it points at."""

import re
from dataclasses import dataclass

from ..model.printable import printable
from ..model.problem import Path, Severity, severity_of, show_path
from .document import Document, Position
from .yaml_nodes import YamlFault

LONGEST_TEXT = 400
"""Characters of one part of a message; values of users can be whole scripts."""
_LONG_WORD = re.compile(r"(\S{80})\S{41,}")
"""Words of more than 120 characters: longer than a role's ARN, of which a message may need all."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report.

    Attributes:
        file: Relative to the project's folder.
        path: As written in that file; differs from the merged path for `"*"`, profiles and the stack's defaults.
    """

    file: str
    position: Position
    path: Path
    code: str
    what: str
    fix: str

    @property
    def severity(self) -> Severity:
        """`error`, `warning` or `information`, from the code's letter."""
        return severity_of(self.code)

    @property
    def shown_path(self) -> str:
        """The path as a report prints it."""
        return one_line(show_path(self.path))

    def line(self) -> str:
        """The line of the report."""
        path = f"{self.shown_path}: " if self.path else ""
        place = f"{printable(self.file)}:{self.position.line}:{self.position.column}"
        return f"{place}: {path}{one_line(self.what)}; {one_line(self.fix)}  [{self.code}]"


def one_line(text: str) -> str:
    """The text on one line, with long words and long texts cut."""
    text = _LONG_WORD.sub(r"\1…", text)
    if len(text) > LONGEST_TEXT:
        text = f"{text[: LONGEST_TEXT // 2]} … {text[-LONGEST_TEXT // 2 :]}"
    return printable(text)


def of_fault(document: Document, fault: YamlFault, shown: Path) -> Finding:
    """What is wrong with a document's text."""
    return Finding(document.file, Position(fault.line, fault.column), shown, fault.code, fault.what, fault.fix)
