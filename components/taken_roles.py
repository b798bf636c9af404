"""Roles that a new tenant would get and that another cluster of the account has already.

A role is named `<cluster>-<tenant>-…` and IAM keeps names apart in the whole account, ignoring case and whatever the
path: tenant `a-b` of cluster `dev` meets tenant `b` of cluster `dev-a`. IAM would refuse the second role only in the
middle of the deployment, so the account is asked before, in previews too. Whose a role is, its path says.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from pulumi_aws import iam

from .account_lookup import look_up
from .model import names
from .model.platform import Platform
from .model.problem import Path, Problem
from .model.tenant import TenantSpec
from .rendering.pools import operating_systems

Ask = Callable[[], Iterable[str]]


def roles_of_other_clusters(platform: Platform) -> Iterator[Problem]:
    """A problem for each role of a tenant that is not deployed yet and whose name another cluster of ours uses.

    Raises:
        Refused: Roles may not be listed.
    """
    return refused_roles(platform, ask_aws)


def refused_roles(platform: Platform, ask: Ask) -> Iterator[Problem]:
    """The same with any answer; nothing is asked where all tenants are deployed."""
    before, cluster = platform.deployed, platform.settings.cluster.name
    new = [tenant for tenant in platform.tenants if before is None or tenant.name not in before.tenants]
    if not new:
        return
    taken = _taken(ask(), cluster)
    for tenant in new:
        for path, role in _roles(tenant, cluster):
            if role.lower() in taken:
                what = f"role {role} is there already, of cluster {taken[role.lower()]}, and IAM has one of a name"
                yield Problem(tenant.name, path, "E025", what, "give the tenant or the cluster another name")


def ask_aws() -> Iterable[str]:
    """ARNs of the roles below the product's paths.

    Raises:
        Refused: Roles may not be listed.
    """
    return look_up(lambda: iam.get_roles(path_prefix=names.ROLE_PATHS)).arns


def _taken(arns: Iterable[str], cluster: names.ClusterName) -> Mapping[str, str]:
    """Name of a role in small letters -> the cluster that has it, for all but this cluster."""
    found: dict[str, str] = {}
    for arn in arns:
        _, _, owner, *_, name = arn.split("/")
        if owner != cluster:
            found[name.lower()] = owner
    return found


def _roles(tenant: TenantSpec, cluster: names.ClusterName) -> Iterator[tuple[Path, names.RoleName]]:
    """Each role that is made for the tenant, with the place that names it."""
    for system in operating_systems(tenant):
        yield ("name",), names.node_role(cluster, tenant.name, system)
    for index, workload in enumerate(tenant.iam.workloads):
        if workload.role_arn is None:
            path = ("iam", "workloads", index, "serviceAccount")
            yield path, names.workload_role(cluster, workload.namespace, workload.service_account)
