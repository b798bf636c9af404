"""Security groups without their rules.

Source: documentation of the provider's resources 7.51; EC2 API reference.
"""

from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.ec2.base import Ec2Handler
from localcloud.providers.aws.handler import Properties

DESCRIPTION = "Managed by Pulumi"
"""What the provider writes when no description is given."""


class SecurityGroup(Ec2Handler):
    """aws.ec2.SecurityGroup; its rules are resources of their own."""

    supports = frozenset({"description", "name", "revokeRulesOnDelete", "tags", "vpcId"})
    replaces = frozenset({"description", "name", "vpcId"})
    named_by = ("name", 255)
    gone = frozenset({"InvalidGroup.NotFound"})

    def create(self, inputs: Properties) -> str:
        """CreateSecurityGroup without AWS' rule that admits all traffic out, as the provider does."""
        request = {
            "GroupName": inputs["name"],
            "Description": inputs.get("description", DESCRIPTION),
            "TagSpecifications": self.specification("security-group", inputs),
        }
        if "vpcId" in inputs:
            request["VpcId"] = inputs["vpcId"]
        group_id = self.ec2.create_security_group(**request)["GroupId"]
        everything = {"IpProtocol": "-1", "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}
        self.ec2.revoke_security_group_egress(GroupId=group_id, IpPermissions=[everything])
        return group_id

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeSecurityGroups. Its rules are left out: they change with other resources."""
        answer = self.found(lambda: self.ec2.describe_security_groups(GroupIds=[resource_id]))
        if answer is None:
            return None
        group = answer["SecurityGroups"][0]
        return {
            "arn": self.arn(f"security-group/{resource_id}"),
            "name": group["GroupName"],
            "description": group["Description"],
            "vpcId": group["VpcId"],
            "ownerId": group["OwnerId"],
            **tags.properties(tags.from_list(group.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Tags change in place."""
        self.change_tags(resource_id, old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteSecurityGroup; refused while other groups' rules name it."""
        if state.get("revokeRulesOnDelete"):
            self._revoke_all(resource_id)
        self.ec2.delete_security_group(GroupId=resource_id)

    def _revoke_all(self, group_id: str) -> None:
        group = self.ec2.describe_security_groups(GroupIds=[group_id])["SecurityGroups"][0]
        if group["IpPermissions"]:
            self.ec2.revoke_security_group_ingress(GroupId=group_id, IpPermissions=group["IpPermissions"])
        if group["IpPermissionsEgress"]:
            self.ec2.revoke_security_group_egress(GroupId=group_id, IpPermissions=group["IpPermissionsEgress"])
