"""Damaged files: whatever stands in them, a report comes out, and its text repeats little of it.

Seeded, so that a failure repeats; `FUZZ_ROUNDS` in the environment asks for more rounds than a test run needs. Does
not prove that the reports are right, nor how fast they come.
"""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from components.checked import examine
from components.loading import json_report, text_report
from tests.loading.builders import STACK, TENANT, TENANTS, Project

ROUNDS = int(os.environ.get("FUZZ_ROUNDS", "60"))
LONGEST_LINE = 1_500
RICH = Path(__file__).parents[1] / "project/tenants/beta.yaml"
SNIPPETS = [
    *(
        "null",
        "~",
        "true",
        "[]",
        "{}",
        "[[]]",
        "{a: {b: c}}",
        "-1",
        "1e400",
        "0x10",
        "010",
        "'",
        '"',
        "&a",
        "*a",
        "<<: *a",
    ),
    *(
        "!!set",
        "!!python/object:os.system",
        "- ",
        ": ",
        "? ",
        "%YAML 1.2",
        "---",
        "...",
        "\t",
        "\r",
        "\x00",
        "\x85",
        "\u2028",
    ),
    *(
        "\ufeff",
        "é" * 300,
        "9" * 5000,
        "x" * 5000,
        "[" * 100,
        "{a: " * 80,
        "${tenant}",
        "{secure: AAAA}",
        "'*': {}",
        "#",
    ),
]
"""Pieces that YAML readers have stumbled over."""

TEXTS = {
    "tenants/alpha.yaml": RICH.read_text(encoding="utf-8").replace("beta", "alpha"),
    "Pulumi.dev.yaml": STACK + TENANTS + "  platform:tenantDefaults: {tags: {stage: dev}}\n",
    "tenants/profiles/web.yaml": "tags: {a: b}\nprovisioners: {'*': {weight: 5, labels: {a: b}}}\n",
    "objects/db.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: db}\nstringData:\n  password: hunter2\n",
}
"""Each kind of file, before it is damaged."""


def damaged_text(text: str, source: random.Random) -> str:
    """The text with a few pieces put in, taken out or doubled."""
    for _ in range(source.randint(1, 6)):
        at = source.randrange(len(text) + 1)
        match source.randrange(4):
            case 0:
                text = text[:at] + source.choice(SNIPPETS) + text[at:]
            case 1:
                text = text[:at] + text[at + source.randint(1, 30) :]
            case 2:
                end = at + source.randint(1, 60)
                text = text[:end] + text[at:end] + text[end:]
            case _:
                lines = text.splitlines(keepends=True)
                source.shuffle(lines)
                text = "".join(lines)
    return text


def damaged_structure(text: str, source: random.Random) -> str:
    """The same mapping with values of other kinds in some places."""
    data = yaml.safe_load(text)
    for _ in range(source.randint(1, 4)):
        place = data
        while isinstance(place, dict | list) and place:
            key = source.choice(list(place)) if isinstance(place, dict) else source.randrange(len(place))
            if source.random() < 0.4 or not isinstance(place[key], dict | list):
                place[key] = source.choice(
                    [None, True, 5, -1, 1.5, "x", "", [], {}, [None], {"a": None}, [[1]], {"*": 1}]
                )
                break
            place = place[key]
    return yaml.safe_dump(data, sort_keys=False)


def damaged_bytes(text: str, source: random.Random) -> bytes:
    """The text with some bytes changed."""
    content = bytearray(text.encode())
    for _ in range(source.randint(1, 20)):
        content[source.randrange(len(content))] = source.randrange(256)
    return bytes(content)


@pytest.mark.parametrize("damage", [damaged_text, damaged_structure, damaged_bytes])
@pytest.mark.parametrize("file", [*TEXTS])
def test_a_damaged_file_gives_a_report(
    project: Project, file: str, damage: Callable[[str, random.Random], str | bytes]
):
    text = TEXTS[file]
    project.tenant("alpha", TENANT.format(name="alpha") + "extends: web\nnamespaces: [{objects: [objects/db.yaml]}]\n")
    project.write("objects/db.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: db}}\n")
    project.write("tenants/profiles/web.yaml", "{}\n")
    project.write("tenants/profiles/standard.yaml", "{}\n")
    for seed in range(ROUNDS):
        content = damage(text, random.Random(f"{file} {damage.__name__} {seed}"))
        (project.root / file).write_bytes(content if isinstance(content, bytes) else content.encode())

        examined = examine(project.root, "dev")

        report = text_report(examined.findings, tenant_files=examined.loaded.tenant_files)
        assert max(map(len, report.splitlines())) < LONGEST_LINE, seed
        assert len(json_report(examined.findings)) == len(examined.findings)
        assert "AAAA" not in report
        assert "hunter2" not in report
