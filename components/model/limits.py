"""Amounts by resource name, as in a pool's limits: spelling kept, bytes only with a unit."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator

from .each import check_each
from .errors import reject, shown
from .labels import label_key
from .nearest import nearest
from .quantity import Quantity, refuse_unitless_bytes
from .text import Entries

NODES = "nodes"
"""Not a resource of Kubernetes but Karpenter's count of nodes."""

_RESOURCES = (
    *("cpu", "memory", "ephemeral-storage", NODES, "pods", "requests.cpu", "requests.memory", "requests.storage"),
    *("requests.ephemeral-storage", "limits.cpu", "limits.memory", "limits.ephemeral-storage", "services"),
    *("services.loadbalancers", "services.nodeports", "persistentvolumeclaims", "configmaps", "secrets"),
    *("replicationcontrollers", "resourcequotas"),
)
"""Names without a domain, of nodes and of quotas. Source: Kubernetes, "Resource Quotas" and "Extended resources"."""
_WITH_SIZE_OR_KIND = ("hugepages-", "requests.hugepages-", "attachable-volumes-")


def _entry(resource: str, amount: Quantity) -> None:
    label_key(resource)
    if "/" not in resource and resource not in _RESOURCES and not resource.startswith(_WITH_SIZE_OR_KIND):
        meant = nearest(resource, _RESOURCES) or "cpu, memory"
        what = f"{shown(resource)} is no resource"
        raise reject("E005", what, f"write {meant}, or a name with its domain, such as nvidia.com/gpu")
    refuse_unitless_bytes(resource, amount)
    if resource == NODES and not amount.isdigit():
        raise reject("E005", f"{amount} is no number of nodes", "write a whole number")


def _checked(amounts: Mapping[str, Quantity]) -> Mapping[str, Quantity]:
    return check_each(amounts, _entry)


Limits = Annotated[Entries[Quantity], AfterValidator(_checked)]
"""Resource name -> amount."""
