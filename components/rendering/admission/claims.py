"""Which volumes tenants may claim: new ones, never one that exists and may hold another tenant's data."""

from .policy import IN_TENANTS, Policy, Rule


def tenant_claims() -> Policy:
    """PersistentVolumeClaims; the volume controller fills in `volumeName` later, by update."""
    return Policy(
        name="tenant-claims",
        group="",
        version="v1",
        resources=("persistentvolumeclaims",),
        operations=("CREATE",),
        namespaces=(IN_TENANTS,),
        rules=(
            Rule(
                id="pvc",
                allows="!has(object.spec.volumeName) || object.spec.volumeName == ''",
                message="volumeName adopts a volume that exists; remove it",
            ),
            Rule(
                id="pvc",
                allows="!has(object.spec.selector)",
                message="selector adopts a volume that exists; remove it",
            ),
        ),
    )
