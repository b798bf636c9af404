"""Conditions on the tags by which Karpenter's permissions tell one cluster's resources from another's.

"Request" conditions look at the tags that a call brings along, "resource" conditions at the tags that the
resource already carries. Karpenter validates classes with an empty NodePool name, so the pool is compared by
pattern, never by equality.

Source: reference "cloudformation" of github.com/aws/karpenter-provider-aws, 1.0 to 1.14.
"""

from dataclasses import dataclass
from typing import Any

from . import tags

Condition = dict[str, Any]


@dataclass(frozen=True)
class Ownership:
    """Conditions for the resources of one cluster in one region."""

    cluster: str
    region: str

    def launches(self) -> Condition:
        """The call marks what it makes as this cluster's, of some NodePool."""
        return {
            "StringEquals": {
                request_tag(tags.ownership_key(self.cluster)): tags.OWNED,
                request_tag(tags.EKS_CLUSTER): self.cluster,
            },
            "StringLike": {request_tag(tags.NODE_POOL): "*"},
        }

    def launched(self) -> Condition:
        """The resource is this cluster's, of some NodePool."""
        return {
            "StringEquals": {resource_tag(tags.ownership_key(self.cluster)): tags.OWNED},
            "StringLike": {resource_tag(tags.NODE_POOL): "*"},
        }

    def makes_profile(self) -> Condition:
        """The call marks the instance profile as this cluster's, in this region, of some EC2NodeClass."""
        return {
            "StringEquals": {
                request_tag(tags.ownership_key(self.cluster)): tags.OWNED,
                request_tag(tags.EKS_CLUSTER): self.cluster,
                request_tag(tags.REGION): self.region,
            },
            "StringLike": {request_tag(tags.NODE_CLASS): "*"},
        }

    def made_profile(self) -> Condition:
        """The instance profile is this cluster's, in this region, of some EC2NodeClass."""
        return {
            "StringEquals": {
                resource_tag(tags.ownership_key(self.cluster)): tags.OWNED,
                resource_tag(tags.REGION): self.region,
            },
            "StringLike": {resource_tag(tags.NODE_CLASS): "*"},
        }


def both(first: Condition, second: Condition) -> Condition:
    """The conditions of both; their keys must differ."""
    operators = dict.fromkeys((*first, *second))
    return {operator: {**first.get(operator, {}), **second.get(operator, {})} for operator in operators}


def request_tag(key: str) -> str:
    """Condition key for a tag in the call."""
    return f"aws:RequestTag/{key}"


def resource_tag(key: str) -> str:
    """Condition key for a tag of the resource."""
    return f"aws:ResourceTag/{key}"
