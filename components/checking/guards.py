"""Guards of the stack that need neither catalogue nor prices (E303, E306)."""

from collections.abc import Iterator
from decimal import Decimal

from ..model.platform import PlatformSettings
from ..model.problem import Problem
from ..model.tenant import TenantSpec
from . import allowed
from .instance_names import family_of_type
from .places import Pool
from .rule import Family


def e303_family_not_allowed(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A named family or type outside `allowedInstanceFamilies`; the platform's own pools are free."""
    families = settings.guards.allowed_instance_families
    if not families or pool.tenant is None:
        return
    fix = f"use {' or '.join(families)}" if len(families) <= 2 else f"use one of {', '.join(families)}"
    for written in (allowed.instance_families(pool.spec), allowed.instance_types(pool.spec)):
        for index, name in enumerate(written.values if written else ()):
            if written and family_of_type(name) not in families:
                what = f"{name} is not allowed in this stack"
                yield pool.problem((*written.path, index), "E303", what, fix)


def e306_cpu_above_guard(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A tenant whose limits of cpu add to more than its guard; a pool without a limit of cpu has no bound."""
    guard = settings.guards.of_tenant(tenant.name).max_cpu
    if guard is None:
        return
    name = tenant.name if tenant.name in settings.guards.per_tenant else '["*"]'
    shown = f"guards.perTenant.{name}.maxCpu".replace(".[", "[")
    total = Decimal()
    for key, provisioner in tenant.provisioners.items():
        limit = provisioner.limits.get("cpu")
        if limit is None:
            what = f"missing while {shown} is {guard}"
            yield Problem(tenant.name, ("provisioners", key, "limits", "cpu"), "E306", what, "write cpu")
        else:
            total += limit.value
    if total > guard:
        what = f"limits of {tenant.name} add to {total.normalize():f} cpu, {shown} is {guard}"
        yield Problem(tenant.name, ("provisioners",), "E306", what, "lower limits")


FAMILY = Family(tenant=(e306_cpu_above_guard,), pool=(e303_family_not_allowed,))
