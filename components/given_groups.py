"""Security groups that the files select: whether they exist, and against those that AWS has marked as a cluster's.

Ids that are written are asked for together; Karpenter passes over one that does not exist as long as it finds another.
The mark is the tag `kubernetes.io/cluster/<cluster>`, which EKS puts on the group that it makes for a cluster. Only the
account knows which groups carry it, and they are few: they are asked for once, and every class is compared with them.
Controllers of load balancers refuse nodes with two groups of their cluster, and Karpenter reports neither that nor a
group of another cluster. Source: `expect exactly one securityGroup tagged with`, an error of
aws-load-balancer-controller.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import NamedTuple

from pulumi_aws import ec2

from .account_lookup import look_up
from .deployed_classes import DeployedClass, deployed_classes
from .model.platform import Platform
from .model.problem import Path, Problem
from .model.selector_terms import SecurityGroupTerm
from .rendering.tags import OWNED, ownership_key

MARK = ownership_key("")
"""What the key of every cluster's mark begins with."""

_VALUES_OF_A_FILTER = 200
"""How many EC2 takes. Source: EC2 API, "Filter"."""


class Group(NamedTuple):
    """A security group with the mark of any cluster."""

    id: str
    name: str
    tags: Mapping[str, str]


class Selection(NamedTuple):
    """What a class selects its groups by."""

    tenant: str | None
    path: Path
    terms: tuple[SecurityGroupTerm, ...]


AskMarked = Callable[[], tuple[Group, ...]]
AskExisting = Callable[[Sequence[str]], Set[str]]


def unusable_groups(platform: Platform) -> Iterator[Problem]:
    """A problem for each node class that selects several groups of this cluster, one that another cluster owns, or by
    an id that no group has.

    Raises:
        Refused: Groups may not be looked up.
    """
    return refused_groups(platform, marked_in_aws, existing_in_aws)


def refused_groups(platform: Platform, marked: AskMarked, existing: AskExisting) -> Iterator[Problem]:
    """The same with any answers; nothing is asked where all classes have the group of the cluster."""
    selections = [made for each in deployed_classes(platform) if (made := _selection(each)) is not None]
    if not selections:
        return
    yield from _missing(selections, existing)
    yield from _clashing(selections, marked(), platform)


def _missing(selections: Sequence[Selection], existing: AskExisting) -> Iterator[Problem]:
    written = sorted({term.id for each in selections for term in each.terms if term.id is not None})
    missing = set(written) - existing(written) if written else set[str]()
    for tenant, path, terms in selections:
        for term in terms:
            if term.id in missing:
                what = f"{term.id} does not exist in this account and region"
                yield Problem(tenant, path, "E130", what, "write groups that exist in the cluster's VPC")


def _clashing(selections: Sequence[Selection], groups: Sequence[Group], platform: Platform) -> Iterator[Problem]:
    mark = ownership_key(platform.settings.cluster.name)
    for tenant, path, terms in selections:
        selected = [group for group in groups if any(_matches(term, group) for term in terms)]
        ours = [group.id for group in selected if mark in group.tags]
        if len(ours) > 1:
            what = f"{' and '.join(ours)} carry the tag {mark}, load balancers would stop syncing"
            yield Problem(tenant, path, "E131", what, f"keep one, such as {ours[0]}")
        for group in selected:
            if mark not in group.tags and (owner := _owner(group)):
                what = f"{group.id} belongs to the cluster {owner}"
                yield Problem(tenant, path, "E131", what, "write groups of this cluster, or none")


def existing_in_aws(ids: Sequence[str]) -> Set[str]:
    """Which of these ids a group of the account and region has.

    Raises:
        Refused: Groups may not be looked up.
    """
    found = set[str]()
    for first in range(0, len(ids), _VALUES_OF_A_FILTER):
        asked: ec2.GetSecurityGroupsFilterArgsDict = {
            "name": "group-id",
            "values": ids[first : first + _VALUES_OF_A_FILTER],
        }
        found |= set(look_up(partial(ec2.get_security_groups, filters=[asked])).ids)
    return found


def marked_in_aws() -> tuple[Group, ...]:
    """The groups with a mark, by id.

    Raises:
        Refused: Groups may not be looked up.
    """
    marked = look_up(lambda: ec2.get_security_groups(filters=[{"name": "tag-key", "values": [ownership_key("*")]}]))
    found = [look_up(partial(ec2.get_security_group, id=group)) for group in sorted(marked.ids)]
    return tuple(Group(group.id, group.name, group.tags) for group in found)


def _selection(each: DeployedClass) -> Selection | None:
    """None where the class has the group of the cluster."""
    spec = each.spec
    if spec.security_group_selector_terms:
        return Selection(
            each.tenant, (*each.path, "securityGroupSelectorTerms"), tuple(spec.security_group_selector_terms)
        )
    if spec.security_groups:
        terms = tuple(SecurityGroupTerm.model_construct(id=group) for group in spec.security_groups)
        return Selection(each.tenant, (*each.path, "securityGroups"), terms)
    return None


def _matches(term: SecurityGroupTerm, group: Group) -> bool:
    if term.id is not None:
        return term.id == group.id
    if term.name is not None:
        return term.name == group.name
    return all(value in ("*", group.tags.get(key)) and key in group.tags for key, value in term.tags.items())


def _owner(group: Group) -> str | None:
    """The cluster that the group lives and dies with."""
    marks = (key for key, value in sorted(group.tags.items()) if key.startswith(MARK) and value == OWNED)
    return next((key.removeprefix(MARK) for key in marks), None)
