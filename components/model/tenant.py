"""A tenant: the content of `tenants/<name>.yaml` after merging."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from .access import AccessSpec
from .base import Model
from .enums import Enforcement, Isolation, TenantState
from .errors import reject, shown
from .exposure import ExposureSpec
from .iam import IamSpec, WorkloadSpec
from .names import TenantName, namespace, tenant_name_faults, tenant_name_remedy
from .namespace import LimitRangeSpec, NamespaceSpec
from .network import NetworkPolicySpec, PeerSpec, PortSpec
from .node_class import NodeClassSpec
from .object_file import ObjectFile
from .provisioner import Key, ProvisionerSpec
from .storage import StorageClassSpec, StorageSpec
from .tags import Tags, TagValue
from .text import FullText, Items, Text, without_nulls, written

__all__ = [
    "AccessSpec",
    "ExposureSpec",
    "IamSpec",
    "IgnoreSpec",
    "LimitRangeSpec",
    "NamespaceSpec",
    "NetworkPolicySpec",
    "OwnerSpec",
    "PeerSpec",
    "PortSpec",
    "StorageClassSpec",
    "StorageSpec",
    "TenantSpec",
    "WorkloadSpec",
]

OF_ONE_TENANT = ("name", "owner", "extends")
"""Words that a profile may not hold: they are not what many tenants share."""

MAIN_RING = "main"
"""Ring of tenants that name none and of the platform's own pools; its families are those of the stack."""

_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+")
_CODE = re.compile(r"[EWI][0-9]{3}")
_RING = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62})")


def _name(text: str) -> TenantName:
    faults = tenant_name_faults(text)
    if faults:
        raise reject("E010", f"{shown(text)} {' and '.join(faults)}", tenant_name_remedy(text))
    return TenantName(text)


def _address(text: str) -> str:
    if not _ADDRESS.fullmatch(text):
        raise reject("E005", f"{shown(text)} is no address", "write name@domain")
    return text


def _code(text: str) -> str:
    if not _CODE.fullmatch(text):
        raise reject("E005", f"{shown(text)} is no code", "write a letter and three digits, such as W140")
    return text


def _ring(text: str) -> str:
    if not _RING.fullmatch(text):
        raise reject("E005", f"{shown(text)} is no name of a ring", "write a key of platform:amis, such as main")
    return text


class OwnerSpec(Model):
    """Who the tenant is; feeds the tags of its resources."""

    email: Annotated[TagValue, AfterValidator(_address)]
    """Address of the people in charge; tag `owner`."""
    cost_center: TagValue | None = None
    """Where the bill goes; tag `cost-center`. Absent: no such tag."""
    ticket: TagValue | None = None
    """Where it was asked for; on no EC2NodeClass, where a change would replace nodes. Absent: no such tag."""


class IgnoreSpec(Model):
    """Silences one warning; errors cannot be silenced."""

    code: Annotated[Text, AfterValidator(_code)]
    """Code of the warning, such as W140."""
    path: Text | None = None
    """Only at and below this path of the merged tenant, as `explain` prints it; `*` is any one key. Absent:
    everywhere in the tenant."""
    reason: FullText
    """Why it is meant so."""


class TenantSpec(Model):
    """One customer on the cluster."""

    name: Annotated[TenantName, BeforeValidator(written), AfterValidator(_name)]
    """Equals the stem of the file; begins with a letter, then lower-case letters, digits and `-`, at most 24."""
    display_name: Text | None = None
    """For reports. Absent: the name."""
    owner: OwnerSpec = Field(default_factory=dict, validate_default=True)
    """Who the tenant is. `email` is required after merging."""
    state: TenantState = TenantState.ACTIVE
    """active, frozen, suspended or offboarding. Default active. frozen needs pools of its own, so not isolation
    shared."""
    isolation: Isolation = Isolation.DEDICATED
    """dedicated or shared. Default dedicated: own nodes are what a tenant is promised. shared: no provisioners; its
    pods run on the stack's sharedPool, and what `iam` says of nodes has no nodes to act on."""
    enforcement: Enforcement = Enforcement.ENFORCE
    """enforce or audit. Default the stack's admission.mode, which is enforce unless written otherwise. In audit
    policies of admission record and warn; pod security, quotas and network policies hold."""
    ring: Annotated[Text, AfterValidator(_ring)] = MAIN_RING
    """Which pinned images the tenant gets: a key of platform:amis. Default main."""
    namespaces: Items[NamespaceSpec] = Field(default_factory=lambda: (NamespaceSpec.model_validate({}),))
    """Namespaces of the tenant. Default one, with the plain tenant name."""
    provisioners: Annotated[Mapping[Key, ProvisionerSpec], BeforeValidator(without_nulls)] = Field(
        default_factory=dict[str, ProvisionerSpec]
    )
    """Key -> pool; at least one unless isolation is shared."""
    node_classes: Annotated[Mapping[Key, NodeClassSpec], BeforeValidator(without_nulls)] = Field(
        default_factory=dict[str, NodeClassSpec]
    )
    """Key -> node class. Default `default`, made when nothing is written about it."""
    iam: IamSpec = Field(default_factory=lambda: IamSpec.model_validate({}))
    """AWS rights of nodes and service accounts."""
    access: Items[AccessSpec] = ()
    """People and tools. Default none."""
    network_policy: NetworkPolicySpec = Field(default_factory=lambda: NetworkPolicySpec.model_validate({}))
    """What the tenant's pods may reach, and who them."""
    exposure: ExposureSpec = Field(default_factory=lambda: ExposureSpec.model_validate({}))
    """Host names and load balancers."""
    storage: StorageSpec = Field(default_factory=lambda: StorageSpec.model_validate({}))
    """Storage classes."""
    tags: Tags = Field(default_factory=dict[str, str])
    """AWS tags on everything of the tenant, at most 40 after merging. Default none."""
    ignore: Items[IgnoreSpec] = ()
    """Warnings that are meant. Default none."""
    objects: Items[ObjectFile] = ()
    """Files of objects for every namespace, by their paths from the project's folder; only the stack's tenantDefaults
    may set it. Default none."""

    @property
    def image_repositories(self) -> tuple[str, ...]:
        """ECR repositories of its own that the tenant's nodes may pull."""
        written = self.iam.image_repositories
        return (f"{self.name}/*",) if written is None else written

    def namespace_name(self, spec: NamespaceSpec) -> str:
        """Of a namespace that is made, or of the one that is taken over."""
        return spec.existing_name or namespace(self.name, spec.suffix)

    @property
    def namespace_names(self) -> tuple[str, ...]:
        """All of them, in the order of the file."""
        return tuple(map(self.namespace_name, self.namespaces))

    def problems(self) -> Iterator[PydanticCustomError]:
        """Two namespaces with one name."""
        seen: dict[str, int] = {}
        for index, item in enumerate(self.namespaces):
            name = self.namespace_name(item)
            first = seen.setdefault(name, index)
            if first != index:
                yield reject("E008", f"{shown(name)} is already namespaces[{first}]", "keep one", ("namespaces", index))
