"""The command itself: its subcommands by name, each imported when it runs.

Help, completion and a misspelt command need none of them, so that the shell's Tab key answers at once.
"""

import difflib
import sys
from collections.abc import Generator
from contextlib import contextmanager
from errno import EPIPE
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click
from click.exceptions import NoArgsIsHelpError

from ..model.printable import printable
from ..model.system_error import place_and_cause

_PROGRAM = "karpenter-tenants"
_COMMANDS = {
    "audit": "Show where the running cluster and its account depart from the files.",
    "check": "Load, merge and validate everything; report all problems at once.",
    "explain": "Show a tenant's merged values and the layer that set each.",
    "freeze": "Write the present use of a tenant's pools into its file, so that nothing grows and nothing is lost.",
    "new": "Write a commented starter file for a tenant.",
    "render": "Print a tenant's manifests and IAM documents, as `pulumi up` would apply them.",
    "schema": "Print the JSON Schema of the tenant file.",
    "status": "Show pools, node classes and nodes of a running cluster, or what holds an offboarding.",
    "try": "Ask the real scheduler, in a local cloud, which nodes a workload of a tenant would need.",
    "verify": "Run one pod of a tenant on the running cluster, and wait until it has a node.",
}
"""Name of a command and of its module → its line in the help."""

_COMPLETION = """\b
Shell completion:
  bash  eval "$(_KARPENTER_TENANTS_COMPLETE=bash_source karpenter-tenants)"
  zsh   eval "$(_KARPENTER_TENANTS_COMPLETE=zsh_source karpenter-tenants)"
  fish  _KARPENTER_TENANTS_COMPLETE=fish_source karpenter-tenants | source
Put the line into the shell's start file."""


class Commands(click.Group):
    """A group whose commands are modules of this package."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Reads the words before the command's name; help and version end here."""
        with _told_in_one_line():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Reads the command's own words and runs it."""
        with _told_in_one_line():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, as the help lists them."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports the command's module."""
        if cmd_name not in _COMMANDS:
            return None
        return import_module(f".{cmd_name}", __package__).command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of the first word; a misspelt one is answered with the nearest."""
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            meant = difflib.get_close_matches(args[0], _COMMANDS, n=1)
            hint = f"did you mean {meant[0]}?" if meant else f"known are {', '.join(_COMMANDS)}"
            ctx.fail(f'no command "{args[0]}"; {hint}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@contextmanager
def _told_in_one_line() -> Generator[None]:
    """Words of the user are told without what a terminal would act on, and what the system refuses without traceback.

    Whoever closes a pipe early wants nothing more: click ends the command.
    """
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        raise click.UsageError(printable(error.format_message()), error.ctx) from None
    except OSError as error:
        if error.errno == EPIPE:
            raise
        told = f"{place_and_cause(error)}; put that right and repeat the command"
        raise click.ClickException(printable(told)) from None


@click.command(
    cls=Commands, epilog=_COMPLETION, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}
)
@click.version_option(package_name=_PROGRAM, prog_name=_PROGRAM)
def group() -> None:
    """One file per customer: its own Karpenter nodes, AWS role, namespaces and bill on a shared cluster.

    Every command works on the files of one stack. audit, freeze, status and verify also ask the running cluster, and
    audit AWS; the others need no credentials. Exit code 0: good, 1: problems in the files or the cluster, 2: the
    command itself was wrong.
    """


def main() -> None:
    """Entry point of the installed command."""
    stdout: object = sys.stdout
    if isinstance(stdout, TextIOWrapper):
        # What is for people is shown also where the terminal's encoding lacks a letter.
        stdout.reconfigure(errors="backslashreplace")
    group(prog_name=_PROGRAM)
