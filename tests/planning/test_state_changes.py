"""What a preview says of each tenant whose state changes."""

from dataclasses import replace
from typing import Any

import pytest

from components.model.deployed import DeployedTenant, Deployment
from components.model.enums import TenantState
from components.planning.state_changes import state_changes
from tests.builders import PROVISIONER, platform, tenant

POOLS = {"web": PROVISIONER, "batch": PROVISIONER | {"terminationGracePeriod": "48h"}}
DRAINED = "pools web, batch are removed and the nodes drained, at the latest after 48h"
FROZEN = {key: {**pool, "frozenLimits": {"cpu": 4}} for key, pool in POOLS.items()}
NO_GRACE = {"web": PROVISIONER | {"terminationGracePeriod": None}}


def said(before: str | None, after: str, **words: Any) -> tuple[str, ...]:
    """Of alpha with two pools, whose state changes so; None: it was not there."""
    spec = tenant(state=after, **({"provisioners": POOLS} | words))
    had = ("web", "batch") if before in ("active", "frozen") else ()
    was = {} if before is None else {"alpha": DeployedTenant(TenantState(before), had)}
    return state_changes(replace(platform(spec), deployed=Deployment("acme-dev", was)))


LEAVES = (
    "node classes go, quotas become 0, people's access is revoked, protection is off; "
    "the rest goes when the name leaves platform:tenants in a later run"
)
BACK = "quota, people's access and protection come back"
AGAIN = "pools web, batch are made again"
FREEZES = "frozenLimits hold: nothing grows, and lost nodes are replaced within them"
PAUSES = "new pods are refused; namespaces, roles and access stay"

CHANGES = {
    ("active", "frozen"): FREEZES,
    ("active", "suspended"): f"{DRAINED}; {PAUSES}",
    ("active", "offboarding"): f"{DRAINED}; {LEAVES}",
    ("frozen", "active"): "limits hold again",
    ("frozen", "suspended"): f"{DRAINED}; {PAUSES}",
    ("frozen", "offboarding"): f"{DRAINED}; {LEAVES}",
    ("suspended", "active"): AGAIN,
    ("suspended", "frozen"): f"{AGAIN}; {FREEZES}",
    ("suspended", "offboarding"): LEAVES,
    ("offboarding", "active"): f"{BACK}; {AGAIN}",
    ("offboarding", "frozen"): f"{BACK}; {AGAIN}; {FREEZES}",
    ("offboarding", "suspended"): f"{BACK}; {PAUSES}",
}


@pytest.mark.parametrize(("before", "after"), CHANGES)
def test_a_change_of_state(before: str, after: str):
    assert said(before, after) == (f"alpha: {before} → {after}: {CHANGES[before, after]}",)


def test_a_pool_that_is_taken_over_is_not_told_as_made():
    pools = {"web": PROVISIONER, "batch": PROVISIONER | {"existingName": "old"}}

    assert said(None, "active", provisioners=pools) == (
        "alpha: new, active: namespace alpha; pool web is made; pool batch takes over NodePool old",
    )


def test_every_change_is_in_the_table():
    pairs = {(str(one), str(other)) for one in TenantState for other in TenantState if one is not other}

    assert set(CHANGES) == pairs


@pytest.mark.parametrize("state", TenantState)
def test_a_state_that_stays_is_not_told(state: TenantState):
    assert said(str(state), str(state)) == ()


def test_new_tenants():
    assert said(None, "active", namespaces=[{}, {"suffix": "jobs"}]) == (
        "alpha: new, active: namespaces alpha, alpha-jobs; pools web, batch are made",
    )
    assert said(None, "suspended") == ("alpha: new, suspended: namespace alpha; no pools",)


def test_without_grace_period_a_pod_holds_for_ever():
    (line,) = said("active", "suspended", provisioners=NO_GRACE)

    # `batch` is deployed and gone from the file, so nobody knows its grace period either.
    assert "the nodes drained, which a pod that refuses can hold up for ever; " in line


def test_tenants_that_go_beside_those_that_come():
    deployed = Deployment("acme-dev", {"beta": DeployedTenant(TenantState.OFFBOARDING)})

    assert state_changes(replace(platform(tenant("gamma"), tenant("alpha")), deployed=deployed)) == (
        "alpha: new, active: namespace alpha; pool default is made",
        "beta: offboarding → removed: the namespaces made for it with everything in them, roles, instance profiles and"
        " access entries are deleted; namespaces taken over stay",
        "gamma: new, active: namespace gamma; pool default is made",
    )


def test_nothing_is_said_while_nobody_has_looked():
    assert state_changes(platform(tenant("alpha"))) == ()
