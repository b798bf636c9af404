"""docs/aws.md names every output of a stack."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "aws.md").read_text(encoding="utf-8")


def test_every_output_is_named():
    exported = re.findall(r'pulumi\.export\("(\w+)"', (ROOT / "__main__.py").read_text(encoding="utf-8"))
    (of_the_stack,) = re.findall(r"^Outputs: (.+), and for each tenant", PAGE, re.MULTILINE)

    assert [*re.findall(r"`(\w+)`", of_the_stack), "tenants"] == exported
