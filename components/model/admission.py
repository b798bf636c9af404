"""`platform:admission`: what the API server refuses, and what it lets pass in spite of it."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from .base import Model
from .between import Length
from .enums import AccessRole, Enforcement
from .errors import reject, shown
from .namespace import NamespaceName
from .text import Items, Text, without_nulls

REFUSED_GROUPS = (
    "karpenter.sh",
    "karpenter.k8s.aws",
    "autoscaling.x-k8s.io",
    "vpcresources.k8s.aws",
    "admissionregistration.k8s.io",
    "networking.k8s.io",
    "policy.networking.k8s.io",
    "rbac.authorization.k8s.io",
)
"""API groups that stay out of tenants' reach: with a rule there a tenant could leave its nodes or its network,
or keep nodes of others warm."""
REFUSED_CORE_RESOURCES = (
    "resourcequotas",
    "limitranges",
    "bindings",
    "pods/binding",
    "pods/ephemeralcontainers",
    # RBAC reads these as the subresource of every resource.
    "*/binding",
    "*/ephemeralcontainers",
)


class RoleRule(Model):
    """One rule of a namespaced Role."""

    api_groups: Annotated[Items[Text], Length(least=1)]
    """Groups, such as monitoring.coreos.com; "" is the core group."""
    resources: Annotated[Items[Text], Length(least=1)]
    """Plural names of resources."""
    resource_names: Items[Text] = ()
    """Names of objects. Absent: all."""
    verbs: Annotated[Items[Text], Length(least=1)]
    """Verbs, such as get, list, watch, create."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Groups and resources that guard the boundary between tenants."""
        for index, group in enumerate(self.api_groups):
            if group in REFUSED_GROUPS or group == "*":
                yield reject(
                    "E005", f"{shown(group)} would open the boundary between tenants", "remove it", ("apiGroups", index)
                )
        for index, resource in enumerate(self.resources):
            if "" in self.api_groups and (resource in REFUSED_CORE_RESOURCES or resource == "*"):
                what = f"{shown(resource)} of the core group would open the boundary between tenants"
                yield reject("E005", what, "remove it", ("resources", index))


class TenantRoleSettings(Model):
    """Additions to one role of tenants."""

    extra_rules: Items[RoleRule] = ()
    """Namespaced rules for custom resources. Default none."""


class AdmissionSettings(Model):
    """Settings of the admission policies."""

    mode: Enforcement = Enforcement.ENFORCE
    """enforce denies, audit records and warns only. Default enforce: taints alone are placement, not isolation."""
    system_namespaces: Items[NamespaceName] = ()
    """Namespaces of the platform beside kube-system and Karpenter's: their pods may run everywhere, their DaemonSets
    receive the tenant toleration. Default none."""
    inline_csi_drivers: Items[Text] = ()
    """CSI drivers that tenants may use inline. Default none: such volumes bypass claims and quota."""
    runtime_classes: Items[Text] = ()
    """RuntimeClasses that tenants may use. Default none."""
    priority_classes: Items[Text] = ()
    """PriorityClasses that tenants may use. Default none: a higher class evicts others' pods."""
    tenant_roles: Annotated[Mapping[AccessRole, TenantRoleSettings], BeforeValidator(without_nulls)] = Field(
        default_factory=dict[AccessRole, TenantRoleSettings]
    )
    """view, edit, admin -> additions. Default none."""
    allow_standalone_pods: bool = False
    """Whether tenants may make pods without an owner. Default off: the CNI's policy engine is only documented for
    owned pods."""
