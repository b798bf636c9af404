"""What a report is made of: a problem and the place in a file that it points at."""

from dataclasses import dataclass

from ..model.problem import Path, Problem, Severity, show_path
from .document import Document, Position
from .yaml_nodes import YamlFault


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
        return Problem(None, self.path, self.code, self.what, self.fix).severity

    @property
    def message(self) -> str:
        """The line without its place and code."""
        path = show_path(self.path)
        return f"{path}: {self.what}; {self.fix}" if path else f"{self.what}; {self.fix}"

    def line(self) -> str:
        """The line of the report."""
        return f"{self.file}:{self.position.line}:{self.position.column}: {self.message}  [{self.code}]"


def of_fault(document: Document, fault: YamlFault, shown: Path) -> Finding:
    """What is wrong with a document's text."""
    return Finding(document.file, Position(fault.line, fault.column), shown, fault.code, fault.what, fault.fix)
