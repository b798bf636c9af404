"""Staff over several tenants (`platform:cluster.operators`): the groups that they have, and where these are bound.

`tenant:all:<role>` is bound in the namespaces of every tenant, whether anybody has it or not, so that neither a further
tenant nor a further operator changes what is there. No tenant can be called `all`.
"""

from typing import Final

from ..model.enums import AccessRole
from ..model.names import TenantName
from ..model.or_all import ALL
from ..model.platform import PlatformSettings

_PREFIX: Final = "tenant"
_EVERY_TENANT: Final = TenantName("all")


def tenant_group(tenant: TenantName, role: str) -> str:
    """Group that has a role in all namespaces of a tenant."""
    return f"{_PREFIX}:{tenant}:{role}"


def tenant_of_group(group: str) -> str | None:
    """Whose people have the group: a tenant, or `all`; None for a group that is not the product's."""
    prefix, _, rest = group.partition(":")
    return rest.partition(":")[0] if prefix == _PREFIX else None


def group_over_all(role: AccessRole) -> str:
    """Group that has a role in the namespaces of every tenant."""
    return tenant_group(_EVERY_TENANT, role)


def groups_by_operator(settings: PlatformSettings) -> dict[str, tuple[str, ...]]:
    """ARN of each IAM principal among the operators -> the groups of its access entry."""
    found: dict[str, tuple[str, ...]] = {}
    for operator in settings.cluster.operators:
        if operator.principal_arn is not None:
            tenants = (_EVERY_TENANT,) if operator.tenants == ALL else operator.tenants
            groups = (tenant_group(TenantName(tenant), operator.role) for tenant in tenants)
            before = found.get(str(operator.principal_arn), ())
            found[str(operator.principal_arn)] = tuple(dict.fromkeys((*before, *groups)))
    return found


def groups_over(tenant: TenantName, role: AccessRole, settings: PlatformSettings) -> tuple[str, ...]:
    """Groups of Kubernetes' own that operators are known by and that have the role in a tenant."""
    staff = settings.cluster.staff_groups
    named = sorted((*staff.get((role, ALL), ()), *staff.get((role, tenant), ())))
    return tuple(dict.fromkeys(group for _, group in named))
