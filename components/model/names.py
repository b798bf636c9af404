"""Every physical name that the product gives, with the limit of its kind; no other module builds one.

A name that is too long is cut and ends with a hash of the whole name, so that different names stay different. Names
that users type or see (tenant, pool, namespace) are never cut but refused when too long.
"""

import hashlib
import re
from typing import NewType

ClusterName = NewType("ClusterName", str)
TenantName = NewType("TenantName", str)
RoleName = NewType("RoleName", str)

ROLE_NAME_LIMIT = 64
"""Source: IAM quotas. Names are unique in the account, ignoring case and whatever the path."""
INSTANCE_PROFILE_LIMIT = 128
"""Source: IAM quotas."""
POLICY_NAME_LIMIT = 128
"""Source: IAM quotas; the same for managed and inline policies."""
QUEUE_NAME_LIMIT = 80
"""Source: SQS quotas."""
EVENT_RULE_LIMIT = 64
"""Source: EventBridge API, PutRule."""
LAUNCH_TEMPLATE_LIMIT = 128
"""Source: EC2 API, CreateLaunchTemplate."""
NODE_GROUP_LIMIT = 63
"""Source: EKS API, CreateNodegroup."""
HEADROOM_PRIORITY_CLASS = "karpenter-tenants-headroom"
"""The cluster's one PriorityClass of the product."""

NAMESPACE_LIMIT = 63
"""Source: Kubernetes, names of namespaces are DNS labels."""
NODE_POOL_LIMIT = 63
"""The API takes 253, but the name becomes a label value (kaito-project/kaito#2259)."""
TENANT_NAME_LIMIT = 24
PROVISIONER_KEY_LIMIT = 16
NAMESPACE_SUFFIX_LIMIT = 30
CLUSTER_NAME_LIMIT = 100
"""Source: EKS API, CreateCluster."""

SHARED = TenantName("shared")
SYSTEM = TenantName("system")
"""Whose the pools of the platform itself are: reserved, so that nothing of theirs is called like a tenant's."""
PLATFORM_POOL_KEY = "pool"
"""Their pools and classes are `shared-pool` and `system-pool`."""

_HASH_DIGITS = 8

TENANT_NAME = re.compile(r"[a-z](?:[a-z0-9-]{0,22}[a-z0-9])?")
PROVISIONER_KEY = re.compile(r"[a-z][a-z0-9]{0,15}")
"""Without hyphen, so that `<tenant>-<key>` can be read in one way only."""

_RESERVED = frozenset(
    (
        "default", "kube", "kube-system", "kube-public", "kube-node-lease", "karpenter", "system", "platform", "shared",
        "core", "admin", "all", "none", "aws", "eks", "amazon",
    )
)  # fmt: skip
_RESERVED_PREFIXES = ("kube-", "eks-", "aws-", "amazon-", "system-")


def fit(text: str, limit: int) -> str:
    """The whole text when it fits, else cut, with a hash of it as tail; different texts stay different."""
    if len(text) <= limit:
        return text
    return f"{text[: limit - _HASH_DIGITS - 1]}-{hashlib.sha256(text.encode()).hexdigest()[:_HASH_DIGITS]}"


def tenant_name_faults(name: str) -> tuple[str, ...]:
    """Why the text is no tenant name, each reason as the end of "it …"; empty when it is one.

    Names are refused and never normalised: two teams must not meet in one namespace (projectcapsule/capsule#113).
    """
    lower = name.lower()
    faults: list[str] = []
    if lower in _RESERVED or lower.startswith(_RESERVED_PREFIXES):
        faults.append("is reserved")
    if re.search("[A-Z]", name):
        faults.append("has capitals")
    if re.search("[^A-Za-z0-9-]", name):
        faults.append("has characters other than letters, digits and -")
    if re.match("[0-9-]", name):
        faults.append("does not begin with a letter")
    if name.endswith("-"):
        faults.append("ends with -")
    if len(name) > TENANT_NAME_LIMIT:
        faults.append(f"has {len(name)} characters, {TENANT_NAME_LIMIT} are allowed")
    if not name:
        faults.append("is empty")
    return tuple(faults)


def tenant_name_remedy(name: str) -> str:
    """What to write instead of a text that is no tenant name."""
    if not tenant_name_faults(name[:TENANT_NAME_LIMIT].rstrip("-")):
        return "shorten it"
    return "choose lower-case letters, digits and - without a reserved prefix"


# --- Kubernetes objects ---


def node_pool(tenant: TenantName, key: str) -> str:
    """At most 41 characters."""
    return f"{tenant}-{key}"


def ec2_node_class(tenant: TenantName, key: str) -> str:
    """At most 41 characters."""
    return f"{tenant}-{key}"


def namespace(tenant: TenantName, suffix: str | None = None) -> str:
    """The plain tenant name, or `<tenant>-<suffix>` of at most 55 characters."""
    return tenant if suffix is None else f"{tenant}-{suffix}"


def storage_class(tenant: TenantName, key: str) -> str:
    """At most 41 characters."""
    return f"{tenant}-{key}"


# --- IAM of a tenant ---


ROLE_PATHS = "/karpenter-tenants"
"""What the paths of all roles of tenants begin with, of nodes and of service accounts, in every cluster."""


def tenant_role_path(cluster: ClusterName) -> str:
    """Path of node roles and instance profiles: the only roles that Karpenter's controller may pass.

    Outside `/karpenter/<region>/<cluster>/`, which Karpenter's own clean-up walks.
    """
    return f"{ROLE_PATHS}/{cluster}/"


def workload_role_path(cluster: ClusterName, tenant: TenantName) -> str:
    """Path of the roles of service accounts; the controller may not pass these."""
    return f"{workload_roles_path(cluster)}{tenant}/"


def workload_roles_path(cluster: ClusterName) -> str:
    """What the paths of all tenants' workload roles begin with."""
    return f"{ROLE_PATHS}-workloads/{cluster}/"


def node_role(cluster: ClusterName, tenant: TenantName, operating_system: str) -> RoleName:
    """One per tenant and operating system, since an access entry of EKS has one type."""
    return RoleName(fit(f"{cluster}-{tenant}-{_node_kind(operating_system)}", ROLE_NAME_LIMIT))


def instance_profile(cluster: ClusterName, tenant: TenantName, operating_system: str) -> str:
    """One per tenant and operating system, holding the node role."""
    return fit(f"{cluster}-{tenant}-{_node_kind(operating_system)}", INSTANCE_PROFILE_LIMIT)


def boundary_policy(cluster: ClusterName, tenant: TenantName) -> str:
    """The permissions boundary that is made where none is given."""
    return fit(f"{cluster}-{tenant}-boundary", POLICY_NAME_LIMIT)


def workload_role(cluster: ClusterName, namespace: str, service_account: str) -> RoleName:
    """One per service account; a namespace belongs to one tenant, so its name is enough.

    The two are joined by `.`, which no namespace holds: `a-b` + `c` and `a` + `b-c` stay different.
    """
    return RoleName(fit(f"{cluster}-{namespace}.{service_account}", ROLE_NAME_LIMIT))


def _node_kind(operating_system: str) -> str:
    return "node" if operating_system == "linux" else f"node-{operating_system}"


def headroom(key: str) -> str:
    """The objects that keep spare capacity of a pool; in a namespace of the tenant, so its name is not needed."""
    return f"headroom-{key}"


# --- AWS resources of the cluster ---


def cluster_role(cluster: ClusterName) -> RoleName:
    """Role of the EKS control plane."""
    return RoleName(fit(f"{cluster}-cluster", ROLE_NAME_LIMIT))


def core_node_role(cluster: ClusterName) -> RoleName:
    """Role of the core node group; `core` is reserved, so no tenant's node role can be called so."""
    return RoleName(fit(f"{cluster}-core-node", ROLE_NAME_LIMIT))


def controller_role(cluster: ClusterName) -> RoleName:
    """Role of Karpenter's controller."""
    return RoleName(fit(f"{cluster}-karpenter", ROLE_NAME_LIMIT))


def controller_policy(cluster: ClusterName, part: str) -> str:
    """One of the policies that the controller's rights are split into."""
    return fit(f"{cluster}-karpenter-{part}", POLICY_NAME_LIMIT)


def addon_role(cluster: ClusterName, addon: str) -> RoleName:
    """Role of an EKS add-on's service account."""
    return RoleName(fit(f"{cluster}-addon-{addon}", ROLE_NAME_LIMIT))


def interruption_queue(cluster: ClusterName) -> str:
    """Queue of spot interruptions and the like."""
    return fit(f"{cluster}-karpenter", QUEUE_NAME_LIMIT)


def event_rule(cluster: ClusterName, suffix: str) -> str:
    """Rule that forwards one kind of event to the queue."""
    return fit(f"{cluster}-karpenter-{suffix}", EVENT_RULE_LIMIT)


def core_launch_template(cluster: ClusterName) -> str:
    """Launch template of the core node group; also seen in the console beside the instances."""
    return fit(f"{cluster}-core", LAUNCH_TEMPLATE_LIMIT)


def core_node_group(cluster: ClusterName, fixed: tuple[str, ...]) -> str:
    """Name of the core node group; ends in a hash of `fixed`, what EKS cannot change in a group that exists.

    Another AMI type or instance type is thereby another group, which can stand before the old one goes.
    """
    digits = hashlib.sha256("\n".join(fixed).encode()).hexdigest()[:_HASH_DIGITS]
    return f"{fit(f'{cluster}-core', NODE_GROUP_LIMIT - _HASH_DIGITS - 1)}-{digits}"
