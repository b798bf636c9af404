"""Cases from public bug reports: a folder each, with the report's mistake or manifest in made-up names.

`case.yaml` holds either one run or `parts: {name: run}`; a part takes `Pulumi.case.yaml` and `tenants/` from its own
subfolder where it has them, from the case's otherwise.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

STACK = "case"
STACK_FILE = f"Pulumi.{STACK}.yaml"


@dataclass(frozen=True)
class Part:
    """One run of the command and what is expected of it."""

    folder: Path
    name: str
    spec: dict[str, Any]

    @property
    def label(self) -> str:
        return "-".join(filter(None, (self.folder.name, self.name)))

    def own(self, name: str) -> Path | None:
        """The part's own file or folder where it has one, else the case's."""
        places = (self.folder / self.name / name, self.folder / name)
        return next((place for place in places if place.exists()), None)


def parts(cases: Path) -> Iterator[Part]:
    """All parts of all cases in a folder, by name."""
    for file in sorted(cases.glob("*/case.yaml")):
        case = yaml.safe_load(file.read_text(encoding="utf-8"))
        for name, spec in case.get("parts", {"": case}).items():
            yield Part(file.parent, name, spec)


def project(part: Part, root: Path) -> Path:
    """A Pulumi project with the part's files."""
    (root / "Pulumi.yaml").write_text("name: platform\nruntime: python\n")
    _copy(part, STACK_FILE, root / STACK_FILE)
    (root / "tenants").mkdir()
    if (tenants := part.own("tenants")) is not None:
        shutil.copytree(tenants, root / "tenants", dirs_exist_ok=True)
    for step in part.spec.get("make", ()):
        _make(part, root, step)
    return root


def _copy(part: Part, name: str, target: Path) -> None:
    source = part.own(name)
    assert source is not None, f"{part.label} has no {name}"
    shutil.copyfile(source, target)


def _make(part: Part, root: Path, step: dict[str, Any]) -> None:
    """Files that a checkout holds badly: other bytes, other letters, very many lines."""
    target = root / step["file"]
    if "from" in step:
        _copy(part, step["from"], target)
    if "each" in step:
        lines = (step["each"].replace("{n}", f"{number:04d}") for number in range(step["count"]))
        target.write_text(step["head"] + "".join(lines), encoding="utf-8")
    content = target.read_bytes()
    if step.get("crlf"):
        content = content.replace(b"\n", b"\r\n")
    if step.get("bom"):
        content = b"\xef\xbb\xbf" + content
    target.write_bytes(content)
