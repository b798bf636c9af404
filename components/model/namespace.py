"""`namespaces[]` of a tenant file."""

import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from .base import Model
from .enums import PodSecurity
from .errors import reject, shown
from .labels import POD_SECURITY_DOMAIN, Labels
from .limits import Limits
from .names import NAMESPACE_LIMIT, NAMESPACE_SUFFIX_LIMIT
from .object_file import ObjectFile
from .provisioner import Key
from .text import Items, Text

_DNS_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_CAPABILITY = re.compile(r"[A-Z][A-Z_]{1,40}")


def _label_of(limit: int, what: str, text: str) -> str:
    if len(text) > limit:
        raise reject("E196", f"{len(text)} characters, {what} holds {limit}", "shorten it")
    if not _DNS_LABEL.fullmatch(text):
        raise reject("E005", f"{shown(text)} is no {what}", "write lower-case letters, digits and - between them")
    return text


def _suffix(text: str) -> str:
    return _label_of(NAMESPACE_SUFFIX_LIMIT, "namespace suffix", text)


def namespace_name(text: str) -> str:
    """A DNS label of at most 63 characters."""
    return _label_of(NAMESPACE_LIMIT, "namespace name", text)


def _capability(text: str) -> str:
    if not _CAPABILITY.fullmatch(text) or text.startswith("CAP_") or text == "ALL":
        meant = text.upper().removeprefix("CAP_")
        fix = f"write {meant}" if _CAPABILITY.fullmatch(meant) and meant != "ALL" else "name one, such as IPC_LOCK"
        raise reject("E005", f"{shown(text)} is no Linux capability", fix)
    return text


NamespaceName = Annotated[Text, AfterValidator(namespace_name)]


class LimitRangeSpec(Model):
    """The Container item of a LimitRange: what a container without own numbers gets, and what it may ask for."""

    default: Limits = Field(default_factory=dict)
    """Limits of a container that sets none."""
    default_request: Limits = Field(default_factory=dict)
    """Requests of a container that sets none; Karpenter packs by requests."""
    min: Limits = Field(default_factory=dict)
    """Least that a container may ask for."""
    max: Limits = Field(default_factory=dict)
    """Most that a container may ask for."""
    max_limit_request_ratio: Limits = Field(default_factory=dict)
    """Greatest ratio of limit to request."""


class NamespaceSpec(Model):
    """One namespace of a tenant; a given list replaces the default one."""

    suffix: Annotated[Text, AfterValidator(_suffix)] | None = None
    """Makes `<tenant>-<suffix>`, at most 30 characters. Absent: the plain tenant name."""
    existing_name: NamespaceName | None = None
    """Takes over the namespace of that name; in place of `suffix`. Absent: a new one."""
    pod_security: PodSecurity = PodSecurity.RESTRICTED
    """restricted or baseline. Default restricted: what nobody asked for cannot be abused."""
    capabilities: Items[Annotated[Text, AfterValidator(_capability)]] = ()
    """Linux capabilities added to what podSecurity allows, such as IPC_LOCK. Default none."""
    resource_quota: Limits | None = None
    """The hard map of the ResourceQuota. Absent: derived from the limits of the provisioners; `null`: none."""
    limit_range: LimitRangeSpec | None = None
    """Defaults and bounds of containers. Absent: small default requests; `null`: none."""
    labels: Labels = Field(default_factory=dict[str, str])
    """Further labels of the namespace. Default none."""
    provisioner: Key | None = None
    """Key of the provisioner whose nodes its pods go to. Absent: any of the tenant's."""
    objects: Items[ObjectFile] = ()
    """Files of namespaced objects, by their paths from the project's folder, applied with `${tenant}` and
    `${namespace}` replaced. Default none."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """One name; no label of the product or of pod security."""
        if self.suffix is not None and self.existing_name is not None:
            yield reject("E008", "existingName and suffix exclude each other", "keep one", ("existingName",))
        for key in self.labels:
            if key.startswith(f"{POD_SECURITY_DOMAIN}/"):
                yield reject("E121", f"{key} belongs to the product", "write podSecurity", ("labels", key))
