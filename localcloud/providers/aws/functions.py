"""Functions (invokes) of the provider: what a program may look up.

Source: documentation of the provider's functions 7.51.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.eks.cluster import described
from localcloud.providers.aws.session import Session

Arguments = Mapping[str, Any]

DNS_SUFFIXES = {"aws": "amazonaws.com", "aws-cn": "amazonaws.com.cn", "aws-us-gov": "amazonaws.com"}


class UnknownFunction(Exception):
    """A function that the stand-in does not have, or one that found nothing."""


def call_function(session: Session, token: str, arguments: Arguments) -> dict[str, Any]:
    """Answer one function.

    Raises:
        UnknownFunction: No such function here, or nothing was found.
    """
    if token not in FUNCTIONS:
        raise UnknownFunction(f"the local cloud has no function {token}; known are {', '.join(sorted(FUNCTIONS))}")
    return FUNCTIONS[token](session, arguments)


def _caller_identity(session: Session, arguments: Arguments) -> dict[str, Any]:
    caller = session.client("sts").get_caller_identity()
    return {"accountId": caller["Account"], "arn": caller["Arn"], "userId": caller["UserId"], "id": caller["Account"]}


def _partition(session: Session, arguments: Arguments) -> dict[str, Any]:
    suffix = DNS_SUFFIXES[session.partition]
    reverse = ".".join(reversed(suffix.split(".")))
    return {
        "partition": session.partition,
        "id": session.partition,
        "dnsSuffix": suffix,
        "reverseDnsPrefix": reverse,
    }


def _region(session: Session, arguments: Arguments) -> dict[str, Any]:
    name = arguments.get("region") or arguments.get("name") or session.region
    endpoint = f"ec2.{name}.{DNS_SUFFIXES[session.partition]}"
    return {"name": name, "region": name, "id": name, "endpoint": endpoint, "description": name}


def _availability_zones(session: Session, arguments: Arguments) -> dict[str, Any]:
    request: dict[str, Any] = {"Filters": _filters(arguments)}
    if "state" in arguments:
        request["Filters"].append({"Name": "state", "Values": [arguments["state"]]})
    zones = session.client("ec2").describe_availability_zones(**request)["AvailabilityZones"]
    excluded = arguments.get("excludeNames", [])
    kept = [zone for zone in zones if zone["ZoneName"] not in excluded]
    return {
        "id": session.region,
        "names": [zone["ZoneName"] for zone in kept],
        "zoneIds": [zone["ZoneId"] for zone in kept],
        "groupNames": [session.region],
        **{name: arguments[name] for name in ("filters", "state", "excludeNames") if name in arguments},
    }


def _vpc(session: Session, arguments: Arguments) -> dict[str, Any]:
    filters = _filters(arguments)
    if arguments.get("default"):
        filters.append({"Name": "is-default", "Values": ["true"]})
    request = {"Filters": filters, **({"VpcIds": [arguments["id"]]} if "id" in arguments else {})}
    vpc = _only(session.client("ec2").describe_vpcs(**request)["Vpcs"], "EC2 VPC", arguments)
    return {
        "id": vpc["VpcId"],
        "arn": session.arn("ec2", f"vpc/{vpc['VpcId']}"),
        "cidrBlock": vpc["CidrBlock"],
        "default": vpc["IsDefault"],
        "state": vpc["State"],
        "instanceTenancy": vpc["InstanceTenancy"],
        "ownerId": session.account,
        "tags": tags.from_list(vpc.get("Tags")),
    }


def _subnets(session: Session, arguments: Arguments) -> dict[str, Any]:
    found = session.client("ec2").describe_subnets(Filters=_filters(arguments))["Subnets"]
    return {
        "id": session.region,
        "ids": sorted(subnet["SubnetId"] for subnet in found),
        "tags": dict(arguments.get("tags", {})),
    }


def _subnet(session: Session, arguments: Arguments) -> dict[str, Any]:
    request = {
        "Filters": _filters(arguments),
        **({"SubnetIds": [arguments["id"]]} if "id" in arguments else {}),
    }
    subnet = _only(session.client("ec2").describe_subnets(**request)["Subnets"], "EC2 Subnet", arguments)
    return {
        "id": subnet["SubnetId"],
        "arn": session.arn("ec2", f"subnet/{subnet['SubnetId']}"),
        "vpcId": subnet["VpcId"],
        "cidrBlock": subnet["CidrBlock"],
        "availabilityZone": subnet["AvailabilityZone"],
        "availabilityZoneId": subnet["AvailabilityZoneId"],
        "mapPublicIpOnLaunch": subnet["MapPublicIpOnLaunch"],
        "availableIpAddressCount": subnet["AvailableIpAddressCount"],
        "state": subnet["State"],
        "ownerId": session.account,
        "tags": tags.from_list(subnet.get("Tags")),
    }


def _security_groups(session: Session, arguments: Arguments) -> dict[str, Any]:
    found = session.client("ec2").describe_security_groups(Filters=_filters(arguments))["SecurityGroups"]
    found.sort(key=lambda group: group["GroupId"])
    return {
        "id": session.region,
        "ids": [group["GroupId"] for group in found],
        "arns": [session.arn("ec2", f"security-group/{group['GroupId']}") for group in found],
        "vpcIds": [group["VpcId"] for group in found],
        "tags": dict(arguments.get("tags", {})),
    }


def _security_group(session: Session, arguments: Arguments) -> dict[str, Any]:
    request = {
        "Filters": _filters(arguments),
        **({"GroupIds": [arguments["id"]]} if "id" in arguments else {}),
    }
    found = session.client("ec2").describe_security_groups(**request)["SecurityGroups"]
    group = _only(found, "EC2 Security Group", arguments)
    return {
        "id": group["GroupId"],
        "arn": session.arn("ec2", f"security-group/{group['GroupId']}"),
        "name": group["GroupName"],
        "description": group["Description"],
        "vpcId": group["VpcId"],
        "tags": tags.from_list(group.get("Tags")),
    }


def _cluster(session: Session, arguments: Arguments) -> dict[str, Any]:
    answer = session.client("eks").describe_cluster(name=arguments["name"])
    found = described(answer["cluster"])
    lists = {"certificateAuthorities": "certificateAuthority", "accessConfigs": "accessConfig"}
    lists |= {"kubernetesNetworkConfigs": "kubernetesNetworkConfig", "upgradePolicies": "upgradePolicy"}
    plural = {name: [found.pop(single)] for name, single in lists.items()}
    del found["encryptionConfig"], found["tagsAll"]
    return {**found, **plural, "id": found["name"]}


def _addon_version(session: Session, arguments: Arguments) -> dict[str, Any]:
    name, kubernetes = arguments["addonName"], arguments["kubernetesVersion"]
    answer = session.client("eks").describe_addon_versions(addonName=name, kubernetesVersion=kubernetes)
    offered = [version for addon in answer["addons"] for version in addon["addonVersions"]]
    if not offered:
        raise UnknownFunction(f"no version of the add-on {name} for Kubernetes {kubernetes}")
    default = next(version for version in offered if version["compatibilities"][0]["defaultVersion"])
    chosen = offered[0] if arguments.get("mostRecent") else default
    return {
        "id": name,
        "addonName": name,
        "kubernetesVersion": kubernetes,
        "mostRecent": arguments.get("mostRecent", False),
        "version": chosen["addonVersion"],
    }


def _parameter(session: Session, arguments: Arguments) -> dict[str, Any]:
    found = session.client("ssm").get_parameter(Name=arguments["name"])["Parameter"]
    return {
        "id": found["Name"],
        "name": found["Name"],
        "arn": found["ARN"],
        "type": found["Type"],
        "value": found["Value"],
        "insecureValue": found["Value"],
        "version": found["Version"],
    }


def _role(session: Session, arguments: Arguments) -> dict[str, Any]:
    role = session.client("iam").get_role(RoleName=arguments["name"])["Role"]
    return {
        "id": role["RoleName"],
        "arn": role["Arn"],
        "name": role["RoleName"],
        "path": role["Path"],
        "assumeRolePolicy": json.dumps(role["AssumeRolePolicyDocument"]),
        "maxSessionDuration": role.get("MaxSessionDuration", 3600),
        "permissionsBoundary": role.get("PermissionsBoundary", {}).get("PermissionsBoundaryArn", ""),
        "tags": tags.from_list(role.get("Tags")),
        "uniqueId": role["RoleId"],
    }


def _roles(session: Session, arguments: Arguments) -> dict[str, Any]:
    prefix = {"PathPrefix": arguments["pathPrefix"]} if "pathPrefix" in arguments else {}
    pages = session.client("iam").get_paginator("list_roles").paginate(**prefix)
    found = [role for page in pages for role in page["Roles"]]
    return {
        "id": session.region,
        "arns": [role["Arn"] for role in found],
        "names": [role["RoleName"] for role in found],
        **{name: arguments[name] for name in ("pathPrefix", "nameRegex") if name in arguments},
    }


def _instance_profile(session: Session, arguments: Arguments) -> dict[str, Any]:
    profile = session.client("iam").get_instance_profile(InstanceProfileName=arguments["name"])["InstanceProfile"]
    # One without a role is found as well.
    role = next(iter(profile["Roles"]), {"Arn": "", "RoleId": "", "RoleName": ""})
    return {
        "id": profile["InstanceProfileId"],
        "arn": profile["Arn"],
        "name": profile["InstanceProfileName"],
        "path": profile["Path"],
        "createDate": profile["CreateDate"].isoformat(),
        "roleArn": role["Arn"],
        "roleId": role["RoleId"],
        "roleName": role["RoleName"],
    }


def _open_id_connect_provider(session: Session, arguments: Arguments) -> dict[str, Any]:
    iam = session.client("iam")
    wanted = arguments.get("url", "").removeprefix("https://")
    for entry in iam.list_open_id_connect_providers()["OpenIDConnectProviderList"]:
        provider = iam.get_open_id_connect_provider(OpenIDConnectProviderArn=entry["Arn"])
        url = provider["Url"].removeprefix("https://")
        if entry["Arn"] == arguments.get("arn") or url == wanted:
            return {
                "id": entry["Arn"],
                "arn": entry["Arn"],
                "url": url,
                "clientIdLists": provider["ClientIDList"],
                "thumbprintLists": provider["ThumbprintList"],
                "tags": tags.from_list(provider.get("Tags")),
            }
    raise UnknownFunction(f"no IAM OIDC provider found for {arguments.get('url') or arguments.get('arn')}")


def _filters(arguments: Arguments) -> list[dict[str, Any]]:
    filters = [{"Name": one["name"], "Values": one["values"]} for one in arguments.get("filters", [])]
    filters += [{"Name": f"tag:{key}", "Values": [value]} for key, value in arguments.get("tags", {}).items()]
    if "vpcId" in arguments:
        filters.append({"Name": "vpc-id", "Values": [arguments["vpcId"]]})
    return filters


def _only(found: list[dict[str, Any]], kind: str, arguments: Arguments) -> dict[str, Any]:
    if len(found) != 1:
        count = "no" if not found else "multiple"
        raise UnknownFunction(f"{count} matching {kind} found for {dict(arguments)}")
    return found[0]


FUNCTIONS: Mapping[str, Callable[[Session, Arguments], dict[str, Any]]] = {
    "aws:ec2/getSecurityGroup:getSecurityGroup": _security_group,
    "aws:ec2/getSecurityGroups:getSecurityGroups": _security_groups,
    "aws:ec2/getSubnet:getSubnet": _subnet,
    "aws:ec2/getSubnets:getSubnets": _subnets,
    "aws:ec2/getVpc:getVpc": _vpc,
    "aws:eks/getAddonVersion:getAddonVersion": _addon_version,
    "aws:eks/getCluster:getCluster": _cluster,
    "aws:iam/getOpenIdConnectProvider:getOpenIdConnectProvider": _open_id_connect_provider,
    "aws:iam/getInstanceProfile:getInstanceProfile": _instance_profile,
    "aws:iam/getRole:getRole": _role,
    "aws:iam/getRoles:getRoles": _roles,
    "aws:index/getAvailabilityZones:getAvailabilityZones": _availability_zones,
    "aws:index/getCallerIdentity:getCallerIdentity": _caller_identity,
    "aws:index/getPartition:getPartition": _partition,
    "aws:index/getRegion:getRegion": _region,
    "aws:ssm/getParameter:getParameter": _parameter,
}
