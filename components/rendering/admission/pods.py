"""What pods may not do: leave their tenant's nodes, or reach a tenant's nodes from outside.

The selector carries the boundary: `spec.nodeName` bypasses the scheduler and with it the taint, and the kubelet checks
the selector again (kubernetes/kubernetes#114654). The taint keeps others away.
"""

from typing import Any, Final

from ...model import names
from ...model.admission import AdmissionSettings
from ...model.enums import Enforcement
from ...model.labels import (
    DO_NOT_DISRUPT,
    GRACE_LABEL,
    NODE_POOL_LABEL,
    STATE_LABEL,
    SYSTEM_LABEL,
    TENANT_KEY,
    TENANT_LABEL,
)
from .cel import ADDED, DEDICATED, POOL, TENANT, annotation, label, texts
from .policy import AUDITED, DENY, IN_TENANTS, Policy, Rule, binding

SYSTEM_NAMESPACES: Final = ("kube-system", "kube-public", "kube-node-lease")
"""Kubernetes' own; their pods may run on every node."""

SHARED_POOL: Final = names.node_pool(names.SHARED, names.PLATFORM_POOL_KEY)
"""The one pool that tenants without nodes of their own may name, whether or not the stack has it."""

_NODE_NAME: Final = "!has(object.spec.nodeName) || object.spec.nodeName == ''"


def tenant_pods(settings: AdmissionSettings) -> Policy:
    """Every rule for the pods of tenants but pod security."""
    return Policy(
        name="tenant-pods",
        group="",
        version="v1",
        resources=("pods",),
        operations=("CREATE", "UPDATE"),
        namespaces=(IN_TENANTS,),
        variables=(TENANT, DEDICATED, POOL, ADDED),
        rules=(*_placement(), *_features(settings)),
    )


def tenant_foreign(mode: Enforcement) -> tuple[Policy, dict[str, Any]]:
    """What no audit lets pass, with its one binding: another tenant's nodes.

    Moving one customer in never opens another's nodes. Where `tenant-pods` denies the same, this policy has no part:
    of two denials the API server reports either, and the author would be told half of what to write.
    """
    policy = Policy(
        name="tenant-foreign",
        group="",
        version="v1",
        resources=("pods",),
        operations=("CREATE", "UPDATE"),
        namespaces=(IN_TENANTS,),
        variables=(TENANT, ADDED),
        rules=(
            Rule(
                id="foreign",
                allows=(
                    f"!has(object.spec.nodeSelector) || !('{TENANT_LABEL}' in object.spec.nodeSelector) || "
                    f"object.spec.nodeSelector['{TENANT_LABEL}'] == variables.tenant"
                ),
                message=f"nodeSelector {TENANT_LABEL} names another tenant; write <tenant> or remove it",
            ),
            Rule(
                id="foreign",
                allows=(
                    "variables.added.all(x, has(x.key) && x.key != '' && "
                    f"(x.key != '{TENANT_KEY}' || (has(x.value) && x.value == variables.tenant && "
                    "(!has(x.operator) || x.operator == 'Equal'))))"
                ),
                message=f"a toleration covers other tenants' nodes; name its key, and for {TENANT_KEY} write <tenant>",
                on_update=True,
            ),
        ),
    )
    where = [IN_TENANTS, AUDITED] if mode is Enforcement.ENFORCE else [IN_TENANTS]
    return policy, binding(policy.name, policy.name, DENY, where)


def other_pods(karpenter_namespace: str) -> Policy:
    """The reverse rule: pods that belong to no tenant and not to the platform reach no tenant's nodes."""
    platform = tuple(dict.fromkeys((*SYSTEM_NAMESPACES, karpenter_namespace)))
    return Policy(
        name="other-pods",
        group="",
        version="v1",
        resources=("pods",),
        operations=("CREATE", "UPDATE"),
        namespaces=(
            {"key": TENANT_KEY, "operator": "DoesNotExist"},
            {"key": SYSTEM_LABEL, "operator": "DoesNotExist"},
            {"key": "kubernetes.io/metadata.name", "operator": "NotIn", "values": list(platform)},
        ),
        variables=(ADDED,),
        rules=(
            Rule(id="node-name", allows=_NODE_NAME, message="spec.nodeName bypasses the scheduler; remove it"),
            Rule(
                id="selector",
                allows=f"!has(object.spec.nodeSelector) || !('{TENANT_LABEL}' in object.spec.nodeSelector)",
                message=f"nodeSelector {TENANT_LABEL} chooses a tenant's nodes, this namespace has none; remove it",
            ),
            Rule(
                id="tolerations",
                allows=f"variables.added.all(x, has(x.key) && x.key != '' && x.key != '{TENANT_KEY}')",
                message=f"a toleration without key or of {TENANT_KEY} reaches tenants' nodes; name another key",
                on_update=True,
            ),
        ),
    )


def selector_rules(pod: str) -> tuple[Rule, ...]:
    """For the node selector of the pod spec at `pod`."""
    selector = f"{pod}.nodeSelector"
    return (
        Rule(
            id="selector",
            allows=(
                f"!variables.dedicated || (has({selector}) && '{TENANT_LABEL}' in {selector} && "
                f"{selector}['{TENANT_LABEL}'] == variables.tenant)"
            ),
            message=f"pods of <tenant> run on its own nodes; write nodeSelector {{{TENANT_LABEL}: <tenant>}}",
        ),
        Rule(
            id="selector",
            allows=f"variables.dedicated || !has({selector}) || !('{TENANT_LABEL}' in {selector})",
            message=f"<tenant> has no nodes of its own; remove nodeSelector {TENANT_LABEL}",
        ),
        Rule(
            id="selector",
            allows=(
                f"variables.dedicated || !has({selector}) || !('{NODE_POOL_LABEL}' in {selector}) || "
                f"{selector}['{NODE_POOL_LABEL}'] == '{SHARED_POOL}'"
            ),
            message=(
                f"<tenant> runs on the shared pool; write nodeSelector {{{NODE_POOL_LABEL}: {SHARED_POOL}}} or none"
            ),
        ),
        Rule(
            id="selector",
            allows=(
                f"variables.pool == '' || (has({selector}) && '{NODE_POOL_LABEL}' in {selector} && "
                f"{selector}['{NODE_POOL_LABEL}'] == variables.pool)"
            ),
            message=f"pods of this namespace go to one pool; write nodeSelector {{{NODE_POOL_LABEL}: <pool>}}",
        ),
    )


def _placement() -> tuple[Rule, ...]:
    return (
        Rule(
            id="state",
            allows=f"!({label(STATE_LABEL, 'active')} in ['suspended', 'offboarding'])",
            message="<tenant> is suspended or offboarding and starts no pods; ask the platform team",
        ),
        Rule(id="node-name", allows=_NODE_NAME, message="spec.nodeName bypasses the scheduler; remove it"),
        *selector_rules("object.spec"),
        Rule(
            id="tolerations",
            allows=(
                "variables.added.all(x, has(x.key) && x.key != '' && !x.key.startsWith('karpenter.sh/') && "
                "!x.key.startsWith('node-role.kubernetes.io/') && x.key != 'CriticalAddonsOnly' && "
                f"(x.key != '{TENANT_KEY}' || (variables.dedicated && has(x.value) && x.value == variables.tenant && "
                "(!has(x.operator) || x.operator == 'Equal'))))"
            ),
            message=(
                "a toleration has no key, one of the platform's, or another tenant's value; name the key of the "
                f"taint, and for {TENANT_KEY} write operator Equal and value <tenant>"
            ),
            on_update=True,
        ),
    )


def _features(settings: AdmissionSettings) -> tuple[Rule, ...]:
    classes = (names.HEADROOM_PRIORITY_CLASS, *settings.priority_classes)
    standalone = "true" if settings.allow_standalone_pods else "false"
    return (
        Rule(
            id="owner",
            allows=(
                f"{standalone} || "
                "object.metadata.?ownerReferences.orValue([]).exists(owner, owner.?controller.orValue(false))"
            ),
            message="network policies hold for pods with an owner only; write a Deployment, StatefulSet or Job",
        ),
        Rule(
            id="host-ns",
            allows=(
                "!object.spec.?hostNetwork.orValue(false) && !object.spec.?hostPID.orValue(false) && "
                "!object.spec.?hostIPC.orValue(false)"
            ),
            message="namespaces of the node are out of reach; remove hostNetwork, hostPID and hostIPC",
        ),
        Rule(
            id="priority",
            allows=(
                "!has(object.spec.priorityClassName) || object.spec.priorityClassName == '' || "
                f"(object.spec.priorityClassName in {texts(classes)} && "
                "!object.spec.priorityClassName.startsWith('system-'))"
            ),
            message=_listed("priorityClassName", settings.priority_classes),
        ),
        Rule(
            id="scheduler",
            allows="!has(object.spec.schedulerName) || object.spec.schedulerName == 'default-scheduler'",
            message="another scheduler may ignore taints; remove schedulerName",
        ),
        Rule(
            id="runtime-class",
            allows=(
                "!has(object.spec.runtimeClassName) || "
                f"object.spec.runtimeClassName in {texts(settings.runtime_classes)}"
            ),
            message=_listed("runtimeClassName", settings.runtime_classes),
        ),
        Rule(
            id="do-not-disrupt",
            allows=(
                f"{label(GRACE_LABEL, 'bounded')} != 'none' || {annotation(DO_NOT_DISRUPT)} != 'true' || "
                f"(request.operation == 'UPDATE' && {annotation(DO_NOT_DISRUPT, 'oldObject')} == 'true')"
            ),
            message=f"{DO_NOT_DISRUPT} true would hold a node for ever; write a duration, such as 2h",
            on_update=True,
        ),
        Rule(
            id="inline-csi",
            allows=(
                "!has(object.spec.volumes) || object.spec.volumes.all(v, !has(v.csi) || "
                f"v.csi.driver in {texts(settings.inline_csi_drivers)})"
            ),
            message=_listed("the driver of an inline csi volume", settings.inline_csi_drivers, "a claim"),
        ),
    )


def _listed(field: str, allowed: tuple[str, ...], otherwise: str = "") -> str:
    if allowed:
        return f"{field} is not allowed to tenants; write one of {', '.join(allowed)}"
    return f"{field} is not allowed to tenants; " + (f"write {otherwise}" if otherwise else "remove it")
