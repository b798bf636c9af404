"""The nodes that Karpenter and the add-ons run on, and that Karpenter does not make itself."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi
import pulumi_eks
from pulumi_aws import ec2, eks, iam

from .model import names
from .model.cluster import ClusterSettings
from .model.enums import EksTaintEffect
from .rendering.cluster_identity import core_node_role_policies
from .rendering.core_nodes import CRITICAL_ADDONS_ONLY, core_ami_type, core_disk_device
from .rendering.node_identity import node_trust_policy
from .rendering.policy_document import policy_name
from .role_policies import attach_policies

_TAINT = eks.NodeGroupTaintArgs(key=CRITICAL_ADDONS_ONLY, value="true", effect=str(EksTaintEffect.NO_SCHEDULE))
"""Keeps other pods away from Karpenter's token; in EKS' spelling, not in Kubernetes'."""


@dataclass(frozen=True, kw_only=True)
class CoreNodeGroupArgs:
    """Wiring of `CoreNodeGroup`."""

    settings: ClusterSettings
    partition: str
    cluster: pulumi_eks.Cluster
    subnets: Sequence[pulumi.Input[str]]
    tags: Mapping[str, str]

    node_addons: Sequence[pulumi.Resource]
    """Add-ons without which no node becomes Ready."""


class CoreNodeGroup(pulumi.ComponentResource):
    """A managed node group of at least two nodes over the zones of the subnets.

    Attributes:
        nodes: What must exist before a pod can run.
    """

    nodes: tuple[pulumi.Input[pulumi.Resource], ...]

    def __init__(self, name: str, args: CoreNodeGroupArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:CoreNodeGroup", name, None, opts)
        self._name = name
        self._args = args
        self._child = pulumi.ResourceOptions(parent=self)

        role, policies = self._create_role()
        group = self._create_group(role, self._create_launch_template(), policies)
        self.nodes = (group.node_group,)
        self.register_outputs({})

    def _create_role(self) -> tuple[iam.Role, list[iam.RolePolicyAttachment]]:
        args = self._args
        role = iam.Role(
            f"{self._name}-role",
            name=names.core_node_role(args.settings.name),
            assume_role_policy=json.dumps(node_trust_policy(args.partition)),
            tags=args.tags,
            opts=self._child,
        )
        policies = ((policy_name(policy), policy) for policy in core_node_role_policies(args.partition))
        return role, attach_policies(f"{self._name}-role", role, policies, self._child)

    def _create_launch_template(self) -> ec2.LaunchTemplate:
        group, tags = self._args.settings.core_node_group, self._args.tags
        instance_tags = {**tags, "Name": f"{self._args.settings.name}-core"}
        return ec2.LaunchTemplate(
            f"{self._name}-launch-template",
            name=names.core_launch_template(self._args.settings.name),
            block_device_mappings=[
                ec2.LaunchTemplateBlockDeviceMappingArgs(
                    device_name=core_disk_device(group.ami_family),
                    ebs=ec2.LaunchTemplateBlockDeviceMappingEbsArgs(
                        volume_size=group.disk_size_gib,
                        volume_type="gp3",
                        encrypted="true",
                        delete_on_termination="true",
                    ),
                )
            ],
            # With a token and one hop, pods without the host's network do not reach the node's role.
            metadata_options=ec2.LaunchTemplateMetadataOptionsArgs(
                http_endpoint="enabled", http_tokens="required", http_put_response_hop_limit=1
            ),
            tag_specifications=[
                ec2.LaunchTemplateTagSpecificationArgs(resource_type=resource_type, tags=instance_tags)
                for resource_type in ("instance", "volume")
            ],
            tags=tags,
            update_default_version=True,
            opts=self._child,
        )

    def _create_group(
        self, role: iam.Role, template: ec2.LaunchTemplate, policies: list[iam.RolePolicyAttachment]
    ) -> pulumi_eks.ManagedNodeGroup:
        args, group = self._args, self._args.settings.core_node_group
        ami_type = core_ami_type(group.ami_family, group.architecture)
        return pulumi_eks.ManagedNodeGroup(
            f"{self._name}-nodes",
            cluster=args.cluster,
            # AMI type and instance types cannot change in place: they are part of the name, so that the new group
            # stands, and Karpenter has moved, before the old one goes.
            node_group_name=names.core_node_group(args.settings.name, (ami_type, *group.instance_types)),
            node_role_arn=role.arn,
            subnet_ids=list(args.subnets),
            ami_type=ami_type,
            instance_types=list(group.instance_types),
            # Groups with a launch template do not follow the cluster's version by themselves.
            version=args.settings.kubernetes_version,
            release_version=group.release_version,
            launch_template=eks.NodeGroupLaunchTemplateArgs(id=template.id, version=template.latest_version.apply(str)),
            scaling_config=eks.NodeGroupScalingConfigArgs(
                min_size=group.min_size, desired_size=group.desired, max_size=group.maximum
            ),
            taints=[_TAINT] if group.taint else None,
            tags=args.tags,
            opts=pulumi.ResourceOptions(parent=self, depends_on=[*policies, *args.node_addons]),
        )
