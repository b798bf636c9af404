"""Whether IAM takes the policies that the stack and its tenants add to, and whether the region is known (E005)."""

from collections.abc import Iterator

from ..model.nearest import nearest
from ..model.platform import Platform, PlatformSettings
from ..model.problem import Problem
from ..model.tenant import TenantSpec
from ..rendering.addon_registries import ADDON_REGISTRY_ACCOUNTS
from ..rendering.boundary import boundary_statements, passed_roles
from ..rendering.controller_policies import ControllerPolicy, controller_statements
from ..rendering.facts import AccountFacts, ClusterFacts
from ..rendering.node_identity import node_role_policies
from ..rendering.partitions import partition_of
from ..rendering.policy_document import (
    INLINE_POLICY_LIMIT,
    MANAGED_POLICY_LIMIT,
    policy_document,
    policy_size,
)
from ..rendering.workloads import workload_role_policies
from .rule import Family
from .versions import versions_of

ANY_ACCOUNT = "000000000000"
"""Only the length of an account counts here, and all have twelve digits."""

_MOVE = "move some into a managed policy and name it in policyArns"
_JOIN = "write fewer, with * for what they have in common"


def e005_region_unknown(platform: Platform) -> Iterator[Problem]:
    """A region from whose registry nodes could not pull the images of EKS' add-ons."""
    if platform.region not in ADDON_REGISTRY_ACCOUNTS:
        meant = nearest(platform.region, ADDON_REGISTRY_ACCOUNTS)
        what = f"{platform.region} is no region with a known registry of EKS' add-ons"
        yield Problem(None, ("aws:region",), "E005", what, f"did you mean {meant}?" if meant else "write another one")


def e005_controller_policy_too_long(platform: Platform) -> Iterator[Problem]:
    """Additions to the controller's rights that do not fit into one managed policy."""
    settings, versions = platform.settings.karpenter, versions_of(platform)
    if versions is None or settings.controller_role.existing_arn is not None:
        return
    cluster = ClusterFacts(
        name=platform.settings.cluster.name,
        region=platform.region,
        partition=partition_of(platform.region),
        account=ANY_ACCOUNT,
        kubernetes_version=str(versions.kubernetes),
        karpenter=versions.karpenter,
        subnets=(),
        security_group="",
    )
    statements = controller_statements(cluster, settings)
    for policy, word, fix in (
        (ControllerPolicy.ADDITIONS, "policyAdditions", "write fewer or wider statements"),
        (ControllerPolicy.RESOURCE_DISCOVERY, "amiParameterArns", _JOIN),
    ):
        size = policy_size(policy_document(statements[policy]))
        if size > MANAGED_POLICY_LIMIT:
            what = f"{size} characters in the controller's policy {policy}, IAM takes {MANAGED_POLICY_LIMIT}"
            yield Problem(None, ("platform:karpenter", word), "E005", what, fix)


def e005_node_role_policies_too_long(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """Rights of the nodes that do not fit beside each other into a role; reported where most of it was written."""
    if settings.region not in ADDON_REGISTRY_ACCOUNTS:
        return
    documents = node_role_policies(tenant, _home(settings))
    size = sum(map(policy_size, documents.values()))
    if size <= INLINE_POLICY_LIMIT:
        return
    written = {
        "policyStatements": policy_size(documents.get("statements", {})),
        "imageRepositories": sum(map(len, tenant.image_repositories)),
        "sharedImageRepositories": sum(map(len, tenant.iam.shared_image_repositories)),
    }
    word = max(written, key=written.__getitem__)
    what = f"{size} characters in the policies of the node role, IAM takes {INLINE_POLICY_LIMIT} together"
    yield Problem(tenant.name, ("iam", word), "E005", what, _MOVE if word == "policyStatements" else _JOIN)


def e005_workload_policy_too_long(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """Rights of a service account that do not fit into its role."""
    for index, workload in enumerate(tenant.iam.workloads):
        size = sum(map(policy_size, workload_role_policies(workload).values()))
        if size > INLINE_POLICY_LIMIT:
            path = ("iam", "workloads", index, "policyStatements")
            what = f"{size} characters in the policies of the role, IAM takes {INLINE_POLICY_LIMIT} together"
            yield Problem(tenant.name, path, "E005", what, _MOVE)


def e005_boundary_too_long(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """More roles that the tenant passes than the boundary that is made can name."""
    if settings.region not in ADDON_REGISTRY_ACCOUNTS or tenant.iam.permissions_boundary is not None:
        return
    home, passed = _home(settings), passed_roles(tenant)
    size = policy_size(policy_document(boundary_statements(home, settings.cluster.name, passed)))
    if size > MANAGED_POLICY_LIMIT:
        what = f"{size} characters in the boundary with the {len(passed)} roles that are passed, IAM takes"
        fix = "pass fewer, or name a boundary of your own in permissionsBoundary"
        yield Problem(tenant.name, ("iam",), "E005", f"{what} {MANAGED_POLICY_LIMIT}", fix)


def _home(settings: PlatformSettings) -> AccountFacts:
    return AccountFacts(partition=partition_of(settings.region), region=settings.region, account=ANY_ACCOUNT)


FAMILY = Family(
    platform=(e005_region_unknown, e005_controller_policy_too_long),
    tenant=(e005_node_role_policies_too_long, e005_workload_policy_too_long, e005_boundary_too_long),
)
