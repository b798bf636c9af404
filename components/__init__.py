"""Karpenter for many customers on one EKS cluster, as Pulumi components.

The names below are the promise of this package; everything else may move between minor versions. The type tokens
(`karpenter-tenants:index:<Class>`) and the logical names of children are part of a deployed stack's identity: whoever
renames or re-parents one gives the new resource `aliases` with the old name for a major version, or its objects are
replaced.

The components are imported when first asked for: the command line works on the pure layers below this package and must
not pay for Pulumi's SDKs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .karpenter_cluster import KarpenterCluster, KarpenterClusterArgs
    from .provisioner import Provisioner, ProvisionerArgs
    from .tenant import Tenant, TenantArgs

__all__ = [
    "KarpenterCluster",
    "KarpenterClusterArgs",
    "Provisioner",
    "ProvisionerArgs",
    "Tenant",
    "TenantArgs",
]

_HOMES = {
    "KarpenterCluster": ".karpenter_cluster",
    "KarpenterClusterArgs": ".karpenter_cluster",
    "Provisioner": ".provisioner",
    "ProvisionerArgs": ".provisioner",
    "Tenant": ".tenant",
    "TenantArgs": ".tenant",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    return getattr(import_module(_HOMES[name], __name__), name)
