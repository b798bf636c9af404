"""Which AWS roles the service accounts of a tenant may ask for: those under its own path, and those in its file."""

from ...model import names
from ...model.labels import ROLE_ARNS_ANNOTATION, ROLE_ARNS_SEPARATOR
from ..chart import ROLE_ANNOTATION
from ..facts import ClusterFacts, arn
from .cel import TENANT, annotation, given
from .policy import IN_TENANTS, Policy, Rule


def tenant_service_accounts(cluster: ClusterFacts) -> Policy:
    """The annotation by which IRSA gives pods a role; the role's trust is the other half."""
    path = names.workload_role_path(cluster.name, names.TenantName("' + variables.tenant + '"))
    role = arn(cluster.partition, "iam", f"role{path}", account=cluster.account)
    return Policy(
        name="tenant-service-accounts",
        group="",
        version="v1",
        resources=("serviceaccounts",),
        operations=("CREATE", "UPDATE"),
        namespaces=(IN_TENANTS,),
        variables=(
            TENANT,
            ("role", annotation(ROLE_ANNOTATION)),
            ("given", given(ROLE_ARNS_ANNOTATION, ROLE_ARNS_SEPARATOR)),
        ),
        rules=(
            Rule(
                id="serviceaccount",
                allows=(
                    "variables.role == '' || variables.role in variables.given || "
                    f"variables.role.matches('^{role}[A-Za-z0-9_+=,.@-]+$')"
                ),
                message=f"{ROLE_ANNOTATION} is no role of <tenant>; write one of iam.workloads in its tenant file",
                on_update=True,
            ),
        ),
    )
