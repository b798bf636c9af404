"""The ways out of a VPC: internet and egress-only gateways, addresses and NAT gateways.

Source: documentation of the provider's resources 7.51; EC2 API reference.
"""

from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.ec2.base import Ec2Handler, first
from localcloud.providers.aws.handler import Properties, changed


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
