"""Who administers the cluster: one access entry with EKS' administrator policy for each role of `adminRoleArns`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi
from pulumi_aws import eks

from .access_refusal import refusal_of
from .people_entry import create_people_entry, people_entry_name
from .rendering.cluster_identity import cluster_admin_access_policy


@dataclass(frozen=True, kw_only=True)
class ClusterAdminsArgs:
    """Wiring of `ClusterAdmins`."""

    cluster: str
    partition: str
    role_arns: Sequence[str]
    tags: Mapping[str, str]
    control_plane: Sequence[pulumi.Input[pulumi.Resource]]


class ClusterAdmins(pulumi.ComponentResource):
    """The administrators' access.

    Attributes:
        policies: The last step of each entry. Objects in the cluster wait for them, so that whoever destroys the stack
            under such a role keeps access until the last object is gone.
    """

    policies: tuple[eks.AccessPolicyAssociation, ...]

    def __init__(self, name: str, args: ClusterAdminsArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:ClusterAdmins", name, None, opts)
        self._refused = pulumi.ErrorHook(f"{name}-refused", refusal_of("platform:cluster.adminRoleArns"))
        self.policies = tuple(self._create_admin(name, args, role_arn) for role_arn in args.role_arns)
        self.register_outputs({})

    def _create_admin(self, name: str, args: ClusterAdminsArgs, role_arn: str) -> eks.AccessPolicyAssociation:
        entry = create_people_entry(
            name,
            role_arn,
            cluster=args.cluster,
            groups=None,
            tags=args.tags,
            opts=pulumi.ResourceOptions(
                parent=self,
                depends_on=args.control_plane,
                hooks=pulumi.ResourceHookBinding(on_error=[self._refused]),
            ),
        )
        return eks.AccessPolicyAssociation(
            people_entry_name(name, role_arn),
            cluster_name=args.cluster,
            principal_arn=entry.principal_arn,
            policy_arn=cluster_admin_access_policy(args.partition),
            access_scope={"type": "cluster"},
            opts=pulumi.ResourceOptions(parent=self),
        )
