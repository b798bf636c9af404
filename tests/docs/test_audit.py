"""docs/audit.md names every code of an audit in the words of the product."""

import re
from pathlib import Path

from components.auditing.departure import CODES

PAGE = (Path(__file__).parents[2] / "docs" / "audit.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (D[0-9]{2}) \| ([^|.]+?)(?:\. [^|]+)? \|$", re.MULTILINE)


def test_every_code_has_a_row():
    assert dict(ROW.findall(PAGE)) == dict(CODES)


def test_every_code_is_reported_and_no_other():
    files = (Path(__file__).parents[2] / "components" / "auditing").glob("*.py")
    texts = [file.read_text(encoding="utf-8") for file in files if file.name != "departure.py"]

    assert {code for text in texts for code in re.findall(r'"(D[0-9]{2})"', text)} == set(CODES)
