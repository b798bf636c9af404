"""The platform of one stack: load its files, compose the components, export what people and the next run need."""

import gc
from pathlib import Path

import pulumi

from components import KarpenterCluster, KarpenterClusterArgs, Tenant, TenantArgs
from components.checked import checked_platform
from components.last_deployment import last_deployment
from components.loading import InvalidPlatform

# Registering makes millions of objects that die young; at Python's own threshold a fifth of the time goes into looking
# through those that stay.
gc.set_threshold(20_000, 20, 20)
try:
    checked = checked_platform(
        Path.cwd(),
        pulumi.get_stack(),
        pulumi.runtime.get_config_env(),
        pulumi.runtime.get_config_secret_keys_env(),
        last_deployment(),
    )
except InvalidPlatform as error:
    raise pulumi.RunError(error.report()) from None
for warning in checked.warnings:
    pulumi.warn(warning)
for change in checked.changes:
    pulumi.info(change)

platform = checked.platform
cluster = KarpenterCluster(platform.settings.cluster.name, KarpenterClusterArgs(settings=platform.settings))
tenants = {spec.name: Tenant(spec.name, TenantArgs(spec=spec, cluster=cluster)) for spec in platform.tenants}
cluster.readiness.confirm()

pulumi.export("clusterName", cluster.facts.name)
pulumi.export("endpoint", cluster.endpoint)
pulumi.export("kubeconfig", pulumi.Output.secret(cluster.kubeconfig))
pulumi.export("queue", cluster.queue_name)
pulumi.export("versions", cluster.versions)
pulumi.export("tenants", {name: tenant.summary for name, tenant in tenants.items()})
