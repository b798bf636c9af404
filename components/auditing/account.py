"""What EKS and IAM hold for the cluster beside the files (D41 to D46, D51, D52)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..model import names
from ..model.platform import PlatformSettings
from ..model.tenant import TenantSpec
from ..rendering.facts import ClusterFacts, arn
from ..rendering.node_identity import made_node_role_arn
from ..rendering.operators import groups_by_operator
from ..rendering.tenant_roles import groups_by_principal
from .access_policies import departed_access_policies
from .departure import Departure, Document

_OF_AWS = ":role/aws-service-role/"


@dataclass(frozen=True, kw_only=True)
class Account:
    """What was read of an account, in AWS' own words.

    Attributes:
        caller: ARN of whoever read it.
        access_entries: Of the cluster.
        access_policies: Those of EKS that are associated with the entries, each with its `principalArn`.
        associations: Pod Identity associations of the cluster.
        instance_profiles: Those below the paths of the product and of Karpenter, for this cluster.
        roles: Those below the paths of the product, for this cluster.
    """

    caller: str
    access_entries: tuple[Document, ...]
    access_policies: tuple[Document, ...]
    associations: tuple[Document, ...]
    instance_profiles: tuple[Document, ...]
    roles: tuple[Document, ...]


@dataclass(frozen=True)
class Files:
    """What the files ask for.

    Attributes:
        documents: Everything that is rendered for tenants and pools; IAM in CloudFormation's words.
    """

    settings: PlatformSettings
    tenants: tuple[TenantSpec, ...]
    facts: ClusterFacts
    documents: tuple[Mapping[str, Any], ...]


def departed_account(account: Account, files: Files, node_classes: Iterable[Document]) -> Iterator[Departure]:
    """Everything in the account that no file asks for, then what of the access entries is missing.

    Args:
        account: What was read.
        files: What is asked for.
        node_classes: Of the cluster; the profile of a class in use is not left over.
    """
    yield from _entries(account, files)
    yield from _associations(account, files)
    yield from _profiles(account, files, node_classes)
    yield from _roles(account, files)


def _entries(account: Account, files: Files) -> Iterator[Departure]:
    people = groups_by_operator(files.settings)
    for tenant in files.tenants:
        people |= groups_by_principal(tenant)
    nodes = set(_node_role_arns(files))
    known = {*people, *nodes, *_of_the_platform(files)}
    # Whoever made the cluster has an entry that no file gives.
    by_name = {*_given_node_roles(files), _name_of_caller(account.caller)}
    found = {str(entry["principalArn"]): entry for entry in account.access_entries}
    for principal, entry in found.items():
        subject = f"access entry {principal}"
        name = principal.rpartition("/")[2]
        if principal in people and set(entry.get("kubernetesGroups") or ()) != set(people[principal]):
            groups = ", ".join(sorted(entry.get("kubernetesGroups") or ())) or "none"
            what = f"groups are {groups}, not {', '.join(people[principal])}"
            yield Departure("D43", subject, what, "run pulumi up --refresh")
        elif principal not in known and name not in by_name and _OF_AWS not in principal:
            fix = "delete it, or write it into access of a tenant, cluster.adminRoleArns or cluster.operators"
            yield Departure("D41", subject, f"type {entry.get('type', 'STANDARD')}, is in no file", fix)
    for principal in (*people, *sorted(nodes)):
        if principal not in found:
            yield Departure("D42", f"access entry {principal}", "missing", "run pulumi up --refresh")
    admins = [str(admin) for admin in files.settings.cluster.admin_role_arns]
    judged = {*people, *nodes, *admins}
    yield from departed_access_policies(account.access_policies, admins, files.facts.partition, judged=judged)


def _node_role_arns(files: Files) -> Iterator[str]:
    """Of roles below the path of node roles; the cluster's other roles have none."""
    path = names.tenant_role_path(files.facts.name)
    for document in files.documents:
        if document.get("Path") == path and "RoleName" in document:
            yield made_node_role_arn(files.facts, document["RoleName"])


def _of_the_platform(files: Files) -> Iterator[str]:
    facts = files.facts
    yield from map(str, files.settings.cluster.admin_role_arns)
    yield arn(facts.partition, "iam", f"role/{names.core_node_role(facts.name)}", account=facts.account)
    # Of a cluster that the account's root user made; nobody else can have such an entry.
    yield arn(facts.partition, "iam", "root", account=facts.account)


def _given_node_roles(files: Files) -> set[str]:
    """Names of roles that classes name themselves; their paths only AWS knows."""
    classes = [each for tenant in files.tenants for each in tenant.node_classes.values()]
    classes += [pool.node_class for pool in files.settings.karpenter.platform_pools.values()]
    return {str(each.role) for each in classes if each.role is not None}


def _name_of_caller(caller: str) -> str:
    """Name of the role or user behind an ARN of STS or IAM."""
    kind, _, rest = caller.rpartition(":")[2].partition("/")
    return rest.partition("/")[0] if kind == "assumed-role" else rest.rpartition("/")[2]


def _associations(account: Account, files: Files) -> Iterator[Departure]:
    wanted = {(each["Namespace"], each["ServiceAccount"]) for each in files.documents if "ServiceAccount" in each}
    spaces = {name for tenant in files.tenants for name in tenant.namespace_names}
    for each in account.associations:
        key = (each["namespace"], each["serviceAccount"])
        if each["namespace"] in spaces and key not in wanted:
            fix = "delete it, or write it into iam.workloads"
            yield Departure("D44", f"Pod Identity association {'/'.join(key)}", "is in no file", fix)


def _profiles(account: Account, files: Files, node_classes: Iterable[Document]) -> Iterator[Departure]:
    known = {str(document.get("InstanceProfileName")) for document in files.documents}
    used = {str(each.get("status", {}).get("instanceProfile")) for each in node_classes}
    for profile in account.instance_profiles:
        name, path = profile["InstanceProfileName"], profile["Path"]
        if name not in known | used:
            fix = "delete it when no instance runs with it; accounts hold 1,000"
            yield Departure("D51", f"instance profile {path}{name}", "no tenant and no class uses it", fix)


def _roles(account: Account, files: Files) -> Iterator[Departure]:
    known = {str(document.get("RoleName")) for document in files.documents}
    for role in account.roles:
        if role["RoleName"] not in known:
            fix = "detach its policies and delete it"
            yield Departure("D52", f"role {role['Path']}{role['RoleName']}", "no tenant has it", fix)
