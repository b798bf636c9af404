"""How a cluster changes after it was made: versions one step up, access modes one way, one aspect a call.

Source: EKS API reference, UpdateClusterConfig and UpdateClusterVersion; user guide, "Update existing cluster to new
Kubernetes version" (skew of node groups).
"""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from localcloud.aws.eks.network import require_security_groups, require_subnets
from localcloud.aws.eks.refusals import invalid_parameter, invalid_request, not_found
from localcloud.aws.images import KUBERNETES_VERSIONS

ASPECTS = ("resourcesVpcConfig", "logging", "accessConfig", "upgradePolicy", "deletionProtection")

MODES = ("CONFIG_MAP", "API_AND_CONFIG_MAP", "API")

OLDEST_NODES = 3
"""Minor versions that a kubelet may lag behind the API server."""


class Updates:
    """The finished updates of one cluster, by id."""

    def __init__(self, cluster: Any) -> None:
        self._cluster = cluster
        self._finished: dict[str, dict[str, Any]] = {}

    def describe(self, update_id: str) -> dict[str, Any]:
        """One update."""
        if update_id not in self._finished:
            raise not_found(f"No update found for ID: {update_id}", self._cluster.name)
        return self._finished[update_id]

    def list(self) -> list[str]:
        """Ids of all updates."""
        return [*self._finished]

    def raise_version(self, version: str) -> dict[str, Any]:
        """Move to the next minor version; nodes that would lag too far behind stop it."""
        cluster = self._cluster
        if version not in KUBERNETES_VERSIONS:
            raise invalid_parameter(f"unsupported Kubernetes version {version}")
        if version == cluster.version:
            raise invalid_request(f"The cluster is already at version {version}")
        if _minor(version) != _minor(cluster.version) + 1:
            raise invalid_parameter(f"Unsupported Kubernetes minor version update from {cluster.version} to {version}")
        for group in cluster.nodegroups.values():
            if _minor(version) - _minor(group.version) > OLDEST_NODES:
                raise invalid_request(
                    f"Nodegroup {group.nodegroup_name} must be updated to match cluster version first"
                )
        cluster.version = version
        return self._finish("VersionUpdate")

    def configure(self, region: str, request: dict[str, Any]) -> dict[str, Any]:
        """Change one aspect."""
        given = [aspect for aspect in ASPECTS if request.get(aspect) is not None]
        if len(given) != 1:
            raise invalid_parameter("Exactly one type of update must be given")
        value = request[given[0]]
        match given[0]:
            case "resourcesVpcConfig":
                self._configure_network(region, value)
            case "logging":
                self._cluster.logging = value
            case "accessConfig":
                self._configure_access(value)
            case "upgradePolicy":
                self._cluster.upgrade_policy = value
            case _:
                self._cluster.deletion_protection = value
        return self._finish("ConfigUpdate")

    def _configure_network(self, region: str, value: dict[str, Any]) -> None:
        network = self._cluster.resources_vpc_config
        changed = {**network, **{field: entry for field, entry in value.items() if entry is not None}}
        if require_subnets(region, changed["subnetIds"], zones=2) != network["vpcId"]:
            raise invalid_parameter("Subnets specified must be in the same VPC")
        require_security_groups(region, changed["securityGroupIds"])
        network.update(changed)

    def _configure_access(self, value: dict[str, Any]) -> None:
        access = self._cluster.access_config
        before, after = access["authenticationMode"], value["authenticationMode"]
        if MODES.index(after) <= MODES.index(before):
            raise invalid_parameter(f"Unsupported authentication mode update from {before} to {after}")
        access["authenticationMode"] = after

    def _finish(self, kind: str) -> dict[str, Any]:
        update = {
            "id": str(uuid4()),
            "status": "Successful",
            "type": kind,
            "params": [],
            "errors": [],
            "createdAt": datetime.now(UTC),
        }
        self._finished[update["id"]] = update
        return update


def _minor(version: str) -> int:
    return int(version.split(".")[1])
