"""Zones of pools and of subnets. Not proved here: in which zone a subnet really lies."""

import pytest

from components.model.platform import Platform
from tests.checking.builders import cluster, report, with_pool

ZONES = ("eu-central-1a", "eu-central-1b", "eu-central-1c")
KNOWN = cluster(vpc={"vpcId": "vpc-0123", "subnetIds": [{"id": f"subnet-{zone[-1]}", "zone": zone} for zone in ZONES]})

POOLS = {
    "one zone": (
        with_pool(zones=["eu-central-1a"], stack=KNOWN),
        [
            "provisioners.web.zones: one zone, its volumes can never be used elsewhere;"
            " add a zone unless that is meant  [W160]"
        ],
    ),
    "one zone by requirement": (
        with_pool(requirements=[{"key": "topology.kubernetes.io/zone", "operator": "In", "values": ["eu-central-1a"]}]),
        [
            "provisioners.web.requirements[0].values: one zone, its volumes can never be used elsewhere;"
            " add a zone unless that is meant  [W160]"
        ],
    ),
    "two of three zones": (
        with_pool(zones=["eu-central-1a", "eu-central-1b"], stack=KNOWN),
        [
            "provisioners.web.zones: [eu-central-1a, eu-central-1b] of eu-central-1a, eu-central-1b, eu-central-1c;"
            " pods that spread over zones with DoNotSchedule stay pending  [W161]"
        ],
    ),
    "two zones of an unknown number": (with_pool(zones=["eu-central-1a", "eu-central-1b"]), []),
    "all zones": (with_pool(zones=list(ZONES), stack=KNOWN), []),
    "zone without a subnet of the cluster": (
        with_pool(zones=[*ZONES, "eu-central-1d"], stack=KNOWN),
        [
            "provisioners.web.zones[3]: no subnet of nodeClasses.default lies in eu-central-1d;"
            " add one or remove the zone  [E162]"
        ],
    ),
    "zone without a subnet of the class": (
        with_pool(
            zones=list(ZONES),
            node_class={"subnets": [{"id": "subnet-a", "zone": ZONES[0]}, {"id": "subnet-b", "zone": ZONES[1]}]},
            stack=KNOWN,
        ),
        [
            "provisioners.web.zones[2]: no subnet of nodeClasses.default lies in eu-central-1c;"
            " add one or remove the zone  [E162]"
        ],
    ),
    "zone of another region": (
        with_pool(zones=["eu-central-1a", "eu-west-1a"]),
        ["provisioners.web.zones[1]: eu-west-1a is no zone of eu-central-1; write one such as eu-central-1a  [E162]"],
    ),
    "local zone of the region": (with_pool(zones=["eu-central-1a", "eu-central-1-ham-1a"]), []),
    "class in one zone": (
        with_pool(node_class={"subnets": [{"id": "subnet-x", "zone": ZONES[0]}]}, stack=KNOWN),
        [
            "nodeClasses.default.subnets: one zone, its volumes can never be used elsewhere;"
            " add a zone unless that is meant  [W160]"
        ],
    ),
    "class in two of three zones, known from the stack": (
        with_pool(node_class={"subnets": ["subnet-a", "subnet-c"]}, stack=KNOWN),
        [
            "nodeClasses.default.subnets: [eu-central-1a, eu-central-1c] of eu-central-1a, eu-central-1b,"
            " eu-central-1c; pods that spread over zones with DoNotSchedule stay pending  [W161]"
        ],
    ),
    "zone without a subnet of the class, known from the stack": (
        with_pool(zones=list(ZONES), node_class={"subnets": ["subnet-a", "subnet-b"]}, stack=KNOWN),
        [
            "provisioners.web.zones[2]: no subnet of nodeClasses.default lies in eu-central-1c;"
            " add one or remove the zone  [E162]"
        ],
    ),
    "class in all zones": (with_pool(node_class={"subnets": ["subnet-a", "subnet-b", "subnet-c"]}, stack=KNOWN), []),
    "class with a subnet of unknown zone": (
        with_pool(
            zones=list(ZONES), node_class={"subnets": [{"id": "subnet-a", "zone": ZONES[0]}, "subnet-x"]}, stack=KNOWN
        ),
        [],
    ),
}


@pytest.mark.parametrize(("stack", "expected"), POOLS.values(), ids=POOLS)
def test_zones_of_one_pool(stack: Platform, expected: list[str]):
    assert report(stack) == expected
