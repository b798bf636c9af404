"""Whether what is written for service accounts can have an effect (E008, E185)."""

from collections.abc import Iterator

from ..model.cluster import POD_IDENTITY_AGENT, ClusterSettings
from ..model.enums import IdentityMode
from ..model.platform import Platform, PlatformSettings
from ..model.problem import Problem
from ..model.tenant import TenantSpec
from ..rendering.workloads import workload_mode
from .rule import Family

_NO_AGENT = f"podIdentity has no agent on any node, {POD_IDENTITY_AGENT} is off in platform:cluster.addons"
_FIX = "write irsa, or turn it on"


def e008_target_of_a_given_role(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A second role behind one that exists and that nobody but its owner gives rights: only Pod Identity goes on to it
    by itself."""
    for index, workload in enumerate(tenant.iam.workloads):
        irsa = workload_mode(workload, settings) is IdentityMode.IRSA
        if irsa and workload.role_arn is not None and workload.target_role_arn is not None:
            what = f"under irsa pods get roleArn as it is, nothing takes {workload.target_role_arn} over for them"
            path = ("iam", "workloads", index, "targetRoleArn")
            yield Problem(tenant.name, path, "E008", what, "keep one, or write mode: podIdentity")


def e185_workload_without_agent(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A service account that says Pod Identity itself, while the add-on that answers its pods is off."""
    if _has_agent(settings.cluster):
        return
    for index, workload in enumerate(tenant.iam.workloads):
        if workload.mode is IdentityMode.POD_IDENTITY:
            yield Problem(tenant.name, ("iam", "workloads", index, "mode"), "E185", _NO_AGENT, _FIX)


def e185_stack_without_agent(platform: Platform) -> Iterator[Problem]:
    """The same of the stack, for controller, add-ons and all accounts that say nothing: told once."""
    cluster = platform.settings.cluster
    if cluster.identity is IdentityMode.POD_IDENTITY and not _has_agent(cluster):
        yield Problem(None, ("platform:cluster", "identity"), "E185", _NO_AGENT, _FIX)


def _has_agent(cluster: ClusterSettings) -> bool:
    """Add-ons of a cluster that exists are its owner's, and not known here."""
    return cluster.existing or POD_IDENTITY_AGENT in cluster.active_addons


FAMILY = Family(platform=(e185_stack_without_agent,), tenant=(e008_target_of_a_given_role, e185_workload_without_agent))
