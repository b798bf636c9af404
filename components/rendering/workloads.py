"""AWS rights of a tenant's service accounts (`iam.workloads`): role, what it may do, and the account that gets it.

Who may take a made role is in `service_account_trust.py`, what it may never do in `boundary.py`.
"""

from collections.abc import Mapping
from typing import Any, Final

from ..model import names
from ..model.enums import IdentityMode
from ..model.iam import WorkloadSpec
from ..model.platform import PlatformSettings
from ..model.tenant import TenantSpec
from .chart import ROLE_ANNOTATION
from .facts import ClusterFacts, arn
from .policy_document import PolicyDocument, allow, operator_statement, policy_document

_FORCE: Final = {"pulumi.com/patchForce": "true"}
"""A chart may have made the account, or annotated it, before."""


def workload_mode(workload: WorkloadSpec, settings: PlatformSettings) -> IdentityMode:
    """How the account gets its role: as written, else as the stack says."""
    return workload.mode or settings.cluster.identity


def makes_workload_roles(tenant: TenantSpec) -> bool:
    """Whether a role is made for any of the tenant's service accounts."""
    return any(workload.role_arn is None for workload in tenant.iam.workloads)


def workload_role_arn(tenant: TenantSpec, workload: WorkloadSpec, cluster: ClusterFacts) -> str:
    """The role that exists, or the made one, whose name is known before it is made."""
    if workload.role_arn is not None:
        return str(workload.role_arn)
    path = names.workload_role_path(cluster.name, tenant.name)
    name = names.workload_role(cluster.name, workload.namespace, workload.service_account)
    return arn(cluster.partition, "iam", f"role{path}{name}", account=cluster.account)


def workload_role_policies(workload: WorkloadSpec) -> Mapping[str, PolicyDocument]:
    """Inline policies of a made role by name, in attachment order.

    Source of the second: EKS user guide, "Access AWS Resources using EKS Pod Identity Target IAM Roles".
    """
    policies: dict[str, PolicyDocument] = {}
    if workload.policy_statements:
        policies["statements"] = policy_document(map(operator_statement, workload.policy_statements))
    if workload.target_role_arn is not None:
        takes = allow("AllowTargetRole", ("sts:AssumeRole", "sts:TagSession"), str(workload.target_role_arn))
        policies["target-role"] = policy_document([takes])
    return policies


def service_account(
    tenant: TenantSpec, workload: WorkloadSpec, settings: PlatformSettings, cluster: ClusterFacts
) -> dict[str, Any]:
    """The account, or what is ours of one that exists: under IRSA the role that its pods ask for."""
    irsa = workload_mode(workload, settings) is IdentityMode.IRSA
    role = {ROLE_ANNOTATION: workload_role_arn(tenant, workload, cluster)} if irsa else {}
    return {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {
            "name": str(workload.service_account),
            "namespace": str(workload.namespace),
            "annotations": {**role, **_FORCE},
        },
    }


def given_role_arns(tenant: TenantSpec, namespace: str) -> tuple[str, ...]:
    """Roles that exist and that the tenant file names for accounts of a namespace, each once."""
    given = (each.role_arn for each in tenant.iam.workloads if each.namespace == namespace)
    return tuple(dict.fromkeys(str(role) for role in given if role is not None))


def has_pod_identity(tenant: TenantSpec, namespace: str, settings: PlatformSettings) -> bool:
    """Whether pods of the namespace ask the node's agent for the rights of their service account."""
    return any(
        workload.namespace == namespace and workload_mode(workload, settings) is IdentityMode.POD_IDENTITY
        for workload in tenant.iam.workloads
    )
