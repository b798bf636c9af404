"""Commands that the pages show exist, with these options and no more arguments than they take.

Looked at are our own: `karpenter-tenants`, `python -m localcloud` and targets of make, in blocks, in running text and
in the tables whose head is `<command> …`. Not proved: that a command does what the text beside it says.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from components.cli.group import group
from localcloud.__main__ import localcloud

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").glob("*.md")]
GROUPS: dict[str, click.Group] = {"karpenter-tenants": group, "python -m localcloud": localcloud}
TARGETS = re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
BLOCK = re.compile(r"^ *\$ (?P<line>.+(?:(?<=\\)\n.+)*)$", re.MULTILINE)
INLINE = re.compile(r"`([^`\n]+)`")
CALL = re.compile(r"(?P<program>karpenter-tenants|python -m localcloud|^make) (?P<words>[^…\"]+)$")
TABLE = re.compile(r"^\| `(?P<command>[^`]+) …` \|.*\n\|[-|]+\|\n(?P<rows>(?:\|.*\n)+)", re.MULTILINE)


def shown(page: str) -> Iterator[str]:
    """Every piece of text that may be a command line."""
    for block in BLOCK.finditer(page):
        yield block["line"].replace("\\\n", "")
    yield from INLINE.findall(page)
    for table in TABLE.finditer(page):
        for row in table["rows"].splitlines():
            yield from (f"{table['command']} {words}" for words in INLINE.findall(row.split(" | ")[0]))


def faults(text: str) -> Iterator[str]:
    """What is wrong with our commands in a line of a shell; `<word>` stands for any word, `[word]` may be left out."""
    for part in re.split(r"[|&>)]| +# ", re.sub(r"<([a-z]+)>|\[([\w-]+)\]", r"\1\2", text)):
        called = CALL.search(part.strip())
        if called is None:
            continue
        words = shlex.split(called["words"])
        if called["program"] != "make":
            yield from (f"{called[0]}: {fault}" for fault in refusals(GROUPS[called["program"]], words))
        elif words[0] not in TARGETS:
            yield f"{called[0]}: no such target"


def refusals(commands: click.Group, words: list[str]) -> Iterator[str]:
    """What click says to the words; that arguments are missing is no fault in a text."""
    context = click.Context(commands)
    try:
        _, rest, _ = commands.make_parser(context).parse_args(words)
        _, command, rest = commands.resolve_command(context, rest)
        assert command is not None
        _, extra, _ = command.make_parser(click.Context(command)).parse_args(rest)
    except click.UsageError as error:
        yield error.format_message()
    else:
        yield from (f"no argument for {word}" for word in extra)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_exist(page: Path):
    assert [fault for text in shown(page.read_text(encoding="utf-8")) for fault in faults(text)] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`karpenter-tenants plan`", 'karpenter-tenants plan: no command "plan"; did you mean explain?'),
        ("$ karpenter-tenants check --quiet\n", "karpenter-tenants check --quiet: No such option '--quiet'."),
        ("$ karpenter-tenants explain a b c > x\n", "karpenter-tenants explain a b c: no argument for c"),
        ("$ python -m localcloud \\\nstart\n", "python -m localcloud start: No such command 'start'."),
        ('`eval "$(python -m localcloud --nam x env)"`', "python -m localcloud --nam x env: No such option '--nam'."),
        (
            "| `karpenter-tenants …` | Does |\n|---|---|\n| `stat <name>` | x |\n",
            "karpenter-tenants stat name: no command",
        ),
        ("$ make upp   # up\n", "make upp: no such target"),
    ],
)
def test_a_command_that_does_not_exist_is_found(text: str, found: str):
    assert next(fault for each in shown(text) for fault in faults(each)).startswith(found)


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", "docs/aws.md", "docs/audit.md", "docs/local-cloud.md"]
)
def test_a_page_with_commands_has_some(page: str):
    assert any(CALL.search(text) for text in shown((ROOT / page).read_text(encoding="utf-8")))
