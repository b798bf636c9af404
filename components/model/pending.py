"""Fields that are validated and have no effect yet, as paths; `*` stands for any key or index.

A test proves that every field outside this list changes some document or some check. The list shrinks to empty.
"""

PENDING: tuple[str, ...] = (
    "access",
    "exposure",
    "iam.workloads",
    "ignore",
    "namespaces",
    "networkPolicy",
    "objects",
    "provisioners.*.headroom",
    "provisioners.*.maxHourlyUSD",
    "storage",
)
"""Paths in a tenant file."""

PENDING_SETTINGS: tuple[str, ...] = (
    "platform:admission",
    "platform:cluster.defaultStorageClass",
    "platform:cluster.operators",
    "platform:clusterStack",
    "platform:guards.maxHourlyUSD",
    "platform:guards.maxTenantRemovals",
    "platform:guards.perTenant",
    "platform:guards.vcpuQuotas",
    "platform:karpenter.sharedPool",
    "platform:karpenter.systemPool",
    "platform:layer",
    "platform:tenantShard",
)
"""Paths in the stack file."""
