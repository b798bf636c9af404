"""`karpenter-tenants status`."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..model.printable import printable
from .live_cluster import connected, kubeconfig_option
from .project import complete_tenants, examined, named_tenant, project_options, valid_platform

if TYPE_CHECKING:
    from ..live import Api
    from ..live.prices import Prices
    from ..live.snapshot import Snapshot
    from ..live.tenant_view import NodeView, ObjectView, TenantView
    from ..model.platform import Platform
    from ..model.tenant import TenantSpec
    from ..rendering.platform_pools import PlatformPool

_SHOWN_RESOURCES = ("cpu", "memory")


@click.command()
@click.argument("tenant", required=False, shell_complete=complete_tenants)
@click.option("--blocking", is_flag=True, help="Only what keeps nodes, pools and namespaces from going.")
@click.option(
    "--metrics",
    metavar="URL",
    envvar="KARPENTER_TENANTS_METRICS",
    default=None,
    help="Where Karpenter's metrics are reached, for prices.  [default: by the API server]",
)
@kubeconfig_option
@project_options
def command(
    project: Path | None,
    stack: str,
    kubeconfig: Path | None,
    metrics: str | None,
    tenant: str | None,
    blocking: bool,
) -> None:
    """Show pools, node classes, nodes and spend of TENANT, or of all, as the running cluster has them.

    The stack's sharedPool and systemPool come last; shared and system name them. The first also stands below a
    tenant with `isolation: shared`, whose pods run on its nodes.

    Prices are the estimates that Karpenter itself decides with.

    Exit code 1 when Karpenter does not run, something is missing or not Ready, or with --blocking when something holds.
    """
    from ..live.controller import read_controller_fault
    from ..live.snapshot import read_snapshot

    platform = valid_platform(examined(project, stack))
    tenants, pools = _chosen(platform, tenant, stack)
    with connected(kubeconfig) as api:
        namespace = platform.settings.karpenter.namespace
        fault = read_controller_fault(api, namespace)
        snapshot = read_snapshot(api)
        prices: Prices = {} if blocking else _prices(api, namespace, metrics)
    if fault:
        click.echo(fault)
    good = _show_blocking(tenants, pools, snapshot) if blocking else _show(tenants, pools, snapshot, prices)
    raise SystemExit(0 if good and not fault else 1)


def _chosen(platform: "Platform", tenant: str | None, stack: str) -> "tuple[list[TenantSpec], list[PlatformPool]]":
    """The tenants that are shown, and the pools of the platform below them."""
    from ..model.enums import Isolation
    from ..model.names import SHARED
    from ..rendering.platform_pools import platform_pools

    pools = {str(pool.owner): pool for pool in platform_pools(platform.settings.karpenter)}
    if tenant is not None and tenant not in pools:
        named_tenant(platform, tenant, stack)
    tenants = [spec for spec in platform.tenants if tenant in (None, spec.name)]
    shares = any(spec.isolation is Isolation.SHARED for spec in tenants)
    return tenants, [pool for owner, pool in pools.items() if tenant in (None, owner) or (shares and owner == SHARED)]


def _show_blocking(tenants: "Sequence[TenantSpec]", pools: "Sequence[PlatformPool]", snapshot: "Snapshot") -> bool:
    """Prints what holds, and says whether nothing does."""
    from ..live.holding import holding, holding_pool

    held = {str(spec.name): holding(spec, snapshot) for spec in tenants}
    held |= {str(pool.owner): holding_pool(pool, snapshot) for pool in pools}
    for name, lines in held.items():
        click.echo("\n".join(printable(f"{name}: {line}") for line in lines) or f"{name}: nothing")
    return not any(held.values())


def _show(
    tenants: "Sequence[TenantSpec]", pools: "Sequence[PlatformPool]", snapshot: "Snapshot", prices: "Prices"
) -> bool:
    """Prints what there is, and says whether all of it is Ready."""
    from ..live.tenant_view import platform_pool_view, tenant_view

    views = [tenant_view(spec, snapshot, prices) for spec in tenants]
    views += [platform_pool_view(pool, snapshot, prices) for pool in pools]
    click.echo("\n\n".join("\n".join(map(printable, _lines(view))) for view in views))
    return all(view.healthy for view in views)


def _prices(api: "Api", namespace: str, metrics: str | None) -> "Prices":
    """Empty where nobody can be asked, which is said once; the rest of the status does not depend on it."""
    from ..live.prices import PricesUnknown, prices_at, prices_of

    try:
        return prices_of(api, namespace) if metrics is None else prices_at(metrics)
    except PricesUnknown as error:
        click.echo(f"prices are unknown: {error}; write --metrics URL of Karpenter's metrics", err=True)
        return {}


def _lines(view: "TenantView") -> Iterator[str]:
    yield f"{view.name}, {view.state}, {'on nodes of the shared pool' if view.shares else _spend(view.nodes)}"
    yield from _objects("pool", view.pools, view.nodes)
    yield from _objects("node class", view.node_classes, ())
    rows = [
        (
            "node",
            node.name,
            node.pool,
            node.instance_type,
            node.zone,
            node.capacity_type,
            f"{node.pods} pods",
            "unknown USD/h" if node.price is None else f"{node.price:.4f} USD/h",
            node.state,
        )
        for node in view.nodes
    ]
    yield from _table(rows)


def _spend(nodes: "Iterable[NodeView]") -> str:
    from ..live.tenant_view import spend

    found = spend(nodes)
    if not found.unknown:
        return f"{found.known:.4f} USD/h"
    if not found.known:
        return "unknown USD/h"
    return f"{found.known:.4f} USD/h and {found.unknown} nodes of unknown price"


def _objects(kind: str, objects: "Sequence[ObjectView]", nodes: "Sequence[NodeView]") -> Iterator[str]:
    rows = _table([(kind, each.key, each.name, each.state, *_amounts(each, nodes)) for each in objects])
    for each, row in zip(objects, rows, strict=True):
        yield row
        yield from (f"    {reason}" for reason in each.reasons)


def _amounts(each: "ObjectView", nodes: "Sequence[NodeView]") -> tuple[str, ...]:
    """How much of its limits a pool uses, and what that costs; nothing for a class."""
    if each.used is None:
        return ()
    limits = each.limits or {}
    amounts = [f"{name} {each.used.get(name, '0')} of {limits.get(name, 'any')}" for name in _SHOWN_RESOURCES]
    cost = _spend(node for node in nodes if node.pool == each.name)
    return (f"{each.used.get('nodes', '0')} nodes", ", ".join(amounts), cost)


def _table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    cells = list(rows)
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))] if cells else []
    return ["  " + "  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
