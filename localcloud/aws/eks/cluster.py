"""The clusters of one region: moto's, with EKS' checks, its security group, access modes and updates.

Source: EKS API reference, CreateCluster, UpdateClusterConfig, UpdateClusterVersion, DeleteCluster.
"""

import hashlib
from types import ModuleType
from typing import Any

import moto.eks.urls
from moto.core import DEFAULT_ACCOUNT_ID
from moto.eks.models import Cluster, EKSBackend, Nodegroup

from localcloud.aws.eks.access import AccessEntries, AccessEntry, access_policy_arn
from localcloud.aws.eks.addons import Addons
from localcloud.aws.eks.network import (
    create_cluster_security_group,
    delete_cluster_security_group,
    require_security_groups,
    require_subnets,
)
from localcloud.aws.eks.node_group import complete_node_group, require_valid_node_group
from localcloud.aws.eks.pod_identity import PodIdentityAssociations
from localcloud.aws.eks.refusals import invalid_parameter, invalid_request, not_found
from localcloud.aws.eks.roles import require_trusting_role
from localcloud.aws.eks.updates import Updates
from localcloud.aws.images import KUBERNETES_VERSIONS

SERVICE = "eks.amazonaws.com"

CALLER = f"arn:aws:iam::{DEFAULT_ACCOUNT_ID}:root"
"""Who makes clusters in the local cloud; EKS makes it an administrator when asked to."""

AUTHENTICATION_MODES = ("CONFIG_MAP", "API_AND_CONFIG_MAP", "API")
"""A cluster can only move to the right."""


class ClusterBackend(EKSBackend):
    """moto's EKS of one region, stricter and more complete."""

    @property
    def _url_module(self) -> ModuleType:
        # moto derives the module of its routes from the backend's own module name.
        return moto.eks.urls

    def create_extended_cluster(self, request: dict[str, Any]) -> Cluster:
        """Make a cluster as EKS does, ready at once."""
        network = dict(request["resourcesVpcConfig"])
        if request.get("version") not in KUBERNETES_VERSIONS:
            raise invalid_parameter(f"unsupported Kubernetes version {request.get('version')}")
        require_trusting_role(request["roleArn"], SERVICE)
        vpc_id = require_subnets(self.region_name, network.get("subnetIds") or [], zones=2)
        require_security_groups(self.region_name, network.get("securityGroupIds") or [])
        access = {"authenticationMode": "CONFIG_MAP", **(request.get("accessConfig") or {})}
        if access["authenticationMode"] not in AUTHENTICATION_MODES:
            raise invalid_parameter(f"unsupported authentication mode {access['authenticationMode']}")
        network = {
            "endpointPublicAccess": True,
            "endpointPrivateAccess": False,
            "securityGroupIds": [],
            "publicAccessCidrs": ["0.0.0.0/0"],
            **{field: value for field, value in network.items() if value is not None},
            "vpcId": vpc_id,
        }
        cluster = self.create_cluster(
            name=request["name"],
            role_arn=request["roleArn"],
            resources_vpc_config=network,
            version=request["version"],
            kubernetes_network_config=_address_ranges(request.get("kubernetesNetworkConfig") or {}),
            logging=request.get("logging"),
            tags=request.get("tags"),
            encryption_config=request.get("encryptionConfig"),
        )
        network["clusterSecurityGroupId"] = create_cluster_security_group(self.region_name, cluster.name, vpc_id)
        issuer = hashlib.sha256(cluster.arn.encode()).hexdigest()[:32].upper()
        cluster.identity = {"oidc": {"issuer": f"https://oidc.eks.{self.region_name}.amazonaws.com/id/{issuer}"}}
        cluster.access_config = access
        cluster.upgrade_policy = request.get("upgradePolicy") or {"supportType": "EXTENDED"}
        cluster.deletion_protection = bool(request.get("deletionProtection"))
        cluster.access_entries = AccessEntries(cluster)
        cluster.addons = Addons(cluster)
        cluster.pod_identity_associations = PodIdentityAssociations(cluster)
        cluster.updates = Updates(cluster)
        if access["authenticationMode"] != "CONFIG_MAP" and access.get("bootstrapClusterCreatorAdminPermissions", True):
            self._admit_creator(cluster)
        return cluster

    def delete_cluster(self, name: str) -> Cluster:
        """Remove a cluster and what lives in it; refused with node groups or deletion protection."""
        cluster = self.describe_cluster(name)
        if cluster.deletion_protection:
            raise invalid_request(
                "The cluster has deletion protection enabled; disable it before deleting the cluster."
            )
        super().delete_cluster(name)
        delete_cluster_security_group(self.region_name, cluster.resources_vpc_config["clusterSecurityGroupId"])
        return cluster

    def update_configuration(self, name: str, request: dict[str, Any]) -> dict[str, Any]:
        """Change one aspect of a cluster, as UpdateClusterConfig allows one a call."""
        cluster = self.describe_cluster(name)
        return cluster.updates.configure(self.region_name, request)

    def update_version(self, name: str, version: str) -> dict[str, Any]:
        """Move the control plane to the next minor version."""
        return self.describe_cluster(name).updates.raise_version(version)

    def create_extended_node_group(self, cluster_name: str, request: dict[str, Any]) -> Nodegroup:
        """Make a managed node group; EKS adds the access entry of its role unless there is one."""
        cluster = self.describe_cluster(cluster_name)
        require_valid_node_group(self.region_name, cluster, request)
        group = self.create_nodegroup(
            cluster_name=cluster_name,
            nodegroup_name=request["nodegroupName"],
            node_role=request["nodeRole"],
            subnets=request["subnets"],
            scaling_config=request.get("scalingConfig"),
            disk_size=request.get("diskSize"),
            instance_types=request.get("instanceTypes"),
            ami_type=request.get("amiType"),
            remote_access=request.get("remoteAccess"),
            labels=request.get("labels"),
            taints=request.get("taints"),
            tags=request.get("tags"),
            launch_template=request.get("launchTemplate"),
            capacity_type=request.get("capacityType"),
            version=request.get("version"),
            release_version=request.get("releaseVersion"),
        )
        complete_node_group(group, cluster, request)
        entries = cluster.access_entries.entries
        group.made_access_entry = cluster.access_config["authenticationMode"] != "CONFIG_MAP" and (
            group.node_role not in entries
        )
        if group.made_access_entry:
            kind = "EC2_WINDOWS" if group.ami_type.startswith("WINDOWS") else "EC2_LINUX"
            cluster.access_entries.create({"principalArn": group.node_role, "type": kind})
        return group

    def delete_nodegroup(self, cluster_name: str, nodegroup_name: str) -> Nodegroup:
        """Remove a node group, and the access entry that EKS made for it unless another group uses the role."""
        group = super().delete_nodegroup(cluster_name, nodegroup_name)
        cluster = self.clusters[cluster_name]
        shared = any(other.node_role == group.node_role for other in cluster.nodegroups.values())
        if group.made_access_entry and not shared:
            cluster.access_entries.entries.pop(group.node_role, None)
        return group

    def tagged(self, arn: str) -> dict[str, str]:
        """The tags of whatever carries the ARN: entry, add-on, association, group or cluster.

        Raises:
            ResourceNotFoundException: Nothing has this ARN.
        """
        for cluster in self.clusters.values():
            for tagged_arn, tagged in _taggable(cluster):
                if tagged_arn == arn:
                    return tagged.tags
        raise not_found(f"No resource found for ARN: {arn}")

    def _admit_creator(self, cluster: Cluster) -> None:
        cluster.access_entries.entries[CALLER] = AccessEntry(cluster, {"principalArn": CALLER, "username": CALLER})
        policy = access_policy_arn(self.partition, "AmazonEKSClusterAdminPolicy")
        cluster.access_entries.associate(CALLER, policy, {"type": "cluster"})


def _address_ranges(asked: dict[str, Any]) -> dict[str, Any]:
    if asked.get("ipFamily") == "ipv6":
        return {"serviceIpv6Cidr": "fd30:1c53:5f8a::/108", **asked}
    return {"serviceIpv4Cidr": "172.20.0.0/16", "ipFamily": "ipv4", **asked}


def _taggable(cluster: Cluster) -> list[tuple[str, Any]]:
    return [
        (cluster.arn, cluster),
        *((group.arn, group) for group in cluster.nodegroups.values()),
        *((entry.access_entry_arn, entry) for entry in cluster.access_entries.entries.values()),
        *((addon.addon_arn, addon) for addon in cluster.addons.addons.values()),
        *((one.association_arn, one) for one in cluster.pod_identity_associations.associations.values()),
    ]
