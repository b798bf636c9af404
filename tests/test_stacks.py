"""The repository's own stacks are valid, whatever operators have made of them."""

from pathlib import Path

import pytest

from components.checked import examine

ROOT = Path(__file__).parents[1]
STACKS = sorted(file.name.split(".")[1] for file in ROOT.glob("Pulumi.*.yaml"))


@pytest.mark.parametrize("stack", STACKS)
def test_a_stack_of_the_repository_has_no_errors(stack: str):
    findings = examine(ROOT, stack).findings

    assert [finding.line() for finding in findings if finding.severity == "error"] == []
