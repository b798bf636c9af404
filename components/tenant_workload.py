"""One service account of a tenant with rights in AWS (`iam.workloads[]`): its role, and what ties the two together.

Nothing here is protected: an entry that leaves the file takes its rights along. All of it goes before the namespace
does, so that whoever makes a namespace of that name later inherits nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_aws import eks, iam

from .karpenter_cluster import KarpenterCluster
from .model import names
from .model.enums import IdentityMode
from .model.iam import WorkloadSpec
from .model.tenant import TenantSpec
from .rendering.policy_document import policy_label
from .rendering.tags import tenant_tags
from .rendering.workloads import service_account, workload_mode, workload_role_arn, workload_role_policies
from .role_policies import attach_policies, write_policies
from .trust import service_account_trust


@dataclass(frozen=True, kw_only=True)
class TenantWorkloadArgs:
    """Wiring of `TenantWorkload`."""

    tenant: TenantSpec
    spec: WorkloadSpec
    cluster: KarpenterCluster

    boundary_arn: str
    """Of the tenant's roles."""

    after: Sequence[pulumi.Resource]
    """The boundary, and the namespace of the service account."""


class TenantWorkload(pulumi.ComponentResource):
    """One item of `iam.workloads`."""

    def __init__(self, name: str, args: TenantWorkloadArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:TenantWorkload", name, None, opts)
        self._name = name
        self._args = args
        self._tags = tenant_tags(args.tenant, args.cluster.settings)
        self._child = pulumi.ResourceOptions(parent=self)

        rights = self._create_role() if args.spec.role_arn is None else []
        if workload_mode(args.spec, args.cluster.settings) is IdentityMode.POD_IDENTITY:
            self._create_association(rights)
        self._create_service_account(rights)
        self.register_outputs({})

    def _create_role(self) -> list[pulumi.Resource]:
        """What must exist before a pod takes the role."""
        spec, cluster = self._args.spec, self._args.cluster
        role = iam.Role(
            f"{self._name}-role",
            name=names.workload_role(cluster.facts.name, spec.namespace, spec.service_account),
            path=names.workload_role_path(cluster.facts.name, self._args.tenant.name),
            permissions_boundary=self._args.boundary_arn,
            assume_role_policy=service_account_trust(
                workload_mode(spec, cluster.settings),
                cluster.eks,
                namespace=spec.namespace,
                service_account=spec.service_account,
            ),
            tags=self._tags,
            opts=pulumi.ResourceOptions(parent=self, depends_on=self._args.after),
        )
        policies = ((policy_label(policy), policy) for policy in dict.fromkeys(spec.policy_arns))
        return [
            role,
            *attach_policies(self._name, role, policies, self._child),
            *write_policies(self._name, role, workload_role_policies(spec), self._child),
        ]

    def _create_association(self, rights: list[pulumi.Resource]) -> None:
        spec, cluster = self._args.spec, self._args.cluster
        eks.PodIdentityAssociation(
            f"{self._name}-association",
            cluster_name=cluster.facts.name,
            namespace=spec.namespace,
            service_account=spec.service_account,
            role_arn=workload_role_arn(self._args.tenant, spec, cluster.facts),
            target_role_arn=spec.target_role_arn,
            tags=self._tags,
            opts=pulumi.ResourceOptions(parent=self, depends_on=[*self._args.after, *rights]),
        )

    def _create_service_account(self, rights: list[pulumi.Resource]) -> None:
        """As a patch: the account `default` is there already, others may be a chart's, and pods keep theirs when only
        its rights go."""
        args, cluster = self._args, self._args.cluster
        pulumi.CustomResource(
            "kubernetes:core/v1:ServiceAccountPatch",
            f"{self._name}-service-account",
            service_account(args.tenant, args.spec, cluster.settings, cluster.facts),
            pulumi.ResourceOptions(parent=self, provider=cluster.kubernetes, depends_on=[*args.after, *rights]),
        )
