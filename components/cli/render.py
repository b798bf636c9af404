"""`karpenter-tenants render`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .project import complete_tenants, examined, named_tenant, project_options, valid_platform

if TYPE_CHECKING:
    from ..versions import KarpenterVersion


@click.command()
@click.argument("tenant", shell_complete=complete_tenants)
@click.option("--karpenter-version", metavar="V", default=None, help="Render for this version instead of the stack's.")
@project_options
def command(project: Path | None, stack: str, tenant: str, karpenter_version: str | None) -> None:
    """Print the manifests, IAM documents and access entries of TENANT as a YAML stream, exactly what `pulumi up` would
    apply.

    In place of a tenant, shared and system name the stack's sharedPool and systemPool. What only a deployment knows
    stands as ${...}: the account, ids of a network that is made. Nothing is printed while the stack has errors.
    """
    from ..checked import examine_for_version
    from ..rendering.platform_pools import platform_pools
    from .documents import platform_pool_documents, tenant_documents
    from .placeholders import cluster_facts
    from .yaml_output import to_yaml

    examination = examined(project, stack)
    if karpenter_version is not None:
        version = _version(karpenter_version)
        examination = examine_for_version(examination, str(version))
    platform = valid_platform(examination)
    version = _version(platform.settings.karpenter.version)
    facts = cluster_facts(platform.settings, platform.region, version)
    pools = {str(pool.owner): pool for pool in platform_pools(platform.settings.karpenter)}
    if tenant in pools:
        documents = platform_pool_documents(pools[tenant], platform.settings, facts)
    else:
        spec = named_tenant(platform, tenant, stack)
        documents = tenant_documents(spec, platform.settings, facts, platform.object_files)
    for title, document in documents:
        click.echo(f"---\n# {title}\n{to_yaml(document)}".encode(), nl=False)


def _version(text: str) -> "KarpenterVersion":
    """The version of a text, if it is one whose manifests can be rendered."""
    from ..versions import ApiGeneration, KnownVersion, UnknownPatch, lookup

    found = lookup(text)
    if not isinstance(found, KnownVersion | UnknownPatch):
        raise click.UsageError(f'--karpenter-version: "{text}" is not in the version table; write one such as 1.14.3')
    if found.version.generation is not ApiGeneration.V1:
        raise click.UsageError(
            f"--karpenter-version: {text} has the API {found.version.generation}; write 1.0 or newer"
        )
    return found.version
