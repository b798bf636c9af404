"""VPCs.

Source: documentation of the provider's resources 7.51; EC2 API reference.
"""

from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import cidr_failures
from localcloud.providers.aws.ec2.base import Ec2Handler, first
from localcloud.providers.aws.handler import Properties
from localcloud.providers.validation import Failure


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
