"""Groups of the product's in the hands of others. Not proved: who is in a group of an identity provider."""

import pytest

from components.model.platform import Platform
from tests.builders import platform, tenant
from tests.checking.builders import cluster, report


def shared(*groups: str) -> Platform:
    """Alpha lets groups in; beta is there as well."""
    return platform(tenant(access=[{"group": group, "role": "view"} for group in groups]), tenant("beta"))


def staff(group: str, tenants: str | list[str]) -> Platform:
    operators = [{"group": group, "role": "view", "tenants": tenants}]
    return platform(tenant(), tenant("beta"), **cluster(operators=operators))


OWN = "use a group of its own, or platform:cluster.operators for staff over several tenants"
REFUSED: dict[str, tuple[Platform, str]] = {
    "another tenant's people": (
        shared("devs", "tenant:beta:edit"),
        f"access[1].group: tenant:beta:edit is the group of tenant beta's people, who would get into alpha; {OWN}",
    ),
    "those of one namespace": (
        shared("tenant:beta:edit:beta-web"),
        "access[0].group: tenant:beta:edit:beta-web is the group of tenant beta's people, who would get into alpha;"
        f" {OWN}",
    ),
    "those of a tenant that may come": (
        shared("tenant:gamma:view"),
        f"access[0].group: tenant:gamma:view is the group of tenant gamma's people, who would get into alpha; {OWN}",
    ),
    "staff over all": (
        shared("tenant:all:view"),
        f"access[0].group: tenant:all:view is the group of staff over all tenants, who would get into alpha; {OWN}",
    ),
    "a tenant's people as staff over another": (
        staff("tenant:beta:edit", ["beta", "alpha"]),
        "platform:cluster.operators[0].group: tenant:beta:edit is the group of tenant beta's people, who would get"
        " into other tenants; use a group of staff",
    ),
    "a tenant's people as staff over all": (
        staff("tenant:beta:edit", "all"),
        "platform:cluster.operators[0].group: tenant:beta:edit is the group of tenant beta's people, who would get"
        " into other tenants; use a group of staff",
    ),
}
ACCEPTED: dict[str, Platform] = {
    "the tenant's own people": shared("tenant:alpha:view"),
    "a group of an identity provider": shared("devs", "tenants:beta:edit", "tenant-beta"),
    "a tenant's people over that tenant": staff("tenant:beta:edit", ["beta"]),
    "staff over all": staff("tenant:all:edit", ["beta", "alpha"]),
}


@pytest.mark.parametrize(("stack", "expected"), REFUSED.values(), ids=REFUSED)
def test_rejects_a_group_whose_members_are_others(stack: Platform, expected: str):
    assert report(stack) == [f"{expected}  [E197]"]


@pytest.mark.parametrize("stack", ACCEPTED.values(), ids=ACCEPTED)
def test_accepts(stack: Platform):
    assert report(stack) == []
