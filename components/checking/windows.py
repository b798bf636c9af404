"""What does not work on Windows nodes (W184, E185)."""

from collections.abc import Iterator

from ..model.enums import IdentityMode, OperatingSystem
from ..model.platform import PlatformSettings
from ..model.problem import Problem
from ..model.tenant import TenantSpec
from ..rendering.requirements import operating_system
from ..rendering.workloads import workload_mode
from .rule import Family


def w184_network_policy_without_effect(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A tenant with Windows pools, whose pods no network policy protects. Source: EKS user guide."""
    pools = _windows_pools(tenant)
    if pools:
        what = f"not enforced on the Windows nodes of {pools}, its pods are open to the whole VPC"
        yield Problem(tenant.name, ("networkPolicy",), "W184", what, "keep exposed services off them")


def e185_pod_identity_on_windows(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A service account whose rights come from an agent that Windows nodes do not have. Source: EKS user guide."""
    pools = _windows_pools(tenant)
    for index, workload in enumerate(tenant.iam.workloads):
        if pools and workload_mode(workload, settings) is IdentityMode.POD_IDENTITY:
            what = f"podIdentity has no agent on the Windows nodes of {pools}"
            yield Problem(tenant.name, ("iam", "workloads", index, "mode"), "E185", what, "write irsa")


def _windows_pools(tenant: TenantSpec) -> str:
    """Paths of the tenant's Windows pools, for messages; empty where there is none."""
    windows = (
        f"provisioners.{key}"
        for key, provisioner in tenant.provisioners.items()
        if operating_system(provisioner) is OperatingSystem.WINDOWS
    )
    return " and ".join(windows)


FAMILY = Family(tenant=(w184_network_policy_without_effect, e185_pod_identity_on_windows))
