"""Everything in one namespace of a tenant, in the order of its creation."""

from typing import Any

from ..model.namespace import NamespaceSpec
from ..model.platform import PlatformSettings
from ..model.tenant import TenantSpec
from .facts import ClusterFacts
from .headroom import headroom_objects
from .network_policies import network_policies
from .quotas import limit_range, resource_quota
from .tenant_roles import role_bindings, tenant_roles


def namespace_objects(
    tenant: TenantSpec, spec: NamespaceSpec, settings: PlatformSettings, cluster: ClusterFacts
) -> list[dict[str, Any]]:
    """What guards the namespace comes before what lets people in."""
    bounds = (resource_quota(tenant, spec, settings, cluster.karpenter), limit_range(tenant, spec))
    return [
        *(each for each in bounds if each is not None),
        *network_policies(tenant, spec, settings, cluster),
        *tenant_roles(tenant, spec, settings),
        *role_bindings(tenant, spec, settings),
        *headroom_objects(tenant, spec, settings, cluster),
    ]
