"""Rights in AWS that reach beyond their tenant, and those that its boundary takes back again (W139).

Only statements of the tenant file are judged; what a policy of `policyArns` says, only AWS knows. A `Condition` is not
looked into.
"""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from ..model.names import ROLE_PATHS
from ..model.platform import PlatformSettings
from ..model.problem import Path, Problem
from ..model.statement import Effect, IamStatement
from ..model.tenant import TenantSpec
from ..rendering.boundary import PASSING, READING_IDENTITIES, SERVICE_LINKED_ROLES, is_one_role
from .identity import platform_roles
from .rule import Family

_ADMINISTERED = {
    "account": ("the whole account", "account:GetContactInformation"),
    "ec2": ("the instances, disks and networks of everybody", "ec2:DescribeVolumes"),
    "eks": ("the clusters and who may enter them", "eks:DescribeCluster"),
    "iam": ("the identities of everybody", "iam:GetRole"),
    "organizations": ("the whole organization", "organizations:DescribeOrganization"),
    "ssm": ("the machines and parameters of everybody", "ssm:GetParameter"),
    "sso": ("who may enter every account", "sso:ListInstances"),
    "sts": ("every role that trusts the account", "sts:AssumeRole on the ARN of a role"),
}
"""Services by which an account, its identities and its machines are run: what their actions reach, and an action that
somebody may have meant."""

_BY_NAME = "sts:AssumeRole"
_INSTEAD = "or give the tenant an iam.permissionsBoundary of your own"


def w139_rights_beyond_the_tenant(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A statement that gives a whole service by which everybody is run, or what the boundary that is made takes back.

    What the boundary takes back fails when it is first used, and not before.
    """
    bounded = tenant.iam.permissions_boundary is None
    for path, statement in _allowing(tenant):
        of_all = bool(statement.not_resource) or any(map(_is_everything, statement.resource))
        for index, action in enumerate(statement.action):
            place, beyond = (*path, "Action", index), _beyond(action) if of_all else None
            if beyond is not None:
                reached, meant = beyond
                what = f'"{action}" reaches {reached}, beyond what is {tenant.name}\'s'
                fix = f"write the actions that are needed, such as {meant}"
                yield Problem(tenant.name, place, "W139", what, fix)
            elif action.lower() == PASSING.lower():
                yield from _passing(tenant, settings, path, statement)
            elif bounded and action.lower().startswith("iam:") and not _is_let_through(action):
                what = f'"{action}" has no effect, the boundary that is made keeps all changes of identities out'
                yield Problem(tenant.name, place, "W139", what, f"remove it, {_INSTEAD}")
        if statement.not_action and of_all:
            what = f"all actions but these reach everything in the account, beyond what is {tenant.name}'s"
            fix = "write Action with those that are needed"
            yield Problem(tenant.name, (*path, "NotAction"), "W139", what, fix)


def _passing(tenant: TenantSpec, settings: PlatformSettings, path: Path, statement: IamStatement) -> Iterator[Problem]:
    """Roles of others, which whoever passes them hands to a machine of his own, and those that the boundary keeps."""
    platform = platform_roles(settings)
    bounded = tenant.iam.permissions_boundary is None
    for index, resource in enumerate(statement.resource):
        owner = platform.get(resource.rpartition("/")[2].lower())
        if f":role{ROLE_PATHS}" in resource:
            owner = "a tenant's"
        if owner is not None:
            what = f'{PASSING} on "{resource}" hands over {owner} own role'
            yield Problem(tenant.name, (*path, "Resource", index), "W139", what, "pass a role made for the purpose")
        elif bounded and not is_one_role(resource):
            what = f'{PASSING} on "{resource}" has no effect, the boundary that is made lets roles pass by whole ARNs'
            yield Problem(tenant.name, (*path, "Resource", index), "W139", what, f"write each role's ARN, {_INSTEAD}")


def _beyond(action: str) -> tuple[str, str] | None:
    """What the action reaches beyond a tenant, and one that may have been meant; None where it names its right."""
    service, _, name = action.partition(":")
    if "*" in service or "?" in service:
        return "everything in the account", "s3:GetObject"
    wide = not name.strip("*") or fnmatchcase(_BY_NAME.lower(), action.lower())
    return _ADMINISTERED.get(service.lower()) if wide else None


def _is_everything(resource: str) -> bool:
    """Whether nothing is named: `*`, `arn:aws:iam::111122223333:*`, or all of a type, `arn:aws:iam::*:role/*`."""
    *head, named = resource.split(":", 5)
    name = named.partition("/")[2]
    of_a_type = len(head) == 5 and head[2] in _ADMINISTERED and name != "" and not name.strip("*")
    return of_a_type or not named.strip("*")


def _is_let_through(action: str) -> bool:
    return any(fnmatchcase(action.lower(), allowed.lower()) for allowed in (*READING_IDENTITIES, SERVICE_LINKED_ROLES))


def _allowing(tenant: TenantSpec) -> Iterator[tuple[Path, IamStatement]]:
    """Place and statement of everything that the tenant file permits its nodes and its pods."""
    lists: list[tuple[Path, Sequence[IamStatement]]] = [(("iam", "policyStatements"), tenant.iam.policy_statements)]
    for index, workload in enumerate(tenant.iam.workloads):
        lists.append((("iam", "workloads", index, "policyStatements"), workload.policy_statements))
    for path, statements in lists:
        for index, statement in enumerate(statements):
            if statement.effect is Effect.ALLOW:
                yield (*path, index), statement


FAMILY = Family(tenant=(w139_rights_beyond_the_tenant,))
