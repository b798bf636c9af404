"""`platform:guards`: what no tenant file may exceed."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import BeforeValidator, Field

from .base import Model
from .between import Between
from .instance_type import InstanceFamily
from .money import Money
from .text import Entries, Items, Text, without_nulls

UNTRUSTED_PLATFORM_ONLY = (
    "iam",
    "nodeClasses.*.role",
    "nodeClasses.*.instanceProfile",
    "nodeClasses.*.userData",
    "nodeClasses.*.securityGroups",
    "provisioners.*.maxHourlyUSD",
)
"""What customers may not set in their own files: rights, code on nodes, networks, and their own guard."""

EVERY_TENANT = "*"


class TenantGuardSettings(Model):
    """Bounds of one tenant over all its pools."""

    max_hourly_usd: Money | None = None
    """Most that its ceiling may be, in USD an hour. Absent: no bound."""
    max_cpu: Annotated[int, Between(0)] | None = None
    """Most that its limits of cpu may add to, in vCPUs. Absent: no bound."""


class VcpuQuotaSettings(Model):
    """Account quota of one class of instances, in vCPUs."""

    on_demand: Annotated[int, Between(0)] | None = None
    """Running On-Demand instances. Absent: not checked."""
    spot: Annotated[int, Between(0)] | None = None
    """Spot requests. Absent: not checked."""


class GuardSettings(Model):
    """Bounds that the platform sets."""

    allowed_instance_families: Items[InstanceFamily] = ()
    """Families that pools may allow. Absent: all."""
    require_pinned_ami: bool = True
    """Whether images need a version. Default on: `@latest` replaces the fleet at each release of AWS. Windows
    aliases, which know no versions, are exempt."""
    require_limits: bool = True
    """Whether pools need limits. Default on: a pod loop could buy without end."""
    max_hourly_usd: Money | None = None
    """Most that all ceilings may add to, in USD an hour. Absent: no bound."""
    per_tenant: Annotated[Mapping[str, TenantGuardSettings], BeforeValidator(without_nulls)] = Field(
        default_factory=dict[str, TenantGuardSettings]
    )
    """Tenant name, or `*` for all -> bounds. What a tenant's own entry sets counts before that of `*`; `null` takes a
    bound away. Default none."""
    vcpu_quotas: Entries[VcpuQuotaSettings] = Field(default_factory=dict[str, VcpuQuotaSettings])
    """Class (standard, g, p …) -> account quotas; checked where given."""
    platform_only: Items[Text] | None = None
    """Paths that only stack and profiles may set; `*` stands for any key. A path covers everything below it, and the
    other ways to say the same. Absent: none, or with tenantFilesAreUntrusted the rights, the code on nodes, the
    networks and the cost guard."""
    tenant_files_are_untrusted: bool = False
    """Customers may open pull requests on their own files. Default off; on, it sets the default of platformOnly."""
    max_tenant_removals: Annotated[int, Between(0)] = 1
    """Most tenants that one run may remove. Default 1: more is rarely meant."""
    allow_no_tenants: bool = False
    """Whether the list of tenants may be empty. Default off: an empty list would remove everybody."""

    @property
    def paths_of_the_platform(self) -> tuple[str, ...]:
        """Paths that a tenant file may not set."""
        if self.platform_only is not None:
            return self.platform_only
        return UNTRUSTED_PLATFORM_ONLY if self.tenant_files_are_untrusted else ()

    def max_cpu_of(self, tenant: str) -> tuple[str, int] | None:
        """The key of the entry that bounds a tenant's cpu, and the bound; None where nothing does."""
        for name in (tenant, EVERY_TENANT):
            entry = self.per_tenant.get(name)
            if entry is not None and "max_cpu" in entry.model_fields_set:
                return None if entry.max_cpu is None else (name, entry.max_cpu)
        return None
