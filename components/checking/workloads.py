"""Whether what is written for service accounts can have an effect (E008)."""

from collections.abc import Iterator

from ..model.enums import IdentityMode
from ..model.platform import PlatformSettings
from ..model.problem import Problem
from ..model.tenant import TenantSpec
from ..rendering.workloads import workload_mode
from .rule import Family


def e008_target_of_a_given_role(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A second role behind one that exists and that nobody but its owner gives rights: only Pod Identity goes on to it
    by itself."""
    for index, workload in enumerate(tenant.iam.workloads):
        irsa = workload_mode(workload, settings) is IdentityMode.IRSA
        if irsa and workload.role_arn is not None and workload.target_role_arn is not None:
            what = f"under irsa pods get roleArn as it is, nothing takes {workload.target_role_arn} over for them"
            path = ("iam", "workloads", index, "targetRoleArn")
            yield Problem(tenant.name, path, "E008", what, "keep one, or write mode: podIdentity")


FAMILY = Family(tenant=(e008_target_of_a_given_role,))
