"""The table: which handler answers for which resource type."""

from collections.abc import Mapping

from localcloud.providers.aws import compute, eks, eks_cluster, eks_node_group, events, iam, network, queue, security
from localcloud.providers.aws.handler import Handler

HANDLERS: Mapping[str, type[Handler]] = {
    "aws:cloudwatch/eventRule:EventRule": events.EventRule,
    "aws:cloudwatch/eventTarget:EventTarget": events.EventTarget,
    "aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway": network.EgressOnlyInternetGateway,
    "aws:ec2/eip:Eip": network.Eip,
    "aws:ec2/internetGateway:InternetGateway": network.InternetGateway,
    "aws:ec2/launchTemplate:LaunchTemplate": compute.LaunchTemplate,
    "aws:ec2/natGateway:NatGateway": network.NatGateway,
    "aws:ec2/route:Route": network.Route,
    "aws:ec2/routeTable:RouteTable": network.RouteTable,
    "aws:ec2/routeTableAssociation:RouteTableAssociation": network.RouteTableAssociation,
    "aws:ec2/securityGroup:SecurityGroup": security.SecurityGroup,
    "aws:ec2/securityGroupRule:SecurityGroupRule": security.SecurityGroupRule,
    "aws:ec2/subnet:Subnet": network.Subnet,
    "aws:ec2/tag:Tag": network.Tag,
    "aws:ec2/vpc:Vpc": network.Vpc,
    "aws:eks/accessEntry:AccessEntry": eks.AccessEntry,
    "aws:eks/accessPolicyAssociation:AccessPolicyAssociation": eks.AccessPolicyAssociation,
    "aws:eks/addon:Addon": eks.Addon,
    "aws:eks/cluster:Cluster": eks_cluster.Cluster,
    "aws:eks/nodeGroup:NodeGroup": eks_node_group.NodeGroup,
    "aws:eks/podIdentityAssociation:PodIdentityAssociation": eks.PodIdentityAssociation,
    "aws:iam/instanceProfile:InstanceProfile": iam.InstanceProfile,
    "aws:iam/openIdConnectProvider:OpenIdConnectProvider": iam.OpenIdConnectProvider,
    "aws:iam/policy:Policy": iam.Policy,
    "aws:iam/role:Role": iam.Role,
    "aws:iam/rolePolicy:RolePolicy": iam.RolePolicy,
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment": iam.RolePolicyAttachment,
    "aws:sqs/queue:Queue": queue.Queue,
    "aws:sqs/queuePolicy:QueuePolicy": queue.QueuePolicy,
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": security.SecurityGroupEgressRule,
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": security.SecurityGroupIngressRule,
}
