"""Tags as AWS takes them everywhere; tested on the tags of a node class."""

from typing import Any

import pytest

from components.model.node_class import NodeClassSpec
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "usual": {
        "tags": {
            "Team": "web",
            "cost-center": "4711",
            "Owner Of It": "ops@alpha.example",
            "a+b=c._:/@-": "",
            "größe": "ü",
        }
    },
    "40": {"tags": {f"t{i}": "v" for i in range(40)}},
    "number as it was written": {"tags": {"a": 4711}},
    "discovery tag": {"tags": {"karpenter.sh/discovery": "x"}},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "41": ({"tags": {f"t{i}": "v" for i in range(41)}}, ["tags: 41 tags, 40 are allowed; remove 1  [E180]"]),
    "equal but for case": (
        {"tags": {"Team": "a", "team": "b"}},
        ["tags.team: team and Team differ by case only, which IAM refuses; keep one  [E180]"],
    ),
    "empty key": ({"tags": {"": "v"}}, ['tags[""]: empty key; write a name  [E180]']),
    "keys of Karpenter": (
        {
            "tags": {
                "eks:eks-cluster-name": "x",
                "karpenter.sh/nodeclaim": "x",
                "karpenter.k8s.aws/ec2nodeclass": "x",
                "kubernetes.io/clusters": "x",
            }
        },
        [
            'tags["eks:eks-cluster-name"]: written by Karpenter itself; remove it  [E180]',
            'tags["karpenter.sh/nodeclaim"]: written by Karpenter itself; remove it  [E180]',
            'tags["karpenter.k8s.aws/ec2nodeclass"]: written by Karpenter itself; remove it  [E180]',
            'tags["kubernetes.io/clusters"]: written by Karpenter itself; remove it  [E180]',
        ],
    ),
    "keys of AWS": (
        {"tags": {"aws:a": "x", "AWS:b": "x"}},
        [
            'tags["aws:a"]: keys that begin with aws: belong to AWS; choose another key  [E180]',
            'tags["AWS:b"]: keys that begin with aws: belong to AWS; choose another key  [E180]',
        ],
    ),
    "foreign characters": (
        {"tags": {"a#b": "x"}},
        ['tags["a#b"]: "a#b" holds "#", which AWS refuses in tags; use letters, digits, spaces and +-=._:/@  [E180]'],
    ),
    "foreign characters in the value": (
        {"tags": {"a": "b;c"}},
        ['tags.a: "b;c" holds ";", which AWS refuses in tags; use letters, digits, spaces and +-=._:/@  [E180]'],
    ),
    "long key": (
        {"tags": {"k" * 129: "v"}},
        ["tags." + "k" * 129 + ": 129 characters, a tag key holds 128; shorten it  [E180]"],
    ),
    "long value": ({"tags": {"k": "v" * 257}}, ["tags.k: 257 characters, a tag value holds 256; shorten it  [E180]"]),
    "boolean": ({"tags": {"a": True}}, ["tags.a: [string_type]"]),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(NodeClassSpec, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(NodeClassSpec, given) == messages
