"""Writes selector and toleration into pods, so that authors need not know them; Kubernetes 1.36 and newer.

Pods of tenants go to the tenant's nodes, those of tenants without nodes of their own to the shared pool, and those of
`admission.systemNamespaces` to the system pool where the stack has one. Kubernetes' and Karpenter's own namespaces are
left alone: their pods run on the core nodes before there is any pool.

Only what is absent is added: a foreign value stays, and the validating policies see and refuse it. An apply
configuration may not touch selectors or tolerations ("may not mutate atomic arrays, maps or structs"): JSON patches do.

Source: Kubernetes 1.36, "Mutating Admission Policy".
"""

from collections.abc import Sequence
from typing import Any, Final

from ...model import names
from ...model.enums import Isolation, TaintEffect
from ...model.karpenter import KarpenterSettings
from ...model.labels import (
    ISOLATION_LABEL,
    NODE_POOL_LABEL,
    SYSTEM_LABEL,
    SYSTEMS_LABEL,
    TENANT_KEY,
    TENANT_LABEL,
)
from ...model.requirement import OPERATING_SYSTEM
from ..plain import plain
from ..platform_pools import PlatformPool, platform_pools
from .cel import POOL, TENANT, label, texts
from .policy import API_VERSION, ENFORCED, IN_TENANTS, match_constraints

_STEERED: Final[tuple[dict[str, Any], ...]] = (
    IN_TENANTS,
    {"key": ISOLATION_LABEL, "operator": "NotIn", "values": [str(Isolation.SHARED)]},
    ENFORCED,
)
_STEERED_TO_SHARED: Final[tuple[dict[str, Any], ...]] = (
    IN_TENANTS,
    {"key": ISOLATION_LABEL, "operator": "In", "values": [str(Isolation.SHARED)]},
    ENFORCED,
)
_LABELLED: Final[dict[str, Any]] = {"key": SYSTEM_LABEL, "operator": "Exists"}
_VARIABLES: Final = (TENANT, POOL, ("systems", label(SYSTEMS_LABEL, "linux")))
_CREATE: Final = ("CREATE",)
_WRITE: Final = ("CREATE", "UPDATE")

_PLACED: Final = (TENANT_LABEL, NODE_POOL_LABEL, "eks.amazonaws.com/nodegroup", "kubernetes.io/hostname")
"""A pod of the platform that selects one of these says itself where it runs."""


def steering_policies(settings: KarpenterSettings) -> list[dict[str, Any]]:
    """The mutating policies with their bindings."""
    name, core = "kubernetes.io/metadata.name", list(dict.fromkeys(("kube-system", settings.namespace)))
    platform = {"key": name, "operator": "In", "values": core}
    # Labelled or not: Karpenter's own pods cannot wait for a node that Karpenter makes.
    others = [_LABELLED, {"key": name, "operator": "NotIn", "values": core}]
    documents = [
        _policy("tenant-steering", "", "pods", _CREATE, _steered("spec"), _STEERED, _VARIABLES),
        _binding("tenant-steering", "tenant-steering", []),
        _policy("tenant-daemons", "apps", "daemonsets", _WRITE, _steered("spec.template.spec"), _STEERED, _VARIABLES),
        _binding("tenant-daemons", "tenant-daemons", []),
        _policy("system-daemons", "apps", "daemonsets", _WRITE, [_tolerate_all()]),
        # A selector cannot say "or": one binding for each kind of platform namespace.
        _binding("system-daemons", "system-daemons", [platform]),
        _binding("system-daemons-labelled", "system-daemons", [_LABELLED]),
    ]
    for pool in platform_pools(settings):
        documents += _to_system(pool, others) if pool.owner == names.SYSTEM else _to_shared(pool)
    return documents


def _to_shared(pool: PlatformPool) -> list[dict[str, Any]]:
    """For tenants without nodes of their own: pods, and DaemonSets where `access[].daemonSets` lets them have some."""

    def steered(pod: str) -> list[str]:
        return [_select(pod, NODE_POOL_LABEL, f"'{pool.name}'", "true"), *_tolerate_own(pod, pool)]

    return [
        _policy("shared-steering", "", "pods", _CREATE, steered("spec"), _STEERED_TO_SHARED),
        _binding("shared-steering", "shared-steering", []),
        _policy("shared-daemons", "apps", "daemonsets", _WRITE, steered("spec.template.spec"), _STEERED_TO_SHARED),
        _binding("shared-daemons", "shared-daemons", []),
    ]


def _to_system(pool: PlatformPool, where: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """For pods in `admission.systemNamespaces`, except those of DaemonSets and those that are placed already."""
    selector = "object.spec.nodeSelector"
    of_daemon_set = "object.metadata.?ownerReferences.orValue([]).exists(owner, owner.kind == 'DaemonSet')"
    placed = f"has({selector}) && {texts(_PLACED)}.exists(key, key in {selector})"
    by_name = "object.spec.?nodeName.orValue('') != ''"
    own = f"key: '{TENANT_KEY}', operator: 'Equal', value: '{pool.owner}', effect: 'NoSchedule'"
    return [
        _policy(
            "system-steering",
            "",
            "pods",
            _CREATE,
            [
                _select("spec", TENANT_LABEL, f"'{pool.owner}'", "true"),
                _tolerate("spec", unless=f"x.?key.orValue('') == '{TENANT_KEY}'", toleration=own),
                *_tolerate_own("spec", pool),
            ],
            conditions=[("unplaced", f"!({of_daemon_set}) && !({placed}) && !({by_name})")],
        ),
        _binding("system-steering", "system-steering", where),
    ]


def _tolerate_own(pod: str, pool: PlatformPool) -> list[str]:
    """For the taints that the stack file gives the pool."""
    return [
        _tolerate(
            pod,
            unless=f"x.?key.orValue('') == '{taint.key}'",
            toleration=(
                f"key: '{taint.key}', "
                + (f"operator: 'Equal', value: '{taint.value}'" if taint.value else "operator: 'Exists'")
                + f", effect: '{taint.effect}'"
            ),
        )
        for taint in pool.spec.taints
        if taint.effect is not TaintEffect.PREFER_NO_SCHEDULE
    ]


def _steered(pod: str) -> list[str]:
    """Expressions that complete the pod spec at `pod`, for the DaemonSet's sake also in its template: its controller
    makes no pod for a node whose taint the template does not tolerate."""
    return [
        _select(pod, TENANT_LABEL, "variables.tenant", "true"),
        _select(pod, NODE_POOL_LABEL, "variables.pool", "variables.pool != ''"),
        _select(pod, OPERATING_SYSTEM, f"object.{pod}.?os.name.orValue('linux')", "variables.systems == 'mixed'"),
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
    expressions: Sequence[str],
    namespaces: Sequence[dict[str, Any]] = (),
    variables: Sequence[tuple[str, str]] = (),
    conditions: Sequence[tuple[str, str]] = (),
) -> dict[str, Any]:
    return {
        "apiVersion": API_VERSION,
        "kind": "MutatingAdmissionPolicy",
        "metadata": {"name": name},
        "spec": {
            "failurePolicy": "Fail",
            "reinvocationPolicy": "IfNeeded",
            "matchConstraints": match_constraints(group, "v1", [resource], operations, namespaces),
            **plain({"matchConditions": _named(conditions), "variables": _named(variables)}),
            "mutations": [
                {"patchType": "JSONPatch", "jsonPatch": {"expression": expression}} for expression in expressions
            ],
        },
    }


def _named(expressions: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "expression": expression} for name, expression in expressions]


def _binding(name: str, policy: str, namespaces: list[dict[str, Any]]) -> dict[str, Any]:
    resources = {"matchResources": {"namespaceSelector": {"matchExpressions": namespaces}}} if namespaces else {}
    return {
        "apiVersion": API_VERSION,
        "kind": "MutatingAdmissionPolicyBinding",
        "metadata": {"name": name},
        "spec": {"policyName": policy, **resources},
    }
