"""`python -m localcloud`: the commands of the local cloud."""

import contextlib
import errno
import os
import shlex
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import TextIO

import click

from components.model.system_error import place_and_cause

from . import deployment, lifecycle
from .building import build_missing
from .building.own_caches import own_go_caches
from .building.tools import KARPENTER_CONTROLLERS
from .demo.show import demonstrate
from .engine import engine, tools_for_deployment
from .errors import LocalCloudError
from .instance import DEFAULT_NAME, Instance, instance, instances
from .logs import follow, show
from .status import table
from .trying.answer import as_json, as_text
from .trying.run import try_out

_INTERRUPTED = 130
"""Exit status of a command that was ended by Ctrl-C or by a job that was cancelled, as shells give it."""

_OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES)
"""What of the system's refusals only the operator can put right: no room, and no right to write."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--name", default=DEFAULT_NAME, show_default=True, help="Which instance; several run side by side.")
@click.pass_context
def localcloud(context: click.Context, name: str) -> None:
    """The whole program on this machine: real engine, real API server, AWS stand-in."""
    context.obj = instance(name)


@localcloud.command()
@click.option("--karpenter", is_flag=True, help="Karpenter's controllers of all versions (4 minutes more).")
@click.option("--drop-caches", is_flag=True, help="Keep only the binaries: Go's caches go when all is built.")
def build(karpenter: bool, drop_caches: bool) -> None:
    """Build what is missing of the real parts, from source."""
    with own_go_caches() if drop_caches else contextlib.nullcontext():
        build_missing([*tools_for_deployment(), *(KARPENTER_CONTROLLERS[1:] if karpenter else ())])


@localcloud.command()
@click.pass_obj
def up(chosen: Instance) -> None:
    """Start the instance, or what of it does not run."""
    lifecycle.up(chosen)
    click.echo(f"instance {chosen.name} is up; see: {chosen.command('status')}")


@localcloud.command()
@click.option("--all", "every", is_flag=True, help="Every instance of this checkout.")
@click.pass_obj
def down(chosen: Instance, every: bool) -> None:
    """End every process of the instance and remove every file of it."""
    for each in instances() if every else (chosen,):
        lifecycle.down(each)
        click.echo(f"instance {each.name} is gone")


@localcloud.command()
@click.pass_obj
def status(chosen: Instance) -> None:
    """Show each part: process, ports, memory, health. Exit status 1 when a part is not healthy."""
    parts = lifecycle.parts_of(chosen)
    click.echo(table(parts))
    sys.exit(0 if all(healthy for _, _, healthy in parts) else 1)


@localcloud.command()
@click.argument("part", type=click.Choice(lifecycle.WITH_LOGS), required=False)
@click.option("-f", "--follow", "following", is_flag=True, help="Go on showing what is added.")
@click.pass_obj
def logs(chosen: Instance, part: str | None, following: bool) -> None:
    """Show the log of a part, or of all parts."""
    files = [chosen.logs / f"{name}.log" for name in ([part] if part else lifecycle.WITH_LOGS)]
    if following:
        follow(files)
    else:
        show(files)


@localcloud.command()
@click.pass_obj
def env(chosen: Instance) -> None:
    """Print the environment for `eval`.

    Pulumi, kubectl, AWS tools and `karpenter-tenants` then work on this instance.
    """
    wanted = deployment.shell_environment(chosen)
    for name in sorted(set(os.environ) - set(wanted)):
        click.echo(f"unset {name}")
    for name in sorted(name for name, value in wanted.items() if os.environ.get(name) != value):
        click.echo(f"export {name}={shlex.quote(wanted[name])}")


@localcloud.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.pass_obj
def pulumi(chosen: Instance, arguments: tuple[str, ...]) -> None:
    """Run `pulumi ARGUMENTS…` on this instance."""
    command = [str(engine()), *arguments]
    os.execve(command[0], command, deployment.environment(chosen))


@localcloud.command()
@click.pass_obj
def deploy(chosen: Instance) -> None:
    """Deploy the stack `local`. May be repeated, after being killed as well."""
    deployment.deploy(chosen)


@localcloud.command()
@click.pass_obj
def preview(chosen: Instance) -> None:
    """Show what `deploy` would change."""
    deployment.preview(chosen)


@localcloud.command()
@click.pass_obj
def destroy(chosen: Instance) -> None:
    """Unprotect and destroy the stack `local`; the instance stays up."""
    deployment.destroy(chosen)


@localcloud.command()
@click.pass_obj
def demo(chosen: Instance) -> None:
    """Show Karpenter at work for the stack's customers, 3 minutes."""
    lifecycle.running_ports(chosen)
    picture = demonstrate(chosen)
    click.echo(f"\nnodes over time: {picture}")


@localcloud.command("try")
@click.argument("tenant")
@click.argument("workload", type=click.File(encoding="utf-8"))
@click.option("--project", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--stack", required=True)
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
def try_workload(tenant: str, workload: TextIO, project: Path, stack: str, shape: str) -> None:
    """Ask the real scheduler which nodes a workload would need.

    It runs on a cluster of its own, which is gone afterwards.
    """
    try:
        text = workload.read()
    except UnicodeDecodeError:
        raise LocalCloudError("the workload is not UTF-8; save it as UTF-8") from None
    # What the parts say while they start is progress; stdout is the answer alone.
    with contextlib.redirect_stdout(sys.stderr):
        answer = try_out(project, stack, tenant, text, lambda said: print(said, flush=True))
    click.echo(as_json(answer) if shape == "json" else as_text(answer))
    sys.exit(1 if answer.pending else 0)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a command; an error that the operator can repair is one message without traceback."""
    # A cancelled job of continuous integration ends like Ctrl-C: a compiler left alone would go on for minutes.
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        sys.exit(localcloud(arguments, prog_name="python -m localcloud", standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except LocalCloudError as error:
        click.echo(f"localcloud: {error}", err=True)
        sys.exit(1)
    except OSError as error:
        if error.errno not in _OF_THE_DISK:
            raise
        click.echo(f"localcloud: {place_and_cause(error)}; put that right and repeat the command", err=True)
        sys.exit(1)
    except click.Abort:
        click.echo("localcloud: interrupted; repeat the command to go on", err=True)
        sys.exit(_INTERRUPTED)


def _interrupt(_signal_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
