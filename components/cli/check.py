"""`karpenter-tenants check`."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .last_deployment import outputs_option
from .project import examined, project_options

if TYPE_CHECKING:
    from ..model.deployed import Deployment


@click.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="json: a list of {file, line, column, path, code, severity, message, fix}.",
)
@outputs_option
@project_options
def command(project: Path | None, stack: str, form: str, deployed: "Deployment | None") -> None:
    """Load, merge and validate every file of a stack, and report all problems at once.

    What only the last deployment shows, such as a tenant that vanished from the list, needs --outputs.

    Exit code 1 when there is an error; warnings and information stop nothing.
    """
    from ..loading import json_report, text_report

    examination = examined(project, stack, deployed)
    if form == "json":
        click.echo(json.dumps(json_report(examination.findings), indent=2))
    else:
        click.echo(text_report(examination.findings, tenant_files=examination.loaded.tenant_files))
    raise SystemExit(1 if examination.failed else 0)
