"""Guards of the stack that need neither catalogue nor prices (E303, E306)."""

from collections.abc import Iterator
from decimal import Decimal

from ..model.platform import PlatformSettings
from ..model.problem import Problem, show_path
from ..model.tenant import TenantSpec
from ..rendering.pools import limits_in_force
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
    """A tenant whose limits of cpu add to more than its guard; a dynamic pool without a limit of cpu has no bound.

    What a static pool holds follows from its types, which are not looked up here.
    """
    guard = settings.guards.max_cpu_of(tenant.name)
    if guard is None:
        return
    entry, bound = guard
    shown = f"{show_path(('guards', 'perTenant', entry))}.maxCpu"
    total = Decimal()
    for key, provisioner in tenant.provisioners.items():
        if provisioner.replicas is not None:
            continue
        word, limits = limits_in_force(tenant, provisioner)
        limit = limits.get("cpu")
        if limit is None:
            what = f"missing while {shown} is {bound}"
            yield Problem(tenant.name, ("provisioners", key, word, "cpu"), "E306", what, "write cpu")
        else:
            total += limit.value
    if total > bound:
        what = f"limits of {tenant.name} add to {total.normalize():f} cpu, {shown} is {bound}"
        yield Problem(tenant.name, ("provisioners",), "E306", what, "lower limits")


FAMILY = Family(tenant=(e306_cpu_above_guard,), pool=(e303_family_not_allowed,))
