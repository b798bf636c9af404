"""Address blocks of a made network. Whether AWS accepts them is not proven here."""

from ipaddress import IPv4Network

from hypothesis import given
from hypothesis import strategies as st

from components.rendering.subnets import ZoneSubnets, ipv6_private_block, ipv6_public_block, zone_subnets


def test_private_subnets_are_eighths_and_public_ones_share_the_last_eighth():
    found = zone_subnets("10.0.0.0/16", ("a", "b", "c"))

    assert found == (
        ZoneSubnets(zone="a", private="10.0.0.0/19", public="10.0.224.0/22", index=0),
        ZoneSubnets(zone="b", private="10.0.32.0/19", public="10.0.228.0/22", index=1),
        ZoneSubnets(zone="c", private="10.0.64.0/19", public="10.0.232.0/22", index=2),
    )


def test_a_further_zone_moves_no_subnet():
    two = zone_subnets("10.0.0.0/16", ("a", "b"))

    assert zone_subnets("10.0.0.0/16", ("a", "b", "c"))[:2] == two


@given(prefix=st.integers(16, 20), zones=st.integers(1, 7))
def test_blocks_never_overlap_and_stay_inside(prefix: int, zones: int):
    block = IPv4Network(f"10.64.0.0/{prefix}")

    found = zone_subnets(str(block), tuple("abcdefg"[:zones]))

    parts = [IPv4Network(part) for zone in found for part in (zone.private, zone.public)]
    assert len(parts) == 2 * zones
    assert all(part.subnet_of(block) for part in parts)
    assert not any(one.overlaps(other) for one in parts for other in parts if one != other)


def test_ipv6_blocks_are_a_64_each_with_public_ones_in_the_upper_half():
    block = "2a05:d014:abc:de00::/56"

    assert ipv6_private_block(block, 2) == "2a05:d014:abc:de02::/64"
    assert ipv6_public_block(block, 2) == "2a05:d014:abc:de82::/64"
