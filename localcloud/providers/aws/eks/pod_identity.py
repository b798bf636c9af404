"""Pod Identity associations.

Source: documentation of the provider's resources 7.51; EKS API reference.
"""

from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import arn_failures
from localcloud.providers.aws.eks.base import EksHandler
from localcloud.providers.aws.handler import Properties
from localcloud.providers.validation import Failure


class PodIdentityAssociation(EksHandler):
    """aws.eks.PodIdentityAssociation; id is the association's."""

    supports = frozenset(
        {"clusterName", "disableSessionTags", "namespace", "roleArn", "serviceAccount", "tags", "targetRoleArn"}
    )
    replaces = frozenset({"clusterName", "namespace", "serviceAccount"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """The ARNs."""
        for name in ("roleArn", "targetRoleArn"):
            if name in inputs:
                yield from arn_failures(name, inputs[name])

    def create(self, inputs: Properties) -> str:
        """CreatePodIdentityAssociation; the role must trust Pod Identity."""
        request = {name: inputs[name] for name in self.supports - {"tags"} if name in inputs}
        answer = self.eks.create_pod_identity_association(**request, tags=dict(inputs.get("tags", {})))
        return answer["association"]["associationId"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribePodIdentityAssociation."""
        answer = self.found(
            lambda: self.eks.describe_pod_identity_association(
                clusterName=inputs["clusterName"], associationId=resource_id
            )
        )
        if answer is None:
            return None
        association = answer["association"]
        return {
            "associationArn": association["associationArn"],
            "associationId": resource_id,
            "clusterName": association["clusterName"],
            "namespace": association["namespace"],
            "serviceAccount": association["serviceAccount"],
            "roleArn": association["roleArn"],
            "targetRoleArn": association.get("targetRoleArn"),
            "disableSessionTags": association["disableSessionTags"],
            **tags.properties(tags.own(association.get("tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """UpdatePodIdentityAssociation and the tags."""
        association = self.eks.update_pod_identity_association(
            clusterName=new["clusterName"],
            associationId=resource_id,
            roleArn=new["roleArn"],
            targetRoleArn=new.get("targetRoleArn", ""),
            disableSessionTags=new.get("disableSessionTags", False),
        )["association"]
        self.change_tags(association["associationArn"], old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeletePodIdentityAssociation."""
        self.eks.delete_pod_identity_association(clusterName=state["clusterName"], associationId=resource_id)
