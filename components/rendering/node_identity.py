"""The identity of a tenant's nodes: who may take the role, and what a node may do in AWS.

One role per tenant and operating system. A node may join the cluster, pull the tenant's images, and do what the
tenant file adds; rights of the network plugin and of the volume driver stay with the identities of those add-ons.
What nodes and workloads may never do is the boundary, in `boundary.py`.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from ..model import names
from ..model.enums import OperatingSystem
from ..model.tenant import TenantSpec
from .addon_registries import ADDON_REGISTRY_ACCOUNTS
from .facts import AccountFacts, ClusterFacts, arn
from .policy_document import PolicyDocument, allow, operator_statement, policy_document

WORKER_NODE_POLICY: Final = "AmazonEKSWorkerNodePolicy"
IMAGE_PULL: Final = "image-pull"
"""Name of the inline policy of every node role."""

ENTRY_TYPES: Final = {OperatingSystem.LINUX: "EC2_LINUX", OperatingSystem.WINDOWS: "EC2_WINDOWS"}
"""EKS' words. Nodes whose role has no entry of its own type start and never join (aws/karpenter-provider-aws#7558)."""

_PULL_ACTIONS: Final = ("ecr:BatchGetImage", "ecr:BatchImportUpstreamImage", "ecr:GetDownloadUrlForLayer")
"""Actions of AWS's policy AmazonEC2ContainerRegistryPullOnly that have a repository as resource."""

_SESSION_ACTIONS: Final = (
    "ssm:UpdateInstanceInformation",
    "ssmmessages:CreateControlChannel",
    "ssmmessages:CreateDataChannel",
    "ssmmessages:OpenControlChannel",
    "ssmmessages:OpenDataChannel",
)
"""What the agent needs for sessions, and no more: parameters are where others keep secrets.
Source: Systems Manager user guide, "Add Session Manager permissions to an existing IAM role"."""


def node_trust_policy(partition: str) -> PolicyDocument:
    """Lets EC2 hand the role to instances; China has its own name for the service."""
    service = "ec2.amazonaws.com.cn" if partition == "aws-cn" else "ec2.amazonaws.com"
    return policy_document([{"Effect": "Allow", "Principal": {"Service": service}, "Action": "sts:AssumeRole"}])


def made_node_role_arn(cluster: ClusterFacts, role: names.RoleName) -> str:
    """ARN of a node role that the product makes."""
    return arn(cluster.partition, "iam", f"role{names.tenant_role_path(cluster.name)}{role}", account=cluster.account)


def node_role_managed_policies(tenant: TenantSpec, account: AccountFacts) -> tuple[str, ...]:
    """ARNs of the managed policies on the node role: AWS's for worker nodes, then the tenant's own."""
    return tuple(dict.fromkeys((worker_node_policy(account), *tenant.iam.policy_arns)))


def node_role_policies(tenant: TenantSpec, account: AccountFacts) -> Mapping[str, PolicyDocument]:
    """Inline policies of the node role by name, in attachment order."""
    repositories = dict.fromkeys((*tenant.image_repositories, *tenant.iam.shared_image_repositories))
    policies = {IMAGE_PULL: image_pull_policy(account, tuple(repositories))}
    if tenant.iam.session_manager:
        policies["session-manager"] = policy_document([allow("AllowSessions", _SESSION_ACTIONS, "*")])
    if tenant.iam.policy_statements:
        policies["statements"] = policy_document(map(operator_statement, tenant.iam.policy_statements))
    return policies


def worker_node_policy(account: AccountFacts) -> str:
    """ARN of the managed policy that every node role has."""
    return arn(account.partition, "iam", f"policy/{WORKER_NODE_POLICY}", account="aws")


def image_pull_policy(account: AccountFacts, repositories: Sequence[str]) -> PolicyDocument:
    """What a node role may pull: these repositories of the account, and those of EKS' add-ons."""
    addons = _repository("*", account, ADDON_REGISTRY_ACCOUNTS[account.region])
    named = tuple(_repository(name, account, account.account) for name in repositories)
    return policy_document(
        [
            allow("AllowRegistryLogin", "ecr:GetAuthorizationToken", "*"),
            allow("AllowImagePull", _PULL_ACTIONS, (*named, addons)),
        ]
    )


def _repository(name: str, account: AccountFacts, owner: str) -> str:
    return arn(account.partition, "ecr", f"repository/{name}", region=account.region, account=owner)
