"""Route tables, their routes and their subnets.

Source: documentation of the provider's resources 7.51; EC2 API reference.
"""

import zlib
from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import cidr_failures
from localcloud.providers.aws.ec2.base import Ec2Handler, first
from localcloud.providers.aws.handler import Properties
from localcloud.providers.validation import Failure

DESTINATIONS = {
    "destinationCidrBlock": "DestinationCidrBlock",
    "destinationIpv6CidrBlock": "DestinationIpv6CidrBlock",
    "destinationPrefixListId": "DestinationPrefixListId",
}

TARGETS = {
    "egressOnlyGatewayId": "EgressOnlyInternetGatewayId",
    "gatewayId": "GatewayId",
    "natGatewayId": "NatGatewayId",
    "networkInterfaceId": "NetworkInterfaceId",
    "transitGatewayId": "TransitGatewayId",
    "vpcPeeringConnectionId": "VpcPeeringConnectionId",
}


class RouteTable(Ec2Handler):
    """aws.ec2.RouteTable; its routes are resources of their own."""

    supports = frozenset({"tags", "vpcId"})
    replaces = frozenset({"vpcId"})
    gone = frozenset({"InvalidRouteTableID.NotFound"})

    def create(self, inputs: Properties) -> str:
        """CreateRouteTable."""
        answer = self.ec2.create_route_table(
            VpcId=inputs["vpcId"], TagSpecifications=self.specification("route-table", inputs)
        )
        return answer["RouteTable"]["RouteTableId"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeRouteTables. Its routes are left out: they change with other resources."""
        answer = self.found(lambda: self.ec2.describe_route_tables(RouteTableIds=[resource_id]))
        if answer is None:
            return None
        table = answer["RouteTables"][0]
        return {
            "arn": self.arn(f"route-table/{resource_id}"),
            "vpcId": table["VpcId"],
            "ownerId": self.session.account,
            **tags.properties(tags.from_list(table.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Tags change in place."""
        self.change_tags(resource_id, old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteRouteTable; refused while subnets use it."""
        self.ec2.delete_route_table(RouteTableId=resource_id)


class Route(Ec2Handler):
    """aws.ec2.Route; id from table and destination."""

    supports = frozenset({"routeTableId", *DESTINATIONS, *TARGETS})
    replaces = frozenset({"routeTableId", *DESTINATIONS})
    gone = frozenset({"InvalidRouteTableID.NotFound"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """One destination, one target."""
        for name in ("destinationCidrBlock", "destinationIpv6CidrBlock"):
            if name in inputs:
                yield from cidr_failures(name, inputs[name])

    def create(self, inputs: Properties) -> str:
        """CreateRoute."""
        self.ec2.create_route(RouteTableId=inputs["routeTableId"], **_route_request(inputs))
        return f"r-{inputs['routeTableId']}{zlib.crc32(_destination(inputs).encode())}"

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """The route of this destination in DescribeRouteTables."""
        answer = self.found(lambda: self.ec2.describe_route_tables(RouteTableIds=[inputs["routeTableId"]]))
        routes = answer["RouteTables"][0]["Routes"] if answer else []
        route = next((route for route in routes if _is_destination(route, _destination(inputs))), None)
        if route is None:
            return None
        return {
            "routeTableId": inputs["routeTableId"],
            "origin": route.get("Origin", "CreateRoute"),
            "state": route.get("State", "active"),
            **{name: route.get(field) for name, field in TARGETS.items()},
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """ReplaceRoute: another target."""
        self.ec2.replace_route(RouteTableId=new["routeTableId"], **_route_request(new))

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteRoute."""
        destination = {field: state[name] for name, field in DESTINATIONS.items() if name in state}
        self.ec2.delete_route(RouteTableId=state["routeTableId"], **destination)


class RouteTableAssociation(Ec2Handler):
    """aws.ec2.RouteTableAssociation.

    The provider changes `routeTableId` by giving the association a new id, which the engine sees as an update; here it
    is a replacement.
    """

    supports = replaces = frozenset({"routeTableId", "subnetId"})

    def create(self, inputs: Properties) -> str:
        """AssociateRouteTable."""
        answer = self.ec2.associate_route_table(RouteTableId=inputs["routeTableId"], SubnetId=inputs["subnetId"])
        return answer["AssociationId"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """The association in DescribeRouteTables."""
        wanted = [{"Name": "association.route-table-association-id", "Values": [resource_id]}]
        table = first(self.ec2.describe_route_tables(Filters=wanted)["RouteTables"])
        if table is None:
            return None
        associated = {entry["RouteTableAssociationId"]: entry.get("SubnetId") for entry in table["Associations"]}
        return {"routeTableId": table["RouteTableId"], "subnetId": associated[resource_id]}

    def delete(self, resource_id: str, state: Properties) -> None:
        """DisassociateRouteTable."""
        self.ec2.disassociate_route_table(AssociationId=resource_id)


def _route_request(inputs: Properties) -> dict[str, str]:
    return {field: inputs[name] for name, field in {**DESTINATIONS, **TARGETS}.items() if name in inputs}


def _destination(inputs: Properties) -> str:
    return next(inputs[name] for name in DESTINATIONS if name in inputs)


def _is_destination(route: dict[str, Any], destination: str) -> bool:
    return destination in (route.get(field) for field in DESTINATIONS.values())
