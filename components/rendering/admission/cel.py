"""Pieces of CEL that several policies share.

Optional fields (`?`, `orValue`) exist from Kubernetes 1.29 on, before validating policies do.
Source: Kubernetes 1.36, "Common Expression Language in Kubernetes".
"""

from collections.abc import Sequence
from typing import Final

from ...model.labels import ISOLATION_LABEL, POOL_LABEL, TENANT_KEY


def label(key: str, absent: str) -> str:
    """Value of a label of the object's namespace, which is a tenant's and therefore has labels."""
    return f"namespaceObject.metadata.labels[?'{key}'].orValue('{absent}')"


def annotation(key: str, of: str = "object") -> str:
    """Value of an annotation of the object, empty where it has none."""
    return f"{of}.metadata.?annotations[?'{key}'].orValue('')"


def given(key: str, separator: str = ",") -> str:
    """Items of an annotation of the object's namespace, which is a list."""
    return parts(f"namespaceObject.metadata.?annotations[?'{key}'].orValue('')", separator)


def parts(text: str, separator: str = ",") -> str:
    """Items of a list; most are joined by commas."""
    return f"{text}.split('{separator}').map(item, item.trim()).filter(item, item != '')"


def texts(items: Sequence[str]) -> str:
    """A list of texts; what the stack decides stands in a policy as it is."""
    return "[" + ", ".join(f"'{item}'" for item in items) + "]"


TENANT: Final = ("tenant", f"namespaceObject.metadata.labels['{TENANT_KEY}']")
DEDICATED: Final = ("dedicated", f"{label(ISOLATION_LABEL, 'dedicated')} != 'shared'")
"""Whether the tenant has nodes of its own."""
POOL: Final = ("pool", label(POOL_LABEL, ""))
"""The NodePool that the namespace's pods go to; empty where any of the tenant's will do."""


ADDED: Final = (
    "added",
    (
        "!has(object.spec.tolerations) ? [] : object.spec.tolerations.filter(x, request.operation == 'CREATE' || "
        "!has(oldObject.spec.tolerations) || !(x in oldObject.spec.tolerations))"
    ),
)
"""The tolerations that the request adds to a pod; those that were there cannot be removed, so they stay."""
