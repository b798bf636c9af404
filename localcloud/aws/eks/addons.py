"""Which add-ons a cluster can have, in which versions, and which it has.

The versions follow one scheme per add-on, so that every Kubernetes version has a default and a newer one; the numbers
are the local cloud's own, only their form is AWS'.

Source of names and form: EKS user guide, "AWS add-ons" and `aws eks describe-addon-versions`.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from localcloud.aws.eks.refusals import in_use, invalid_parameter, not_found
from localcloud.aws.images import KUBERNETES_VERSIONS

VERSIONS: dict[str, tuple[str, ...]] = {
    "vpc-cni": ("v1.21.1-eksbuild.1", "v1.20.4-eksbuild.1", "v1.20.1-eksbuild.3"),
    "coredns": ("v1.13.1-eksbuild.1", "v1.12.4-eksbuild.1", "v1.12.2-eksbuild.4"),
    "eks-pod-identity-agent": ("v1.3.10-eksbuild.1", "v1.3.9-eksbuild.3"),
    "aws-ebs-csi-driver": ("v1.54.0-eksbuild.1", "v1.53.0-eksbuild.1"),
    "aws-efs-csi-driver": ("v2.1.15-eksbuild.1",),
    "metrics-server": ("v0.8.0-eksbuild.2",),
    "snapshot-controller": ("v8.3.0-eksbuild.1",),
    "amazon-cloudwatch-observability": ("v4.6.0-eksbuild.1",),
    "aws-guardduty-agent": ("v1.12.1-eksbuild.1",),
    "cert-manager": ("v1.19.1-eksbuild.1",),
    "eks-node-monitoring-agent": ("v1.4.2-eksbuild.1",),
}
"""Newest first; kube-proxy's follow the cluster's version."""

ADDON_NAMESPACE = "kube-system"
"""Where the service accounts of AWS' add-ons are."""


def versions_of(addon: str, kubernetes: str) -> tuple[str, ...]:
    """The versions that fit one Kubernetes version, newest first; none for an unknown add-on."""
    if addon == "kube-proxy":
        return (f"v{kubernetes}.3-eksbuild.2", f"v{kubernetes}.0-eksbuild.2")
    return VERSIONS.get(addon, ())


def default_version(addon: str, kubernetes: str) -> str:
    """The version that EKS installs when none is asked for: the second newest where there is one."""
    return versions_of(addon, kubernetes)[:2][-1]


def addon_versions(addon: str | None, kubernetes: str | None) -> Iterator[dict[str, Any]]:
    """The answer to DescribeAddonVersions, optionally for one add-on and one Kubernetes version."""
    wanted = [kubernetes] if kubernetes else list(KUBERNETES_VERSIONS)
    for name in [addon] if addon else ["kube-proxy", *VERSIONS]:
        clusters_of: dict[str, list[dict[str, Any]]] = {}
        for cluster_version in wanted:
            for version in versions_of(name, cluster_version):
                is_default = version == default_version(name, cluster_version)
                entry = {"clusterVersion": cluster_version, "platformVersions": ["*"], "defaultVersion": is_default}
                clusters_of.setdefault(version, []).append(entry)
        if clusters_of:
            yield {
                "addonName": name,
                "type": "networking" if name in ("vpc-cni", "coredns", "kube-proxy") else "storage",
                "owner": "aws",
                "publisher": "eks",
                "addonVersions": [
                    {
                        "addonVersion": version,
                        "architecture": ["amd64", "arm64"],
                        "compatibilities": compatible,
                        "requiresConfiguration": False,
                        "requiresIamPermissions": name in ("vpc-cni", "aws-ebs-csi-driver"),
                    }
                    for version, compatible in clusters_of.items()
                ],
            }


class Addon:
    """One add-on of one cluster."""

    def __init__(self, cluster: Any, request: dict[str, Any], version: str) -> None:
        self.addon_name = request["addonName"]
        self.cluster_name = cluster.name
        self.status = "ACTIVE"
        self.addon_version = version
        self.health: dict[str, Any] = {"issues": []}
        self.addon_arn = f"{cluster.arn.replace(':cluster/', ':addon/')}/{self.addon_name}/{uuid4()}"
        self.created_at = self.modified_at = datetime.now(UTC)
        self.service_account_role_arn = request.get("serviceAccountRoleArn")
        self.configuration_values = request.get("configurationValues")
        self.pod_identity_associations: list[str] = []
        self.tags: dict[str, str] = request.get("tags") or {}
        self.publisher = "eks"
        self.owner = "aws"


class Addons:
    """The add-ons of one cluster, by name."""

    def __init__(self, cluster: Any) -> None:
        self._cluster = cluster
        self.addons: dict[str, Addon] = {}

    def create(self, request: dict[str, Any]) -> Addon:
        """Install one; unknown names and versions that do not fit the cluster are refused."""
        name = request["addonName"]
        version = request.get("addonVersion") or self._default_version(name)
        self._require_fitting(name, version, request)
        if name in self.addons:
            raise in_use("Addon already exists.", self._cluster.name)
        addon = Addon(self._cluster, request, version)
        addon.pod_identity_associations = self._associate(request.get("podIdentityAssociations") or [])
        self.addons[name] = addon
        return addon

    def describe(self, name: str) -> Addon:
        """The add-on of this name."""
        if name not in self.addons:
            raise not_found(f"No addon: {name} found in cluster: {self._cluster.name}", self._cluster.name)
        return self.addons[name]

    def update(self, name: str, request: dict[str, Any]) -> dict[str, Any]:
        """Change it; a version or configuration that is not given stays, a role that is not given goes."""
        addon = self.describe(name)
        version = request.get("addonVersion") or addon.addon_version
        self._require_fitting(name, version, request)
        addon.addon_version = version
        addon.configuration_values = request.get("configurationValues", addon.configuration_values) or None
        addon.service_account_role_arn = request.get("serviceAccountRoleArn")
        if request.get("podIdentityAssociations") is not None:
            self._disassociate(addon)
            addon.pod_identity_associations = self._associate(request["podIdentityAssociations"])
        addon.modified_at = datetime.now(UTC)
        return {"id": str(uuid4()), "status": "Successful", "type": "AddonUpdate", "params": [], "errors": []}

    def delete(self, name: str) -> Addon:
        """Remove one and the associations that it brought."""
        addon = self.describe(name)
        self._disassociate(addon)
        del self.addons[name]
        return addon

    def _associate(self, wanted: list[dict[str, str]]) -> list[str]:
        associations = self._cluster.pod_identity_associations
        requests = [{"namespace": ADDON_NAMESPACE, **association} for association in wanted]
        return [associations.create(request).association_arn for request in requests]

    def _disassociate(self, addon: Addon) -> None:
        for arn in addon.pod_identity_associations:
            self._cluster.pod_identity_associations.delete(arn.rsplit("/", 1)[-1])

    def _default_version(self, name: str) -> str | None:
        return default_version(name, self._cluster.version) if versions_of(name, self._cluster.version) else None

    def _require_fitting(self, name: str, version: str | None, request: dict[str, Any]) -> None:
        kubernetes = self._cluster.version
        known = versions_of(name, kubernetes)
        if not known:
            raise invalid_parameter(f"Addon {name} specified is not supported in {kubernetes} kubernetes version")
        if version not in known:
            raise invalid_parameter("Addon version specified is not supported")
        configuration = request.get("configurationValues")
        if configuration and not _is_json_object(configuration):
            raise invalid_parameter("ConfigurationValue provided in request is not supported: not a JSON object")


def _is_json_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False
