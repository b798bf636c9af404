"""`karpenter-tenants schema`."""

from pathlib import Path

import click

from .project import project_options


@click.command()
@project_options
def command(project: Path | None, stack: str) -> None:
    """Print the JSON Schema of the tenant file, for editors and other tools.

    An editor with a YAML language server takes it from the first line of a file:
    # yaml-language-server: $schema=../schemas/tenant.schema.json
    """
    from ..model.schema import tenant_schema

    click.echo(tenant_schema().encode(), nl=False)
