"""The network of the cluster: one that the product makes, or one that exists.

A made network has a public and a private subnet in each zone. Nodes live in the private ones; the public ones hold load
balancers and NAT gateways. Given subnets are used as they are, nothing in them is changed but Karpenter's discovery tag
(`discovery_tags.py`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pulumi
from pulumi_aws import GetAvailabilityZonesFilterArgs, ec2, get_availability_zones

from .model.cluster import CreateVpcSettings, VpcSettings
from .model.enums import IpFamily, NatGateways
from .rendering.subnets import ZoneSubnets, ipv6_private_block, ipv6_public_block, zone_subnets

EVERYWHERE = "0.0.0.0/0"
EVERYWHERE_IPV6 = "::/0"

PUBLIC_ROLE_TAG = "kubernetes.io/role/elb"
PRIVATE_ROLE_TAG = "kubernetes.io/role/internal-elb"
"""Where load balancers go. Source: EKS user guide, "subnet requirements and considerations"."""


@dataclass(frozen=True, kw_only=True)
class NetworkFacts:
    """Where the cluster lives; ids are unknown until deployed where the product makes the network."""

    vpc_id: pulumi.Input[str]

    subnets: tuple[pulumi.Input[str], ...]
    """Ids of the subnets for nodes, one or more per zone."""

    public_subnets: tuple[pulumi.Input[str], ...] = ()
    """Ids of the subnets for public load balancers."""

    ranges: tuple[str, ...] = ()
    """IPv4 ranges of all the subnets where the product makes them."""

    routes: tuple[pulumi.Resource, ...] = ()
    """What the product made so that nodes reach AWS. The cluster waits for them and therefore goes first: a controller
    without a way out could not clear its finalizers."""


@dataclass(frozen=True, kw_only=True)
class NetworkArgs:
    """Wiring of `Network`."""

    settings: CreateVpcSettings
    ip_family: IpFamily
    tags: Mapping[str, str]

    subnet_tags: Mapping[str, str]
    """Tags of the private subnets beside `tags`; a tag resource of their own would fight with the subnet over them."""


def given_network(vpc: VpcSettings) -> NetworkFacts:
    """A network that exists, by the ids in the stack file; the settings have them where `create` is absent."""
    assert vpc.vpc_id is not None
    return NetworkFacts(
        vpc_id=vpc.vpc_id,
        subnets=tuple(subnet.id for subnet in vpc.subnet_ids),
        public_subnets=tuple(subnet.id for subnet in vpc.public_subnet_ids),
    )


class Network(pulumi.ComponentResource):
    """A VPC with a public and a private subnet in each zone.

    Attributes:
        facts: What the cluster needs to know of it.
    """

    facts: NetworkFacts

    def __init__(self, name: str, args: NetworkArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:Network", name, None, opts)
        self._name = name
        self._args = args
        self._child = pulumi.ResourceOptions(parent=self)
        self._dual = args.ip_family is IpFamily.IPV6

        self._vpc = ec2.Vpc(
            f"{name}-vpc",
            cidr_block=args.settings.cidr,
            assign_generated_ipv6_cidr_block=self._dual,
            enable_dns_hostnames=True,
            enable_dns_support=True,
            tags=self._tags("vpc"),
            opts=self._child,
        )
        self._routes: list[pulumi.Resource] = []
        zones = zone_subnets(args.settings.cidr, self._zones(args.settings.zones))
        public = self._create_public_subnets(zones)
        private = self._create_private_subnets(zones, self._create_nat_gateways(zones, public))
        self.facts = NetworkFacts(
            vpc_id=self._vpc.id,
            subnets=tuple(subnet.id for subnet in private),
            public_subnets=tuple(subnet.id for subnet in public),
            ranges=tuple(each for zone in zones for each in (zone.private, zone.public)),
            routes=tuple(self._routes),
        )
        self.register_outputs({})

    def _zones(self, count: int) -> list[str]:
        """The first zones of the region by name that are open to every account; local zones are not among them."""
        offered = get_availability_zones(
            state="available",
            filters=[GetAvailabilityZonesFilterArgs(name="opt-in-status", values=["opt-in-not-required"])],
            opts=pulumi.InvokeOptions(parent=self),
        )
        if len(offered.names) < count:
            raise pulumi.RunError(
                f"platform:cluster: vpc.create.zones: {count}, but the region has {len(offered.names)} zones; "
                f"write {len(offered.names)} or fewer"
            )
        return sorted(offered.names)[:count]

    def _create_public_subnets(self, zones: tuple[ZoneSubnets, ...]) -> tuple[ec2.Subnet, ...]:
        self._gateway = ec2.InternetGateway(
            f"{self._name}-internet-gateway", vpc_id=self._vpc.id, tags=self._tags("internet"), opts=self._child
        )
        table = ec2.RouteTable(f"{self._name}-public", vpc_id=self._vpc.id, tags=self._tags("public"), opts=self._child)
        self._create_route("public-internet", table, destination_cidr_block=EVERYWHERE, gateway_id=self._gateway.id)
        if self._dual:
            self._create_route(
                "public-internet-ipv6",
                table,
                destination_ipv6_cidr_block=EVERYWHERE_IPV6,
                gateway_id=self._gateway.id,
            )
        return tuple(
            self._create_subnet(
                f"public-{zone.zone}",
                zone,
                table,
                cidr_block=zone.public,
                ipv6_cidr_block=self._ipv6(ipv6_public_block, zone),
                tags={PUBLIC_ROLE_TAG: "1"},
            )
            for zone in zones
        )

    def _create_nat_gateways(
        self, zones: tuple[ZoneSubnets, ...], public: tuple[ec2.Subnet, ...]
    ) -> tuple[ec2.NatGateway, ...]:
        count = len(zones) if self._args.settings.nat_gateways is NatGateways.PER_ZONE else 1
        return tuple(
            self._create_nat_gateway(zone, subnet) for zone, subnet in zip(zones[:count], public[:count], strict=True)
        )

    def _create_nat_gateway(self, zone: ZoneSubnets, subnet: ec2.Subnet) -> ec2.NatGateway:
        # AWS refuses a NAT gateway in a network that has no internet gateway yet, and nothing else here says so.
        attached = pulumi.ResourceOptions(parent=self, depends_on=[self._gateway])
        name = f"nat-{zone.zone}"
        address = ec2.Eip(f"{self._name}-{name}", domain="vpc", tags=self._tags(name), opts=attached)
        return ec2.NatGateway(
            f"{self._name}-{name}",
            subnet_id=subnet.id,
            allocation_id=address.allocation_id,
            tags=self._tags(name),
            opts=attached,
        )

    def _create_private_subnets(
        self, zones: tuple[ZoneSubnets, ...], gateways: tuple[ec2.NatGateway, ...]
    ) -> tuple[ec2.Subnet, ...]:
        egress = self._create_egress_gateway() if self._dual else None
        tables = tuple(
            self._create_private_table(zone, gateway, egress)
            for zone, gateway in zip(zones[: len(gateways)], gateways, strict=True)
        )
        return tuple(
            self._create_subnet(
                f"private-{zone.zone}",
                zone,
                tables[min(zone.index, len(tables) - 1)],
                cidr_block=zone.private,
                ipv6_cidr_block=self._ipv6(ipv6_private_block, zone),
                tags={PRIVATE_ROLE_TAG: "1", **self._args.subnet_tags},
            )
            for zone in zones
        )

    def _create_egress_gateway(self) -> ec2.EgressOnlyInternetGateway:
        return ec2.EgressOnlyInternetGateway(
            f"{self._name}-egress", vpc_id=self._vpc.id, tags=self._tags("egress"), opts=self._child
        )

    def _create_private_table(
        self, zone: ZoneSubnets, gateway: ec2.NatGateway, egress: ec2.EgressOnlyInternetGateway | None
    ) -> ec2.RouteTable:
        name = f"private-{zone.zone}"
        table = ec2.RouteTable(f"{self._name}-{name}", vpc_id=self._vpc.id, tags=self._tags(name), opts=self._child)
        self._create_route(f"{name}-nat", table, destination_cidr_block=EVERYWHERE, nat_gateway_id=gateway.id)
        if egress is not None:
            self._create_route(
                f"{name}-egress",
                table,
                destination_ipv6_cidr_block=EVERYWHERE_IPV6,
                egress_only_gateway_id=egress.id,
            )
        return table

    def _create_route(self, name: str, table: ec2.RouteTable, **way: pulumi.Input[str]) -> None:
        self._routes.append(
            ec2.Route(f"{self._name}-{name}", ec2.RouteArgs(route_table_id=table.id, **way), opts=self._child)
        )

    def _create_subnet(
        self,
        name: str,
        zone: ZoneSubnets,
        table: ec2.RouteTable,
        *,
        cidr_block: str,
        ipv6_cidr_block: pulumi.Output[str] | None,
        tags: Mapping[str, str],
    ) -> ec2.Subnet:
        subnet = ec2.Subnet(
            f"{self._name}-{name}",
            vpc_id=self._vpc.id,
            availability_zone=zone.zone,
            cidr_block=cidr_block,
            ipv6_cidr_block=ipv6_cidr_block,
            assign_ipv6_address_on_creation=self._dual,
            tags={**self._tags(name), **tags},
            opts=self._child,
        )
        self._routes.append(
            ec2.RouteTableAssociation(
                f"{self._name}-{name}", subnet_id=subnet.id, route_table_id=table.id, opts=self._child
            )
        )
        return subnet

    def _ipv6(self, block: Callable[[str, int], str], zone: ZoneSubnets) -> pulumi.Output[str] | None:
        """The zone's share of the block that AWS gives to the network; None in an IPv4 network."""
        if not self._dual:
            return None
        return self._vpc.ipv6_cidr_block.apply(lambda given: block(given, zone.index))

    def _tags(self, part: str) -> dict[str, str]:
        """The tags of one part; the console shows `Name`."""
        return {**self._args.tags, "Name": f"{self._name}-{part}"}
