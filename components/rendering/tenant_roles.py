"""What people may do in a tenant's namespaces: Roles with explicit rules, and who has them.

The built-in roles are never bound: charts aggregate rights of their own into them, Karpenter's the one to make pools.
Nobody gets `pods/binding`, `pods/ephemeralcontainers`, network policies, quotas or anything that is not in a namespace.

Groups: `tenant:<tenant>:<role>` holds in all namespaces of the tenant, `tenant:<tenant>:<role>:<namespace>` in one;
`tenant:all:<role>` in those of every tenant.
"""

from collections.abc import Iterator
from typing import Any, Final

from ..model.access import AccessSpec
from ..model.admission import AdmissionSettings
from ..model.enums import AccessRole, TenantState
from ..model.names import TenantName
from ..model.namespace import NamespaceSpec
from ..model.or_all import ALL
from ..model.platform import PlatformSettings
from ..model.tenant import TenantSpec
from .operators import group_over_all, groups_over, tenant_group
from .plain import document_of

_API: Final = "rbac.authorization.k8s.io/v1"
_GROUP: Final = "rbac.authorization.k8s.io"

_READ: Final = ["get", "list", "watch"]
_WRITE: Final = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"]

DAEMON_SETS: Final = "daemon-sets"
"""The right to DaemonSets, which `access[].daemonSets` adds to a role."""


def _rule(group: str, resources: list[str], verbs: list[str]) -> dict[str, Any]:
    return {"apiGroups": [group], "resources": resources, "verbs": verbs}


_VIEW: Final = (
    _rule(
        "",
        [
            "configmaps", "endpoints", "events", "limitranges", "persistentvolumeclaims", "pods", "pods/log",
            "pods/status", "replicationcontrollers", "resourcequotas", "serviceaccounts", "services",
        ],
        _READ,
    ),
    _rule("apps", ["controllerrevisions", "daemonsets", "deployments", "replicasets", "statefulsets"], _READ),
    _rule("autoscaling", ["horizontalpodautoscalers"], _READ),
    _rule("batch", ["cronjobs", "jobs"], _READ),
    _rule("discovery.k8s.io", ["endpointslices"], _READ),
    _rule("events.k8s.io", ["events"], _READ),
    _rule("networking.k8s.io", ["ingresses", "networkpolicies"], _READ),
    _rule("policy", ["poddisruptionbudgets"], _READ),
)  # fmt: skip
_EDIT: Final = (
    _rule("", ["configmaps", "persistentvolumeclaims", "pods", "secrets", "serviceaccounts", "services"], _WRITE),
    _rule("", ["pods/attach", "pods/exec", "pods/portforward"], ["create", "get"]),
    _rule("", ["pods/eviction"], ["create"]),
    _rule("apps", ["deployments", "deployments/scale", "replicasets", "statefulsets", "statefulsets/scale"], _WRITE),
    _rule("autoscaling", ["horizontalpodautoscalers"], _WRITE),
    _rule("batch", ["cronjobs", "jobs"], _WRITE),
    _rule("networking.k8s.io", ["ingresses"], _WRITE),
    _rule("policy", ["poddisruptionbudgets"], _WRITE),
)
_ADMIN: Final = (_rule(_GROUP, ["rolebindings", "roles"], _WRITE),)
"""Nobody can grant more than they have."""
_OWN: Final = {AccessRole.VIEW: _VIEW, AccessRole.EDIT: _EDIT, AccessRole.ADMIN: _ADMIN}
"""Beside the rules of the roles before it."""


def role_name(role: str) -> str:
    """Of the Role and of its RoleBinding."""
    return f"tenant-{role}"


def tenant_roles(tenant: TenantSpec, spec: NamespaceSpec, settings: PlatformSettings) -> list[dict[str, Any]]:
    """view, edit and admin, and the right to DaemonSets where somebody has it."""
    rules: list[dict[str, Any]] = []
    roles: list[dict[str, Any]] = []
    for role in AccessRole:
        rules = [*rules, *_OWN[role], *_extra(settings.admission, role)]
        roles.append(_role(tenant, spec, role, rules))
    if any(access.daemon_sets for access in tenant.access):
        roles.append(_role(tenant, spec, DAEMON_SETS, [_rule("apps", ["daemonsets"], _WRITE)]))
    return roles


def role_bindings(tenant: TenantSpec, spec: NamespaceSpec, settings: PlatformSettings) -> list[dict[str, Any]]:
    """Who has which role in a namespace; nobody has any in that of a tenant who leaves."""
    if tenant.state is TenantState.OFFBOARDING:
        return []
    bindings: list[dict[str, Any]] = []
    for role in AccessRole:
        people = [entry for entry in tenant.access if entry.role is role]
        staff = (group_over_all(role), *groups_over(tenant.name, role, settings))
        bindings.append(_binding(tenant, spec, role, people, staff))
    daemon_sets = [entry for entry in tenant.access if entry.daemon_sets]
    return [*bindings, *([_binding(tenant, spec, DAEMON_SETS, daemon_sets)] if daemon_sets else [])]


def groups_by_principal(tenant: TenantSpec) -> dict[str, tuple[str, ...]]:
    """ARN of each IAM principal -> the groups of its access entry; empty for a tenant who leaves."""
    found: dict[str, tuple[str, ...]] = {}
    if tenant.state is TenantState.OFFBOARDING:
        return found
    for entry in tenant.access:
        if entry.principal_arn is not None:
            before = found.get(str(entry.principal_arn), ())
            found[str(entry.principal_arn)] = tuple(dict.fromkeys((*before, *_groups(tenant.name, entry))))
    return found


def _groups(tenant: TenantName, entry: AccessSpec) -> tuple[str, ...]:
    words = (str(entry.role), *((DAEMON_SETS,) if entry.daemon_sets else ()))
    if entry.namespaces == ALL:
        return tuple(tenant_group(tenant, word) for word in words)
    return tuple(f"{tenant_group(tenant, word)}:{name}" for word in words for name in entry.namespaces)


def _extra(admission: AdmissionSettings, role: AccessRole) -> Iterator[dict[str, Any]]:
    settings = admission.tenant_roles.get(role)
    for rule in () if settings is None else settings.extra_rules:
        yield document_of(rule)


def _role(tenant: TenantSpec, spec: NamespaceSpec, role: str, rules: list[dict[str, Any]]) -> dict[str, Any]:
    metadata = {"name": role_name(role), "namespace": tenant.namespace_name(spec)}
    return {"apiVersion": _API, "kind": "Role", "metadata": metadata, "rules": rules}


def _binding(
    tenant: TenantSpec, spec: NamespaceSpec, role: str, entries: list[AccessSpec], staff: tuple[str, ...] = ()
) -> dict[str, Any]:
    name = tenant.namespace_name(spec)
    group = tenant_group(tenant.name, role)
    subjects = [_subject("Group", each) for each in (group, f"{group}:{name}", *staff)]
    for entry in entries:
        if entry.namespaces == ALL or name in entry.namespaces:
            subjects += _direct(entry)
    return {
        "apiVersion": _API,
        "kind": "RoleBinding",
        "metadata": {"name": role_name(role), "namespace": name},
        "roleRef": {"apiGroup": _GROUP, "kind": "Role", "name": role_name(role)},
        "subjects": subjects,
    }


def _direct(entry: AccessSpec) -> list[dict[str, str]]:
    """Subjects that Kubernetes knows by themselves; a principal of AWS comes with groups."""
    if entry.group is not None:
        return [_subject("Group", str(entry.group))]
    if entry.service_account is not None:
        namespace, _, name = entry.service_account.partition("/")
        return [{"kind": "ServiceAccount", "name": name, "namespace": namespace}]
    return []


def _subject(kind: str, name: str) -> dict[str, str]:
    return {"apiGroup": _GROUP, "kind": kind, "name": name}
