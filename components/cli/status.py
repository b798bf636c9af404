"""`karpenter-tenants status`."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .live_cluster import connected, kubeconfig_option
from .project import complete_tenants, examined, known_name, project_options, valid_platform

if TYPE_CHECKING:
    from ..live.tenant_view import ObjectView, TenantView

_SHOWN_RESOURCES = ("cpu", "memory")


@click.command()
@click.argument("tenant", required=False, shell_complete=complete_tenants)
@click.option("--blocking", is_flag=True, help="Only what keeps nodes, pools and namespaces from going.")
@kubeconfig_option
@project_options
def command(project: Path | None, stack: str, kubeconfig: Path | None, tenant: str | None, blocking: bool) -> None:
    """Show pools, node classes and nodes of TENANT, or of all, as the running cluster has them.

    Exit code 1 when something is missing or not Ready, or with --blocking when something holds.
    """
    from ..live.holding import holding
    from ..live.snapshot import read_snapshot
    from ..live.tenant_view import tenant_view

    platform = valid_platform(examined(project, stack))
    if tenant is not None:
        known_name(tenant, [spec.name for spec in platform.tenants], stack)
    chosen = [spec for spec in platform.tenants if tenant in (None, spec.name)]
    with connected(kubeconfig) as api:
        snapshot = read_snapshot(api)
    if blocking:
        held = {spec.name: holding(spec, snapshot) for spec in chosen}
        for name, lines in held.items():
            click.echo("\n".join(f"{name}: {line}" for line in lines) or f"{name}: nothing")
        raise SystemExit(1 if any(held.values()) else 0)
    views = [tenant_view(spec, snapshot) for spec in chosen]
    click.echo("\n\n".join("\n".join(_lines(view)) for view in views))
    raise SystemExit(0 if all(view.healthy for view in views) else 1)


def _lines(view: "TenantView") -> Iterator[str]:
    yield f"{view.name}, {view.state}"
    yield from _objects("pool", view.pools)
    yield from _objects("node class", view.node_classes)
    rows = [
        (
            "node",
            node.name,
            node.pool,
            node.instance_type,
            node.zone,
            node.capacity_type,
            f"{node.pods} pods",
            node.state,
        )
        for node in view.nodes
    ]
    yield from _table(rows)


def _objects(kind: str, objects: "Sequence[ObjectView]") -> Iterator[str]:
    rows = _table([(kind, each.key, each.name, each.state, *_amounts(each)) for each in objects])
    for each, row in zip(objects, rows, strict=True):
        yield row
        yield from (f"    {reason}" for reason in each.reasons)


def _amounts(each: "ObjectView") -> tuple[str, ...]:
    """How much of its limits a pool uses; nothing for a class."""
    if each.used is None:
        return ()
    limits = each.limits or {}
    amounts = [f"{name} {each.used.get(name, '0')} of {limits.get(name, 'any')}" for name in _SHOWN_RESOURCES]
    return (f"{each.used.get('nodes', '0')} nodes", ", ".join(amounts))


def _table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    cells = list(rows)
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))] if cells else []
    return ["  " + "  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
