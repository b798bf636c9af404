"""A pool of the platform itself: its nodes' identity, its EC2NodeClass and its NodePool.

The boundary of its role is the one that roles of tenants get whose files name none; nothing here is protected, since
the stack file alone decides whether the pool exists.
"""

from dataclasses import dataclass
from typing import Any

import pulumi
import pulumi_kubernetes

from .karpenter_object import create_karpenter_object
from .model import names
from .model.platform import PlatformSettings
from .node_role import NodeRoleArgs, create_given_entries, create_node_role
from .object_guard import ObjectGuard
from .readiness import Readiness
from .rendering.boundary import platform_boundary_arn
from .rendering.facts import ClusterFacts
from .rendering.fingerprint import node_fingerprint
from .rendering.platform_pools import (
    PlatformPool,
    platform_node_class,
    platform_node_policies,
    platform_node_pool,
)
from .rendering.tags import platform_pool_tags
from .rendering.unready import Place, platform_places
from .role_boundary import create_boundary


@dataclass(frozen=True, kw_only=True)
class PlatformNodesArgs:
    """Wiring of `PlatformNodes`."""

    pool: PlatformPool
    settings: PlatformSettings
    facts: ClusterFacts
    kubernetes: pulumi_kubernetes.Provider
    readiness: Readiness
    guard: ObjectGuard
    controller: pulumi.Resource
    """Karpenter's release: a pool that goes needs a living controller."""


class PlatformNodes(pulumi.ComponentResource):
    """`sharedPool` or `systemPool`.

    Attributes:
        summary: What the stack exports for the pool, plain text.
    """

    summary: dict[str, str]

    def __init__(self, name: str, args: PlatformNodesArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:PlatformNodes", name, None, opts)
        self._name = name
        self._args = args
        of_class, of_pool = platform_places(args.pool.word, args.pool.spec)
        node_class = platform_node_class(args.pool, args.facts, args.settings)
        node_pool = platform_node_pool(args.pool, args.facts)
        made = self._create("node-class", node_class, self._identity(), of_class)
        self._create("node-pool", node_pool, (made,), of_pool)
        self.summary = {
            "nodeRole": names.node_role(args.facts.name, args.pool.owner, args.pool.system),
            "nodePool": args.pool.name,
            "nodeClass": args.pool.name,
            "nodeFingerprint": node_fingerprint(node_pool, node_class),
        }
        self.register_outputs(self.summary)

    def _identity(self) -> tuple[pulumi.Resource, ...]:
        args, owner, name = self._args, self._args.pool.owner, f"{self._name}-{self._args.pool.system}"
        tags = platform_pool_tags(owner, args.settings, {})
        managed, inline = platform_node_policies(args.pool, args.facts.home, args.settings)
        node_role = NodeRoleArgs(
            facts=args.facts,
            owner=owner,
            system=args.pool.system,
            boundary_arn=platform_boundary_arn(owner, args.settings, args.facts),
            managed_policies=managed,
            inline_policies=inline,
            tags=tags,
            protect=False,
            before=self._boundary(tags),
            controller=args.controller,
        )
        given = args.pool.spec.node_class.role
        return (
            *create_node_role(name, node_role, self),
            *create_given_entries(name, node_role, [] if given is None else [given], self),
        )

    def _boundary(self, tags: dict[str, str]) -> list[pulumi.Resource]:
        """What the role waits for: the policy, where the product makes it."""
        args = self._args
        if args.settings.permissions_boundary is not None:
            return [args.controller]
        return [
            create_boundary(
                self._name,
                args.pool.owner,
                args.facts,
                passed_roles=(),
                tags=tags,
                controller=args.controller,
                parent=self,
            )
        ]

    def _create(
        self, suffix: str, document: dict[str, Any], before: tuple[pulumi.Resource, ...], place: Place
    ) -> pulumi.Resource:
        args = self._args
        return create_karpenter_object(
            f"{self._name}-{suffix}",
            document,
            place,
            parent=self,
            kubernetes=args.kubernetes,
            readiness=args.readiness,
            guard=args.guard,
            taken_over=False,
            after=[args.controller, *before],
            grace_periods=[args.pool.spec.termination_grace_period],
        )
