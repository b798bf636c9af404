"""People and tools in the namespaces of a tenant."""

from typing import Any

import pytest

from components.model.access import AccessSpec
from tests.model.builders import refusals

REQUIRED: dict[str, Any] = {"role": "view"}

GOOD: dict[str, dict[str, Any]] = {
    "principal": {"principalArn": "arn:aws:iam::111122223333:role/x"},
    "group in all namespaces": {"group": "alpha-devs", "namespaces": "all"},
    "group in some": {"group": "alpha-devs", "namespaces": ["alpha", "alpha-web"], "daemonSets": True},
    "tool": {"serviceAccount": "argocd/controller"},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "nobody": ({}, ["none of principalArn, group, serviceAccount is given; write one of them  [E006]"]),
    "two subjects": (
        {"group": "a", "principalArn": "arn:aws:iam::111122223333:role/x"},
        ["group: group and principalArn exclude each other; keep one  [E008]"],
    ),
    "group of Kubernetes": (
        {"group": "system:masters"},
        ['group: "system:masters" belongs to Kubernetes; choose a group that does not begin with system:  [E005]'],
    ),
    "unknown role": (
        {"group": "a", "role": "root"},
        ['role: "root" is none of view, edit, admin; write one of them  [E005]'],
    ),
    "one namespace as text": ({"group": "a", "namespaces": "alpha"}, ["namespaces: [tuple_type]"]),
    "malformed namespace": (
        {"group": "a", "namespaces": ["Alpha"]},
        ['namespaces[0]: "Alpha" is no namespace name; write lower-case letters, digits and - between them  [E005]'],
    ),
    "account without namespace": (
        {"serviceAccount": "controller"},
        ['serviceAccount: "controller" is no service account; write namespace/name  [E005]'],
    ),
    "session": (
        {"principalArn": "arn:aws:sts::111122223333:assumed-role/a/b"},
        [
            'principalArn: "arn:aws:sts::111122223333:assumed-role/a/b" is no ARN of an IAM role or user; '
            "write arn:aws:iam::111122223333:role/Name  [E005]"
        ],
    ),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(AccessSpec, REQUIRED | given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(AccessSpec, REQUIRED | given) == messages
