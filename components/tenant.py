"""Everything of one customer: namespaces, the nodes' identity, node classes, and a `Provisioner` for each pool.

The state decides what is there: `suspended` has no pools, `offboarding` neither pools nor classes.
"""

from dataclasses import dataclass, field
from typing import Any

import pulumi

from .karpenter_cluster import KarpenterCluster
from .karpenter_object import create_karpenter_object
from .model.enums import OperatingSystem
from .model.object_file import ObjectFiles
from .model.provisioner import ProvisionerSpec
from .model.tenant import TenantSpec
from .provisioner import Provisioner, ProvisionerArgs
from .rendering.fingerprint import node_fingerprint
from .rendering.pools import node_class_os, rendered_pools, used_node_classes
from .rendering.storage_classes import storage_classes
from .rendering.tenant_roles import groups_by_principal
from .rendering.unready import node_class_place
from .rendering.v1 import ec2_node_class
from .tenant_access import TenantAccess, TenantAccessArgs
from .tenant_identity import TenantIdentity, TenantIdentityArgs
from .tenant_namespace import TenantNamespace, TenantNamespaceArgs
from .tenant_workload import TenantWorkload, TenantWorkloadArgs


@dataclass(frozen=True, kw_only=True)
class TenantArgs:
    """Wiring of `Tenant`."""

    spec: TenantSpec
    cluster: KarpenterCluster

    object_files: ObjectFiles = field(default_factory=dict[str, Any])
    """What the files hold that `spec` names in `objects`."""


class Tenant(pulumi.ComponentResource):
    """One customer on the cluster.

    Attributes:
        summary: What the stack exports for the customer, plain text: the next run reads it to tell what changed.
    """

    summary: dict[str, Any]

    def __init__(self, name: str, args: TenantArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:Tenant", name, None, opts)
        self._name = name
        self._args = args
        self._child = pulumi.ResourceOptions(parent=self)

        self._identity = TenantIdentity(
            f"{name}-identity",
            TenantIdentityArgs(
                spec=args.spec,
                settings=args.cluster.settings,
                facts=args.cluster.facts,
                controller=args.cluster.controller,
            ),
            opts=self._child,
        )
        self._create_workloads(self._create_namespaces())
        self._create_storage_classes()
        if groups_by_principal(args.spec):
            TenantAccess(f"{name}-access", TenantAccessArgs(spec=args.spec, cluster=args.cluster), opts=self._child)
        self._documents: dict[str, dict[str, Any]] = {}
        classes = {key: self._create_node_class(key) for key in used_node_classes(args.spec)}
        self._pools = {key: self._create_pool(key, classes) for key in rendered_pools(args.spec)}
        self.summary = self._summary()
        self.register_outputs(self.summary)

    def _create_namespaces(self) -> dict[str, pulumi.Resource]:
        """Each by its name."""
        made: dict[str, pulumi.Resource] = {}
        for spec in self._args.spec.namespaces:
            name = self._args.spec.namespace_name(spec)
            made[name] = TenantNamespace(
                f"{self._name}-in-{name}",
                TenantNamespaceArgs(
                    tenant=self._args.spec,
                    spec=spec,
                    cluster=self._args.cluster,
                    object_files=self._args.object_files,
                ),
                opts=self._child,
            ).namespace
        return made

    def _create_workloads(self, namespaces: dict[str, pulumi.Resource]) -> None:
        for spec in self._args.spec.iam.workloads:
            TenantWorkload(
                f"{self._name}-as-{spec.namespace}.{spec.service_account}",
                TenantWorkloadArgs(
                    tenant=self._args.spec,
                    spec=spec,
                    cluster=self._args.cluster,
                    boundary_arn=self._identity.boundary_arn,
                    after=[*self._identity.boundary, namespaces[spec.namespace]],
                ),
                opts=self._child,
            )

    def _create_storage_classes(self) -> None:
        cluster = self._args.cluster
        for document in storage_classes(self._args.spec, cluster.settings):
            pulumi.CustomResource(
                "kubernetes:storage.k8s.io/v1:StorageClass",
                f"{document['metadata']['name']}-storage-class",
                document,
                pulumi.ResourceOptions(
                    parent=self,
                    provider=cluster.kubernetes,
                    depends_on=[cluster.controller],
                    # Parameters cannot be changed in place, and the name is what claims ask for.
                    delete_before_replace=True,
                ),
            )

    def _create_node_class(self, key: str) -> pulumi.Resource:
        spec, cluster = self._args.spec, self._args.cluster
        self._documents[key] = ec2_node_class(spec, key, cluster.facts, cluster.settings)
        grace_periods = [pool.termination_grace_period for pool in spec.provisioners.values() if pool.node_class == key]
        taken_over = spec.node_classes[key].existing_name is not None
        return create_karpenter_object(
            f"{self._name}-{key}-node-class",
            self._documents[key],
            node_class_place(spec, key),
            parent=self,
            kubernetes=cluster.taking_over if taken_over else cluster.kubernetes,
            readiness=cluster.readiness,
            guard=cluster.guard,
            taken_over=taken_over,
            after=[cluster.controller, *self._identity.parts.get(node_class_os(spec, key), ())],
            grace_periods=grace_periods,
        )

    def _create_pool(self, key: str, classes: dict[str, pulumi.Resource]) -> Provisioner:
        return Provisioner(
            f"{self._name}-{key}",
            ProvisionerArgs(
                spec=self._args.spec,
                key=key,
                cluster=self._args.cluster,
                node_class=classes[self._args.spec.provisioners[key].node_class],
            ),
            opts=self._child,
        )

    def _summary(self) -> dict[str, Any]:
        spec = self._args.spec
        return {
            "state": str(spec.state),
            "nodeRole": _of_nodes(self._identity.node_roles),
            "instanceProfile": _of_nodes(self._identity.instance_profiles),
            "pools": {key: self._pool_summary(pool, spec.provisioners[key]) for key, pool in self._pools.items()},
        }

    def _pool_summary(self, pool: Provisioner, spec: ProvisionerSpec) -> dict[str, str | bool]:
        node_class = self._documents[spec.node_class]
        return {
            "nodePool": pool.node_pool_name,
            "nodeClass": node_class["metadata"]["name"],
            "nodeFingerprint": node_fingerprint(pool.document, node_class),
            "static": spec.replicas is not None,
        }


def _of_nodes(by_system: dict[OperatingSystem, str]) -> str | dict[str, str] | None:
    """The one name; by operating system where the tenant has both, None where it has no nodes of its own."""
    if len(by_system) > 1:
        return {str(system): name for system, name in by_system.items()}
    return next(iter(by_system.values()), None)
