"""Access policies of EKS against those that the files give (D45, D46).

A policy gives rights beside Kubernetes' roles, so an entry with the groups of the files may still reach everything. The
files give one alone: administrators have EKS' policy for them in the whole cluster.
"""

from collections.abc import Iterable, Iterator

from ..rendering.cluster_identity import cluster_admin_access_policy
from .departure import Departure, Document

Association = tuple[str, str, str]
"""ARN of a principal, ARN of the policy, and where it holds, in words."""

_EVERYWHERE = "in the whole cluster"


def departed_access_policies(
    associations: Iterable[Document], admins: Iterable[str], partition: str, *, judged: Iterable[str]
) -> Iterator[Departure]:
    """What is associated and not from the files, then what is from the files and not associated.

    Args:
        associations: `principalArn`, `policyArn` and `accessScope` of each.
        admins: ARNs of `adminRoleArns`.
        partition: Of the account.
        judged: ARNs of the principals whose entries are from the files; another entry departs as a whole.
    """
    policy = cluster_admin_access_policy(partition)
    wanted = {(admin, policy, _EVERYWHERE) for admin in admins}
    found = {(each["principalArn"], each["policyArn"], _where(each["accessScope"])) for each in associations}
    known = set(judged)
    for association in sorted(found - wanted):
        if association[0] in known:
            fix = "aws eks disassociate-access-policy; rights are given by access, cluster.operators or adminRoleArns"
            yield _departure("D45", association, "no file gives it", fix)
    for association in sorted(wanted - found):
        yield _departure("D46", association, "missing", "run pulumi up --refresh")


def _departure(code: str, association: Association, what: str, fix: str) -> Departure:
    principal, policy, where = association
    return Departure(code, f"access policy {policy.rpartition('/')[2]} of {principal}", f"{where}: {what}", fix)


def _where(scope: Document) -> str:
    namespaces = ", ".join(sorted(scope.get("namespaces") or ()))
    return f"in {namespaces}" if namespaces else _EVERYWHERE
