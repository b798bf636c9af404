"""What a deployment would take away from the one before it (E015, E016, E024). Without its outputs nothing is said."""

from collections.abc import Iterator, Mapping

from ..model.deployed import DeployedTenant, Deployment
from ..model.enums import TenantState
from ..model.platform import Platform
from ..model.problem import Path, Problem
from .rule import Family

_LISTED: Path = ("platform:tenants",)

_MOST_SHOWN = 5
"""Names in one message."""


def e015_vanished(platform: Platform) -> Iterator[Problem]:
    """A tenant that is gone from the list without having been deployed as `offboarding`.

    When all of several are gone, nobody meant it: the folder, the branch or the stack is the wrong one.
    """
    if platform.deployed is None:
        return
    gone = _gone(platform, platform.deployed)
    kept = {name: each for name, each in gone.items() if each.state is not TenantState.OFFBOARDING}
    if len(kept) > 1 and len(kept) == len(platform.deployed.tenants):
        what = f"none of the {len(kept)} deployed tenants is in the list, {_some(tuple(kept))}"
        fix = "change to the folder and branch that they were deployed from, or restore them"
        yield Problem(None, _LISTED, "E015", what, fix)
        return
    for name, each in kept.items():
        what = f"{name} is deployed as {each.state} and gone from the list"
        yield Problem(None, _LISTED, "E015", what, _restore(platform, kept))


def _restore(platform: Platform, kept: Mapping[str, DeployedTenant]) -> str:
    """What to do; the only one that is gone, beside the only one that is new, may have been renamed."""
    assert platform.deployed is not None
    new = [listed for listed in platform.settings.tenants if listed not in platform.deployed.tenants]
    if len(kept) != 1 or len(new) != 1:
        return "restore it with state: offboarding first"
    why = "namespaces, roles and tags hold the name"
    return f"restore it, if need be beside {new[0]}: a tenant cannot be renamed, {why}; move its data, then offboard it"


def e016_too_many_removals(platform: Platform) -> Iterator[Problem]:
    """More tenants gone from the list than one run may remove, however they were deployed."""
    if platform.deployed is None:
        return
    gone = len(_gone(platform, platform.deployed))
    most = platform.settings.guards.max_tenant_removals
    if gone > most:
        what = f"{_counted(gone)} would be removed, guards.maxTenantRemovals is {most}"
        fix = "remove them one by one" if most else "raise it for the deployment that removes one"
        yield Problem(None, _LISTED, "E016", what, fix)


def e024_another_cluster(platform: Platform) -> Iterator[Problem]:
    """A cluster of another name than the deployed one, while that one has tenants."""
    name, deployed = platform.settings.cluster.name, platform.deployed
    if deployed is None or deployed.cluster in (None, name) or not deployed.tenants:
        return
    what = f"{name} would replace {deployed.cluster}, which this stack deployed with {_counted(len(deployed.tenants))}"
    fix = f"write {deployed.cluster}, or make a stack for the other cluster"
    yield Problem(None, ("platform:cluster", "name"), "E024", what, fix)


def _gone(platform: Platform, deployed: Deployment) -> dict[str, DeployedTenant]:
    """Deployed tenants that the stack does not list; one whose file is wrong is listed."""
    listed = frozenset(platform.settings.tenants)
    return {name: each for name, each in deployed.tenants.items() if name not in listed}


def _counted(tenants: int) -> str:
    return "1 tenant" if tenants == 1 else f"{tenants} tenants"


def _some(names: tuple[str, ...]) -> str:
    """The first names; hundreds help nobody."""
    shown = ", ".join(names[:_MOST_SHOWN])
    return f"{shown} and {len(names) - _MOST_SHOWN} more" if len(names) > _MOST_SHOWN else shown


FAMILY = Family(platform=(e015_vanished, e016_too_many_removals, e024_another_cluster))
