"""Cases from public bug reports that the registered resources answer: each runs the real program in the recorder.

The folders under `program/` hold one report each, rebuilt with made-up names: a stack file, tenant files, and in
`case.yaml` what must and must not be registered. Not proven here: what the engine and the providers make of it.
"""

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.components.builders import run_program
from tests.recording import Recording, Registration

CASES = Path(__file__).parent / "program"

NOT_BUILT = {"person", "namespace", "betaNamespace"}
"""Resources of the cases that belong to a tenant's namespaces; the pool half is judged without them."""


def cases() -> Iterator[Any]:
    for file in sorted(CASES.glob("*/case.yaml")):
        case = yaml.safe_load(file.read_text())
        for part, run in case.get("parts", {"": case}).items():
            folder = file.parent / part if (file.parent / part / "tenants").is_dir() else file.parent
            yield pytest.param(
                file.parent / "Pulumi.case.yaml", folder / "tenants", run, id=f"{file.parent.name}-{part}"
            )


@pytest.mark.parametrize(("stack", "tenants", "run"), list(cases()))
def test_case(stack: Path, tenants: Path, run: Mapping[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    seen = run_program(
        tmp_path, monkeypatch, stack_file=stack, tenants=tenants, preview=run.get("given", {}).get("preview", False)
    )

    assert list(differences(seen, run["expect"])) == []


def differences(seen: Recording, expect: Mapping[str, Any]) -> Iterator[str]:
    """Everything in which the recording is not what the case expects."""
    named = {name: [one for one in seen.all if is_meant(one, where)] for name, where in expect["where"].items()}
    for wanted in expect.get("resources", ()):
        if wanted["is"] not in NOT_BUILT:
            yield from _unlike(wanted, named[wanted["is"]])
    for name in expect.get("absent", ()):
        yield from (f"{one.type} {one.name} must not be there" for one in named[name])
    for wanted in expect.get("every", ()):
        if not named[wanted["is"]]:
            yield f"{wanted['is']}: there is none"
        yield from (f"{one.name}: {fault}" for one in named[wanted["is"]] for fault in _faults(wanted, one))
    for first, second in expect.get("dependsOn", ()):
        for one in named[first]:
            reached = seen.waits_for(one)
            missing = [other.name for other in named[second] if other.urn not in reached]
            yield from (f"{one.name} does not wait for {name}" for name in missing)
        if not named[first] or not named[second]:
            yield f"{first} or {second}: there is none"
    for rule in expect.get("distinct", ()):
        names = rule["is"] if isinstance(rule["is"], list) else [rule["is"]]
        values = [one.inputs[rule["input"]] for name in names for one in named[name]]
        if len(values) != len(set(values)):
            yield f"{names}: {rule['input']} repeats in {values}"


def is_meant(one: Registration, where: Mapping[str, Any]) -> bool:
    """Whether type, name and inputs are those of the case's definition."""
    return (
        any(fnmatchcase(one.type, glob) for glob in _list(where["type"]))
        and any(fnmatchcase(one.name, glob) for glob in _list(where.get("name", "*")))
        and not list(_input_faults(where.get("inputs", {}), one.inputs, ""))
    )


def _unlike(wanted: Mapping[str, Any], found: list[Registration]) -> Iterator[str]:
    fitting = [one for one in found if not list(_faults(wanted, one))]
    if len(fitting) != wanted.get("count", max(1, len(fitting))):
        yield f"{wanted}: {[(one.name, list(_faults(wanted, one))) for one in found]}"


def _faults(wanted: Mapping[str, Any], one: Registration) -> Iterator[str]:
    yield from _input_faults(wanted.get("inputs", {}), one.inputs, "")
    if wanted.get("protect", one.protect) is not one.protect:
        yield f"protect is {one.protect}"
    if "deleteTimeout" in wanted and _minutes(one.delete_timeout) < _minutes(wanted["deleteTimeout"]):
        yield f"waits {one.delete_timeout or 'no time'} for its deletion"


def _input_faults(wanted: Any, found: Any, path: str) -> Iterator[str]:
    if isinstance(wanted, dict) and len(wanted) == 1 and next(iter(wanted)).startswith("$"):
        ((rule, value),) = wanted.items()
        if not _RULES[rule](value, found):
            yield f"{path}: {found!r} is not {wanted}"
    elif isinstance(wanted, dict) and isinstance(found, Mapping):
        for key, value in wanted.items():
            yield from _input_faults(value, found.get(key), f"{path}.{key}")
    elif wanted != found:
        yield f"{path}: {found!r} is not {wanted!r}"


_RULES = {
    "$absent": lambda _, found: found is None,
    "$matches": lambda pattern, found: isinstance(found, str) and re.search(pattern, found) is not None,
    "$set": lambda items, found: sorted(map(str, items)) == sorted(map(str, found or ())),
}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _minutes(text: str) -> int:
    return int(text.removesuffix("m")) if text else 0
