"""The component eks:index:ManagedNodeGroup: one aws.eks.NodeGroup of the component's own name."""

from collections.abc import Mapping
from typing import Any

import pulumi
from pulumi_aws import eks

TOKEN = "eks:index:ManagedNodeGroup"

PASSED_ON = {
    "amiType": "ami_type",
    "capacityType": "capacity_type",
    "diskSize": "disk_size",
    "forceUpdateVersion": "force_update_version",
    "instanceTypes": "instance_types",
    "labels": "labels",
    "launchTemplate": "launch_template",
    "nodeGroupName": "node_group_name",
    "nodeGroupNamePrefix": "node_group_name_prefix",
    "releaseVersion": "release_version",
    "remoteAccess": "remote_access",
    "tags": "tags",
    "taints": "taints",
    "version": "version",
}
"""Inputs that the node group gets as they are, with their names in the SDK."""

CORE_SUBNETS = (
    ("subnet_ids", "subnetIds"),
    ("private_subnet_ids", "privateSubnetIds"),
    ("public_subnet_ids", "publicSubnetIds"),
)
"""Where the subnets of a cluster stand when the node group names none, in order."""


class ManagedNodeGroup(pulumi.ComponentResource):
    """A managed node group of a cluster component.

    Attributes:
        outputs: The component's outputs by their names on the wire.
    """

    outputs: dict[str, Any]

    def __init__(self, name: str, inputs: Mapping[str, Any], opts: pulumi.ResourceOptions) -> None:
        super().__init__(TOKEN, name, dict(inputs), opts)
        core = pulumi.Output.from_input(inputs["cluster"]).apply(_core_of)
        cluster = core.apply(lambda known: known["cluster"])
        given = {sdk_name: inputs[wire_name] for wire_name, sdk_name in PASSED_ON.items() if wire_name in inputs}
        if "version" not in given and "launch_template" not in given:
            given["version"] = cluster.apply(lambda known: known.version)
        role_arn = inputs.get("nodeRoleArn")
        if role_arn is None:
            role_arn = pulumi.Output.from_input(inputs["nodeRole"]).apply(lambda role: role.arn)
        group = eks.NodeGroup(
            name,
            cluster_name=inputs.get("clusterName") or cluster.apply(lambda known: known.name),
            node_role_arn=role_arn,
            subnet_ids=inputs["subnetIds"] if "subnetIds" in inputs else core.apply(_subnets_of),
            scaling_config=pulumi.Output.from_input(inputs.get("scalingConfig")).apply(_scaling),
            opts=pulumi.ResourceOptions(
                parent=self,
                ignore_changes=["scalingConfig.desiredSize"] if inputs.get("ignoreScalingChanges") else None,
            ),
            **given,
        )
        self.outputs = {"nodeGroup": group, "placementGroupName": ""}
        self.register_outputs(self.outputs)


def _core_of(cluster: Any) -> Any:
    """What the node group needs of a cluster component, or of its `core` that was passed instead."""
    return cluster.core if isinstance(cluster, pulumi.Resource) else cluster


def _subnets_of(core: Mapping[str, Any]) -> Any:
    """The first list that the cluster has: `core` of a component is spelt as in the SDK, a given one as on the wire."""
    for sdk_name, wire_name in CORE_SUBNETS:
        found = core.get(wire_name) if wire_name in core else core.get(sdk_name)
        if found is not None:
            return found
    return []


def _scaling(given: Mapping[str, int] | None) -> dict[str, int]:
    defaults = {"desiredSize": 2, "minSize": 1, "maxSize": 2}
    return {**defaults, **{name: value for name, value in (given or {}).items() if value is not None}}
