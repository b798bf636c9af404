"""Which selections of security groups clash with what AWS has marked, and when the account is asked.

What these tests do not prove: that AWS is asked, and how a preview then ends; tests/standins and tests/cloud do.
"""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from pulumi_aws import ec2

from components.given_groups import Group, existing_in_aws, marked_in_aws, refused_groups
from tests.builders import PROVISIONER, platform, tenant
from tests.recording import record

OURS = {"kubernetes.io/cluster/acme-dev": "owned"}
OTHER = {"kubernetes.io/cluster/acme-prod": "owned"}
MARKED = (
    Group("sg-00000001", "eks-cluster-sg-acme-dev", {**OURS, "karpenter.sh/discovery": "acme-dev"}),
    Group("sg-00000002", "nodes", {**OURS, "karpenter.sh/discovery": "acme-dev"}),
    Group("sg-00000003", "eks-cluster-sg-acme-prod", OTHER),
    Group("sg-00000004", "both", {"kubernetes.io/cluster/acme-prod": "shared"}),
)
TWICE = (
    "sg-00000001 and sg-00000002 carry the tag kubernetes.io/cluster/acme-dev, load balancers would stop syncing",
    "keep one, such as sg-00000001",
)
FOREIGN = ("sg-00000003 belongs to the cluster acme-prod", "write groups of this cluster, or none")


def selecting(node_class: Mapping[str, Any], name: str = "alpha") -> Any:
    """A tenant with one pool, whose node class is this."""
    return tenant(name, provisioners={"web": {**PROVISIONER, "nodeClass": "web"}}, nodeClasses={"web": node_class})


def refused(*tenants: Any) -> list[tuple[str | None, Any, str, str]]:
    return [
        (one.tenant, one.path, one.what, one.fix) for one in refused_groups(platform(*tenants), lambda: MARKED, set)
    ]


@pytest.mark.parametrize(
    ("node_class", "word", "text"),
    [
        ({"securityGroups": ["sg-00000002", "sg-00000001"]}, "securityGroups", TWICE),
        ({"securityGroups": ["sg-00000003"]}, "securityGroups", FOREIGN),
        (
            {"securityGroupSelectorTerms": [{"tags": {"karpenter.sh/discovery": "acme-dev"}}]},
            "securityGroupSelectorTerms",
            TWICE,
        ),
        (
            {"securityGroupSelectorTerms": [{"name": "nodes"}, {"tags": {"karpenter.sh/discovery": "*"}}]},
            "securityGroupSelectorTerms",
            TWICE,
        ),
        ({"securityGroupSelectorTerms": [{"name": "eks-cluster-sg-acme-prod"}]}, "securityGroupSelectorTerms", FOREIGN),
    ],
    ids=[
        "two of ours by id",
        "another cluster's by id",
        "two of ours by tag",
        "by any value",
        "another cluster's by name",
    ],
)
def test_what_clashes_is_said_where_it_is_selected(node_class: Any, word: str, text: tuple[str, str]):
    assert refused(selecting(node_class)) == [("alpha", ("nodeClasses", "web", word), *text)]


@pytest.mark.parametrize(
    "node_class",
    [
        {"securityGroups": ["sg-00000001", "sg-0000000f"]},
        {"securityGroups": ["sg-00000004"]},
        {"securityGroupSelectorTerms": [{"tags": {"karpenter.sh/discovery": "acme-dev", "team": "*"}}]},
        {"securityGroupSelectorTerms": [{"tags": {"kubernetes.io/cluster/acme-dev": "shared"}}]},
    ],
    ids=["one of ours beside one without a mark", "shared with another", "a tag that none carries", "another value"],
)
def test_other_groups_are_fine(node_class: Any):
    assert refused(selecting(node_class)) == []


def test_every_class_is_told():
    found = refused(
        selecting({"securityGroups": ["sg-00000003"]}), selecting({"securityGroups": ["sg-00000003"]}, "beta")
    )

    assert [one[0] for one in found] == ["alpha", "beta"]


MISSING = ("sg-0000000f does not exist in this account and region", "write groups that exist in the cluster's VPC")


@pytest.mark.parametrize(
    ("node_class", "word"),
    [
        ({"securityGroups": ["sg-00000001", "sg-0000000f"]}, "securityGroups"),
        ({"securityGroupSelectorTerms": [{"id": "sg-0000000f"}, {"name": "nodes"}]}, "securityGroupSelectorTerms"),
    ],
    ids=["beside one that does", "among terms"],
)
def test_a_group_that_does_not_exist_is_told_for_every_class(node_class: Any, word: str):
    asked: list[Any] = []

    def existing(ids: Any) -> set[str]:
        asked.append(ids)
        return {"sg-00000001"}

    stack = platform(selecting(node_class), selecting(node_class, "beta"))
    found = list(refused_groups(stack, lambda: MARKED, existing))

    assert [(one.tenant, one.path, one.code, one.what, one.fix) for one in found] == [
        (name, ("nodeClasses", "web", word), "E130", *MISSING) for name in ("alpha", "beta")
    ]
    assert asked == [sorted({"sg-0000000f", *node_class.get("securityGroups", ())})]


def never(*ids: Any) -> Any:
    raise AssertionError("asked")


def test_nothing_is_asked_where_all_classes_have_the_group_of_the_cluster():
    assert list(refused_groups(platform(tenant()), never, never)) == []


def test_ids_are_not_asked_for_where_none_is_written():
    named = selecting({"securityGroupSelectorTerms": [{"name": "nodes"}]})

    assert list(refused_groups(platform(named), lambda: MARKED, never)) == []


def test_pools_of_the_platform_select_groups_too():
    stack = platform(karpenter={"version": "1.14.3", "sharedPool": {"nodeClass": {"securityGroups": ["sg-00000003"]}}})

    assert [(one.tenant, one.path) for one in refused_groups(stack, lambda: MARKED, set)] == [
        (None, ("platform:karpenter", "sharedPool", "nodeClass", "securityGroups"))
    ]


def test_marked_groups_are_looked_up_by_id():
    found: list[tuple[Group, ...]] = []
    answers = {
        "aws:ec2/getSecurityGroups:getSecurityGroups": {"ids": ["sg-00000002"], "arns": [], "vpcIds": []},
        "aws:ec2/getSecurityGroup:getSecurityGroup": {"id": "sg-00000002", "name": "nodes", "tags": OURS},
    }
    record(lambda: found.append(marked_in_aws()), answers=answers)

    assert found == [(Group("sg-00000002", "nodes", OURS),)]


def test_ids_are_looked_up_in_requests_that_ec2_takes(monkeypatch: pytest.MonkeyPatch):
    """It takes 200 values of a filter."""
    groups = [f"sg-{number:08x}" for number in range(401)]
    requests: list[int] = []

    def get_security_groups(*, filters: list[dict[str, Any]]) -> SimpleNamespace:
        (only,) = filters
        assert only["name"] == "group-id"
        requests.append(len(only["values"]))
        return SimpleNamespace(ids=[each for each in only["values"] if each != groups[7]])

    monkeypatch.setattr(ec2, "get_security_groups", get_security_groups)

    assert set(groups) - existing_in_aws(groups) == {groups[7]}
    assert requests == [200, 200, 1]
