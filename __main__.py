"""The platform of one stack: load its files, compose the components, export what people and the next run need."""

import gc

import pulumi

from components import KarpenterCluster, KarpenterClusterArgs, Tenant, TenantArgs
from components.this_stack import platform_of_this_stack

# Millions of objects die young here: at Python's own threshold a fifth of the time goes into those that stay.
gc.set_threshold(20_000, 20, 20)
platform = platform_of_this_stack()
cluster = KarpenterCluster(platform.settings.cluster.name, KarpenterClusterArgs(settings=platform.settings))
tenants = {
    spec.name: Tenant(spec.name, TenantArgs(spec=spec, cluster=cluster, object_files=platform.object_files))
    for spec in platform.tenants
}
cluster.readiness.confirm(cluster.controller)

pulumi.export("clusterName", cluster.facts.name)
pulumi.export("endpoint", cluster.endpoint)
pulumi.export("kubeconfig", pulumi.Output.secret(cluster.kubeconfig))
pulumi.export("queue", cluster.queue_name)
pulumi.export("versions", cluster.versions)
pulumi.export("platformPools", cluster.platform_pools)
pulumi.export("tenants", {name: tenant.summary for name, tenant in tenants.items()})
