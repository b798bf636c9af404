"""`karpenter-tenants explain`."""

from pathlib import Path

import click

from ..model.printable import printable
from .project import complete_tenants, examined, project_options, require_known, valid_platform

WIDEST = 60
"""Characters of a column; what is longer moves only its own line."""


@click.command()
@click.argument("tenant", shell_complete=complete_tenants)
@click.argument("path", required=False, default="")
@project_options
def command(project: Path | None, stack: str, tenant: str, path: str) -> None:
    """Show the merged values of TENANT, all or those at PATH, and the layer that set each.

    PATH is written as in error messages: provisioners.web.limits.cpu, tags["a/b"], access[0].role.
    """
    from ..loading.explaining import explained
    from ..model.nearest import nearest
    from ..model.problem import read_path, show_path

    examination = examined(project, stack)
    loaded = examination.loaded
    if examination.failed and tenant not in loaded.sources.tenants:
        # Nobody knows whether the file of that name is the one that could not be read.
        valid_platform(examination)
    require_known(tenant, sorted(loaded.sources.tenants), stack)
    values = {show_path(value.path): value for value in explained(loaded, tenant)}
    place = show_path(read_path(path))
    chosen = [value for shown, value in values.items() if _within(shown, place)]
    if not chosen:
        meant = nearest(place, {*values, *(show_path(value.path[:-1]) for value in values.values())})
        raise click.UsageError(f"nothing at {place} of {tenant}" + (f"; did you mean {meant}?" if meant else ""))
    lines = [
        (show_path(value.path), value.shown, value.source)
        for value in chosen
        if value.is_set or show_path(value.path) == place
    ]
    widths = [min(WIDEST, max((len(line[column]) for line in lines), default=0)) for column in (0, 1)]
    for shown, value, source in lines:
        click.echo(printable(f"{shown:<{widths[0]}}  {value:<{widths[1]}}  # {source}"))
    if examination.failed:
        click.echo("the stack has errors, see karpenter-tenants check", err=True)


def _within(shown: str, place: str) -> bool:
    return not place or shown == place or shown.startswith((f"{place}.", f"{place}["))
