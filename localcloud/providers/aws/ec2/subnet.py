"""Subnets.

Source: documentation of the provider's resources 7.51; EC2 API reference.
"""

from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import cidr_failures
from localcloud.providers.aws.ec2.base import Ec2Handler, first
from localcloud.providers.aws.handler import Properties
from localcloud.providers.validation import Failure


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
