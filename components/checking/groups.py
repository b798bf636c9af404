"""Groups of Kubernetes whose members would get into a tenant that is not theirs (E197).

Only the product's own groups are judged: who is in any other, its giver alone knows.
"""

from collections.abc import Iterator

from ..model.or_all import ALL
from ..model.platform import Platform, PlatformSettings
from ..model.problem import Path, Problem
from ..model.tenant import TenantSpec
from ..rendering.operators import tenant_of_group
from .rule import Family


def e197_group_of_another_tenant(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A group of the product's that other people have already: those of another tenant, or staff over all of them."""
    for index, access in enumerate(tenant.access):
        owner = None if access.group is None else tenant_of_group(access.group)
        if owner not in (None, tenant.name):
            what = f"{access.group} is the group of {_people_of(owner)}, who would get into {tenant.name}"
            fix = "use a group of its own, or platform:cluster.operators for staff over several tenants"
            yield Problem(tenant.name, ("access", index, "group"), "E197", what, fix)


def e197_group_of_a_tenant_as_staff(platform: Platform) -> Iterator[Problem]:
    """The same among the operators: a tenant's own people as staff over others."""
    for index, operator in enumerate(platform.settings.cluster.operators):
        owner = None if operator.group is None else tenant_of_group(operator.group)
        others = operator.tenants == ALL or any(name != owner for name in operator.tenants)
        if owner not in (None, ALL) and others:
            what = f"{operator.group} is the group of {_people_of(owner)}, who would get into other tenants"
            path: Path = ("platform:cluster", "operators", index, "group")
            yield Problem(None, path, "E197", what, "use a group of staff")


def _people_of(owner: str | None) -> str:
    return "staff over all tenants" if owner == ALL else f"tenant {owner}'s people"


FAMILY = Family(platform=(e197_group_of_a_tenant_as_staff,), tenant=(e197_group_of_another_tenant,))
