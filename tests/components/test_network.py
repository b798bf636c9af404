"""The network that the product makes, in the recorder. Whether AWS takes it is proven by the stand-in providers."""

from typing import Any

from tests.components.builders import cluster_settings, record_cluster
from tests.recording import Recording

ZONES = ("eu-west-1a", "eu-west-1b", "eu-west-1c")
NETWORK = "acme-dev-network"


def made(**vpc: Any) -> Recording:
    create = {"cidr": "10.0.0.0/16", **vpc.pop("create", {})}
    return record_cluster(cluster=cluster_settings(vpc={"create": create, **vpc}))


def test_a_public_and_a_private_subnet_in_each_zone_behind_one_nat_gateway():
    seen = made()

    assert seen.children(NETWORK) == sorted(
        [
            ("aws:ec2/vpc:Vpc", f"{NETWORK}-vpc"),
            ("aws:ec2/internetGateway:InternetGateway", f"{NETWORK}-internet-gateway"),
            ("aws:ec2/eip:Eip", f"{NETWORK}-nat-eu-west-1a"),
            ("aws:ec2/natGateway:NatGateway", f"{NETWORK}-nat-eu-west-1a"),
            ("aws:ec2/routeTable:RouteTable", f"{NETWORK}-public"),
            ("aws:ec2/route:Route", f"{NETWORK}-public-internet"),
            ("aws:ec2/routeTable:RouteTable", f"{NETWORK}-private-eu-west-1a"),
            ("aws:ec2/route:Route", f"{NETWORK}-private-eu-west-1a-nat"),
            *(
                (f"aws:ec2/{kind}", f"{NETWORK}-{side}-{zone}")
                for kind in ("subnet:Subnet", "routeTableAssociation:RouteTableAssociation")
                for side in ("public", "private")
                for zone in ZONES
            ),
        ]
    )


def test_a_nat_gateway_per_zone_gives_each_zone_its_own_routes():
    seen = made(create={"natGateways": "perZone"})

    assert [one.name for one in seen.of("aws:ec2/natGateway:NatGateway")] == [f"{NETWORK}-nat-{zone}" for zone in ZONES]
    associations = seen.of("aws:ec2/routeTableAssociation:RouteTableAssociation", "*-private-*")
    assert [one.inputs["routeTableId"] for one in associations] == [f"{NETWORK}-private-{zone}" for zone in ZONES]


def test_only_as_many_zones_as_asked_for():
    seen = made(create={"zones": 2})

    assert [one.inputs["availabilityZone"] for one in seen.of("aws:ec2/subnet:Subnet", "*-private-*")] == list(
        ZONES[:2]
    )


def test_subnets_tell_load_balancers_and_karpenter_where_they_are():
    seen = made()

    private = seen.of("aws:ec2/subnet:Subnet", "*-private-eu-west-1a")[0].inputs
    public = seen.of("aws:ec2/subnet:Subnet", "*-public-eu-west-1a")[0].inputs
    assert private["tags"] == {
        "Name": f"{NETWORK}-private-eu-west-1a",
        "kubernetes.io/role/internal-elb": "1",
        "karpenter.sh/discovery": "acme-dev",
    }
    assert public["tags"] == {"Name": f"{NETWORK}-public-eu-west-1a", "kubernetes.io/role/elb": "1"}
    assert (private["cidrBlock"], public["cidrBlock"]) == ("10.0.0.0/19", "10.0.224.0/22")


def test_made_subnets_get_no_tag_resource():
    seen = made()

    assert [one.name for one in seen.of("aws:ec2/tag:Tag")] == ["acme-dev-discovery-security-group"]


def test_nat_gateways_wait_for_the_internet_gateway():
    seen = made()

    gateway = seen[f"{NETWORK}-internet-gateway"].urn
    for one in (*seen.of("aws:ec2/natGateway:NatGateway"), *seen.of("aws:ec2/eip:Eip")):
        assert gateway in seen.waits_for(one)


def test_the_cluster_goes_before_its_routes():
    seen = made()

    reached = seen.waits_for(seen["acme-dev-eks-cluster"])
    routes = (*seen.of("aws:ec2/route:Route"), *seen.of("aws:ec2/routeTableAssociation:*"))
    assert [one.name for one in routes if one.urn not in reached] == []


def test_an_ipv6_network_has_blocks_and_routes_of_both_families():
    seen = made(ipFamily="ipv6")

    assert seen[f"{NETWORK}-vpc"].inputs["assignGeneratedIpv6CidrBlock"] is True
    assert [one.name for one in seen.of("aws:ec2/route:Route")] == [
        f"{NETWORK}-private-eu-west-1a-egress",
        f"{NETWORK}-private-eu-west-1a-nat",
        f"{NETWORK}-public-internet",
        f"{NETWORK}-public-internet-ipv6",
    ]
    assert seen["acme-dev-eks-cluster"].inputs["ipFamily"] == "ipv6"


def test_a_given_network_is_used_as_it_is():
    seen = record_cluster(
        cluster=cluster_settings(
            vpc={"vpcId": "vpc-0123", "subnetIds": ["subnet-a", "subnet-b"], "publicSubnetIds": ["subnet-p"]}
        )
    )

    assert seen.of("karpenter-tenants:index:Network") == []
    inputs = seen["acme-dev-eks-cluster"].inputs
    assert (inputs["vpcId"], inputs["privateSubnetIds"], inputs["publicSubnetIds"]) == (
        "vpc-0123",
        ["subnet-a", "subnet-b"],
        ["subnet-p"],
    )
