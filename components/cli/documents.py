"""Everything that one tenant, or one pool of the platform, gets, as documents in the order of their creation."""

from collections.abc import Iterator
from typing import Any

from ..model.object_file import ObjectFiles
from ..model.platform import Platform, PlatformSettings
from ..model.tenant import TenantSpec
from ..rendering.admission import admission_documents, system_namespaces
from ..rendering.facts import ClusterFacts
from ..rendering.headroom import headroom_priority_class
from ..rendering.namespaces import namespace
from ..rendering.object_files import given_objects
from ..rendering.platform_pools import PlatformPool, platform_node_class, platform_node_pool, platform_pools
from ..rendering.pools import rendered_pools, used_node_classes
from ..rendering.storage_classes import default_storage_class, storage_classes
from ..rendering.tenant_objects import namespace_objects
from ..rendering.v1 import ec2_node_class, node_pool
from ..rendering.workloads import service_account
from .access_documents import people_entries
from .iam_documents import iam_documents, platform_iam_documents, workload_documents


def stack_documents(platform: Platform, cluster: ClusterFacts) -> Iterator[dict[str, Any]]:
    """What is once in a cluster, and everything of every tenant: what an audit looks for.

    Without objects of files: which defaults the API server adds to kinds of others is not known here.
    """
    settings, no_objects = platform.settings, dict.fromkeys(platform.object_files, ())
    yield from admission_documents(settings, cluster)
    yield headroom_priority_class()
    if (default_class := default_storage_class(settings)) is not None:
        yield default_class
    yield from system_namespaces(settings)
    for pool in platform_pools(settings.karpenter):
        for _, document in platform_pool_documents(pool, settings, cluster):
            yield document
    for tenant in platform.tenants:
        for _, document in tenant_documents(tenant, settings, cluster, no_objects):
            yield document


def tenant_documents(
    tenant: TenantSpec, settings: PlatformSettings, cluster: ClusterFacts, object_files: ObjectFiles
) -> Iterator[tuple[str, dict[str, Any]]]:
    """(title, document) of each resource of IAM and EKS and each manifest of a tenant."""
    yield from iam_documents(tenant, settings, cluster)
    for document in storage_classes(tenant, settings):
        yield f"StorageClass {document['metadata']['name']}", document
    for spec in tenant.namespaces:
        name = tenant.namespace_name(spec)
        yield f"namespace {name}", namespace(tenant, spec, settings, cluster)
        for document in (
            *namespace_objects(tenant, spec, settings, cluster),
            *given_objects(tenant, spec, object_files),
        ):
            yield f"{document['kind']} {document['metadata']['name']} in {name}", document
    for workload in tenant.iam.workloads:
        yield from workload_documents(tenant, workload, settings, cluster)
        account = service_account(tenant, workload, settings, cluster)
        yield f"ServiceAccount {workload.service_account} in {workload.namespace}", account
    yield from people_entries(tenant, settings, cluster)
    for key in used_node_classes(tenant):
        yield f"nodeClasses.{key}", ec2_node_class(tenant, key, cluster, settings)
    for key in rendered_pools(tenant):
        yield f"provisioners.{key}", node_pool(tenant, key, cluster)


def platform_pool_documents(
    pool: PlatformPool, settings: PlatformSettings, cluster: ClusterFacts
) -> Iterator[tuple[str, dict[str, Any]]]:
    """(title, document) of each resource of IAM and EKS and each manifest of a pool of the platform."""
    yield from platform_iam_documents(pool, settings, cluster)
    yield f"platform:karpenter.{pool.word}.nodeClass", platform_node_class(pool, cluster, settings)
    yield f"platform:karpenter.{pool.word}", platform_node_pool(pool, cluster)
