"""Kinds that a file of `objects[]` may not hold, with the word to write instead.

Refused is what the product makes itself, what tenants run themselves, what would open the boundary between tenants,
and what lies in no namespace. The scope of a custom resource is not known here: the API server says it.

Source: scopes and groups as `kubectl api-resources` of Kubernetes 1.36 lists them.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

EVERY: Final = "*"


class Refusal(NamedTuple):
    """Why a kind is refused, after its name, and what to write."""

    why: str
    fix: str


_MADE: Final = "which the product makes itself"
_RUN: Final = "which the tenant runs itself"
_SCOPE: Final = "which lies in no namespace"
_QUOTA: Final = Refusal(_MADE, "write resourceQuota of the namespace")
_RANGE: Final = Refusal(_MADE, "write limitRange of the namespace")
_NAMESPACE: Final = Refusal(_MADE, "write namespaces")
_RIGHTS: Final = Refusal(_MADE, "write access, or platform:admission.tenantRoles")
_NETWORK: Final = Refusal(_MADE, "write networkPolicy")
_POOL: Final = Refusal(_MADE, "write provisioners and nodeClasses")
_HEADROOM: Final = Refusal(_MADE, "write headroom of the provisioner")
_STORAGE: Final = Refusal(_MADE, "write storage.classes")
_ADMISSION: Final = Refusal(_MADE, "write platform:admission")
_WORKLOAD: Final = Refusal(_RUN, "remove it and deploy it with the tenant's own access")
_INTERFACE: Final = Refusal("which takes pods out of networkPolicy", "remove it")
_CLUSTER: Final = Refusal(_SCOPE, "remove it and make it outside of the tenants")

_REFUSED: Final[Mapping[tuple[str, str], Refusal]] = {
    ("", "ResourceQuota"): _QUOTA,
    ("", "LimitRange"): _RANGE,
    ("", "Namespace"): _NAMESPACE,
    ("", "Pod"): _WORKLOAD,
    ("", "PodTemplate"): _WORKLOAD,
    ("", "ReplicationController"): _WORKLOAD,
    ("", "Binding"): _WORKLOAD,
    ("", "Node"): _CLUSTER,
    ("", "PersistentVolume"): _CLUSTER,
    ("apps", EVERY): _WORKLOAD,
    ("batch", EVERY): _WORKLOAD,
    ("autoscaling.x-k8s.io", EVERY): _HEADROOM,
    ("rbac.authorization.k8s.io", EVERY): _RIGHTS,
    ("networking.k8s.io", "NetworkPolicy"): _NETWORK,
    ("networking.k8s.io", "IngressClass"): _CLUSTER,
    ("networking.k8s.io", "IPAddress"): _CLUSTER,
    ("networking.k8s.io", "ServiceCIDR"): _CLUSTER,
    ("networking.k8s.aws", EVERY): _NETWORK,
    ("policy.networking.k8s.io", EVERY): _NETWORK,
    ("vpcresources.k8s.aws", EVERY): _INTERFACE,
    ("karpenter.sh", EVERY): _POOL,
    ("karpenter.k8s.aws", EVERY): _POOL,
    ("storage.k8s.io", "StorageClass"): _STORAGE,
    ("storage.k8s.io", "CSIDriver"): _CLUSTER,
    ("storage.k8s.io", "CSINode"): _CLUSTER,
    ("storage.k8s.io", "VolumeAttachment"): _CLUSTER,
    ("storage.k8s.io", "VolumeAttributesClass"): _CLUSTER,
    ("admissionregistration.k8s.io", EVERY): _ADMISSION,
    ("apiextensions.k8s.io", EVERY): _CLUSTER,
    ("apiregistration.k8s.io", EVERY): _CLUSTER,
    ("certificates.k8s.io", "CertificateSigningRequest"): _CLUSTER,
    ("certificates.k8s.io", "ClusterTrustBundle"): _CLUSTER,
    ("flowcontrol.apiserver.k8s.io", EVERY): _CLUSTER,
    ("node.k8s.io", EVERY): _CLUSTER,
    ("resource.k8s.io", "DeviceClass"): _CLUSTER,
    ("resource.k8s.io", "ResourceSlice"): _CLUSTER,
    ("scheduling.k8s.io", "PriorityClass"): _CLUSTER,
}
"""(API group, kind or `*` for all of the group) -> why not."""

_SECRET_FIELDS: Final = ("data", "stringData")


def refusal_of(document: Mapping[str, Any]) -> tuple[str, str] | None:
    """(what a file holds, what to write) of a document with `apiVersion` and `kind`; None for one that may be there."""
    kind: str = document["kind"]
    group, slash, _ = document["apiVersion"].partition("/")
    group = group if slash else ""
    if (group, kind) == ("", "Secret") and any(document.get(field) for field in _SECRET_FIELDS):
        what = "a Secret with data, which would lie in the repository"
        return what, "refer to it by a SecretStore or an ExternalSecret"
    found = _REFUSED.get((group, kind)) or _REFUSED.get((group, EVERY))
    if found is None:
        return None
    return f"{'an' if kind[:1] in 'AEIO' else 'a'} {kind}, {found.why}", found.fix
