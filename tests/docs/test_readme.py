"""README names every command there is. That what it says of each is true is not proved here."""

import re
from pathlib import Path

import pytest
from click import Context

from components.cli.group import group

COMMANDS = group.list_commands(Context(group))
README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
SHOWN = set(re.findall(r"^(?: *\$ karpenter-tenants|\| `)\s?([a-z]+)", README, re.MULTILINE))
"""First words of shell lines, and of the table's rows, whose head says `karpenter-tenants`."""


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_shown(command: str):
    assert command in SHOWN
