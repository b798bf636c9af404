"""Who may bind a pod to a node: the scheduler, and nobody of the tenant. The verb is also no part of its roles."""

from .policy import IN_TENANTS, Policy, Rule


def tenant_bindings() -> Policy:
    """Bindings of pods in tenants' namespaces."""
    return Policy(
        name="tenant-bindings",
        group="",
        version="v1",
        resources=("pods/binding", "bindings"),
        operations=("CREATE",),
        namespaces=(IN_TENANTS,),
        rules=(
            Rule(
                id="binding",
                allows=(
                    "!has(request.userInfo.groups) || !request.userInfo.groups.exists(g, g.startsWith('tenant:') || "
                    "g == 'system:serviceaccounts:' + request.namespace)"
                ),
                message="only the scheduler binds pods to nodes; leave it to it",
            ),
        ),
    )
