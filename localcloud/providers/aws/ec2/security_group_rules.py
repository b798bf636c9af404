"""Rules of security groups, in both forms that the provider has.

Source: documentation of the provider's resources 7.51; EC2 API reference.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import cidr_failures
from localcloud.providers.aws.ec2.base import Ec2Handler, first
from localcloud.providers.aws.handler import Properties
from localcloud.providers.validation import Failure


class SecurityGroupRule(Ec2Handler):
    """aws.ec2.SecurityGroupRule: one permission, possibly from several sources; id is a hash of it."""

    supports = frozenset(
        {
            "cidrBlocks",
            "description",
            "fromPort",
            "ipv6CidrBlocks",
            "protocol",
            "securityGroupId",
            "self",
            "sourceSecurityGroupId",
            "toPort",
            "type",
        }
    )
    replaces = supports - {"description"}
    gone = frozenset({"InvalidGroup.NotFound"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Direction, blocks, at least one source."""
        if inputs.get("type") not in ("ingress", "egress"):
            yield Failure("type", f"must be ingress or egress, is {inputs.get('type')!r}")
        for name in ("cidrBlocks", "ipv6CidrBlocks"):
            for index, block in enumerate(inputs.get(name, [])):
                yield from cidr_failures(f"{name}[{index}]", block)

    def create(self, inputs: Properties) -> str:
        """AuthorizeSecurityGroupIngress or -Egress."""
        self._call("authorize", inputs)
        seed = json.dumps({name: inputs[name] for name in sorted(inputs)}, sort_keys=True)
        return f"sgrule-{int(hashlib.sha256(seed.encode()).hexdigest()[:8], 16)}"

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """The permission in DescribeSecurityGroups."""
        answer = self.found(lambda: self.ec2.describe_security_groups(GroupIds=[inputs["securityGroupId"]]))
        if answer is None:
            return None
        field = "IpPermissions" if inputs["type"] == "ingress" else "IpPermissionsEgress"
        wanted = _permission(inputs)
        admitted = {
            source
            for permission in answer["SecurityGroups"][0][field]
            if _ports(permission) == _ports(wanted)
            for source in _sources(permission)
        }
        return {"self": inputs.get("self", False)} if set(_sources(wanted)) <= admitted else None

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """UpdateSecurityGroupRuleDescriptionsIngress or -Egress."""
        self._call("update_security_group_rule_descriptions", new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """RevokeSecurityGroupIngress or -Egress."""
        self._call("revoke", state)

    def _call(self, verb: str, inputs: Properties) -> None:
        stem = verb if "descriptions" in verb else f"{verb}_security_group"
        call = getattr(self.ec2, f"{stem}_{inputs['type']}")
        call(GroupId=inputs["securityGroupId"], IpPermissions=[_permission(inputs)])


class _SecurityGroupSideRule(Ec2Handler):
    """aws.vpc.SecurityGroupIngressRule and -EgressRule: one permission from one source; id `sgr-…`."""

    side: str

    supports = frozenset(
        {
            "cidrIpv4",
            "cidrIpv6",
            "description",
            "fromPort",
            "ipProtocol",
            "referencedSecurityGroupId",
            "securityGroupId",
            "tags",
            "toPort",
        }
    )
    replaces = supports - {"description", "tags"}
    gone = frozenset({"InvalidSecurityGroupRuleId.NotFound", "InvalidGroup.NotFound"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Blocks, exactly one source."""
        for name in ("cidrIpv4", "cidrIpv6"):
            if name in inputs:
                yield from cidr_failures(name, inputs[name])

    def create(self, inputs: Properties) -> str:
        """AuthorizeSecurityGroupIngress or -Egress."""
        authorize = getattr(self.ec2, f"authorize_security_group_{self.side}")
        answer = authorize(
            GroupId=inputs["securityGroupId"],
            IpPermissions=[_side_permission(inputs)],
            TagSpecifications=self.specification("security-group-rule", inputs),
        )
        return answer["SecurityGroupRules"][0]["SecurityGroupRuleId"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeSecurityGroupRules."""
        answer = self.found(lambda: self.ec2.describe_security_group_rules(SecurityGroupRuleIds=[resource_id]))
        rule = first(answer["SecurityGroupRules"]) if answer else None
        return rule and {
            "arn": self.arn(f"security-group-rule/{resource_id}"),
            "securityGroupRuleId": resource_id,
            "securityGroupId": rule["GroupId"],
            "ipProtocol": rule["IpProtocol"],
            "cidrIpv4": rule.get("CidrIpv4"),
            "cidrIpv6": rule.get("CidrIpv6"),
            "referencedSecurityGroupId": rule.get("ReferencedGroupInfo", {}).get("GroupId"),
            "description": rule.get("Description"),
            **tags.properties(tags.from_list(rule.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Tags change in place, and the description."""
        self.change_tags(resource_id, old, new)
        if old.get("description") != new.get("description"):
            update = getattr(self.ec2, f"update_security_group_rule_descriptions_{self.side}")
            update(GroupId=new["securityGroupId"], IpPermissions=[_side_permission(new)])

    def delete(self, resource_id: str, state: Properties) -> None:
        """RevokeSecurityGroupIngress or -Egress by id."""
        revoke = getattr(self.ec2, f"revoke_security_group_{self.side}")
        revoke(GroupId=state["securityGroupId"], SecurityGroupRuleIds=[resource_id])


class SecurityGroupIngressRule(_SecurityGroupSideRule):
    """Traffic into the group."""

    side = "ingress"


class SecurityGroupEgressRule(_SecurityGroupSideRule):
    """Traffic out of the group."""

    side = "egress"


def _permission(inputs: Properties) -> dict[str, Any]:
    described = {"Description": inputs["description"]} if "description" in inputs else {}
    groups = [inputs["sourceSecurityGroupId"]] if "sourceSecurityGroupId" in inputs else []
    if inputs.get("self"):
        groups.append(inputs["securityGroupId"])
    permission: dict[str, Any] = {
        "IpProtocol": inputs["protocol"],
        "IpRanges": [{"CidrIp": block, **described} for block in inputs.get("cidrBlocks", [])],
        "Ipv6Ranges": [{"CidrIpv6": block, **described} for block in inputs.get("ipv6CidrBlocks", [])],
        "UserIdGroupPairs": [{"GroupId": group, **described} for group in groups],
    }
    return permission | _port_fields(inputs["protocol"], inputs)


def _side_permission(inputs: Properties) -> dict[str, Any]:
    described = {"Description": inputs["description"]} if "description" in inputs else {}
    permission: dict[str, Any] = {"IpProtocol": inputs["ipProtocol"]}
    if "cidrIpv4" in inputs:
        permission["IpRanges"] = [{"CidrIp": inputs["cidrIpv4"], **described}]
    if "cidrIpv6" in inputs:
        permission["Ipv6Ranges"] = [{"CidrIpv6": inputs["cidrIpv6"], **described}]
    if "referencedSecurityGroupId" in inputs:
        permission["UserIdGroupPairs"] = [{"GroupId": inputs["referencedSecurityGroupId"], **described}]
    return permission | _port_fields(inputs["ipProtocol"], inputs)


def _port_fields(protocol: str, inputs: Properties) -> dict[str, int]:
    if protocol in ("-1", "all"):
        return {}
    return {"FromPort": inputs["fromPort"], "ToPort": inputs["toPort"]}


def _ports(permission: dict[str, Any]) -> tuple[Any, ...]:
    return permission["IpProtocol"], permission.get("FromPort"), permission.get("ToPort")


def _sources(permission: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Kind and value of everything that one permission of a security group admits."""
    for kind, key in (("IpRanges", "CidrIp"), ("Ipv6Ranges", "CidrIpv6"), ("UserIdGroupPairs", "GroupId")):
        for entry in permission.get(kind, []):
            yield kind, entry[key]
