"""EKS managed node groups: made in moto, their nodes are objects of the local cloud's API server.

Source: documentation of the provider's resources 7.51; EKS API reference.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.api_server import put_nodes, remove_nodes
from localcloud.providers.aws.documents import arn_failures
from localcloud.providers.aws.eks.base import EksHandler
from localcloud.providers.aws.handler import Properties, changed
from localcloud.providers.validation import Failure

CAPACITY_TYPES = ("ON_DEMAND", "SPOT", "CAPACITY_BLOCK")


class NodeGroup(EksHandler):
    """aws.eks.NodeGroup; id `cluster:group`."""

    supports = frozenset(
        {
            "amiType",
            "capacityType",
            "clusterName",
            "diskSize",
            "forceUpdateVersion",
            "instanceTypes",
            "labels",
            "launchTemplate",
            "nodeGroupName",
            "nodeRoleArn",
            "releaseVersion",
            "scalingConfig",
            "subnetIds",
            "tags",
            "taints",
            "updateConfig",
            "version",
        }
    )
    replaces = frozenset(
        {
            "amiType",
            "capacityType",
            "clusterName",
            "diskSize",
            "instanceTypes",
            "launchTemplate.id",
            "launchTemplate.name",
            "nodeGroupName",
            "nodeRoleArn",
            "subnetIds",
        }
    )
    named_by = ("nodeGroupName", 63)
    moved = frozenset({"releaseVersion"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Role, capacity type, and what a launch template excludes."""
        if "nodeRoleArn" in inputs:
            yield from arn_failures("nodeRoleArn", inputs["nodeRoleArn"])
        if inputs.get("capacityType", "ON_DEMAND") not in CAPACITY_TYPES:
            yield Failure("capacityType", f"must be one of {', '.join(CAPACITY_TYPES)}")
        if "launchTemplate" in inputs and "diskSize" in inputs:
            yield Failure("diskSize", "must be in the launch template when there is one")

    def create(self, inputs: Properties) -> str:
        """CreateNodegroup, then the nodes."""
        request: dict[str, Any] = {
            "clusterName": inputs["clusterName"],
            "nodegroupName": inputs["nodeGroupName"],
            "nodeRole": inputs["nodeRoleArn"],
            "subnets": inputs["subnetIds"],
            "scalingConfig": dict(inputs["scalingConfig"]),
            "tags": dict(inputs.get("tags", {})),
        }
        names = (
            "amiType",
            "capacityType",
            "diskSize",
            "instanceTypes",
            "labels",
            "launchTemplate",
            "releaseVersion",
            "taints",
            "updateConfig",
            "version",
        )
        self.eks.create_nodegroup(**request, **{name: inputs[name] for name in names if name in inputs})
        resource_id = f"{inputs['clusterName']}:{inputs['nodeGroupName']}"
        self._put_nodes(resource_id, inputs)
        return resource_id

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeNodegroup."""
        answer = self.found(lambda: self.eks.describe_nodegroup(**_group(resource_id)))
        if answer is None:
            return None
        group = answer["nodegroup"]
        auto_scaling = [{"name": entry["name"]} for entry in group["resources"]["autoScalingGroups"]]
        return {
            "arn": group["nodegroupArn"],
            "clusterName": group["clusterName"],
            "nodeGroupName": group["nodegroupName"],
            "nodeRoleArn": group["nodeRole"],
            "subnetIds": group["subnets"],
            "scalingConfig": group["scalingConfig"],
            "amiType": group["amiType"],
            "capacityType": group["capacityType"],
            "diskSize": group.get("diskSize"),
            "instanceTypes": group["instanceTypes"],
            "labels": group["labels"],
            "launchTemplate": group.get("launchTemplate"),
            "releaseVersion": group["releaseVersion"],
            "taints": group["taints"],
            "updateConfig": group["updateConfig"],
            "version": group["version"],
            "status": group["status"],
            "resources": [{"autoscalingGroups": auto_scaling}],
            **tags.properties(tags.own(group.get("tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """UpdateNodegroupVersion, UpdateNodegroupConfig, the tags, then the nodes."""
        names = _group(resource_id)
        if any(changed(name, old, new) for name in ("version", "releaseVersion", "launchTemplate")):
            request = {name: new[name] for name in ("version", "releaseVersion", "launchTemplate") if name in new}
            self.eks.update_nodegroup_version(**names, **request, force=new.get("forceUpdateVersion", False))
        if any(changed(name, old, new) for name in ("labels", "taints", "scalingConfig", "updateConfig")):
            self.eks.update_nodegroup_config(**names, **_configuration(old, new))
        arn = self.eks.describe_nodegroup(**names)["nodegroup"]["nodegroupArn"]
        self.change_tags(arn, old, new)
        self._put_nodes(resource_id, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """The nodes, then DeleteNodegroup."""
        remove_nodes(state["nodeGroupName"])
        self.eks.delete_nodegroup(**_group(resource_id))

    def _put_nodes(self, resource_id: str, inputs: Properties) -> None:
        group = self.eks.describe_nodegroup(**_group(resource_id))["nodegroup"]
        subnets = self.session.client("ec2").describe_subnets(SubnetIds=group["subnets"])["Subnets"]
        zones = sorted({subnet["AvailabilityZone"] for subnet in subnets})
        put_nodes(group["nodegroupName"], zones, group["instanceTypes"][0], inputs)


def _configuration(old: Properties, new: Properties) -> dict[str, Any]:
    labels, taints = new.get("labels", {}), new.get("taints", [])
    return {
        "labels": {"addOrUpdateLabels": labels, "removeLabels": sorted(set(old.get("labels", {})) - set(labels))},
        "taints": {
            "addOrUpdateTaints": taints,
            "removeTaints": [taint for taint in old.get("taints", []) if _key(taint) not in map(_key, taints)],
        },
        "scalingConfig": dict(new["scalingConfig"]),
        "updateConfig": dict(new.get("updateConfig", {"maxUnavailable": 1})),
    }


def _key(taint: Mapping[str, str]) -> tuple[str, str]:
    return taint["key"], taint["effect"]


def _group(resource_id: str) -> dict[str, str]:
    cluster, _, group = resource_id.partition(":")
    return {"clusterName": cluster, "nodegroupName": group}
