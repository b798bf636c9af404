"""What a deployment would take away from the one before it."""

from dataclasses import replace

import pytest

from components.model.deployed import DeployedTenant, Deployment
from components.model.enums import TenantState
from components.model.platform import Platform
from tests.builders import platform, tenant
from tests.checking.builders import report


def deployed(cluster: str = "acme-dev", **states: str) -> Deployment:
    return Deployment(cluster, {name: DeployedTenant(TenantState(state)) for name, state in states.items()})


def after(last: Deployment | None, *names: str, **stack: object) -> Platform:
    """The stack with these tenants, after a deployment."""
    return replace(platform(*(tenant(name) for name in names), **stack), deployed=last)


TWO = {"alpha": "active", "beta": "active"}
GUARD = "platform:tenants: 2 tenants would be removed, guards.maxTenantRemovals is 1; remove them one by one  [E016]"

STACKS = {
    "nobody has looked": (after(None, "alpha"), []),
    "nothing was deployed": (after(Deployment(None, {}), "alpha"), []),
    "nothing changes": (after(deployed(**TWO), "alpha", "beta"), []),
    "one is new": (after(deployed(**TWO), "alpha", "beta", "gamma"), []),
    "one left in order": (after(deployed(alpha="active", beta="offboarding"), "alpha"), []),
    "a suspended one vanished": (
        after(deployed(alpha="active", beta="suspended"), "alpha"),
        [
            "platform:tenants: beta is deployed as suspended and gone from the list;"
            " restore it with state: offboarding first  [E015]"
        ],
    ),
    "one was renamed": (
        after(deployed(**TWO), "alpha", "gamma"),
        [
            "platform:tenants: beta is deployed as active and gone from the list; restore it, if need be beside gamma:"
            " a tenant cannot be renamed, namespaces, roles and tags hold the name; move its data, then offboard it"
            "  [E015]"
        ],
    ),
    "one vanished, one left, one is new": (
        after(deployed(**TWO, gamma="offboarding"), "alpha", "delta"),
        [
            "platform:tenants: beta is deployed as active and gone from the list; restore it, if need be beside delta:"
            " a tenant cannot be renamed, namespaces, roles and tags hold the name; move its data, then offboard it"
            "  [E015]",
            GUARD,
        ],
    ),
    "two of three vanished": (
        after(deployed(**TWO, gamma="frozen"), "alpha"),
        [
            "platform:tenants: beta is deployed as active and gone from the list;"
            " restore it with state: offboarding first  [E015]",
            "platform:tenants: gamma is deployed as frozen and gone from the list;"
            " restore it with state: offboarding first  [E015]",
            GUARD,
        ],
    ),
    "a folder of other tenants": (
        after(deployed(**TWO), "gamma"),
        [
            "platform:tenants: none of the 2 deployed tenants is in the list, alpha, beta;"
            " change to the folder and branch that they were deployed from, or restore them  [E015]",
            GUARD,
        ],
    ),
    "too many left in order": (
        after(deployed(alpha="active", beta="offboarding", gamma="offboarding"), "alpha"),
        [GUARD],
    ),
    "as many left as the guard lets": (
        after(
            deployed(alpha="active", beta="offboarding", gamma="offboarding"),
            "alpha",
            guards={"maxTenantRemovals": 2},
        ),
        [],
    ),
    "none may leave": (
        after(deployed(alpha="active", beta="offboarding"), "alpha", guards={"maxTenantRemovals": 0}),
        [
            "platform:tenants: 1 tenant would be removed, guards.maxTenantRemovals is 0;"
            " raise it for the deployment that removes one  [E016]"
        ],
    ),
    "another cluster": (
        after(deployed("acme-prod", alpha="active"), "alpha"),
        [
            "platform:cluster.name: acme-dev would replace acme-prod, which this stack deployed with 1 tenant;"
            " write acme-prod, or make a stack for the other cluster  [E024]"
        ],
    ),
    "another cluster for nobody": (after(deployed("acme-prod"), "alpha"), []),
}


@pytest.mark.parametrize(("stack", "expected"), STACKS.values(), ids=STACKS)
def test_report(stack: Platform, expected: list[str]):
    assert report(stack) == expected


def test_of_hundreds_that_are_gone_the_first_are_named():
    names = [f"t{index:03}" for index in range(200)]

    said, _ = report(after(deployed(**dict.fromkeys(names, "active")), "alpha"))

    assert said.startswith(
        "platform:tenants: none of the 200 deployed tenants is in the list, t000, t001, t002, t003, t004 and 195 more;"
    )
