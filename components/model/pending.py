"""Fields that are validated and change no document yet, as paths; `*` stands for any key or index.

Tests prove that every field outside this list changes some document or some check, and that none on it changes a
document. The list shrinks to empty.
"""

PENDING: tuple[str, ...] = (
    "displayName",
    "provisioners.*.maxHourlyUSD",
    "platform:clusterStack",
    "platform:guards.maxHourlyUSD",
    "platform:guards.perTenant.*.maxHourlyUSD",
    "platform:guards.vcpuQuotas",
    "platform:karpenter.sharedPool.maxHourlyUSD",
    "platform:karpenter.systemPool.maxHourlyUSD",
    "platform:layer",
    "platform:tenantShard",
)
"""Paths in a tenant file, and in the stack file where they begin with `platform:`."""
