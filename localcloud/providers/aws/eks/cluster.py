"""EKS clusters: made in moto, answered by the local cloud's API server.

Source: documentation of the provider's resources 7.51; EKS API reference.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.api_server import access
from localcloud.providers.aws.documents import arn_failures, cidr_failures, length_failures
from localcloud.providers.aws.eks.base import EksHandler
from localcloud.providers.aws.handler import Properties, changed
from localcloud.providers.validation import Failure

LOG_TYPES = ("api", "audit", "authenticator", "controllerManager", "scheduler")

NETWORK = (
    "endpointPrivateAccess",
    "endpointPublicAccess",
    "publicAccessCidrs",
    "securityGroupIds",
    "subnetIds",
)


class Cluster(EksHandler):
    """aws.eks.Cluster."""

    supports = frozenset(
        {
            "accessConfig",
            "bootstrapSelfManagedAddons",
            "deletionProtection",
            "enabledClusterLogTypes",
            "encryptionConfig",
            "kubernetesNetworkConfig",
            "name",
            "roleArn",
            "tags",
            "upgradePolicy",
            "version",
            "vpcConfig",
        }
    )
    replaces = frozenset(
        {
            "accessConfig.bootstrapClusterCreatorAdminPermissions",
            "bootstrapSelfManagedAddons",
            "encryptionConfig",
            "kubernetesNetworkConfig.ipFamily",
            "kubernetesNetworkConfig.serviceIpv4Cidr",
            "name",
            "roleArn",
        }
    )
    named_by = ("name", 100)
    moved = frozenset({"platformVersion"})
    nested_computed: Mapping[str, tuple[str, ...]] = {
        "vpcConfig": ("clusterSecurityGroupId", "vpcId"),
        "kubernetesNetworkConfig": ("serviceIpv4Cidr", "serviceIpv6Cidr"),
    }

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Name, role, log types, blocks."""
        if "name" in inputs:
            yield from length_failures("name", inputs["name"], 100, r"[0-9A-Za-z][A-Za-z0-9_-]*")
        if "roleArn" in inputs:
            yield from arn_failures("roleArn", inputs["roleArn"])
        for index, kind in enumerate(inputs.get("enabledClusterLogTypes", [])):
            if kind not in LOG_TYPES:
                path = f"enabledClusterLogTypes[{index}]"
                yield Failure(path, f"must be one of {', '.join(LOG_TYPES)}, is {kind!r}")
        for index, block in enumerate(inputs.get("vpcConfig", {}).get("publicAccessCidrs", [])):
            yield from cidr_failures(f"vpcConfig.publicAccessCidrs[{index}]", block)

    def create(self, inputs: Properties) -> str:
        """CreateCluster; the newest version when none is given is not offered, so it must be."""
        request: dict[str, Any] = {
            "name": inputs["name"],
            "roleArn": inputs["roleArn"],
            "version": inputs.get("version", ""),
            "resourcesVpcConfig": _network(inputs["vpcConfig"]),
            "logging": _logging(inputs),
            "tags": dict(inputs.get("tags", {})),
            "bootstrapSelfManagedAddons": inputs.get("bootstrapSelfManagedAddons", True),
            "deletionProtection": inputs.get("deletionProtection", False),
        }
        for name in ("accessConfig", "kubernetesNetworkConfig", "upgradePolicy"):
            if name in inputs:
                request[name] = dict(inputs[name])
        if "encryptionConfig" in inputs:
            request["encryptionConfig"] = [dict(inputs["encryptionConfig"])]
        self.eks.create_cluster(**request)
        return inputs["name"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeCluster."""
        answer = self.found(lambda: self.eks.describe_cluster(name=resource_id))
        return answer and described(answer["cluster"])

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """UpdateClusterVersion, then UpdateClusterConfig for one aspect after the other."""
        if changed("version", old, new):
            self.eks.update_cluster_version(name=resource_id, version=new["version"])
        aspects = {
            "vpcConfig": {"resourcesVpcConfig": _network(new["vpcConfig"])},
            "enabledClusterLogTypes": {"logging": _logging(new)},
            "accessConfig": {"accessConfig": _mode(new)},
            "upgradePolicy": {"upgradePolicy": dict(new.get("upgradePolicy", {}))},
            "deletionProtection": {"deletionProtection": new.get("deletionProtection", False)},
        }
        for name, request in aspects.items():
            if changed(name, old, new):
                self.eks.update_cluster_config(name=resource_id, **request)
        self.change_tags(self.session.arn("eks", f"cluster/{resource_id}"), old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteCluster; refused with node groups or deletion protection."""
        self.eks.delete_cluster(name=resource_id)


def described(cluster: Mapping[str, Any]) -> dict[str, Any]:
    """A cluster of DescribeCluster as the provider's properties; address and authority are the local API server's."""
    local = access()
    network = cluster["resourcesVpcConfig"]
    logging = {kind for entry in cluster["logging"]["clusterLogging"] if entry["enabled"] for kind in entry["types"]}
    encryption = cluster.get("encryptionConfig") or [None]
    authority = local.certificate_authority if local else cluster["certificateAuthority"]["data"]
    return {
        "arn": cluster["arn"],
        "name": cluster["name"],
        "roleArn": cluster["roleArn"],
        "version": cluster["version"],
        "status": cluster["status"],
        "platformVersion": cluster["platformVersion"],
        "createdAt": cluster["createdAt"].isoformat(),
        "endpoint": local.endpoint if local else cluster["endpoint"],
        "certificateAuthority": {"data": authority},
        "identities": [{"oidcs": [{"issuer": cluster["identity"]["oidc"]["issuer"]}]}],
        "vpcConfig": {
            "vpcId": network["vpcId"],
            "clusterSecurityGroupId": network["clusterSecurityGroupId"],
            **{name: network[name] for name in NETWORK},
        },
        "kubernetesNetworkConfig": {**cluster["kubernetesNetworkConfig"]},
        "enabledClusterLogTypes": sorted(logging),
        "accessConfig": {**cluster["accessConfig"]},
        "upgradePolicy": {**cluster["upgradePolicy"]},
        "deletionProtection": cluster["deletionProtection"],
        "encryptionConfig": encryption[0],
        **tags.properties(tags.own(cluster.get("tags"))),
    }


def _network(config: Mapping[str, Any]) -> dict[str, Any]:
    return {name: config[name] for name in NETWORK if name in config}


def _logging(inputs: Properties) -> dict[str, Any]:
    enabled = inputs.get("enabledClusterLogTypes", [])
    disabled = [kind for kind in LOG_TYPES if kind not in enabled]
    groups = [{"types": list(enabled), "enabled": True}, {"types": disabled, "enabled": False}]
    return {"clusterLogging": [group for group in groups if group["types"]]}


def _mode(inputs: Properties) -> dict[str, Any]:
    return {"authenticationMode": inputs.get("accessConfig", {}).get("authenticationMode", "CONFIG_MAP")}
