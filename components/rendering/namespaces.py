"""The namespaces of a tenant, with everything that admission reads on them.

The labels say what a rule must know about one tenant, so that no rule has to name one. A namespace with capabilities of
its own carries the level `privileged` of pod security: the policy `tenant-pod-security` restates its level there.
"""

from collections.abc import Collection
from typing import Any

from ..model.enums import OperatingSystem, TenantState
from ..model.labels import (
    CAPABILITIES_ANNOTATION,
    ENFORCEMENT_LABEL,
    GRACE_LABEL,
    HOSTS_ANNOTATION,
    ISOLATION_LABEL,
    LOAD_BALANCERS_LABEL,
    POD_SECURITY_DOMAIN,
    POD_SECURITY_LABEL,
    POOL_LABEL,
    ROLE_ARNS_ANNOTATION,
    ROLE_ARNS_SEPARATOR,
    STATE_LABEL,
    SYSTEMS_LABEL,
    TENANT_KEY,
)
from ..model.namespace import NamespaceSpec
from ..model.platform import PlatformSettings
from ..model.pool import PoolSpec
from ..model.tenant import TenantSpec
from .facts import ClusterFacts
from .pools import node_pool_name, pools_in_reach
from .requirements import operating_system
from .workloads import given_role_arns

_FORCE = {"pulumi.com/patchForce": "true"}
"""Whoever wrote these labels before on a namespace that is taken over, they are ours now."""


def namespace(
    tenant: TenantSpec, spec: NamespaceSpec, settings: PlatformSettings, cluster: ClusterFacts
) -> dict[str, Any]:
    """The Namespace; of one that exists already only what is ours."""
    annotations = {**_annotations(tenant, spec), **({} if spec.existing_name is None else _FORCE)}
    metadata: dict[str, Any] = {
        "name": tenant.namespace_name(spec),
        "labels": {
            **{str(key): str(value) for key, value in spec.labels.items()},
            **_labels(tenant, spec, pools_in_reach(tenant, settings).values()),
            **_pod_security(spec, cluster),
        },
    }
    if annotations:
        metadata["annotations"] = annotations
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}


def _labels(tenant: TenantSpec, spec: NamespaceSpec, pools: Collection[PoolSpec]) -> dict[str, str]:
    labels = {
        TENANT_KEY: str(tenant.name),
        ISOLATION_LABEL: str(tenant.isolation),
        STATE_LABEL: str(tenant.state),
        ENFORCEMENT_LABEL: str(tenant.enforcement),
        LOAD_BALANCERS_LABEL: str(tenant.exposure.load_balancers),
        SYSTEMS_LABEL: _systems(pools),
        GRACE_LABEL: _grace(pools),
        POD_SECURITY_LABEL: str(spec.pod_security),
    }
    if spec.provisioner is not None and spec.provisioner in tenant.provisioners:
        labels[POOL_LABEL] = node_pool_name(tenant, spec.provisioner)
    return labels


def _systems(pools: Collection[PoolSpec]) -> str:
    systems = {operating_system(pool) for pool in pools}
    return "mixed" if len(systems) > 1 else str(next(iter(systems), OperatingSystem.LINUX))


def _grace(pools: Collection[PoolSpec]) -> str:
    bounded = all(pool.termination_grace_period is not None for pool in pools)
    return "bounded" if bounded else "none"


def _pod_security(spec: NamespaceSpec, cluster: ClusterFacts) -> dict[str, str]:
    """All three modes, at the version of the cluster: a newer Kubernetes must not judge running workloads anew."""
    level = "privileged" if spec.capabilities else str(spec.pod_security)
    return {
        f"{POD_SECURITY_DOMAIN}/{key}": value
        for mode in ("enforce", "warn", "audit")
        for key, value in ((mode, level), (f"{mode}-version", f"v{cluster.kubernetes_version}"))
    }


def _annotations(tenant: TenantSpec, spec: NamespaceSpec) -> dict[str, str]:
    lists = {
        HOSTS_ANNOTATION: ",".join(tenant.exposure.hosts),
        CAPABILITIES_ANNOTATION: ",".join(spec.capabilities),
        ROLE_ARNS_ANNOTATION: ROLE_ARNS_SEPARATOR.join(given_role_arns(tenant, tenant.namespace_name(spec))),
    }
    return {key: items for key, items in lists.items() if items}


def is_kept(tenant: TenantSpec) -> bool:
    """Whether the engine refuses to delete the tenant's namespaces."""
    return tenant.state is not TenantState.OFFBOARDING
