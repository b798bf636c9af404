"""The tenant's people: one EKS access entry for each principal, with the groups that the roles are bound to.

EKS keeps one entry per principal and cluster, so several items of `access` for one principal become one entry. Entries
are unprotected: people leave. A tenant that is `offboarding` has none.
"""

from dataclasses import dataclass

import pulumi

from .karpenter_cluster import KarpenterCluster
from .model.tenant import TenantSpec
from .people_entry import create_people_entry
from .rendering.tags import tenant_tags
from .rendering.tenant_roles import groups_by_principal


@dataclass(frozen=True, kw_only=True)
class TenantAccessArgs:
    """Wiring of `TenantAccess`."""

    spec: TenantSpec
    cluster: KarpenterCluster


class TenantAccess(pulumi.ComponentResource):
    """The access entries of one tenant."""

    def __init__(self, name: str, args: TenantAccessArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:TenantAccess", name, None, opts)
        for principal, groups in groups_by_principal(args.spec).items():
            create_people_entry(
                name,
                principal,
                cluster=args.cluster.facts.name,
                groups=groups,
                tags=tenant_tags(args.spec, args.cluster.settings),
                opts=pulumi.ResourceOptions(parent=self, depends_on=[args.cluster.controller]),
            )
        self.register_outputs({})
