"""What puts a tenant's pods on its own nodes: the label and the taint of its pools.

They are placement, not the boundary: any author of pods can write selector and toleration. What refuses that is
admission policy (aws/karpenter-provider-aws#9467).
"""

from typing import Any

from ..model.enums import Enforcement, TaintEffect
from ..model.labels import TENANT_KEY, TENANT_LABEL
from ..model.names import TenantName
from ..versions import Feature, KarpenterVersion


def tenant_label_key(karpenter: KarpenterVersion) -> str:
    """Key of the node label whose value is the tenant.

    A kubelet cannot set a key of `node-restriction.kubernetes.io` on its own node, but Karpenter below 0.30 refuses
    that domain; there the key of the taint serves for both.
    """
    return TENANT_LABEL if karpenter.has(Feature.NODE_RESTRICTION_LABELS) else TENANT_KEY


def tenant_taints(tenant: TenantName, enforcement: Enforcement) -> list[dict[str, Any]]:
    """The taint that keeps other pods off; none in audit, where pods without a toleration still have to run."""
    if enforcement is Enforcement.AUDIT:
        return []
    return [{"key": TENANT_KEY, "value": str(tenant), "effect": str(TaintEffect.NO_SCHEDULE)}]
