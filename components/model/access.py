"""`access[]` of a tenant file: people, groups and service accounts, and what they may do in the tenant's namespaces."""

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from .arn import PrincipalArn
from .base import Model
from .enums import AccessRole
from .errors import reject, shown
from .namespace import NamespaceName, namespace_name
from .or_all import ALL, OrAll
from .text import Items, Text

_SERVICE_ACCOUNT = re.compile(r"(?P<namespace>[a-z0-9-]{1,63})/[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?")


def group_name(text: str) -> str:
    """A group of Kubernetes that EKS lets people have: `system:` belongs to Kubernetes
    (aws/karpenter-provider-aws#7558)."""
    if not text or text.startswith("system:"):
        raise reject("E005", f"{shown(text)} belongs to Kubernetes", "choose a group that does not begin with system:")
    return text


def _service_account(text: str) -> str:
    if not _SERVICE_ACCOUNT.fullmatch(text):
        raise reject("E005", f"{shown(text)} is no service account", "write namespace/name")
    namespace_name(text.partition("/")[0])
    return text


Group = Annotated[Text, AfterValidator(group_name)]
NamespacesOrAll = Annotated[Literal["all"] | tuple[str, ...], OrAll(Items[NamespaceName])]


class AccessSpec(Model):
    """Rights of one principal, group or service account."""

    principal_arn: PrincipalArn | None = None
    """IAM role or user; EKS keeps one access entry for each."""
    group: Group | None = None
    """Group of Kubernetes, as your identity provider or access entries give it; not one of another tenant's people,
    such as `tenant:beta:edit`."""
    service_account: Annotated[Text, AfterValidator(_service_account)] | None = None
    """`namespace/name`, for example of a deployment tool."""
    role: AccessRole
    """view, edit or admin."""
    namespaces: NamespacesOrAll = ALL
    """Full names, or `all`. Default all of the tenant's."""
    daemon_sets: bool = False
    """Allows DaemonSets, which the selector rule keeps on the tenant's nodes. Default off: they cost a pod on every
    node."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Exactly one subject."""
        yield from one_of(
            (
                ("principalArn", self.principal_arn),
                ("group", self.group),
                ("serviceAccount", self.service_account),
            )
        )


def one_of(words: tuple[tuple[str, object], ...]) -> Iterator[PydanticCustomError]:
    """E006 where none of the words has a value, E008 at the second of two."""
    given = [word for word, value in words if value]
    names = ", ".join(word for word, _ in words)
    if not given:
        yield reject("E006", f"none of {names} is given", "write one of them")
    for word in given[1:]:
        yield reject("E008", f"{word} and {given[0]} exclude each other", "keep one", (word,))
