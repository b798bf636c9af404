"""Spare capacity of a pool."""

from typing import Annotated

from pydantic import AfterValidator

from .base import Model
from .between import Between
from .quantity import Quantity, refuse_unitless_bytes


def _with_unit(amount: Quantity) -> Quantity:
    refuse_unitless_bytes("memory", amount)
    return amount


Memory = Annotated[Quantity, AfterValidator(_with_unit)]
"""An amount of memory; a number without a unit is refused (E113)."""


class HeadroomSpec(Model):
    """Capacity that is kept warm for pods to come: a CapacityBuffer where the gate capacityBuffer is on (from Karpenter
    1.14), else pause pods of a priority below all others.

    It lies inside the pool's limits, so it is part of the ceiling, and it is always paid. Pause pods stand in the
    tenant's first namespace whose pods may use the pool, and its quota grows by them; a written `resourceQuota` stays
    as it is and has to hold them.
    """

    cpu: Quantity
    """vCPUs of one spare pod."""
    memory: Memory
    """Memory of one spare pod."""
    replicas: Annotated[int, Between(1)] = 1
    """Number of spare pods. Default 1."""
