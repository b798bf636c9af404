"""What a tenant's nodes are in AWS and in the cluster: role, instance profile, access entry, per operating system.

All of it is protected while the tenant is not `offboarding`: a tenant that vanishes from the stack is then refused at
preview instead of losing the identity of running nodes. Pods' own roles are in `tenant_workload.py`; the boundary that
they share with those of the nodes is here.
"""

from dataclasses import dataclass

import pulumi

from .model import names
from .model.enums import OperatingSystem, TenantState
from .model.platform import PlatformSettings
from .model.tenant import TenantSpec
from .node_role import NodeRoleArgs, create_given_entries, create_node_role
from .rendering.boundary import boundary_arn, passed_roles
from .rendering.facts import ClusterFacts
from .rendering.node_identity import node_role_managed_policies, node_role_policies
from .rendering.pools import given_node_roles, operating_systems
from .rendering.tags import tenant_tags
from .rendering.workloads import makes_workload_roles
from .role_boundary import create_boundary


@dataclass(frozen=True, kw_only=True)
class TenantIdentityArgs:
    """Wiring of `TenantIdentity`."""

    spec: TenantSpec
    settings: PlatformSettings
    facts: ClusterFacts

    controller: pulumi.Resource
    """Karpenter's release. The identity is made after it and therefore removed before it: a departure that fails
    half-way finds a living controller."""


class TenantIdentity(pulumi.ComponentResource):
    """One role, instance profile and node access entry for each operating system that the tenant's pools run.

    Attributes:
        node_roles: Physical names, known at preview.
        instance_profiles: The same.
        parts: By operating system, what must exist before a node of it can start.
        boundary_arn: Of the permissions boundary of every role that is made for the tenant.
        boundary: What such a role waits for; empty where none is made.
    """

    node_roles: dict[OperatingSystem, str]
    instance_profiles: dict[OperatingSystem, str]
    parts: dict[OperatingSystem, tuple[pulumi.Resource, ...]]
    boundary_arn: str
    boundary: tuple[pulumi.Resource, ...]

    def __init__(self, name: str, args: TenantIdentityArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:TenantIdentity", name, None, opts)
        self._name = name
        self._args = args
        self._tags = tenant_tags(args.spec, args.settings)
        self._keeps = args.spec.state is not TenantState.OFFBOARDING

        systems = operating_systems(args.spec)
        cluster, tenant = args.facts.name, args.spec.name
        self.node_roles = {system: names.node_role(cluster, tenant, system) for system in systems}
        self.instance_profiles = {system: names.instance_profile(cluster, tenant, system) for system in systems}
        self.boundary_arn = boundary_arn(args.spec, args.facts)
        self.boundary = self._create_boundary() if systems or makes_workload_roles(args.spec) else ()
        self.parts = {system: self._create_identity(system) for system in systems}
        self.register_outputs({})

    def _create_boundary(self) -> tuple[pulumi.Resource, ...]:
        """What the tenant's roles wait for: the policy, where the product makes it."""
        if self._args.spec.iam.permissions_boundary is not None:
            return (self._args.controller,)
        args = self._args
        return (
            create_boundary(
                self._name,
                args.spec.name,
                args.facts,
                passed_roles=passed_roles(args.spec),
                tags=self._tags,
                controller=args.controller,
                parent=self,
            ),
        )

    def _create_identity(self, system: OperatingSystem) -> tuple[pulumi.Resource, ...]:
        spec, facts, name = self._args.spec, self._args.facts, f"{self._name}-{system}"
        args = NodeRoleArgs(
            facts=facts,
            owner=spec.name,
            system=system,
            boundary_arn=self.boundary_arn,
            managed_policies=node_role_managed_policies(spec, facts.home),
            inline_policies=node_role_policies(spec, facts.home),
            tags=self._tags,
            protect=self._keeps,
            before=self.boundary,
            controller=self._args.controller,
        )
        return (
            *create_node_role(name, args, self),
            *create_given_entries(name, args, given_node_roles(spec, system), self),
        )
