"""VPCs, subnets, gateways and routes.

Source of force-new inputs and ids: documentation of the provider's resources 7.51; of calls: EC2 API reference.
"""

import zlib
from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import cidr_failures
from localcloud.providers.aws.ec2 import Ec2Handler, first
from localcloud.providers.aws.handler import Properties, changed
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


class Vpc(Ec2Handler):
    """aws.ec2.Vpc."""

    supports = frozenset(
        {
            "assignGeneratedIpv6CidrBlock",
            "cidrBlock",
            "enableDnsHostnames",
            "enableDnsSupport",
            "instanceTenancy",
            "tags",
        }
    )
    replaces = frozenset({"assignGeneratedIpv6CidrBlock", "cidrBlock", "instanceTenancy"})
    gone = frozenset({"InvalidVpcID.NotFound"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """The block."""
        if "cidrBlock" in inputs:
            yield from cidr_failures("cidrBlock", inputs["cidrBlock"])

    def create(self, inputs: Properties) -> str:
        """CreateVpc, then the attributes."""
        vpc = self.ec2.create_vpc(
            CidrBlock=inputs["cidrBlock"],
            AmazonProvidedIpv6CidrBlock=inputs.get("assignGeneratedIpv6CidrBlock", False),
            InstanceTenancy=inputs.get("instanceTenancy", "default"),
            TagSpecifications=self.specification("vpc", inputs),
        )["Vpc"]
        self._set_dns(vpc["VpcId"], inputs)
        return vpc["VpcId"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeVpcs and the ids of what came with the VPC."""
        answer = self.found(lambda: self.ec2.describe_vpcs(VpcIds=[resource_id]))
        if answer is None:
            return None
        vpc = answer["Vpcs"][0]
        within = [{"Name": "vpc-id", "Values": [resource_id]}]
        tables = self.ec2.describe_route_tables(Filters=[*within, {"Name": "association.main", "Values": ["true"]}])[
            "RouteTables"
        ]
        groups = self.ec2.describe_security_groups(Filters=[*within, {"Name": "group-name", "Values": ["default"]}])
        lists = self.ec2.describe_network_acls(Filters=[*within, {"Name": "default", "Values": ["true"]}])
        ipv6 = first(vpc.get("Ipv6CidrBlockAssociationSet")) or {}
        return {
            "arn": self.arn(f"vpc/{resource_id}"),
            "cidrBlock": vpc["CidrBlock"],
            "instanceTenancy": vpc["InstanceTenancy"],
            "enableDnsHostnames": self._attribute(resource_id, "enableDnsHostnames"),
            "enableDnsSupport": self._attribute(resource_id, "enableDnsSupport"),
            "assignGeneratedIpv6CidrBlock": bool(ipv6),
            "ipv6CidrBlock": ipv6.get("Ipv6CidrBlock"),
            "ipv6AssociationId": ipv6.get("AssociationId"),
            "dhcpOptionsId": vpc.get("DhcpOptionsId"),
            "mainRouteTableId": tables[0]["RouteTableId"],
            "defaultRouteTableId": tables[0]["RouteTableId"],
            "defaultSecurityGroupId": groups["SecurityGroups"][0]["GroupId"],
            "defaultNetworkAclId": lists["NetworkAcls"][0]["NetworkAclId"],
            "ownerId": self.session.account,
            **tags.properties(tags.from_list(vpc.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """DNS attributes and tags change in place."""
        self._set_dns(resource_id, new)
        self.change_tags(resource_id, old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteVpc; refused while something is in it."""
        self.ec2.delete_vpc(VpcId=resource_id)

    def _set_dns(self, vpc_id: str, inputs: Properties) -> None:
        support = {"Value": inputs.get("enableDnsSupport", True)}
        self.ec2.modify_vpc_attribute(VpcId=vpc_id, EnableDnsSupport=support)
        hostnames = {"Value": inputs.get("enableDnsHostnames", False)}
        self.ec2.modify_vpc_attribute(VpcId=vpc_id, EnableDnsHostnames=hostnames)

    def _attribute(self, vpc_id: str, name: str) -> bool:
        answer = self.ec2.describe_vpc_attribute(VpcId=vpc_id, Attribute=name)
        return answer[name[0].upper() + name[1:]]["Value"]


class Subnet(Ec2Handler):
    """aws.ec2.Subnet."""

    supports = frozenset(
        {
            "assignIpv6AddressOnCreation",
            "availabilityZone",
            "cidrBlock",
            "ipv6CidrBlock",
            "mapPublicIpOnLaunch",
            "tags",
            "vpcId",
        }
    )
    replaces = frozenset({"availabilityZone", "cidrBlock", "ipv6CidrBlock", "vpcId"})
    gone = frozenset({"InvalidSubnetID.NotFound"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """The blocks."""
        for name in ("cidrBlock", "ipv6CidrBlock"):
            if name in inputs:
                yield from cidr_failures(name, inputs[name])

    def create(self, inputs: Properties) -> str:
        """CreateSubnet, then the attributes."""
        request = {
            "VpcId": inputs["vpcId"],
            "CidrBlock": inputs["cidrBlock"],
            "TagSpecifications": self.specification("subnet", inputs),
        }
        if "availabilityZone" in inputs:
            request["AvailabilityZone"] = inputs["availabilityZone"]
        if "ipv6CidrBlock" in inputs:
            request["Ipv6CidrBlock"] = inputs["ipv6CidrBlock"]
        subnet_id = self.ec2.create_subnet(**request)["Subnet"]["SubnetId"]
        self._set_addresses(subnet_id, {}, inputs)
        return subnet_id

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeSubnets."""
        answer = self.found(lambda: self.ec2.describe_subnets(SubnetIds=[resource_id]))
        if answer is None:
            return None
        subnet = answer["Subnets"][0]
        ipv6 = first(subnet.get("Ipv6CidrBlockAssociationSet")) or {}
        return {
            "arn": self.arn(f"subnet/{resource_id}"),
            "vpcId": subnet["VpcId"],
            "cidrBlock": subnet["CidrBlock"],
            "availabilityZone": subnet["AvailabilityZone"],
            "availabilityZoneId": subnet["AvailabilityZoneId"],
            "mapPublicIpOnLaunch": subnet["MapPublicIpOnLaunch"],
            "assignIpv6AddressOnCreation": subnet["AssignIpv6AddressOnCreation"],
            "ipv6CidrBlock": ipv6.get("Ipv6CidrBlock"),
            "ipv6CidrBlockAssociationId": ipv6.get("AssociationId"),
            "ownerId": self.session.account,
            **tags.properties(tags.from_list(subnet.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Address attributes and tags change in place."""
        self._set_addresses(resource_id, old, new)
        self.change_tags(resource_id, old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteSubnet."""
        self.ec2.delete_subnet(SubnetId=resource_id)

    def _set_addresses(self, subnet_id: str, old: Properties, new: Properties) -> None:
        for name, field in (
            ("mapPublicIpOnLaunch", "MapPublicIpOnLaunch"),
            ("assignIpv6AddressOnCreation", "AssignIpv6AddressOnCreation"),
        ):
            if old.get(name, False) != new.get(name, False):
                self.ec2.modify_subnet_attribute(SubnetId=subnet_id, **{field: {"Value": new.get(name, False)}})


class InternetGateway(Ec2Handler):
    """aws.ec2.InternetGateway."""

    supports = frozenset({"tags", "vpcId"})
    gone = frozenset({"InvalidInternetGatewayID.NotFound"})

    def create(self, inputs: Properties) -> str:
        """CreateInternetGateway and AttachInternetGateway."""
        answer = self.ec2.create_internet_gateway(TagSpecifications=self.specification("internet-gateway", inputs))
        gateway_id = answer["InternetGateway"]["InternetGatewayId"]
        self._attach(gateway_id, inputs.get("vpcId"))
        return gateway_id

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeInternetGateways."""
        answer = self.found(lambda: self.ec2.describe_internet_gateways(InternetGatewayIds=[resource_id]))
        if answer is None:
            return None
        gateway = answer["InternetGateways"][0]
        attachment = first(gateway["Attachments"]) or {}
        return {
            "arn": self.arn(f"internet-gateway/{resource_id}"),
            "vpcId": attachment.get("VpcId"),
            "ownerId": self.session.account,
            **tags.properties(tags.from_list(gateway.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """It can move to another VPC."""
        if changed("vpcId", old, new):
            self._detach(resource_id, old.get("vpcId"))
            self._attach(resource_id, new.get("vpcId"))
        self.change_tags(resource_id, old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DetachInternetGateway and DeleteInternetGateway."""
        self._detach(resource_id, state.get("vpcId"))
        self.ec2.delete_internet_gateway(InternetGatewayId=resource_id)

    def _attach(self, gateway_id: str, vpc_id: str | None) -> None:
        if vpc_id is not None:
            self.ec2.attach_internet_gateway(InternetGatewayId=gateway_id, VpcId=vpc_id)

    def _detach(self, gateway_id: str, vpc_id: str | None) -> None:
        if vpc_id is not None:
            self.ec2.detach_internet_gateway(InternetGatewayId=gateway_id, VpcId=vpc_id)


class EgressOnlyInternetGateway(Ec2Handler):
    """aws.ec2.EgressOnlyInternetGateway."""

    supports = frozenset({"tags", "vpcId"})
    replaces = frozenset({"vpcId"})

    def create(self, inputs: Properties) -> str:
        """CreateEgressOnlyInternetGateway."""
        answer = self.ec2.create_egress_only_internet_gateway(
            VpcId=inputs["vpcId"],
            TagSpecifications=self.specification("egress-only-internet-gateway", inputs),
        )
        return answer["EgressOnlyInternetGateway"]["EgressOnlyInternetGatewayId"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeEgressOnlyInternetGateways."""
        answer = self.ec2.describe_egress_only_internet_gateways(EgressOnlyInternetGatewayIds=[resource_id])
        gateway = first(answer["EgressOnlyInternetGateways"])
        return gateway and {
            "vpcId": gateway["Attachments"][0]["VpcId"],
            **tags.properties(tags.from_list(gateway.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Tags change in place."""
        self.change_tags(resource_id, old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteEgressOnlyInternetGateway."""
        self.ec2.delete_egress_only_internet_gateway(EgressOnlyInternetGatewayId=resource_id)


class Eip(Ec2Handler):
    """aws.ec2.Eip; id is the allocation's."""

    supports = frozenset({"domain", "tags"})
    replaces = frozenset({"domain"})
    gone = frozenset({"InvalidAllocationID.NotFound"})

    def create(self, inputs: Properties) -> str:
        """AllocateAddress."""
        answer = self.ec2.allocate_address(
            Domain=inputs.get("domain", "vpc"), TagSpecifications=self.specification("elastic-ip", inputs)
        )
        return answer["AllocationId"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeAddresses. What it is associated with is left out: that changes with other resources."""
        answer = self.found(lambda: self.ec2.describe_addresses(AllocationIds=[resource_id]))
        if answer is None:
            return None
        address = answer["Addresses"][0]
        return {
            "arn": self.arn(f"elastic-ip/{resource_id}"),
            "allocationId": resource_id,
            "domain": address["Domain"],
            "publicIp": address["PublicIp"],
            **tags.properties(tags.from_list(address.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Tags change in place."""
        self.change_tags(resource_id, old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """ReleaseAddress."""
        self.ec2.release_address(AllocationId=resource_id)


class NatGateway(Ec2Handler):
    """aws.ec2.NatGateway."""

    supports = frozenset({"allocationId", "connectivityType", "subnetId", "tags"})
    replaces = frozenset({"allocationId", "connectivityType", "subnetId"})
    gone = frozenset({"NatGatewayNotFound"})

    def create(self, inputs: Properties) -> str:
        """CreateNatGateway; the address must exist."""
        request = {
            "SubnetId": inputs["subnetId"],
            "ConnectivityType": inputs.get("connectivityType", "public"),
            "TagSpecifications": self.specification("natgateway", inputs),
        }
        if "allocationId" in inputs:
            self.ec2.describe_addresses(AllocationIds=[inputs["allocationId"]])
            request["AllocationId"] = inputs["allocationId"]
        return self.ec2.create_nat_gateway(**request)["NatGateway"]["NatGatewayId"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeNatGateways; a deleted one is still listed."""
        answer = self.found(lambda: self.ec2.describe_nat_gateways(NatGatewayIds=[resource_id]))
        gateway = first(answer["NatGateways"]) if answer else None
        if gateway is None or gateway["State"] in ("deleted", "deleting"):
            return None
        address = first(gateway["NatGatewayAddresses"]) or {}
        return {
            "subnetId": gateway["SubnetId"],
            "connectivityType": gateway.get("ConnectivityType", "public"),
            "allocationId": address.get("AllocationId"),
            "publicIp": address.get("PublicIp"),
            "privateIp": address.get("PrivateIp"),
            "networkInterfaceId": address.get("NetworkInterfaceId"),
            **tags.properties(tags.from_list(gateway.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Tags change in place."""
        self.change_tags(resource_id, old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteNatGateway."""
        self.ec2.delete_nat_gateway(NatGatewayId=resource_id)


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


class Tag(Ec2Handler):
    """aws.ec2.Tag: one tag on a resource of EC2; id `resource,key`."""

    supports = frozenset({"key", "resourceId", "value"})
    replaces = frozenset({"key", "resourceId"})

    def create(self, inputs: Properties) -> str:
        """CreateTags; the resource must exist."""
        self._put(inputs)
        return f"{inputs['resourceId']},{inputs['key']}"

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeTags."""
        resource, _, key = resource_id.partition(",")
        wanted = [{"Name": "resource-id", "Values": [resource]}, {"Name": "key", "Values": [key]}]
        tag = first(self.ec2.describe_tags(Filters=wanted)["Tags"])
        return tag and {"resourceId": resource, "key": key, "value": tag["Value"]}

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """CreateTags overwrites."""
        self._put(new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteTags."""
        self.ec2.delete_tags(Resources=[state["resourceId"]], Tags=[{"Key": state["key"]}])

    def _put(self, inputs: Properties) -> None:
        tag = {"Key": inputs["key"], "Value": inputs["value"]}
        self.ec2.create_tags(Resources=[inputs["resourceId"]], Tags=[tag])


def _route_request(inputs: Properties) -> dict[str, str]:
    return {field: inputs[name] for name, field in {**DESTINATIONS, **TARGETS}.items() if name in inputs}


def _destination(inputs: Properties) -> str:
    return next(inputs[name] for name in DESTINATIONS if name in inputs)


def _is_destination(route: dict[str, Any], destination: str) -> bool:
    return destination in (route.get(field) for field in DESTINATIONS.values())
