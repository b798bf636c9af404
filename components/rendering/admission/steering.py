"""Writes selector and toleration into tenants' pods, so that authors need not know them; Kubernetes 1.36 and newer.

Only what is absent is added: a foreign value stays, and the validating policies see and refuse it. An apply
configuration may not touch selectors or tolerations ("may not mutate atomic arrays, maps or structs"): JSON patches do.

Source: Kubernetes 1.36, "Mutating Admission Policy".
"""

from collections.abc import Sequence
from typing import Any, Final

from ...model.enums import Isolation
from ...model.labels import ISOLATION_LABEL, SYSTEM_LABEL, SYSTEMS_LABEL, TENANT_KEY, TENANT_LABEL
from .cel import POOL, TENANT, label
from .policy import API_VERSION, ENFORCED, IN_TENANTS, match_constraints

_NODE_POOL: Final = "karpenter.sh/nodepool"
_SYSTEM: Final = "kubernetes.io/os"

_STEERED: Final[tuple[dict[str, Any], ...]] = (
    IN_TENANTS,
    {"key": ISOLATION_LABEL, "operator": "NotIn", "values": [str(Isolation.SHARED)]},
    ENFORCED,
)


def steering_policies(karpenter_namespace: str) -> list[dict[str, Any]]:
    """The mutating policies with their bindings."""
    platform = {
        "key": "kubernetes.io/metadata.name",
        "operator": "In",
        "values": list(dict.fromkeys(("kube-system", karpenter_namespace))),
    }
    labelled = {"key": SYSTEM_LABEL, "operator": "Exists"}
    return [
        _policy("tenant-steering", "", "pods", ("CREATE",), _STEERED, _steered("spec")),
        _binding("tenant-steering", "tenant-steering", []),
        _policy("tenant-daemons", "apps", "daemonsets", ("CREATE", "UPDATE"), _STEERED, _steered("spec.template.spec")),
        _binding("tenant-daemons", "tenant-daemons", []),
        _policy("system-daemons", "apps", "daemonsets", ("CREATE", "UPDATE"), (), [_tolerate_all()]),
        # A selector cannot say "or": one binding for each kind of platform namespace.
        _binding("system-daemons", "system-daemons", [platform]),
        _binding("system-daemons-labelled", "system-daemons", [labelled]),
    ]


def _steered(pod: str) -> list[str]:
    """Expressions that complete the pod spec at `pod`, for the DaemonSet's sake also in its template: its controller
    makes no pod for a node whose taint the template does not tolerate."""
    return [
        _select(pod, TENANT_LABEL, "variables.tenant", "true"),
        _select(pod, _NODE_POOL, "variables.pool", "variables.pool != ''"),
        _select(pod, _SYSTEM, f"object.{pod}.?os.name.orValue('linux')", "variables.systems == 'mixed'"),
        _tolerate(
            pod,
            unless=f"x.?key.orValue('') == '{TENANT_KEY}'",
            toleration=f"key: '{TENANT_KEY}', operator: 'Equal', value: variables.tenant, effect: 'NoSchedule'",
        ),
    ]


def _select(pod: str, key: str, value: str, when: str) -> str:
    selector, path = f"object.{pod}.nodeSelector", f"/{pod.replace('.', '/')}/nodeSelector"
    return (
        f"!({when}) || (has({selector}) && '{key}' in {selector}) ? [] : "
        f"(has({selector}) ? [] : [JSONPatch{{op: 'add', path: '{path}', value: Object.{pod}.nodeSelector{{}}}}]) + "
        f"[JSONPatch{{op: 'add', path: '{path}/' + jsonpatch.escapeKey('{key}'), value: {value}}}]"
    )


def _tolerate_all() -> str:
    """For DaemonSets of the platform; one that tolerates everything already stays as it is."""
    every = "x.?key.orValue('') == '' && x.?operator.orValue('') == 'Exists' && x.?effect.orValue('') == ''"
    return _tolerate(
        "spec.template.spec",
        unless=f"x.?key.orValue('') == '{TENANT_KEY}' || ({every})",
        toleration=f"key: '{TENANT_KEY}', operator: 'Exists'",
    )


def _tolerate(pod: str, *, unless: str, toleration: str) -> str:
    tolerations, path = f"object.{pod}.tolerations", f"/{pod.replace('.', '/')}/tolerations"
    return (
        f"has({tolerations}) && {tolerations}.exists(x, {unless}) ? [] : "
        f"(has({tolerations}) ? [] : [JSONPatch{{op: 'add', path: '{path}', value: []}}]) + "
        f"[JSONPatch{{op: 'add', path: '{path}/-', value: Object.{pod}.tolerations{{{toleration}}}}}]"
    )


def _policy(
    name: str,
    group: str,
    resource: str,
    operations: Sequence[str],
    namespaces: Sequence[dict[str, Any]],
    expressions: Sequence[str],
) -> dict[str, Any]:
    variables = (TENANT, POOL, ("systems", label(SYSTEMS_LABEL, "linux"))) if namespaces else ()
    return {
        "apiVersion": API_VERSION,
        "kind": "MutatingAdmissionPolicy",
        "metadata": {"name": name},
        "spec": {
            "failurePolicy": "Fail",
            "reinvocationPolicy": "IfNeeded",
            "matchConstraints": match_constraints(group, "v1", [resource], operations, namespaces),
            **({"variables": [{"name": key, "expression": text} for key, text in variables]} if variables else {}),
            "mutations": [
                {"patchType": "JSONPatch", "jsonPatch": {"expression": expression}} for expression in expressions
            ],
        },
    }


def _binding(name: str, policy: str, namespaces: list[dict[str, Any]]) -> dict[str, Any]:
    resources = {"matchResources": {"namespaceSelector": {"matchExpressions": namespaces}}} if namespaces else {}
    return {
        "apiVersion": API_VERSION,
        "kind": "MutatingAdmissionPolicyBinding",
        "metadata": {"name": name},
        "spec": {"policyName": policy, **resources},
    }
