"""One namespace of a tenant with everything that bounds it: quota, network policies, roles and who has them.

A namespace that existed before is taken over only where the file says so; it is labelled and never deleted. One that
the product makes is protected while its tenant is not `offboarding`.
"""

from dataclasses import dataclass
from typing import Any

import pulumi

from .karpenter_cluster import KarpenterCluster
from .model.namespace import NamespaceSpec
from .model.object_file import ObjectFiles
from .model.tenant import TenantSpec
from .rendering.headroom import is_of_karpenter
from .rendering.namespaces import is_kept, namespace
from .rendering.object_files import given_objects
from .rendering.tenant_objects import namespace_objects
from .rendering.unready import Place


@dataclass(frozen=True, kw_only=True)
class TenantNamespaceArgs:
    """Wiring of `TenantNamespace`."""

    tenant: TenantSpec
    spec: NamespaceSpec
    cluster: KarpenterCluster
    object_files: ObjectFiles


class TenantNamespace(pulumi.ComponentResource):
    """One item of `namespaces`.

    Attributes:
        namespace: The namespace itself; whatever is inside waits for it.
    """

    namespace: pulumi.Resource

    def __init__(self, name: str, args: TenantNamespaceArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:TenantNamespace", name, None, opts)
        self._name = name
        self._args = args
        self.namespace = self._create_namespace()
        for document in (
            *namespace_objects(args.tenant, args.spec, args.cluster.settings, args.cluster.facts),
            *given_objects(args.tenant, args.spec, args.object_files),
        ):
            self._create_object(document)
        self.register_outputs({})

    def _create_namespace(self) -> pulumi.Resource:
        args = self._args
        taken_over = args.spec.existing_name is not None
        document = namespace(args.tenant, args.spec, args.cluster.settings, args.cluster.facts)
        place = Place(args.tenant.name, (), ())
        return pulumi.CustomResource(
            "kubernetes:core/v1:NamespacePatch" if taken_over else "kubernetes:core/v1:Namespace",
            f"{self._name}-namespace",
            document,
            pulumi.ResourceOptions(
                parent=self,
                provider=args.cluster.kubernetes,
                protect=is_kept(args.tenant),
                # The policies are in force before the first pod is.
                depends_on=args.cluster.boundary,
                hooks=args.cluster.guard.of(document, place, taken_over=taken_over),
            ),
        )

    def _create_object(self, document: dict[str, Any]) -> None:
        group, cluster = document["apiVersion"], self._args.cluster
        after = [self.namespace, cluster.controller] if is_of_karpenter(document) else [self.namespace]
        pulumi.CustomResource(
            f"kubernetes:{group if '/' in group else f'core/{group}'}:{document['kind']}",
            f"{self._name}-{document['metadata']['name']}",
            document,
            pulumi.ResourceOptions(parent=self, provider=cluster.kubernetes, depends_on=after),
        )
