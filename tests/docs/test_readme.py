"""README names every command there is, and shows what `new` and `check` print. That what it says of the others is true
is not proved here."""

import re
import shutil
from pathlib import Path

import pytest
import yaml
from click import Context
from click.testing import CliRunner

from components.cli.group import group

COMMANDS = group.list_commands(Context(group))
ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = set(re.findall(r"^(?: *\$ karpenter-tenants|\| `)\s?([a-z]+)", README, re.MULTILINE))
"""First words of shell lines, and of the table's rows, whose head says `karpenter-tenants`."""


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_shown(command: str):
    assert command in SHOWN


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project's own files."""
    for file in ("Pulumi.yaml", "Pulumi.local.yaml"):
        shutil.copy(ROOT / file, tmp_path)
    shutil.copytree(ROOT / "tenants", tmp_path / "tenants")
    return tmp_path


def printed(project: Path, command: str) -> str:
    return CliRunner().invoke(group, [*command.split(), "--project", str(project)]).output


def shown_below(command: str, after: str) -> str:
    """What the first block behind that heading shows as the command's output."""
    (_, section) = README.split(f"\n{after}\n", 1)
    (block,) = re.findall(rf"^ *\$ karpenter-tenants {command}\n(.*?)^ *(?:```|\$)", section, re.MULTILINE | re.DOTALL)[
        :1
    ]
    return block


def list_gamma(project: Path) -> None:
    with (project / "Pulumi.local.yaml").open("a", encoding="utf-8") as file:
        file.write("    - gamma\n")


def test_a_third_customer_is_what_new_writes(project: Path):
    assert printed(project, "new gamma --stack local") == shown_below(
        "new gamma --stack local", "## Add a third customer"
    )

    (file,) = re.findall(r"^   ```yaml\n(   name: gamma\n.*?)^   ```$", README, re.MULTILINE | re.DOTALL)
    assert yaml.safe_load((project / "tenants/gamma.yaml").read_text(encoding="utf-8")) == yaml.safe_load(file)
    list_gamma(project)
    good = shown_below("check --stack local", "## Add a third customer").strip()
    assert printed(project, "check --stack local").strip() == good


def test_errors_are_what_check_prints(project: Path):
    list_gamma(project)
    (project / "tenants/gamma.yaml").write_text(
        "name: gamma\n"
        "owner:\n"
        "  email: ops@gamma.example\n"
        "provisioners:\n"
        "  default:\n"
        "    instanceTypes: m7i.large\n"
        "    capacityTypes: [on_demand]\n"
        "    limits: {cpu: 32, memory: 128}\n"
        "    weigth: 10\n",
        encoding="utf-8",
    )

    shown = shown_below("check --stack local", "## What an error looks like")
    assert printed(project, "check --stack local") == shown
