"""The table: which handler answers for which resource type."""

from collections.abc import Mapping

from localcloud.providers.aws import events, sqs
from localcloud.providers.aws.ec2 import (
    gateways,
    launch_template,
    routes,
    security_group,
    security_group_rules,
    subnet,
    tag,
    vpc,
)
from localcloud.providers.aws.eks import access, addon, cluster, node_group, pod_identity
from localcloud.providers.aws.handler import Handler
from localcloud.providers.aws.iam import instance_profile, oidc_provider, policy, role, role_policies

HANDLERS: Mapping[str, type[Handler]] = {
    "aws:cloudwatch/eventRule:EventRule": events.EventRule,
    "aws:cloudwatch/eventTarget:EventTarget": events.EventTarget,
    "aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway": gateways.EgressOnlyInternetGateway,
    "aws:ec2/eip:Eip": gateways.Eip,
    "aws:ec2/internetGateway:InternetGateway": gateways.InternetGateway,
    "aws:ec2/launchTemplate:LaunchTemplate": launch_template.LaunchTemplate,
    "aws:ec2/natGateway:NatGateway": gateways.NatGateway,
    "aws:ec2/route:Route": routes.Route,
    "aws:ec2/routeTable:RouteTable": routes.RouteTable,
    "aws:ec2/routeTableAssociation:RouteTableAssociation": routes.RouteTableAssociation,
    "aws:ec2/securityGroup:SecurityGroup": security_group.SecurityGroup,
    "aws:ec2/securityGroupRule:SecurityGroupRule": security_group_rules.SecurityGroupRule,
    "aws:ec2/subnet:Subnet": subnet.Subnet,
    "aws:ec2/tag:Tag": tag.Tag,
    "aws:ec2/vpc:Vpc": vpc.Vpc,
    "aws:eks/accessEntry:AccessEntry": access.AccessEntry,
    "aws:eks/accessPolicyAssociation:AccessPolicyAssociation": access.AccessPolicyAssociation,
    "aws:eks/addon:Addon": addon.Addon,
    "aws:eks/cluster:Cluster": cluster.Cluster,
    "aws:eks/nodeGroup:NodeGroup": node_group.NodeGroup,
    "aws:eks/podIdentityAssociation:PodIdentityAssociation": pod_identity.PodIdentityAssociation,
    "aws:iam/instanceProfile:InstanceProfile": instance_profile.InstanceProfile,
    "aws:iam/openIdConnectProvider:OpenIdConnectProvider": oidc_provider.OpenIdConnectProvider,
    "aws:iam/policy:Policy": policy.Policy,
    "aws:iam/role:Role": role.Role,
    "aws:iam/rolePolicy:RolePolicy": role_policies.RolePolicy,
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment": role_policies.RolePolicyAttachment,
    "aws:sqs/queue:Queue": sqs.Queue,
    "aws:sqs/queuePolicy:QueuePolicy": sqs.QueuePolicy,
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": security_group_rules.SecurityGroupEgressRule,
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": security_group_rules.SecurityGroupIngressRule,
}
