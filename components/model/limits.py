"""Amounts by resource name, as in a pool's limits: spelling kept, bytes only with a unit."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator

from .each import check_each
from .errors import reject
from .labels import label_key
from .quantity import Quantity, refuse_unitless_bytes
from .text import Entries

NODES = "nodes"
"""Not a resource of Kubernetes but Karpenter's count of nodes."""


def _entry(resource: str, amount: Quantity) -> None:
    label_key(resource)
    refuse_unitless_bytes(resource, amount)
    if resource == NODES and not amount.isdigit():
        raise reject("E005", f"{amount} is no number of nodes", "write a whole number")


def _checked(amounts: Mapping[str, Quantity]) -> Mapping[str, Quantity]:
    return check_each(amounts, _entry)


Limits = Annotated[Entries[Quantity], AfterValidator(_checked)]
"""Resource name -> amount."""
