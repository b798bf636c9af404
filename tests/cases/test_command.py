"""Cases from public bug reports that `check` and `render` answer.

Compared is what a person has to see (place, words, remedy) and every field that a case shows; wording beyond that is
free here and exact in `tests/checking` and `tests/model`. Not proved: the installed command, its time and memory.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from components.cli.group import group
from components.model.quantity import Quantity
from tests.cases.builders import STACK, STACK_FILE, Part, parts, project

CASES = list(parts(Path(__file__).parent / "command"))
CHECKS = [part for part in CASES if part.spec["run"] == "check"]
RENDERINGS = [part for part in CASES if part.spec["run"] == "render"]
ZONE = "topology.kubernetes.io/zone"


def run(root: Path, *words: str) -> Result:
    return CliRunner().invoke(group, [*words, "--project", str(root), "--stack", STACK], catch_exceptions=False)


@pytest.mark.parametrize("part", CHECKS, ids=[part.label for part in CHECKS])
def test_check(part: Part, tmp_path: Path):
    answer = run(project(part, tmp_path), "check", "--format", "json")

    assert list(report_differences(part.spec["expect"], json.loads(answer.stdout))) == []
    assert answer.exit_code == part.spec["expect"]["exit"]
    assert len(answer.output) <= part.spec["expect"].get("within", {}).get("bytesPrinted", len(answer.output))


@pytest.mark.parametrize("part", RENDERINGS, ids=[part.label for part in RENDERINGS])
def test_render(part: Part, tmp_path: Path):
    root = project(part, tmp_path)
    (tenant,) = yaml.safe_load((root / STACK_FILE).read_text())["config"]["platform:tenants"]

    answer = run(root, "render", tenant)

    assert answer.exit_code == 0, answer.output
    documents = list(yaml.safe_load_all(answer.stdout))
    for wanted in part.spec["expect"]["objects"]:
        (found,) = (each for each in documents if identity(each) == identity(wanted))
        assert list(differences(wanted, found, wanted["metadata"]["name"])) == []


# --- reports ---


def report_differences(expect: dict[str, Any], entries: list[dict[str, Any]]) -> Iterator[str]:
    """Expected entries that are missing, and errors that nobody expects."""
    errors = [entry for entry in entries if entry["severity"] == "error"]
    mild = [entry for entry in entries if entry["severity"] != "error"]
    unexplained = yield from missing(expect.get("errors", []), errors)
    yield from missing(expect.get("warnings", []), mild)
    clean = [place if isinstance(place, dict) else {"path": place} for place in expect.get("clean", ())]
    for entry in errors:
        if any(lies_in(place, entry) for place in clean):
            yield f"must not be flagged: {entry}"
    if expect.get("exactly") or not expect.get("errors"):
        free = expect.get("mayAlso", ())
        yield from (f"unexpected: {entry}" for entry in unexplained if not any(lies_in(place, entry) for place in free))


def missing(
    wanted: list[dict[str, Any]], entries: list[dict[str, Any]]
) -> Iterator[str]:  # returns the entries that no expectation explains
    left = list(entries)
    for want in wanted:
        found = next((entry for entry in left if answers(want, entry)), None)
        if found is None:
            yield f"missing: {want}"
        else:
            left.remove(found)
    return left


def answers(want: dict[str, Any], entry: dict[str, Any]) -> bool:
    said = "\n".join(str(entry[key]) for key in ("path", "message", "fix"))
    numbers = re.findall(r"\d+", f"{entry['line']} {said}")
    return (
        lies_in(want, entry, below=False)
        and all(any(word in said for word in listed(words)) for words in want.get("contains", ()))
        and all(word in entry["fix"] for word in want.get("fix", ()))
        and all(str(line) in numbers for line in want.get("lines", ()))
    )


def lies_in(place: dict[str, Any], entry: dict[str, Any], *, below: bool = True) -> bool:
    if "file" in place and entry["file"] not in listed(place["file"]):
        return False
    at = plain(entry["path"])
    paths = [plain(path) for path in listed(place.get("path", at))]
    return any(at == path or (below and at.startswith(f"{path}.")) for path in paths)


def plain(path: str) -> str:
    """`a["b/c"][0].d` -> `a.b/c.0.d`."""
    return re.sub(r"\[\"?(.*?)\"?\]", r".\1", path)


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


# --- documents ---


def identity(document: dict[str, Any]) -> tuple[Any, ...]:
    return document.get("apiVersion"), document.get("kind"), document.get("metadata", {}).get("name")


def differences(want: Any, found: Any, at: str) -> Iterator[str]:
    """Where a document is not what a case shows; fields that it does not show are free."""
    key = at.rpartition(".")[2]
    if isinstance(want, dict) and len(want) == 1 and (operator := OPERATORS.get(next(iter(want)))):
        if not operator(next(iter(want.values())), found):
            yield f"{at}: {found} is not {want}"
    elif isinstance(want, dict) and isinstance(found, dict):
        for word, value in want.items():
            yield from differences(value, found.get(word), f"{at}.{word}")
    elif key == "requirements":
        wanted, written = map(canonical, (want, found))
        zones = [item for item in written if item[0] == ZONE and item not in wanted]
        if sorted(wanted) != sorted(item for item in written if item not in zones):
            yield f"{at}: {found} is not {want}"
    elif key in ("taints", "startupTaints"):
        yield from (f"{at}: no {item}" for item in want if item not in found)
    elif isinstance(want, list) and isinstance(found, list) and len(want) == len(found):
        for index, (one, other) in enumerate(zip(want, found, strict=True)):
            yield from differences(one, other, f"{at}[{index}]")
    elif ".limits." in at and found is not None:
        if Quantity(str(want)).value != Quantity(str(found)).value:
            yield f"{at}: {found} is not {want}"
    elif want != found or type(want) is not type(found):
        yield f"{at}: {found!r} is not {want!r}"


def canonical(requirements: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [
        (item["key"], item["operator"], sorted(item.get("values", ())), item.get("minValues", 0))
        for item in requirements
    ]


OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "$absent": lambda _, found: found is None,
    "$matches": lambda pattern, found: re.search(pattern, found) is not None,
    "$anyOf": lambda values, found: found in values,
    "$set": lambda values, found: sorted(map(json.dumps, values)) == sorted(map(json.dumps, found)),
}
