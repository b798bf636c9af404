"""The permissions boundary that a tenant's roles get unless the operator names another one.

It allows everything but what would let one tenant reach into identities, into Karpenter, into the cluster or into
another tenant: who may change identities gives himself any right, Karpenter decides by tags which instances are its
own, an access entry makes an administrator of the cluster, and a role taken over is another tenant's identity.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from ..model import names
from ..model.platform import PlatformSettings
from ..model.statement import Effect, IamStatement
from ..model.tenant import TenantSpec
from .facts import AccountFacts, ClusterFacts, arn
from .policy_document import PolicyDocument, Statement, allow, allow_all_but, deny, deny_all_but, managed_policy

_ANY_CLUSTER: Final = names.ClusterName("*")
_ANY_TENANT: Final = names.TenantName("*")

_TAG_KEYS: Final = ("karpenter.sh/*", "karpenter.k8s.aws/*", "eks:eks-cluster-name", "kubernetes.io/cluster/*")

READING_IDENTITIES: Final = ("iam:Generate*", "iam:Get*", "iam:List*", "iam:Simulate*")
"""Whatever changes nothing. All else of IAM is left out, not listed: an action that IAM gains later stays out too.
Source: Service Authorization Reference, "Actions defined by AWS Identity and Access Management"."""

SERVICE_LINKED_ROLES: Final = "iam:CreateServiceLinkedRole"
"""Services make these for themselves in the name of their first caller; nobody but the service can take one."""

PASSING: Final = "iam:PassRole"

_OF_THE_CLUSTER: Final = ("eks:AccessKubernetesApi", "eks:Describe*", "eks:List*", "eks-auth:AssumeRoleForPodIdentity")
"""What changes nothing in the cluster, and what the agent on each node asks for pods. All else is denied, not listed.
Source: as above, "Actions defined by Amazon Elastic Kubernetes Service"."""


def boundary_policy(cluster: ClusterFacts, passed_roles: Sequence[str]) -> PolicyDocument:
    """The boundary's document; the same text for every tenant of a cluster that passes no roles.

    Args:
        passed_roles: ARNs of the roles that may be handed to a service of AWS, from `passed_roles`.

    Raises:
        PolicyTooLong: Too many roles are passed.
    """
    return managed_policy("boundary", boundary_statements(cluster.home, cluster.name, passed_roles))


def boundary_statements(home: AccountFacts, cluster: names.ClusterName, passed_roles: Sequence[str]) -> list[Statement]:
    """The same before anyone asks whether it fits.

    Of IAM a tenant's roles may read, and pass the roles that its file names. That closes what the user guide lists for
    delegation (roles without boundary, edits of the boundary, its removal) and what that list leaves open: new
    versions of other policies, trust policies, keys and passwords of users.

    A tenant's roles need none of their own paths' rights (pods get their roles from EKS, instances from EC2), and IAM
    cannot say "all paths but one" in a denial, so the denial covers all of them.

    Source: IAM user guide, "Permissions boundaries for IAM entities", "Delegating responsibility to others".
    """
    return [
        allow_all_but("AllowAllButIdentities", "iam:*", "*"),
        allow("AllowReadingIdentities", READING_IDENTITIES, "*"),
        allow("AllowServiceLinkedRoles", SERVICE_LINKED_ROLES, _role(home, "/aws-service-role/*")),
        *([allow("AllowPassingNamedRoles", PASSING, passed_roles)] if passed_roles else []),
        deny(
            "DenyKarpenterTags",
            ("ec2:CreateTags", "ec2:DeleteTags"),
            "*",
            {"ForAnyValue:StringLike": {"aws:TagKeys": list(_TAG_KEYS)}},
        ),
        # Without keys the call removes every tag.
        deny("DenyRemovingAllTags", "ec2:DeleteTags", "*", {"Null": {"aws:TagKeys": "true"}}),
        deny("DenyTenantRoles", (PASSING, "sts:AssumeRole"), _tenant_roles(home)),
        deny_all_but("DenyChangingTheCluster", _OF_THE_CLUSTER, _cluster_resources(home, cluster)),
    ]


def boundary_arn(tenant: TenantSpec, cluster: ClusterFacts) -> str:
    """ARN of the boundary of the tenant's roles: the given one, or the made one, known before it is made."""
    return tenant.iam.permissions_boundary or _made_boundary_arn(tenant.name, cluster)


def platform_boundary_arn(owner: names.TenantName, settings: PlatformSettings, cluster: ClusterFacts) -> str:
    """The same of the role of a pool of the platform, which gets what tenants get that say nothing."""
    return settings.permissions_boundary or _made_boundary_arn(owner, cluster)


def _made_boundary_arn(owner: names.TenantName, cluster: ClusterFacts) -> str:
    made = names.boundary_policy(cluster.name, owner)
    return arn(cluster.partition, "iam", f"policy/{made}", account=cluster.account)


def passed_roles(tenant: TenantSpec) -> tuple[str, ...]:
    """ARNs of the roles that the tenant's own statements let it pass, each once; patterns are not among them."""
    named = (
        resource
        for statement in _statements(tenant)
        if statement.effect is Effect.ALLOW and any(action.lower() == PASSING.lower() for action in statement.action)
        for resource in statement.resource
        if is_one_role(resource)
    )
    return tuple(dict.fromkeys(named))


def is_one_role(resource: str) -> bool:
    """Whether the text is the ARN of one role: without wildcards, and without variables that a session fills."""
    return ":role/" in resource and not any(character in resource for character in "*?$")


def _statements(tenant: TenantSpec) -> Iterator[IamStatement]:
    yield from tenant.iam.policy_statements
    for workload in tenant.iam.workloads:
        yield from workload.policy_statements


def _tenant_roles(home: AccountFacts) -> tuple[str, ...]:
    """Node roles and workload roles of all tenants of all clusters in the account."""
    paths = (names.tenant_role_path(_ANY_CLUSTER), names.workload_role_path(_ANY_CLUSTER, _ANY_TENANT))
    return tuple(_role(home, f"{path}*") for path in paths)


def _role(home: AccountFacts, path: str) -> str:
    return arn(home.partition, "iam", f"role{path}", account=home.account)


def _cluster_resources(home: AccountFacts, cluster: names.ClusterName) -> tuple[str, ...]:
    """The cluster, and what EKS keeps below it: access entries, associations, node groups, add-ons."""
    return tuple(
        arn(home.partition, "eks", resource, region=home.region, account=home.account)
        for resource in (f"cluster/{cluster}", f"*/{cluster}/*")
    )
