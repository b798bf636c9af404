"""`karpenter-tenants verify`."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..model.printable import printable
from .live_cluster import connected, kubeconfig_option
from .project import complete_tenants, examined, named_tenant, project_options, valid_platform

if TYPE_CHECKING:
    from ..live import Api
    from ..live.verifying import Found
    from ..model.tenant import TenantSpec
    from ..rendering.destination import Destination

_SECONDS = 600
"""For a new node, its images and its registration."""

_LOOK_EVERY_SECONDS = 2


@click.command()
@click.argument("tenant", shell_complete=complete_tenants)
@click.argument("pool", required=False)
@kubeconfig_option
@project_options
def command(project: Path | None, stack: str, kubeconfig: Path | None, tenant: str, pool: str | None) -> None:
    """Run one pod of TENANT on the running cluster, and wait until it has a node.

    POOL is a key of its provisioners; the first one without. A tenant with `isolation: shared` has one pool,
    shared-pool. What is missing or not Ready is told at once, and that Karpenter does not run. The pod is deleted
    again, and the node goes when Karpenter finds it empty.
    """
    from ..live.controller import read_controller_fault
    from ..rendering.destination import destinations
    from ..versions import karpenter_version

    platform = valid_platform(examined(project, stack))
    settings = platform.settings
    spec = named_tenant(platform, tenant, stack)
    pools = destinations(spec, settings, karpenter_version(settings.karpenter.version))
    if not pools:
        raise click.UsageError(f"{tenant} is {spec.state} and starts no pods")
    if pool is not None and pool not in pools:
        raise click.UsageError(f'no pool "{pool}" for pods of {tenant}; there are {", ".join(pools)}')
    with connected(kubeconfig) as api:
        if fault := read_controller_fault(api, settings.karpenter.namespace):
            click.echo(fault, err=True)
            raise SystemExit(1)
        destination = pools[pool or next(iter(pools))]
        raise SystemExit(0 if _verified(api, spec, destination, settings.karpenter.pause_image) else 1)


def _verified(api: "Api", spec: "TenantSpec", destination: "Destination", image: str) -> bool:
    from ..live.verifying import last_events, namespace_for, obstacles, verification

    if in_the_way := obstacles(api, spec, destination):
        click.echo("\n".join(map(printable, in_the_way)), err=True)
        return False
    deployment = verification(destination, image)
    name = deployment["metadata"]["name"]
    namespace = namespace_for(api, spec, destination)
    path = f"/apis/apps/v1/namespaces/{namespace}/deployments"
    # Of a run that was killed.
    api.delete(f"{path}/{name}")
    api.create(path, deployment)
    click.echo(f"{namespace}/{name} waits for a node of pool {destination.word}", err=True)
    try:
        found = _waited(api, namespace, name)
        if found:
            click.echo(f"{spec.name}: runs on {found.name}, {found.instance_type}, {found.zone}, {found.capacity_type}")
            return True
        said = "\n".join(printable(f"  {line}") for line in last_events(api, namespace, name)) or "  nobody said why"
        click.echo(f"{spec.name}: no node of pool {destination.word} in {_SECONDS // 60} minutes\n{said}", err=True)
        return False
    finally:
        api.delete(f"{path}/{name}")


def _waited(api: "Api", namespace: str, name: str) -> "Found | None":
    from ..live.verifying import found_node, pods_of

    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        found = found_node(api, api.list(pods_of(namespace, name)))
        if found:
            return found
        time.sleep(_LOOK_EVERY_SECONDS)
    return None
