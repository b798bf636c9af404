"""The admission policies of a cluster, by which the API server itself keeps tenants apart.

Once per cluster: no text depends on the set of tenants. Validating policies exist from Kubernetes 1.30 on, mutating
ones from 1.36; below, pods are placed and not kept apart, which W231 says.
"""

from typing import Any, Final

from ...model.enums import Enforcement
from ...model.labels import SYSTEM_LABEL
from ...model.platform import PlatformSettings
from ...versions import MinorNumber
from ..facts import ClusterFacts
from .claims import tenant_claims
from .exposure import tenant_http_routes, tenant_ingresses, tenant_services
from .namespaces import tenant_labels
from .pod_bindings import tenant_bindings
from .pod_security import tenant_pod_security
from .pods import other_pods, tenant_foreign, tenant_pods
from .policy import DENY, RECORD, binding, bindings, validating_policy
from .service_accounts import tenant_service_accounts
from .steering import steering_policies
from .templates import tenant_templates

VALIDATING: Final = MinorNumber(1, 30)
"""First minor with ValidatingAdmissionPolicy in its stable API. Source: kubernetes/website#54529."""
MUTATING: Final = MinorNumber(1, 36)
"""The same for MutatingAdmissionPolicy."""


def system_namespaces(settings: PlatformSettings) -> list[dict[str, Any]]:
    """The label of each further namespace of the platform, whose pods may run on every node; each once."""
    return [
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": {SYSTEM_LABEL: "true"}}}
        for name in dict.fromkeys(settings.admission.system_namespaces)
    ]


def admission_documents(settings: PlatformSettings, cluster: ClusterFacts) -> list[dict[str, Any]]:
    """Policies, each followed by its bindings."""
    minor = MinorNumber.parse(cluster.kubernetes_version)
    if minor is None or minor < VALIDATING:
        return []
    admission = settings.admission
    documents: list[dict[str, Any]] = []
    for policy in (
        tenant_pods(admission),
        tenant_pod_security(),
        other_pods(settings.karpenter.namespace),
        tenant_bindings(),
        tenant_services(),
        tenant_ingresses(),
        tenant_http_routes(),
        tenant_claims(),
        tenant_service_accounts(cluster),
    ):
        documents += [validating_policy(policy), *bindings(policy, admission.mode)]
    foreign, always = tenant_foreign(admission.mode)
    labels = tenant_labels()
    actions = DENY if admission.mode is Enforcement.ENFORCE else RECORD
    documents += [validating_policy(foreign), always]
    # One binding without selector: a label could switch off a second one.
    documents += [validating_policy(labels), binding(labels.name, labels.name, actions, [])]
    if minor >= MUTATING:
        return documents + steering_policies(settings.karpenter)
    for policy, warning in tenant_templates():
        documents += [validating_policy(policy), warning]
    return documents
