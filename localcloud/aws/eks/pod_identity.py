"""Which role a service account of a cluster gets through EKS Pod Identity: one association per namespace and account.

Source: EKS user guide, "Assign an IAM role to a Kubernetes service account".
"""

import hashlib
from datetime import UTC, datetime
from typing import Any

from localcloud.aws.eks.refusals import in_use, not_found
from localcloud.aws.eks.roles import require_trusting_role

SERVICE = "pods.eks.amazonaws.com"


class PodIdentityAssociation:
    """One association; its id follows from cluster, namespace and service account."""

    def __init__(self, cluster: Any, request: dict[str, Any]) -> None:
        self.cluster_name = cluster.name
        self.namespace = request["namespace"]
        self.service_account = request["serviceAccount"]
        self.role_arn = request["roleArn"]
        self.target_role_arn = request.get("targetRoleArn")
        self.disable_session_tags = bool(request.get("disableSessionTags"))
        self.tags: dict[str, str] = request.get("tags") or {}
        seed = f"{cluster.arn}/{self.namespace}/{self.service_account}"
        self.association_id = f"a-{hashlib.sha256(seed.encode()).hexdigest()[:17]}"
        self.association_arn = f"{cluster.arn.replace(':cluster/', ':podidentityassociation/')}/{self.association_id}"
        self.created_at = self.modified_at = datetime.now(UTC)


class PodIdentityAssociations:
    """The associations of one cluster, by id."""

    def __init__(self, cluster: Any) -> None:
        self._cluster = cluster
        self.associations: dict[str, PodIdentityAssociation] = {}

    def create(self, request: dict[str, Any]) -> PodIdentityAssociation:
        """Add one; the role must exist and trust the Pod Identity service."""
        require_trusting_role(request["roleArn"], SERVICE)
        association = PodIdentityAssociation(self._cluster, request)
        if association.association_id in self.associations:
            raise in_use(f"Association already exists: {association.association_id}", self._cluster.name)
        self.associations[association.association_id] = association
        return association

    def describe(self, association_id: str) -> PodIdentityAssociation:
        """The association with this id."""
        if association_id not in self.associations:
            raise not_found(f"No association found with id: {association_id}", self._cluster.name)
        return self.associations[association_id]

    def update(self, association_id: str, request: dict[str, Any]) -> PodIdentityAssociation:
        """Give the service account another role."""
        association = self.describe(association_id)
        if request.get("roleArn"):
            require_trusting_role(request["roleArn"], SERVICE)
            association.role_arn = request["roleArn"]
        if request.get("disableSessionTags") is not None:
            association.disable_session_tags = request["disableSessionTags"]
        if request.get("targetRoleArn") is not None:
            association.target_role_arn = request["targetRoleArn"] or None
        association.modified_at = datetime.now(UTC)
        return association

    def delete(self, association_id: str) -> PodIdentityAssociation:
        """Remove one."""
        association = self.describe(association_id)
        del self.associations[association_id]
        return association
