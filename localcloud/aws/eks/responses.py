"""EKS' operations over HTTP: moto parses and serialises them by botocore's model, this file only routes.

Every operation of the model that a file of this package implements has a method here, named after it in snake case.
"""

import json
from typing import Any

import moto.eks.urls
from moto.core.responses import ActionResult
from moto.eks.models import eks_backends
from moto.eks.responses import EKSResponse

from localcloud.aws.eks.addons import addon_versions
from localcloud.aws.eks.cluster import ClusterBackend
from localcloud.aws.eks.node_group import require_valid_scaling
from localcloud.aws.eks.versions import cluster_versions

PATHS = (
    "access-policies",
    "addons/supported-versions",
    "cluster-versions",
    "clusters/(?P<name>[^/]+)/access-entries",
    "clusters/(?P<name>[^/]+)/access-entries/(?P<principalArn>.+)",
    "clusters/(?P<name>[^/]+)/addons",
    "clusters/(?P<name>[^/]+)/addons/(?P<addonName>[^/]+)",
    "clusters/(?P<name>[^/]+)/addons/(?P<addonName>[^/]+)/update",
    "clusters/(?P<name>[^/]+)/pod-identity-associations",
    "clusters/(?P<name>[^/]+)/pod-identity-associations/(?P<associationId>[^/]+)",
    "clusters/(?P<name>[^/]+)/node-groups/(?P<nodegroupName>[^/]+)/update-version",
    "clusters/(?P<name>[^/]+)/updates",
    "clusters/(?P<name>[^/]+)/updates/(?P<updateId>[^/]+)",
)
"""Paths that moto does not route; who answers follows from method and path in botocore's model."""


class ClusterResponse(EKSResponse):
    """moto's EKS front with the operations it lacks and stricter versions of some it has."""

    @property
    def backend(self) -> ClusterBackend:
        """The EKS of the request's account and region."""
        return eks_backends[self.current_account][self.region]

    def _request(self) -> dict[str, Any]:
        body = json.loads(self.body) if self.body else {}
        return {**body, **self.uri_match}

    def _cluster(self) -> Any:
        return self.backend.describe_cluster(self._get_param("name"))

    def create_cluster(self) -> ActionResult:
        """CreateCluster."""
        return ActionResult({"cluster": self.backend.create_extended_cluster(self._request())})

    def update_cluster_config(self) -> ActionResult:
        """UpdateClusterConfig."""
        return ActionResult({"update": self.backend.update_configuration(self._get_param("name"), self._request())})

    def update_cluster_version(self) -> ActionResult:
        """UpdateClusterVersion."""
        version = self._get_param("version")
        return ActionResult({"update": self.backend.update_version(self._get_param("name"), version)})

    def describe_update(self) -> ActionResult:
        """DescribeUpdate."""
        return ActionResult({"update": self._cluster().updates.describe(self._get_param("updateId"))})

    def list_updates(self) -> ActionResult:
        """ListUpdates."""
        return ActionResult({"updateIds": self._cluster().updates.list()})

    def describe_cluster_versions(self) -> ActionResult:
        """DescribeClusterVersions."""
        return ActionResult({"clusterVersions": cluster_versions()})

    def create_nodegroup(self) -> ActionResult:
        """CreateNodegroup."""
        group = self.backend.create_extended_node_group(self._cluster().name, self._request())
        return ActionResult({"nodegroup": group})

    def update_nodegroup_config(self) -> ActionResult:
        """UpdateNodegroupConfig."""
        group = self.backend.describe_nodegroup(self._cluster().name, self._get_param("nodegroupName"))
        require_valid_scaling({**group.scaling_config, **(self._get_param("scalingConfig") or {})})
        return super().update_nodegroup_config()

    def update_nodegroup_version(self) -> ActionResult:
        """UpdateNodegroupVersion."""
        group = self.backend.describe_nodegroup(self._cluster().name, self._get_param("nodegroupName"))
        group.version = self._get_param("version") or group.version
        group.release_version = self._get_param("releaseVersion") or group.release_version
        group.launch_template = {**(group.launch_template or {}), **(self._get_param("launchTemplate") or {})} or None
        return ActionResult({"update": {"id": group.uuid, "status": "Successful", "type": "VersionUpdate"}})

    def create_access_entry(self) -> ActionResult:
        """CreateAccessEntry."""
        return ActionResult({"accessEntry": self._cluster().access_entries.create(self._request())})

    def describe_access_entry(self) -> ActionResult:
        """DescribeAccessEntry."""
        return ActionResult({"accessEntry": self._cluster().access_entries.describe(self._get_param("principalArn"))})

    def list_access_entries(self) -> ActionResult:
        """ListAccessEntries."""
        return ActionResult({"accessEntries": sorted(self._cluster().access_entries.entries)})

    def update_access_entry(self) -> ActionResult:
        """UpdateAccessEntry."""
        principal = self._get_param("principalArn")
        return ActionResult({"accessEntry": self._cluster().access_entries.update(principal, self._request())})

    def delete_access_entry(self) -> ActionResult:
        """DeleteAccessEntry."""
        self._cluster().access_entries.delete(self._get_param("principalArn"))
        return ActionResult({})

    def associate_access_policy(self) -> ActionResult:
        """AssociateAccessPolicy."""
        principal = self._get_param("principalArn")
        cluster = self._cluster()
        associated = cluster.access_entries.associate(
            principal, self._get_param("policyArn"), self._get_param("accessScope") or {}
        )
        return ActionResult(
            {"clusterName": cluster.name, "principalArn": principal, "associatedAccessPolicy": associated}
        )

    def disassociate_access_policy(self) -> ActionResult:
        """DisassociateAccessPolicy."""
        self._cluster().access_entries.disassociate(self._get_param("principalArn"), self._get_param("policyArn"))
        return ActionResult({})

    def list_associated_access_policies(self) -> ActionResult:
        """ListAssociatedAccessPolicies."""
        principal = self._get_param("principalArn")
        cluster = self._cluster()
        policies = [*cluster.access_entries.describe(principal).policies.values()]
        return ActionResult(
            {"clusterName": cluster.name, "principalArn": principal, "associatedAccessPolicies": policies}
        )

    def create_pod_identity_association(self) -> ActionResult:
        """CreatePodIdentityAssociation."""
        return ActionResult({"association": self._cluster().pod_identity_associations.create(self._request())})

    def describe_pod_identity_association(self) -> ActionResult:
        """DescribePodIdentityAssociation."""
        association = self._cluster().pod_identity_associations.describe(self._get_param("associationId"))
        return ActionResult({"association": association})

    def list_pod_identity_associations(self) -> ActionResult:
        """ListPodIdentityAssociations."""
        return ActionResult({"associations": [*self._cluster().pod_identity_associations.associations.values()]})

    def update_pod_identity_association(self) -> ActionResult:
        """UpdatePodIdentityAssociation."""
        association_id = self._get_param("associationId")
        association = self._cluster().pod_identity_associations.update(association_id, self._request())
        return ActionResult({"association": association})

    def delete_pod_identity_association(self) -> ActionResult:
        """DeletePodIdentityAssociation."""
        association = self._cluster().pod_identity_associations.delete(self._get_param("associationId"))
        return ActionResult({"association": association})

    def create_addon(self) -> ActionResult:
        """CreateAddon."""
        return ActionResult({"addon": self._cluster().addons.create(self._request())})

    def describe_addon(self) -> ActionResult:
        """DescribeAddon."""
        return ActionResult({"addon": self._cluster().addons.describe(self._get_param("addonName"))})

    def list_addons(self) -> ActionResult:
        """ListAddons."""
        return ActionResult({"addons": sorted(self._cluster().addons.addons)})

    def update_addon(self) -> ActionResult:
        """UpdateAddon."""
        return ActionResult({"update": self._cluster().addons.update(self._get_param("addonName"), self._request())})

    def delete_addon(self) -> ActionResult:
        """DeleteAddon."""
        return ActionResult({"addon": self._cluster().addons.delete(self._get_param("addonName"))})

    def describe_addon_versions(self) -> ActionResult:
        """DescribeAddonVersions."""
        found = addon_versions(self._get_param("addonName"), self._get_param("kubernetesVersion"))
        return ActionResult({"addons": [*found]})

    def tag_resource(self) -> ActionResult:
        """TagResource."""
        self.backend.tagged(self._extract_arn_from_path()).update(self._get_param("tags"))
        return ActionResult({})

    def untag_resource(self) -> ActionResult:
        """UntagResource."""
        tags = self.backend.tagged(self._extract_arn_from_path())
        for key in self.querystring.get("tagKeys", []):
            tags.pop(key, None)
        return ActionResult({})

    def list_tags_for_resource(self) -> ActionResult:
        """ListTagsForResource."""
        return ActionResult({"tags": self.backend.tagged(self._extract_arn_from_path())})


def install() -> None:
    """Put this EKS into moto; before the first request."""
    eks_backends.backend = ClusterBackend
    routed = [*moto.eks.urls.url_paths, *(f"{{0}}/{path}$" for path in PATHS)]
    moto.eks.urls.url_paths.update(dict.fromkeys(routed, ClusterResponse.dispatch))
