"""Network interfaces of nodes, for types with several network cards.

Source: karpenter.k8s.aws_ec2nodeclasses.yaml 1.14.3, rules of `networkInterfaces`.
"""

from collections.abc import Iterator
from typing import Annotated

from pydantic_core import PydanticCustomError

from .base import Model
from .between import Between
from .enums import InterfaceType
from .errors import reject

INTERFACE_LIMIT = 150
"""Network interfaces of one class (the CRD's maxItems)."""


class NetworkInterfaceSpec(Model):
    """One entry of `networkInterfaces`; from Karpenter 1.11."""

    device_index: Annotated[int, Between(0)]
    """Position on the network card, 0 for the first."""
    network_card_index: Annotated[int, Between(0)]
    """Network card, 0 for the first."""
    interface_type: InterfaceType
    """interface or efa-only."""


def interface_problems(interfaces: tuple[NetworkInterfaceSpec, ...]) -> Iterator[PydanticCustomError]:
    """E220 where the primary interface is missing, a place is taken twice, or a card has two efa-only interfaces."""
    if interfaces and not any(_is_primary(interface) for interface in interfaces):
        primary = "{deviceIndex: 0, networkCardIndex: 0, interfaceType: interface}"
        yield reject("E220", "the primary interface is missing", f"add {primary}", ("networkInterfaces",))
    for index, interface in enumerate(interfaces):
        for earlier, other in enumerate(interfaces[:index]):
            if other.network_card_index != interface.network_card_index:
                continue
            place = ("networkInterfaces", index)
            if other.device_index == interface.device_index:
                what = f"deviceIndex {interface.device_index} of this card is already networkInterfaces[{earlier}]"
                yield reject("E220", what, "keep one", place)
            elif interface.interface_type is other.interface_type is InterfaceType.EFA_ONLY:
                what = f"a second efa-only interface of its card beside networkInterfaces[{earlier}]"
                yield reject("E220", what, "keep one", place)


def _is_primary(interface: NetworkInterfaceSpec) -> bool:
    first = interface.device_index == 0 and interface.network_card_index == 0
    return first and interface.interface_type is InterfaceType.INTERFACE
