"""Which rule of admission a running pod breaks, as it would be judged when it is made again.

The API server judges pods when they are made; those that were there before, or were made in audit, go on. The wording
is that of the policies. What only the API server can judge, pod security and quotas, is not looked at.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from ..model import names
from ..model.admission import AdmissionSettings
from ..model.enums import Isolation
from ..model.labels import (
    DO_NOT_DISRUPT,
    GRACE_LABEL,
    ISOLATION_LABEL,
    NODE_POOL_LABEL,
    POOL_LABEL,
    TENANT_KEY,
    TENANT_LABEL,
)
from ..rendering.admission.pods import SHARED_POOL, tenant_pods
from .departure import Document, annotations_of

_PLATFORM_KEYS: Final = ("karpenter.sh/", "node-role.kubernetes.io/")

Labels = Mapping[str, str]


def broken_rules(pod: Document, namespace: Labels, settings: AdmissionSettings, *, steered: bool) -> Iterator[str]:
    """`[<rule>] <what to write>` of each rule that the pod breaks, each rule once.

    Args:
        namespace: Labels of the pod's namespace, which is a tenant's.
        settings: What the stack allows to tenants.
        steered: Whether the API server writes what is absent of selector and toleration.
    """
    rules = tenant_pods(settings).rules
    for word, tests in _RULES.items():
        messages = (rule.message for rule in rules if rule.id == word)
        broken = (
            said for said, keeps in zip(messages, tests, strict=True) if not keeps(pod, namespace, settings, steered)
        )
        if (message := next(broken, None)) is not None:
            tenant, pool = namespace[TENANT_KEY], namespace.get(POOL_LABEL, "")
            yield f"[{word}] {message.replace('<tenant>', tenant).replace('<pool>', pool)}"


def is_dedicated(namespace: Labels) -> bool:
    """Whether the namespace is that of a tenant with nodes of its own."""
    return namespace.get(ISOLATION_LABEL) != str(Isolation.SHARED)


def reaches_tenants(pod: Document) -> bool:
    """Whether a pod of no tenant selects or tolerates tenants' nodes."""
    chosen = TENANT_LABEL in _selector(pod)
    return chosen or any(_covers_tenants(toleration) for toleration in _tolerations(pod))


def reaches_others(pod: Document, tenant: str) -> bool:
    """Whether a tenant's pod selects or tolerates nodes of another tenant."""
    if _selector(pod).get(TENANT_LABEL, tenant) != tenant:
        return True
    return any(_covers_tenants(each) and not _is_own(each, tenant) for each in _tolerations(pod))


def _keeps_owner(pod: Document, namespace: Labels, settings: AdmissionSettings, steered: bool) -> bool:
    owners = pod["metadata"].get("ownerReferences", ())
    return settings.allow_standalone_pods or any(owner.get("controller") for owner in owners)


def _keeps_own_nodes(pod: Document, namespace: Labels, settings: AdmissionSettings, steered: bool) -> bool:
    tenant = namespace[TENANT_KEY]
    return not is_dedicated(namespace) or _selects(pod, TENANT_LABEL, tenant, tenant if steered else None)


def _keeps_off_tenants(pod: Document, namespace: Labels, settings: AdmissionSettings, steered: bool) -> bool:
    return is_dedicated(namespace) or TENANT_LABEL not in _selector(pod)


def _keeps_shared(pod: Document, namespace: Labels, settings: AdmissionSettings, steered: bool) -> bool:
    return is_dedicated(namespace) or _selects(pod, NODE_POOL_LABEL, SHARED_POOL, SHARED_POOL)


def _keeps_pool(pod: Document, namespace: Labels, settings: AdmissionSettings, steered: bool) -> bool:
    pool = namespace.get(POOL_LABEL)
    return pool is None or _selects(pod, NODE_POOL_LABEL, pool, pool if steered else None)


def _selects(pod: Document, key: str, value: str, absent: str | None) -> bool:
    """Whether the selector has the value, where `absent` stands for none."""
    return _selector(pod).get(key, absent) == value


def _keeps_tolerations(pod: Document, namespace: Labels, settings: AdmissionSettings, steered: bool) -> bool:
    return all(_may_tolerate(each, namespace) for each in _tolerations(pod))


def _may_tolerate(toleration: Mapping[str, Any], namespace: Labels) -> bool:
    key = toleration.get("key", "")
    if not key or key.startswith(_PLATFORM_KEYS) or key == "CriticalAddonsOnly":
        return False
    return key != TENANT_KEY or (is_dedicated(namespace) and _is_own(toleration, namespace[TENANT_KEY]))


def _keeps_host(pod: Document, namespace: Labels, settings: AdmissionSettings, steered: bool) -> bool:
    return not any(pod["spec"].get(word) for word in ("hostNetwork", "hostPID", "hostIPC"))


def _keeps_priority(pod: Document, namespace: Labels, settings: AdmissionSettings, steered: bool) -> bool:
    name = pod["spec"].get("priorityClassName", "")
    allowed = (names.HEADROOM_PRIORITY_CLASS, *settings.priority_classes)
    return not name or (name in allowed and not name.startswith("system-"))


def _keeps_scheduler(pod: Document, namespace: Labels, settings: AdmissionSettings, steered: bool) -> bool:
    return pod["spec"].get("schedulerName", "default-scheduler") == "default-scheduler"


def _keeps_runtime(pod: Document, namespace: Labels, settings: AdmissionSettings, steered: bool) -> bool:
    name = pod["spec"].get("runtimeClassName")
    return name is None or name in settings.runtime_classes


def _keeps_disruptable(pod: Document, namespace: Labels, settings: AdmissionSettings, steered: bool) -> bool:
    forever = annotations_of(pod).get(DO_NOT_DISRUPT) == "true"
    return not forever or namespace.get(GRACE_LABEL) != "none"


def _keeps_csi(pod: Document, namespace: Labels, settings: AdmissionSettings, steered: bool) -> bool:
    drivers = [volume["csi"]["driver"] for volume in pod["spec"].get("volumes", ()) if "csi" in volume]
    return all(driver in settings.inline_csi_drivers for driver in drivers)


_RULES: Final[Mapping[str, Sequence[Callable[[Document, Labels, AdmissionSettings, bool], bool]]]] = {
    "owner": (_keeps_owner,),
    "selector": (_keeps_own_nodes, _keeps_off_tenants, _keeps_shared, _keeps_pool),
    "tolerations": (_keeps_tolerations,),
    "host-ns": (_keeps_host,),
    "priority": (_keeps_priority,),
    "scheduler": (_keeps_scheduler,),
    "runtime-class": (_keeps_runtime,),
    "do-not-disrupt": (_keeps_disruptable,),
    "inline-csi": (_keeps_csi,),
}
"""One test for each message of the rule, in the order of the policy. `state` and `node-name` are not among them:
running pods are older than the state, and all have a node."""


def _selector(pod: Document) -> Mapping[str, str]:
    return pod["spec"].get("nodeSelector") or {}


def _tolerations(pod: Document) -> tuple[Mapping[str, Any], ...]:
    """As they were written: Kubernetes adds some of its own when it makes the pod."""
    return tuple(each for each in pod["spec"].get("tolerations") or () if not _is_kubernetes(each))


def _is_kubernetes(toleration: Mapping[str, Any]) -> bool:
    return toleration.get("key", "").startswith("node.kubernetes.io/")


def _covers_tenants(toleration: Mapping[str, Any]) -> bool:
    return toleration.get("key", "") in ("", TENANT_KEY)


def _is_own(toleration: Mapping[str, Any], tenant: str) -> bool:
    equal = toleration.get("operator", "Equal") == "Equal"
    return toleration.get("key") == TENANT_KEY and equal and toleration.get("value") == tenant
