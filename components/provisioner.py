"""One pool of a tenant: its NodePool."""

from dataclasses import dataclass
from typing import Any

import pulumi

from .karpenter_cluster import KarpenterCluster
from .karpenter_object import create_karpenter_object
from .model.tenant import TenantSpec
from .rendering.unready import node_pool_place
from .rendering.v1 import node_pool


@dataclass(frozen=True, kw_only=True)
class ProvisionerArgs:
    """Wiring of `Provisioner`."""

    spec: TenantSpec
    """The tenant that the pool belongs to."""

    key: str
    """Which of the tenant's `provisioners`."""

    cluster: KarpenterCluster

    node_class: pulumi.Resource
    """The EC2NodeClass that the pool takes its nodes from; it is there before the pool, and goes after it."""


class Provisioner(pulumi.ComponentResource):
    """The NodePool of one key of `provisioners`.

    Attributes:
        document: The NodePool as the API server receives it.
        node_pool_name: Its name.
    """

    document: dict[str, Any]
    node_pool_name: str

    def __init__(self, name: str, args: ProvisionerArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:Provisioner", name, None, opts)
        self.document = node_pool(args.spec, args.key, args.cluster.facts)
        self.node_pool_name = self.document["metadata"]["name"]
        taken_over = args.spec.provisioners[args.key].existing_name is not None
        create_karpenter_object(
            f"{name}-node-pool",
            self.document,
            node_pool_place(args.spec, args.key),
            parent=self,
            kubernetes=args.cluster.taking_over if taken_over else args.cluster.kubernetes,
            readiness=args.cluster.readiness,
            guard=args.cluster.guard,
            taken_over=taken_over,
            after=[args.node_class],
            grace_periods=[args.spec.provisioners[args.key].termination_grace_period],
        )
        self.register_outputs({"node_pool": self.node_pool_name})
