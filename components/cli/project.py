"""Which project and stack a command works on, and how its files' problems end the command."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..model.project_files import PROFILES, PROJECT_FILE, STACK_FILES, TENANTS, stack_of
from ..model.system_error import cause_of

if TYPE_CHECKING:
    from ..checked import Examined
    from ..model.deployed import Deployment
    from ..model.platform import Platform
    from ..model.tenant import TenantSpec

DEFAULT_STACK = "dev"


def project_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--project` and `--stack`, which every command takes."""
    stack = click.option(
        "--stack",
        default=DEFAULT_STACK,
        show_default=True,
        metavar="NAME",
        shell_complete=_stacks,
        help="Stack whose Pulumi.<NAME>.yaml counts.",
    )
    project = click.option(
        "--project",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        default=None,
        metavar="DIR",
        help="Folder of the project.  [default: folder of the nearest Pulumi.yaml, upwards]",
    )
    return project(stack(command))


def project_root(given: Path | None) -> Path:
    """The given folder, or the nearest one upwards that holds a Pulumi.yaml."""
    if given is not None:
        return given
    try:
        here = Path.cwd()
        for folder in (here, *here.parents):
            if (folder / PROJECT_FILE).is_file():
                return folder
    except OSError as error:
        what = f"the current folder and those above cannot be searched for {PROJECT_FILE}: {cause_of(error)}"
        raise click.UsageError(f"{what}; change to the project's folder or write --project DIR") from None
    raise click.UsageError(
        f"no {PROJECT_FILE} in {here} or above; change to the project's folder or write --project DIR"
    )


def project_root_of(project: Path | None, stack: str) -> Path:
    """The project's folder, which has a file of the stack."""
    from ..loading import NoProject
    from ..loading.project_folder import require_stack

    root = project_root(project)
    try:
        require_stack(root, stack)
    except NoProject as error:
        raise click.UsageError(str(error)) from None
    return root


def examined(project: Path | None, stack: str, deployed: "Deployment | None" = None) -> "Examined":
    """The stack with everything that is wrong with it, also beside its last deployment where that is known."""
    from ..checked import examine
    from ..loading import NoProject

    try:
        return examine(project_root(project), stack, deployed=deployed)
    except NoProject as error:
        raise click.UsageError(str(error)) from None


def valid_platform(examination: "Examined") -> "Platform":
    """The platform, where the stack has no errors; else the report, and the command's end.

    What goes to stdout afterwards is valid; warnings go to stderr.
    """
    from ..loading import text_report

    platform = examination.loaded.platform
    if examination.failed or platform is None:
        click.echo(text_report(examination.findings, tenant_files=examination.loaded.tenant_files), err=True)
        raise SystemExit(1)
    for finding in examination.findings:
        if finding.severity == "warning":
            click.echo(f"warning: {finding.line()}", err=True)
    return platform


def named_tenant(platform: "Platform", name: str, stack: str) -> "TenantSpec":
    """The tenant of that name; a usage error with the nearest one where the stack has none."""
    tenants = {str(spec.name): spec for spec in platform.tenants}
    require_known(name, tuple(tenants), stack)
    return tenants[name]


def require_known(name: str, known: Sequence[str], stack: str) -> None:
    """Nothing, where the name is known; else a usage error with the nearest one."""
    from ..model.nearest import nearest

    if name in known:
        return
    meant = nearest(name, known)
    hint = f"did you mean {meant}?" if meant else f"listed are {', '.join(known) or 'none'}"
    raise click.UsageError(f'no tenant "{name}" in platform:tenants of {stack}; {hint}')


def complete_tenants(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """File names in tenants/ that begin like the word, for the shell."""
    return _files(ctx, TENANTS, incomplete)


def complete_profiles(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The same in tenants/profiles/."""
    return _files(ctx, PROFILES, incomplete)


def _files(ctx: click.Context, folder: str, incomplete: str) -> list[str]:
    try:
        root = project_root(ctx.params.get("project"))
    except click.UsageError:
        return []
    return sorted(path.stem for path in (root / folder).glob("*.yaml") if path.stem.startswith(incomplete))


def _stacks(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    try:
        root = project_root(ctx.params.get("project"))
    except click.UsageError:
        return []
    names = (stack_of(path.name) for path in root.glob(STACK_FILES))
    return sorted(name for name in names if name.startswith(incomplete))
