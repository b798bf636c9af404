"""What the next deployment does to each tenant whose state changes, in words; one line a tenant.

Changes within a state are not told here: the preview shows them resource by resource.
"""

from collections.abc import Iterator

from ..model.deployed import DeployedTenant
from ..model.enums import TenantState
from ..model.platform import Platform
from ..model.tenant import TenantSpec
from ..rendering.pools import rendered_pools

_WITH_POOLS = (TenantState.ACTIVE, TenantState.FROZEN)


def state_changes(platform: Platform) -> tuple[str, ...]:
    """A line for each tenant that is new, goes, or changes its state, by name; none while nobody knows what was."""
    if platform.deployed is None:
        return ()
    before = platform.deployed.tenants
    lines = {name: f"{name}: {each.state} → removed: {_REMOVED}" for name, each in before.items()}
    for name in platform.settings.tenants:
        lines.pop(name, None)
    for tenant in platform.tenants:
        was = before.get(tenant.name)
        if was is None:
            lines[tenant.name] = f"{tenant.name}: new, {tenant.state}: {_made(tenant)}"
        elif was.state is not tenant.state:
            told = "; ".join(_consequences(was, tenant))
            lines[tenant.name] = f"{tenant.name}: {was.state} → {tenant.state}: {told}"
    return tuple(lines[name] for name in sorted(lines))


_REMOVED = (
    "the namespaces made for it with everything in them, roles, instance profiles and access entries are deleted;"
    " namespaces taken over stay"
)


def _made(tenant: TenantSpec) -> str:
    names = tenant.namespace_names
    spaces = f"namespace{_s(len(names))} {', '.join(names) or 'none'}"
    pools = rendered_pools(tenant)
    made = tuple(key for key in pools if tenant.provisioners[key].existing_name is None)
    told = [f"{_named(made)} {_are(made)} made"] if made else []
    told += [
        f"pool {key} takes over NodePool {tenant.provisioners[key].existing_name}" for key in pools if key not in made
    ]
    return "; ".join([spaces, *(told or ["no pools"])])


def _consequences(was: DeployedTenant, tenant: TenantSpec) -> Iterator[str]:
    had_pools, has_pools = was.state in _WITH_POOLS, tenant.state in _WITH_POOLS
    if was.state is TenantState.OFFBOARDING:
        yield "quota, people's access and protection come back"
    if had_pools and not has_pools:
        yield f"{_named(was.pools)} {_are(was.pools)} removed and the nodes drained, {_until(was, tenant)}"
    if has_pools and not had_pools:
        pools = rendered_pools(tenant)
        yield f"{_named(pools)} {_are(pools)} made again"
    match tenant.state:
        case TenantState.FROZEN:
            yield "frozenLimits hold: nothing grows, and lost nodes are replaced within them"
        case TenantState.ACTIVE if was.state is TenantState.FROZEN:
            yield "limits hold again"
        case TenantState.SUSPENDED:
            yield "new pods are refused; namespaces, roles and access stay"
        case TenantState.OFFBOARDING:
            yield "node classes go, quotas become 0, people's access is revoked, protection is off"
            yield "the rest goes when the name leaves platform:tenants in a later run"
        case _:
            return


def _until(was: DeployedTenant, tenant: TenantSpec) -> str:
    """How long pods that refuse may hold a node; of a pool that is gone from the file nobody knows."""
    graces = [
        tenant.provisioners[key].termination_grace_period if key in tenant.provisioners else None for key in was.pools
    ]
    bounded = [grace for grace in graces if grace is not None]
    if len(bounded) < len(graces) or not bounded:
        return "which a pod that refuses can hold up for ever"
    return f"at the latest after {max(bounded, key=lambda grace: grace.seconds)}"


def _named(pools: tuple[str, ...]) -> str:
    return f"pool{_s(len(pools))} {', '.join(pools)}"


def _are(pools: tuple[str, ...]) -> str:
    return "is" if len(pools) == 1 else "are"


def _s(count: int) -> str:
    return "" if count == 1 else "s"
