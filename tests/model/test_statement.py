"""IAM statements in their own spelling. Whether an action exists is for AWS to say."""

from typing import Any

import pytest

from components.model.statement import IamStatement
from tests.model.builders import refusals

REQUIRED: dict[str, Any] = {"Effect": "Allow", "Action": "s3:GetObject", "Resource": "*"}

GOOD: dict[str, dict[str, Any]] = {
    "texts": {},
    "lists": {"Action": ["s3:GetObject", "s3:PutObject"], "Resource": ["arn:aws:s3:::a/*"]},
    "condition": {
        "Condition": {
            "Bool": {"aws:SecureTransport": True},
            "NumericLessThan": {"aws:MultiFactorAuthAge": 3600},
            "StringEquals": {"aws:PrincipalTag/team": ["a", "b"]},
        }
    },
    "id": {"Sid": "Read1"},
    "denial": {"Effect": "Deny"},
    "everything": {"Action": "*", "Resource": "*"},
    "wildcards": {"Action": ["s3:*", "*:List*"], "Resource": ["arn:*:s3:::a", "arn:aws:sqs"]},
    "all but": {"Action": None, "NotAction": "iam:*"},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "effect in small letters": ({"Effect": "allow"}, ['Effect: "allow" is none of Allow, Deny; write Allow  [E005]']),
    "no action": ({"Action": []}, ["Action: missing; write the actions that it allows  [E006]"]),
    "no resource": ({"Resource": None}, ["Resource: missing; write the resources that it allows  [E006]"]),
    "action and its opposite": (
        {"NotAction": "s3:*"},
        ["NotAction: Action and NotAction exclude each other; keep one  [E008]"],
    ),
    "principal": ({"Principal": "*"}, ["Principal: [extra_forbidden]"]),
    "word in small letters": ({"action": "s3:*"}, ["action: [extra_forbidden]"]),
    "action without a service": (
        {"Action": ["s3:GetObject", "GetObject"]},
        ['Action[1]: "GetObject" is no action; write service:Action, such as s3:GetObject  [E005]'],
    ),
    "action with a dot": (
        {"Action": None, "NotAction": "s3.GetObject"},
        ['NotAction[0]: "s3.GetObject" is no action; write service:Action, such as s3:GetObject  [E005]'],
    ),
    "name in place of an ARN": (
        {"Resource": "reports/*"},
        ['Resource[0]: "reports/*" is no ARN; write one such as arn:aws:s3:::name/*, or "*"  [E005]'],
    ),
    "names in place of ARNs": (
        {"Resource": None, "NotResource": ["*", "s3://reports"]},
        ['NotResource[1]: "s3://reports" is no ARN; write one such as arn:aws:s3:::name/*, or "*"  [E005]'],
    ),
    "id with blanks": ({"Sid": "read it"}, ['Sid: "read it" is no statement id; write letters and digits  [E005]']),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(IamStatement, REQUIRED | given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(IamStatement, REQUIRED | given) == messages
