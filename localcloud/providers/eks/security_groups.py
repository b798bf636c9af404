"""The component's own security groups, unless they are skipped: one for the control plane, one for nodes."""

from collections.abc import Mapping
from typing import Any

import pulumi
from pulumi_aws import ec2

EVERYWHERE = ["0.0.0.0/0"]


def create_cluster_group(name: str, vpc_id: Any, tags: Any, parent: pulumi.Resource) -> ec2.SecurityGroup:
    """The group of the control plane and its rule to the internet."""
    child = pulumi.ResourceOptions(parent=parent)
    group_name = f"{name}-eksClusterSecurityGroup"
    group = ec2.SecurityGroup(
        group_name,
        vpc_id=vpc_id,
        revoke_rules_on_delete=True,
        tags=tags.apply(lambda given: {"Name": group_name, **given}),
        opts=child,
    )
    ec2.SecurityGroupRule(
        f"{name}-eksClusterInternetEgressRule",
        description="Allow internet access.",
        type="egress",
        from_port=0,
        to_port=0,
        protocol="-1",
        cidr_blocks=EVERYWHERE,
        security_group_id=group.id,
        opts=child,
    )
    return group


def create_node_group(
    name: str, vpc_id: Any, cluster_name: Any, cluster_group_id: Any, tags: Any, parent: pulumi.Resource
) -> tuple[ec2.SecurityGroup, ec2.SecurityGroupRule]:
    """The group of nodes with its rules, and the rule that lets nodes reach the API server."""
    child = pulumi.ResourceOptions(parent=parent)
    group_name = f"{name}-nodeSecurityGroup"
    group = ec2.SecurityGroup(
        group_name,
        vpc_id=vpc_id,
        revoke_rules_on_delete=True,
        tags=pulumi.Output.all(cluster_name, tags).apply(lambda known: _node_group_tags(group_name, *known)),
        opts=child,
    )
    from_cluster = {"security_group_id": group.id, "source_security_group_id": cluster_group_id}
    _rule(
        f"{name}-eksNodeIngressRule",
        "Allow nodes to communicate with each other",
        (0, 0, "-1"),
        child,
        security_group_id=group.id,
        self=True,
    )
    _rule(
        f"{name}-eksNodeClusterIngressRule",
        "Allow worker Kubelets and pods to receive communication from the cluster control plane",
        (1025, 65535, "tcp"),
        child,
        **from_cluster,
    )
    _rule(
        f"{name}-eksExtApiServerClusterIngressRule",
        "Allow pods running extension API servers on port 443 to receive communication from cluster control plane",
        (443, 443, "tcp"),
        child,
        **from_cluster,
    )
    _rule(
        f"{name}-eksNodeInternetEgressRule",
        "Allow internet access.",
        (0, 0, "-1"),
        child,
        direction="egress",
        security_group_id=group.id,
        cidr_blocks=EVERYWHERE,
    )
    to_api_server = _rule(
        f"{name}-eksClusterIngressRule",
        "Allow pods to communicate with the cluster API Server",
        (443, 443, "tcp"),
        child,
        security_group_id=cluster_group_id,
        source_security_group_id=group.id,
    )
    return group, to_api_server


def _rule(
    name: str,
    description: str,
    ports: tuple[int, int, str],
    child: pulumi.ResourceOptions,
    *,
    direction: str = "ingress",
    **ends: Any,
) -> ec2.SecurityGroupRule:
    first, last, protocol = ports
    return ec2.SecurityGroupRule(
        name,
        description=description,
        type=direction,
        from_port=first,
        to_port=last,
        protocol=protocol,
        opts=child,
        **ends,
    )


def _node_group_tags(group_name: str, cluster_name: str, tags: Mapping[str, str]) -> dict[str, str]:
    return {"Name": group_name, f"kubernetes.io/cluster/{cluster_name}": "owned", **tags}
