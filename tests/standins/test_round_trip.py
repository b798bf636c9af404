"""Every resource type lives a whole life: created, unchanged, refreshed without a difference, changed, deleted.

These tests do not prove that AWS answers like moto; they prove that a second `up`, a refresh and a destroy of the local
cloud see what the program wrote.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.standins.builders import CLUSTER, NODE_GROUP, ROLE, cluster, network, policy, role, trust
from tests.standins.recording import Engine

Life = tuple[dict[str, Any], dict[str, Any]]
"""Inputs at creation, and a change that needs no replacement."""


def _role(engine: Engine) -> Life:
    boundary = engine.create("aws:iam/policy:Policy", "lb", name="life-boundary", policy=policy("s3:*"))
    return (
        {
            "name": "life-role",
            "path": "/karpenter-tenants/life/",
            "assumeRolePolicy": trust("ec2.amazonaws.com"),
            "permissionsBoundary": boundary["arn"],
            "tags": {"a": "1", "b": "2"},
        },
        {"assumeRolePolicy": trust("pods.eks.amazonaws.com"), "tags": {"a": "3"}, "permissionsBoundary": None},
    )


def _role_policy(engine: Engine) -> Life:
    owner = role(engine, "life-inline", "ec2.amazonaws.com")
    inputs = {"name": "inline", "role": owner.id, "policy": policy("ecr:GetAuthorizationToken")}
    return inputs, {"policy": policy("sqs:SendMessage")}


def _attachment(engine: Engine) -> Life:
    owner = role(engine, "life-attached", "ec2.amazonaws.com")
    return {"role": owner.id, "policyArn": "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy"}, {}


def _policy(engine: Engine) -> Life:
    return {"name": "life-policy", "policy": policy("ec2:*"), "tags": {"a": "1"}}, {
        "policy": policy("ec2:RunInstances"),
        "tags": {},
    }


def _profile(engine: Engine) -> Life:
    first, second = (role(engine, f"life-profile-{number}", "ec2.amazonaws.com") for number in (1, 2))
    return {"name": "life-profile", "role": first.id, "tags": {"a": "1"}}, {"role": second.id, "tags": {"a": "2"}}


def _oidc(engine: Engine) -> Life:
    inputs = {"url": "https://oidc.example.com/life", "clientIdLists": ["sts.amazonaws.com"]}
    return {**inputs, "thumbprintLists": ["a" * 40]}, {"thumbprintLists": ["b" * 40], "tags": {"a": "1"}}


def _vpc(engine: Engine) -> Life:
    return (
        {
            "cidrBlock": "10.8.0.0/16",
            "assignGeneratedIpv6CidrBlock": True,
            "enableDnsHostnames": True,
            "tags": {"Name": "life"},
        },
        {"enableDnsHostnames": False, "tags": {"Name": "other", "karpenter.sh/discovery": "life"}},
    )


def _subnet(engine: Engine) -> Life:
    vpc, _ = network(engine, "life-subnet")
    inputs = {"vpcId": vpc.id, "cidrBlock": "10.9.9.0/24", "availabilityZone": "eu-central-1c"}
    return {**inputs, "tags": {"a": "1"}}, {"mapPublicIpOnLaunch": True, "tags": {"b": "1"}}


def _internet_gateway(engine: Engine) -> Life:
    vpc, _ = network(engine, "life-igw")
    return {"vpcId": vpc.id, "tags": {"a": "1"}}, {"tags": {"a": "2"}}


def _egress_gateway(engine: Engine) -> Life:
    vpc, _ = network(engine, "life-eigw")
    return {"vpcId": vpc.id, "tags": {"a": "1"}}, {}


def _eip(engine: Engine) -> Life:
    return {"domain": "vpc", "tags": {"a": "1"}}, {"tags": {"a": "2"}}


def _nat(engine: Engine) -> Life:
    _, subnets = network(engine, "life-nat")
    address = engine.create("aws:ec2/eip:Eip", "life-nat", domain="vpc")
    return {"subnetId": subnets[0], "allocationId": address.id, "tags": {"a": "1"}}, {"tags": {"a": "2"}}


def _route_table(engine: Engine) -> Life:
    vpc, _ = network(engine, "life-rt")
    return {"vpcId": vpc.id, "tags": {"a": "1"}}, {"tags": {}}


def _route(engine: Engine) -> Life:
    vpc, subnets = network(engine, "life-route")
    table = engine.create("aws:ec2/routeTable:RouteTable", "life-route", vpcId=vpc.id)
    gateway = engine.create("aws:ec2/internetGateway:InternetGateway", "life-route", vpcId=vpc.id)
    address = engine.create("aws:ec2/eip:Eip", "life-route", domain="vpc")
    nat = engine.create("aws:ec2/natGateway:NatGateway", "life-route", subnetId=subnets[0], allocationId=address.id)
    inputs = {"routeTableId": table.id, "destinationCidrBlock": "0.0.0.0/0", "gatewayId": gateway.id}
    return inputs, {"gatewayId": None, "natGatewayId": nat.id}


def _ipv6_route(engine: Engine) -> Life:
    vpc, _ = network(engine, "life-route6")
    table = engine.create("aws:ec2/routeTable:RouteTable", "life-route6", vpcId=vpc.id)
    gateway = engine.create("aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway", "life-route6", vpcId=vpc.id)
    inputs = {"routeTableId": table.id, "destinationIpv6CidrBlock": "::/0", "egressOnlyGatewayId": gateway.id}
    return inputs, {}


def _association(engine: Engine) -> Life:
    vpc, subnets = network(engine, "life-rta")
    table = engine.create("aws:ec2/routeTable:RouteTable", "life-rta", vpcId=vpc.id)
    return {"routeTableId": table.id, "subnetId": subnets[0]}, {}


def _tag(engine: Engine) -> Life:
    _, subnets = network(engine, "life-tag")
    return {"resourceId": subnets[0], "key": "karpenter.sh/discovery", "value": "one"}, {"value": "two"}


def _group(engine: Engine) -> Life:
    vpc, _ = network(engine, "life-sg")
    return {"name": "life-sg", "vpcId": vpc.id, "tags": {"a": "1"}}, {"tags": {"a": "2"}}


def _rule(engine: Engine) -> Life:
    vpc, _ = network(engine, "life-sgr")
    group = engine.create("aws:ec2/securityGroup:SecurityGroup", "life-sgr", name="life-sgr", vpcId=vpc.id)
    inputs = {"type": "ingress", "protocol": "tcp", "fromPort": 8443, "toPort": 8443, "securityGroupId": group.id}
    return {**inputs, "self": True}, {}


def _egress_all_rule(engine: Engine) -> Life:
    vpc, _ = network(engine, "life-sge")
    group = engine.create("aws:ec2/securityGroup:SecurityGroup", "life-sge", name="life-sge", vpcId=vpc.id)
    inputs = {"type": "egress", "protocol": "-1", "fromPort": 0, "toPort": 0, "securityGroupId": group.id}
    return {**inputs, "cidrBlocks": ["0.0.0.0/0"]}, {}


def _ingress_rule(engine: Engine) -> Life:
    vpc, _ = network(engine, "life-sgi")
    group = engine.create("aws:ec2/securityGroup:SecurityGroup", "life-sgi", name="life-sgi", vpcId=vpc.id)
    inputs = {"securityGroupId": group.id, "ipProtocol": "tcp", "fromPort": 8443, "toPort": 8443}
    return {**inputs, "referencedSecurityGroupId": group.id, "tags": {"a": "1"}}, {"tags": {"a": "2"}}


def _launch_template(engine: Engine) -> Life:
    return (
        {
            "name": "life-template",
            "blockDeviceMappings": [
                {"deviceName": "/dev/xvda", "ebs": {"volumeSize": 50, "volumeType": "gp3", "encrypted": "true"}}
            ],
            "metadataOptions": {"httpEndpoint": "enabled", "httpTokens": "required", "httpPutResponseHopLimit": 1},
            "tagSpecifications": [{"resourceType": "instance", "tags": {"a": "1"}}],
            "updateDefaultVersion": True,
            "tags": {"a": "1"},
        },
        {"metadataOptions": {"httpEndpoint": "enabled", "httpTokens": "required", "httpPutResponseHopLimit": 2}},
    )


def _cluster(engine: Engine) -> Life:
    _, subnets = network(engine, "life-cluster")
    return (
        {
            "name": "life-cluster",
            "roleArn": role(engine, "life-cluster-role", "eks.amazonaws.com")["arn"],
            "version": "1.35",
            "vpcConfig": {
                "subnetIds": subnets,
                "endpointPublicAccess": True,
                "endpointPrivateAccess": True,
                "publicAccessCidrs": ["198.51.100.0/24"],
            },
            "accessConfig": {"authenticationMode": "API", "bootstrapClusterCreatorAdminPermissions": True},
            "kubernetesNetworkConfig": {"ipFamily": "ipv4"},
            "enabledClusterLogTypes": ["authenticator", "audit"],
            "upgradePolicy": {"supportType": "STANDARD"},
            "bootstrapSelfManagedAddons": False,
            "deletionProtection": True,
            "tags": {"a": "1"},
        },
        {
            "version": "1.36",
            "enabledClusterLogTypes": ["audit"],
            "vpcConfig": {"subnetIds": subnets, "endpointPublicAccess": False, "endpointPrivateAccess": True},
            "deletionProtection": False,
            "tags": {"a": "2"},
        },
    )


def _node_group(engine: Engine) -> Life:
    owner = cluster(engine, "life-ng")
    template = engine.create("aws:ec2/launchTemplate:LaunchTemplate", "life-ng", name="life-ng")
    inputs = {
        "clusterName": owner.id,
        "nodeGroupName": "life-ng-core",
        "nodeRoleArn": role(engine, "life-ng-node", "ec2.amazonaws.com")["arn"],
        "subnetIds": owner["vpcConfig"]["subnetIds"],
        "amiType": "AL2023_x86_64_STANDARD",
        "instanceTypes": ["m6i.large"],
        "version": "1.35",
        "launchTemplate": {"id": template.id, "version": "1"},
        "scalingConfig": {"minSize": 2, "desiredSize": 3, "maxSize": 4},
        "taints": [{"key": "CriticalAddonsOnly", "value": "true", "effect": "NO_SCHEDULE"}],
        "tags": {"a": "1"},
    }
    change = {
        "scalingConfig": {"minSize": 2, "desiredSize": 2, "maxSize": 4},
        "labels": {"core": "yes"},
        "launchTemplate": {"id": template.id, "version": "2"},
        "taints": None,
        "tags": {"a": "2"},
    }
    return inputs, change


def _addon(engine: Engine) -> Life:
    owner = cluster(engine, "life-addon")
    agent = role(engine, "life-addon-cni", "pods.eks.amazonaws.com")
    return (
        {
            "clusterName": owner.id,
            "addonName": "vpc-cni",
            "configurationValues": '{"enableNetworkPolicy": "true"}',
            "podIdentityAssociations": [{"roleArn": agent["arn"], "serviceAccount": "aws-node"}],
            "resolveConflictsOnCreate": "OVERWRITE",
            "resolveConflictsOnUpdate": "OVERWRITE",
            "tags": {"a": "1"},
        },
        {"configurationValues": '{"enableNetworkPolicy": "false"}', "addonVersion": "v1.21.1-eksbuild.1"},
    )


def _access_entry(engine: Engine) -> Life:
    owner = cluster(engine, "life-entry")
    person = role(engine, "life-entry-person", "ec2.amazonaws.com")
    inputs = {"clusterName": owner.id, "principalArn": person["arn"], "type": "STANDARD"}
    return {**inputs, "kubernetesGroups": ["a"], "tags": {"a": "1"}}, {"kubernetesGroups": ["b"], "tags": {"a": "2"}}


def _node_access_entry(engine: Engine) -> Life:
    owner = cluster(engine, "life-node-entry")
    node = role(engine, "life-entry-node", "ec2.amazonaws.com")
    return {"clusterName": owner.id, "principalArn": node["arn"], "type": "EC2_LINUX"}, {"tags": {"a": "2"}}


def _access_policy(engine: Engine) -> Life:
    owner = cluster(engine, "life-assoc")
    person = role(engine, "life-assoc-person", "ec2.amazonaws.com")
    inputs = {"clusterName": owner.id, "principalArn": person["arn"]}
    engine.create("aws:eks/accessEntry:AccessEntry", "life-assoc", **inputs)
    policy_arn = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy"
    return {**inputs, "policyArn": policy_arn, "accessScope": {"type": "cluster"}}, {}


def _pod_identity(engine: Engine) -> Life:
    owner = cluster(engine, "life-pod")
    first, second = (role(engine, f"life-pod-{number}", "pods.eks.amazonaws.com") for number in (1, 2))
    inputs = {"clusterName": owner.id, "namespace": "kube-system", "serviceAccount": "karpenter"}
    return {**inputs, "roleArn": first["arn"], "tags": {"a": "1"}}, {"roleArn": second["arn"], "tags": {"a": "2"}}


def _queue(engine: Engine) -> Life:
    inputs = {"name": "life-queue", "messageRetentionSeconds": 300, "sqsManagedSseEnabled": True, "tags": {"a": "1"}}
    return inputs, {"messageRetentionSeconds": 600, "tags": {"a": "2"}}


def _queue_policy(engine: Engine) -> Life:
    queue = engine.create("aws:sqs/queue:Queue", "life-qp", name="life-queue-policy")
    return {"queueUrl": queue.id, "policy": policy("sqs:SendMessage")}, {"policy": policy("sqs:ReceiveMessage")}


def _event_rule(engine: Engine) -> Life:
    inputs = {"name": "life-rule", "eventPattern": '{"source": ["aws.ec2"]}', "tags": {"a": "1"}}
    return inputs, {"eventPattern": '{"source": ["aws.health"]}', "tags": {"a": "2"}}


def _event_target(engine: Engine) -> Life:
    rule = engine.create(
        "aws:cloudwatch/eventRule:EventRule", "life-target", name="life-target", eventPattern='{"source": ["aws.ec2"]}'
    )
    queues = [engine.create("aws:sqs/queue:Queue", f"life-target-{number}", name=f"life-{number}") for number in "ab"]
    return {"rule": rule.id, "targetId": "queue", "arn": queues[0]["arn"]}, {"arn": queues[1]["arn"]}


LIVES: dict[str, tuple[str, Callable[[Engine], Life]]] = {
    "role": (ROLE, _role),
    "inline policy": ("aws:iam/rolePolicy:RolePolicy", _role_policy),
    "attachment": ("aws:iam/rolePolicyAttachment:RolePolicyAttachment", _attachment),
    "policy": ("aws:iam/policy:Policy", _policy),
    "instance profile": ("aws:iam/instanceProfile:InstanceProfile", _profile),
    "OIDC provider": ("aws:iam/openIdConnectProvider:OpenIdConnectProvider", _oidc),
    "VPC": ("aws:ec2/vpc:Vpc", _vpc),
    "subnet": ("aws:ec2/subnet:Subnet", _subnet),
    "internet gateway": ("aws:ec2/internetGateway:InternetGateway", _internet_gateway),
    "egress gateway": ("aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway", _egress_gateway),
    "address": ("aws:ec2/eip:Eip", _eip),
    "NAT gateway": ("aws:ec2/natGateway:NatGateway", _nat),
    "route table": ("aws:ec2/routeTable:RouteTable", _route_table),
    "route": ("aws:ec2/route:Route", _route),
    "IPv6 route": ("aws:ec2/route:Route", _ipv6_route),
    "route table association": ("aws:ec2/routeTableAssociation:RouteTableAssociation", _association),
    "tag": ("aws:ec2/tag:Tag", _tag),
    "security group": ("aws:ec2/securityGroup:SecurityGroup", _group),
    "security group rule": ("aws:ec2/securityGroupRule:SecurityGroupRule", _rule),
    "egress rule for all": ("aws:ec2/securityGroupRule:SecurityGroupRule", _egress_all_rule),
    "ingress rule": ("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", _ingress_rule),
    "launch template": ("aws:ec2/launchTemplate:LaunchTemplate", _launch_template),
    "cluster": (CLUSTER, _cluster),
    "node group": (NODE_GROUP, _node_group),
    "add-on": ("aws:eks/addon:Addon", _addon),
    "access entry": ("aws:eks/accessEntry:AccessEntry", _access_entry),
    "node access entry": ("aws:eks/accessEntry:AccessEntry", _node_access_entry),
    "access policy": ("aws:eks/accessPolicyAssociation:AccessPolicyAssociation", _access_policy),
    "Pod Identity": ("aws:eks/podIdentityAssociation:PodIdentityAssociation", _pod_identity),
    "queue": ("aws:sqs/queue:Queue", _queue),
    "queue policy": ("aws:sqs/queuePolicy:QueuePolicy", _queue_policy),
    "event rule": ("aws:cloudwatch/eventRule:EventRule", _event_rule),
    "event target": ("aws:cloudwatch/eventTarget:EventTarget", _event_target),
}


@pytest.mark.parametrize(("token", "life"), LIVES.values(), ids=LIVES.keys())
def test_lives_without_differences(engine: Engine, token: str, life: Callable[[Engine], Life]):
    inputs, change = life(engine)

    created = engine.create(token, "life", **inputs)

    assert [*engine.diff(created).diffs] == []
    assert engine.refresh(created) == created
    if change:
        changed = engine.update(created, **change)
        assert [*engine.diff(changed).diffs] == []
        assert engine.refresh(changed) == changed
        created = changed
    engine.delete(created)
    assert engine.refresh(created) is None
