"""How the address block of a network that the product makes is divided among its zones.

The block is always cut into eight: one eighth for the private subnet of each zone, and of the last eighth one eighth
for each public subnet, which holds no more than load balancers and NAT gateways. The cut does not depend on the number
of zones, so that a zone that comes later moves no subnet that exists.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network

_PARTS_BITS = 3
"""Eight parts: seven zones at most, more than any region has."""


@dataclass(frozen=True, kw_only=True)
class ZoneSubnets:
    """The two address blocks of one zone."""

    zone: str
    private: str
    public: str
    index: int
    """Position of the zone, which also decides its IPv6 blocks."""


def zone_subnets(block: str, zones: Sequence[str]) -> tuple[ZoneSubnets, ...]:
    """One entry per zone, in the order of `zones`; `block` is the network's IPv4 block, for example `10.0.0.0/16`."""
    *private, shared = IPv4Network(block).subnets(prefixlen_diff=_PARTS_BITS)
    public = shared.subnets(prefixlen_diff=_PARTS_BITS)
    return tuple(
        ZoneSubnets(zone=zone, private=str(inner), public=str(outer), index=index)
        for index, (zone, inner, outer) in enumerate(zip(zones, private, public, strict=False))
    )


def ipv6_private_block(block: str, index: int) -> str:
    """The /64 of the private subnet of zone `index` in the /56 that AWS gave to the network."""
    return _ipv6_subnet(block, index)


def ipv6_public_block(block: str, index: int) -> str:
    """The /64 of the public subnet of zone `index`; the upper half of the /56 is for public subnets."""
    return _ipv6_subnet(block, 128 + index)


def _ipv6_subnet(block: str, index: int) -> str:
    network = IPv6Network(block)
    return str(IPv6Network((int(network.network_address) + (index << 64), 64)))
