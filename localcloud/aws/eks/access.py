"""Who may use a cluster: one access entry per principal, and the access policies associated with it.

Source: EKS user guide, "Grant IAM users access to Kubernetes with EKS access entries" and "Review access policy
permissions"; messages as the EKS API gives them.
"""

import re
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from localcloud.aws.eks.refusals import in_use, invalid_parameter, invalid_request, not_found
from localcloud.aws.eks.roles import principal_is_missing

ENTRY_TYPES = ("STANDARD", "EC2_LINUX", "EC2_WINDOWS", "FARGATE_LINUX", "EC2", "HYBRID_LINUX", "HYPERPOD_LINUX")

NODE_USER = "system:node:{{EC2PrivateDNSName}}"

ACCESS_POLICIES = tuple(
    f"Amazon{name}Policy"
    for name in (
        "EKSAdmin",
        "EKSClusterAdmin",
        "EKSAdminView",
        "EKSEdit",
        "EKSView",
        "EKSSecretReader",
        "EKSAutoNode",
        "EKSBlockStorage",
        "EKSLoadBalancing",
        "EKSNetworking",
        "EKSCompute",
        "EKSHybrid",
        "EKSClusterInsights",
    )
)

PRINCIPAL = re.compile(r"arn:aws[a-z-]*:iam::\d{12}:(role|user)/[\w+=,.@/-]+")


def access_policy_arn(partition: str, name: str) -> str:
    """ARN of one of EKS' own access policies."""
    return f"arn:{partition}:eks::aws:cluster-access-policy/{name}"


class AccessEntry:
    """One principal of one cluster, with its associated policies by ARN."""

    def __init__(self, cluster: Any, request: dict[str, Any]) -> None:
        principal = request["principalArn"]
        partition, region, account = (cluster.arn.split(":")[index] for index in (1, 3, 4))
        kind, _, name = principal.split(":", 5)[5].partition("/")
        self.cluster_name = cluster.name
        self.principal_arn = principal
        self.type = request.get("type") or "STANDARD"
        self.kubernetes_groups = request.get("kubernetesGroups") or self._groups_of_nodes()
        self.username = request.get("username") or self._default_username(kind, name)
        self.tags: dict[str, str] = request.get("tags") or {}
        path = f"{cluster.name}/{kind}/{principal.split(':')[4]}/{name.rsplit('/', 1)[-1]}/{uuid4()}"
        self.access_entry_arn = f"arn:{partition}:eks:{region}:{account}:access-entry/{path}"
        self.created_at = self.modified_at = datetime.now(UTC)
        self.policies: dict[str, dict[str, Any]] = {}

    def _groups_of_nodes(self) -> list[str]:
        return {
            "EC2_LINUX": ["system:nodes"],
            "EC2_WINDOWS": ["eks:kube-proxy-windows", "system:nodes"],
        }.get(self.type, [])

    def _default_username(self, kind: str, name: str) -> str:
        if self.type != "STANDARD":
            return NODE_USER
        if kind == "user":
            return self.principal_arn
        account = self.principal_arn.split(":")[4]
        partition = self.principal_arn.split(":")[1]
        return f"arn:{partition}:sts::{account}:assumed-role/{name.rsplit('/', 1)[-1]}/{{{{SessionName}}}}"


class AccessEntries:
    """The access entries of one cluster, by principal ARN."""

    def __init__(self, cluster: Any) -> None:
        self._cluster = cluster
        self.entries: dict[str, AccessEntry] = {}

    def create(self, request: dict[str, Any]) -> AccessEntry:
        """Add one entry; refused for a second one of the same principal and in the mode CONFIG_MAP."""
        principal = request["principalArn"]
        self._require_api_mode()
        if not PRINCIPAL.fullmatch(principal) or principal_is_missing(principal):
            raise invalid_parameter("The specified principalArn is invalid: invalid principal.")
        if ":role/aws-service-role/" in principal:
            raise invalid_parameter("The caller is not allowed to modify access entries with a service-linked role.")
        _require_fitting_fields(request)
        if principal in self.entries:
            raise in_use("The specified access entry resource is already in use on this cluster.", self._cluster.name)
        entry = AccessEntry(self._cluster, request)
        self.entries[principal] = entry
        return entry

    def describe(self, principal: str) -> AccessEntry:
        """The entry of a principal."""
        if principal not in self.entries:
            raise not_found(f"The specified principalArn could not be found: {principal}", self._cluster.name)
        return self.entries[principal]

    def update(self, principal: str, request: dict[str, Any]) -> AccessEntry:
        """Change groups and username; the type stays for the entry's life."""
        entry = self.describe(principal)
        changed = {
            field: request[field] for field in ("kubernetesGroups", "username") if request.get(field) is not None
        }
        _require_fitting_fields({"type": entry.type, **changed})
        entry.kubernetes_groups = changed.get("kubernetesGroups", entry.kubernetes_groups)
        entry.username = changed.get("username", entry.username)
        entry.modified_at = datetime.now(UTC)
        return entry

    def delete(self, principal: str) -> None:
        """Remove an entry together with its associations."""
        self.describe(principal)
        del self.entries[principal]

    def associate(self, principal: str, policy: str, scope: dict[str, Any]) -> dict[str, Any]:
        """Associate a policy, or change the scope of one that is associated."""
        entry = self.describe(principal)
        if entry.type not in ("STANDARD", "EC2", "HYBRID_LINUX"):
            raise invalid_request(f"The access policies can't be associated with access entries of type {entry.type}.")
        partition = self._cluster.arn.split(":")[1]
        if policy not in {access_policy_arn(partition, name) for name in ACCESS_POLICIES}:
            raise invalid_parameter(f"The policyArn parameter format is not valid: {policy}")
        namespaces = scope.get("namespaces") or []
        if scope.get("type") == "namespace" and not namespaces:
            raise invalid_parameter("The namespaces parameter is required for access scope type namespace.")
        if scope.get("type") == "cluster" and namespaces:
            raise invalid_parameter("The namespaces parameter can't be set for access scope type cluster.")
        if scope.get("type") not in ("cluster", "namespace"):
            raise invalid_parameter(f"The access scope type is not valid: {scope.get('type')}")
        now = datetime.now(UTC)
        known = entry.policies.get(policy, {"policyArn": policy, "associatedAt": now})
        entry.policies[policy] = {**known, "accessScope": {"namespaces": [], **scope}, "modifiedAt": now}
        return entry.policies[policy]

    def disassociate(self, principal: str, policy: str) -> None:
        """Take one policy away."""
        if self.describe(principal).policies.pop(policy, None) is None:
            raise not_found(f"No AccessPolicy found for policy ARN: {policy}", self._cluster.name)

    def _require_api_mode(self) -> None:
        if self._cluster.access_config["authenticationMode"] == "CONFIG_MAP":
            modes = "[API, API_AND_CONFIG_MAP]"
            raise invalid_request(
                f"The cluster's authentication mode must be set to one of {modes} to perform this operation."
            )


def _require_fitting_fields(request: dict[str, Any]) -> None:
    kind = request.get("type") or "STANDARD"
    if kind not in ENTRY_TYPES:
        raise invalid_parameter(f"The access entry type is not valid: {kind}")
    groups = request.get("kubernetesGroups") or []
    if kind not in ("STANDARD", "EC2") and (groups or request.get("username")):
        raise invalid_parameter(f"kubernetesGroups and username can't be set for access entries of type {kind}.")
    reserved = [group for group in groups if group.startswith(("system:", "eks:", "aws:", "amazon:", "iam:"))]
    if reserved:
        raise invalid_parameter(f"The kubernetes group name {reserved[0]} is invalid, it cannot start with system:")
