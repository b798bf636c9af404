"""`karpenter-tenants check`."""

import json
from pathlib import Path

import click

from .project import examined, project_options


@click.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="json: a list of {file, line, column, path, code, severity, message, fix}.",
)
@project_options
def command(project: Path | None, stack: str, form: str) -> None:
    """Load, merge and validate every file of a stack, and report all problems at once.

    Exit code 1 when there is an error; warnings and information stop nothing.
    """
    from ..loading import json_report, text_report

    examination = examined(project, stack)
    if form == "json":
        click.echo(json.dumps(json_report(examination.findings), ensure_ascii=False, indent=2))
    else:
        click.echo(text_report(examination.findings, tenant_files=examination.loaded.tenant_files))
    raise SystemExit(1 if examination.failed else 0)
