"""`--outputs`: what the last deployment left, for commands that speak of changes without asking the engine."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ..model.deployed import Deployment


def outputs_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--outputs`, whose value is the deployment, or None without the option."""
    return click.option(
        "--outputs",
        "deployed",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        callback=_read,
        default=None,
        metavar="FILE",
        help="Outputs of the last deployment, of `pulumi stack output --json`: what leaves is checked too.",
    )(command)


def _read(ctx: click.Context, param: click.Parameter, file: Path | None) -> "Deployment | None":
    from ..model.deployed import ForeignOutputs, read_outputs

    if file is None:
        return None
    try:
        document: object = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise click.BadParameter(f"{file} is no JSON; write it by pulumi stack output --json", ctx, param) from None
    try:
        return read_outputs(document)
    except ForeignOutputs as error:
        raise click.BadParameter(f"{file}: {error}", ctx, param) from None
