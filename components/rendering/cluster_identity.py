"""What the control plane, the core nodes and the administrators of a cluster may do: AWS's own managed policies.

Rights of the network plugin and of the volume driver are not here: they belong to the identities of those add-ons
(`addons.py`), not to every node.
"""

from typing import Final

from .facts import arn
from .policy_document import PolicyDocument, policy_document

_CONTROL_PLANE_SERVICE: Final = "eks.amazonaws.com"


def cluster_trust_policy() -> PolicyDocument:
    """Lets EKS act in the account. Source: EKS user guide, "Amazon EKS cluster IAM role"."""
    principal = {"Service": _CONTROL_PLANE_SERVICE}
    return policy_document([{"Effect": "Allow", "Principal": principal, "Action": "sts:AssumeRole"}])


def cluster_role_policies(partition: str, *, windows: bool) -> tuple[str, ...]:
    """ARNs of the policies of the cluster role.

    Args:
        partition: Of the account.
        windows: Pods on Windows nodes get their addresses from the control plane, which needs a further policy.
            Source: EKS user guide, "Deploy Windows nodes on EKS clusters".
    """
    names = ["AmazonEKSClusterPolicy", *(["AmazonEKSVPCResourceController"] if windows else [])]
    return tuple(_aws_policy(partition, name) for name in names)


def core_node_role_policies(partition: str) -> tuple[str, ...]:
    """ARNs of the policies of the core nodes' role: join the cluster, pull images."""
    return tuple(
        _aws_policy(partition, name) for name in ("AmazonEKSWorkerNodePolicy", "AmazonEC2ContainerRegistryPullOnly")
    )


def cluster_admin_access_policy(partition: str) -> str:
    """ARN of EKS' access policy for administrators. Source: EKS user guide, "Review access policy permissions"."""
    return arn(partition, "eks", "cluster-access-policy/AmazonEKSClusterAdminPolicy", account="aws")


def _aws_policy(partition: str, name: str) -> str:
    return arn(partition, "iam", f"policy/{name}", account="aws")
