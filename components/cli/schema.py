"""`karpenter-tenants schema`."""

from pathlib import Path

import click

from .project import project_options


@click.command()
@click.option("--profile", is_flag=True, help="Of files in tenants/profiles/ instead.")
@project_options
def command(project: Path | None, stack: str, profile: bool) -> None:
    """Print the JSON Schema of the tenant file, for editors and other tools.

    An editor with a YAML language server takes it from the first line of a file:
    # yaml-language-server: $schema=../schemas/tenant.schema.json
    """
    from ..model.schema import profile_schema, tenant_schema

    click.echo((profile_schema() if profile else tenant_schema()).encode(), nl=False)
