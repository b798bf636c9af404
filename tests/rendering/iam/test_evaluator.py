"""The evaluator decides as AWS says that IAM does.

What these tests do not prove: that IAM itself decides so; the examples are AWS's own, from the IAM user guide.
"""

from typing import Any

import pytest

READ = "s3:GetObject"
OBJECT = "arn:aws:s3:::amzn-s3-demo-bucket/home/report.txt"


def allow(action: Any = READ, resource: Any = "*", condition: dict[str, Any] | None = None) -> dict[str, Any]:
    return statement("Allow", action, resource, condition)


def deny(action: Any = READ, resource: Any = "*", condition: dict[str, Any] | None = None) -> dict[str, Any]:
    return statement("Deny", action, resource, condition)


def statement(effect: str, action: Any, resource: Any, condition: dict[str, Any] | None) -> dict[str, Any]:
    found = {"Effect": effect, "Action": action, "Resource": resource}
    return found if condition is None else {**found, "Condition": condition}


def policy(*statements: dict[str, Any]) -> dict[str, Any]:
    return {"Version": "2012-10-17", "Statement": list(statements)}


@pytest.mark.parametrize(
    ("policies", "decision"),
    [
        pytest.param([], "not allowed", id="default denial"),
        pytest.param([policy(allow())], "allowed", id="one permission"),
        pytest.param([policy(allow(), deny())], "denied", id="explicit denial beats permission"),
        pytest.param([policy(deny()), policy(allow())], "denied", id="across policies"),
        pytest.param([policy(allow(["s3:Get*", "s3:List*"]))], "allowed", id="action wildcard"),
        pytest.param([policy(allow("S3:getobject"))], "allowed", id="actions ignore case"),
        pytest.param([policy(allow("s3:GetObjectAcl"))], "not allowed", id="no prefix match"),
        pytest.param([policy(allow(resource="arn:aws:s3:::amzn-s3-demo-bucket/*"))], "allowed", id="resource wildcard"),
        pytest.param([policy(allow(resource="arn:aws:s3:::AMZN-s3-demo-bucket/*"))], "not allowed", id="resource case"),
        pytest.param([policy(allow(resource="arn:aws:s3:::amzn-s3-demo-bucket"))], "not allowed", id="bucket alone"),
    ],
)
def test_evaluates_statements(decide, policies, decision):
    assert decide(policies, READ, OBJECT) == decision


ALL_BUT_DELETING = {"Effect": "Allow", "NotAction": "s3:DeleteBucket", "Resource": "arn:aws:s3:::*"}
ALL_BUT_PAYROLL = {
    "Effect": "Deny",
    "Action": "s3:*",
    "NotResource": ["arn:aws:s3:::HRBucket/Payroll", "arn:aws:s3:::HRBucket/Payroll/*"],
}
ALL_BUT_IAM_WITHOUT_MFA = {
    "Effect": "Deny",
    "NotAction": "iam:*",
    "Resource": "*",
    "Condition": {"BoolIfExists": {"aws:MultiFactorAuthPresent": "false"}},
}


@pytest.mark.parametrize(
    ("statements", "action", "resource", "context", "decision"),
    [
        pytest.param([ALL_BUT_DELETING], "s3:CreateBucket", "arn:aws:s3:::b", {}, "allowed", id="not the one action"),
        pytest.param([ALL_BUT_DELETING], "s3:DeleteBucket", "arn:aws:s3:::b", {}, "not allowed", id="the one action"),
        pytest.param(
            [ALL_BUT_DELETING], "sqs:SendMessage", "arn:aws:sqs:eu-west-1:123456789012:q", {}, "not allowed",
            id="resource of another service",
        ),
        pytest.param(
            [allow("s3:*"), ALL_BUT_PAYROLL], "s3:GetObject", "arn:aws:s3:::HRBucket/Payroll/a", {}, "allowed",
            id="the spared resource",
        ),
        pytest.param(
            [allow("s3:*"), ALL_BUT_PAYROLL], "s3:GetObject", "arn:aws:s3:::HRBucket/Bonus/a", {}, "denied",
            id="every other resource",
        ),
        pytest.param(
            [allow("*"), ALL_BUT_IAM_WITHOUT_MFA], "ec2:StopInstances", "*",
            {"aws:MultiFactorAuthPresent": "false"}, "denied", id="denied without a second factor",
        ),
        pytest.param(
            [allow("*"), ALL_BUT_IAM_WITHOUT_MFA], "ec2:StopInstances", "*", {}, "denied", id="denied without the key",
        ),
        pytest.param(
            [allow("*"), ALL_BUT_IAM_WITHOUT_MFA], "ec2:StopInstances", "*",
            {"aws:MultiFactorAuthPresent": "true"}, "allowed", id="allowed with it",
        ),
        pytest.param(
            [allow("*"), ALL_BUT_IAM_WITHOUT_MFA], "iam:ChangePassword", "*",
            {"aws:MultiFactorAuthPresent": "false"}, "allowed", id="the spared service",
        ),
    ],
)  # fmt: skip
def test_evaluates_all_but_what_is_named(decide, statements, action, resource, context, decision):
    assert decide([policy(*statements)], action, resource, context) == decision


@pytest.mark.parametrize(
    ("identity", "boundary", "decision"),
    [
        pytest.param(policy(allow("iam:CreateUser")), policy(allow("s3:*")), "not allowed", id="boundary is silent"),
        pytest.param(policy(allow("iam:CreateUser")), policy(allow("iam:*")), "allowed", id="both permit"),
        pytest.param(policy(), policy(allow("iam:*")), "not allowed", id="boundary alone grants nothing"),
        pytest.param(
            policy(allow("iam:CreateUser")), policy(allow("*"), deny("iam:*")), "denied", id="denied by the boundary"
        ),
    ],
)
def test_evaluates_a_boundary_as_the_intersection(decide, identity, boundary, decision):
    assert decide([identity], "iam:CreateUser", "arn:aws:iam::123456789012:user/x", boundary=boundary) == decision


KEYS = {"aws:TagKeys": ["environment", "cost-center"]}
WITHIN = {"ForAllValues:StringEquals": {"aws:TagKeys": ["environment", "cost-center", "team"]}}
ANY = {"ForAnyValue:StringEquals": {"aws:TagKeys": ["environment"]}}


@pytest.mark.parametrize(
    ("condition", "context", "holds"),
    [
        pytest.param(
            {"StringEquals": {"aws:PrincipalTag/job": "ops"}}, {"aws:PrincipalTag/job": "ops"}, True, id="equal"
        ),
        pytest.param(
            {"StringEquals": {"aws:principaltag/JOB": "ops"}}, {"aws:PrincipalTag/job": "ops"}, True, id="key case"
        ),
        pytest.param(
            {"StringEquals": {"aws:PrincipalTag/job": "OPS"}}, {"aws:PrincipalTag/job": "ops"}, False, id="case"
        ),
        pytest.param({"StringEqualsIgnoreCase": {"k": "OPS"}}, {"k": "ops"}, True, id="ignoring case"),
        pytest.param({"StringEquals": {"k": ["a", "b"]}}, {"k": "b"}, True, id="values are alternatives"),
        pytest.param({"StringEquals": {"k": "a", "l": "b"}}, {"k": "a", "l": "c"}, False, id="keys are joined"),
        pytest.param(
            {"StringEquals": {"k": "a"}, "Bool": {"l": "true"}}, {"k": "a", "l": "false"}, False, id="operators"
        ),
        pytest.param({"StringEquals": {"k": "a"}}, {}, False, id="missing key"),
        pytest.param({"StringNotEquals": {"k": "a"}}, {}, True, id="missing key of a negated operator"),
        pytest.param({"StringEqualsIfExists": {"k": "a"}}, {}, True, id="IfExists without the key"),
        pytest.param({"StringEqualsIfExists": {"k": "a"}}, {"k": "b"}, False, id="IfExists with another value"),
        pytest.param({"StringNotEqualsIfExists": {"k": "a"}}, {"k": "a"}, False, id="negated IfExists"),
        pytest.param({"StringNotLike": {"k": ["a*", "b*"]}}, {"k": "cd"}, True, id="none of the patterns"),
        pytest.param({"StringNotLike": {"k": ["a*", "b*"]}}, {"k": "bd"}, False, id="one of the patterns"),
        pytest.param({"StringLike": {"k": "a?c"}}, {"k": "abc"}, True, id="one character"),
        pytest.param({"StringLike": {"k": "a?c"}}, {"k": "ac"}, False, id="no character"),
        pytest.param({"StringLike": {"k": "*"}}, {"k": ""}, True, id="pattern takes empty text"),
        pytest.param({"StringLike": {"k": "*"}}, {}, False, id="pattern needs the key"),
        pytest.param({"Null": {"k": "true"}}, {}, True, id="Null true, key absent"),
        pytest.param({"Null": {"k": "true"}}, {"k": "a"}, False, id="Null true, key present"),
        pytest.param({"Null": {"k": "false"}}, {"k": "a"}, True, id="Null false, key present"),
        pytest.param({"Bool": {"aws:SecureTransport": "false"}}, {"aws:SecureTransport": "false"}, True, id="Bool"),
        pytest.param(WITHIN, KEYS, True, id="all values within the set"),
        pytest.param(WITHIN, {"aws:TagKeys": ["environment", "owner"]}, False, id="one value outside the set"),
        pytest.param(WITHIN, {}, True, id="ForAllValues holds without the key"),
        pytest.param(ANY, KEYS, True, id="one value in the set"),
        pytest.param(ANY, {"aws:TagKeys": ["owner"]}, False, id="no value in the set"),
        pytest.param(ANY, {}, False, id="ForAnyValue needs the key"),
        pytest.param(
            {"ArnLike": {"aws:SourceArn": "arn:aws:sns:*:123456789012:*"}},
            {"aws:SourceArn": "arn:aws:sns:eu-west-1:123456789012:topic"},
            True,
            id="ARN by parts",
        ),
        pytest.param(
            {"ArnLike": {"aws:SourceArn": "arn:aws:sns:*:topic"}},
            {"aws:SourceArn": "arn:aws:sns:eu-west-1:123456789012:topic"},
            False,
            id="ARN wildcard stays in its part",
        ),
    ],
)
def test_evaluates_conditions(decide, condition, context, holds):
    decision = decide([policy(allow(condition=condition))], READ, OBJECT, context)

    assert decision == ("allowed" if holds else "not allowed")


def test_rejects_an_operator_that_it_does_not_know(decide):
    with pytest.raises(KeyError, match="DateGreaterThan"):
        decide(
            [policy(allow(condition={"DateGreaterThan": {"aws:CurrentTime": "x"}}))],
            READ,
            OBJECT,
            {"aws:CurrentTime": "y"},
        )


PROVIDER = {"Federated": "arn:aws:iam::123456789012:oidc-provider/server.example.com"}
WEB = "sts:AssumeRoleWithWebIdentity"
BY_WEB_IDENTITY = {
    "Version": "2012-10-17",
    "Statement": [
        {
            "Effect": "Allow",
            "Principal": PROVIDER,
            "Action": WEB,
            "Condition": {"StringEquals": {"server.example.com:aud": "app-id"}},
        }
    ],
}


@pytest.mark.parametrize(
    ("principal", "action", "context", "trusted"),
    [
        pytest.param(PROVIDER, WEB, {"server.example.com:aud": "app-id"}, True, id="as written"),
        pytest.param(PROVIDER, WEB, {"server.example.com:aud": "other"}, False, id="another application"),
        pytest.param(PROVIDER, WEB, {}, False, id="no application"),
        pytest.param(PROVIDER, "sts:AssumeRole", {"server.example.com:aud": "app-id"}, False, id="another way"),
        pytest.param(
            {"Federated": "arn:aws:iam::123456789012:oidc-provider/other.example.com"},
            WEB,
            {"server.example.com:aud": "app-id"},
            False,
            id="another provider",
        ),
        pytest.param(
            {"Service": "ec2.amazonaws.com"}, WEB, {"server.example.com:aud": "app-id"}, False, id="a service"
        ),
    ],
)
def test_evaluates_trust(trusts, principal, action, context, trusted):
    assert trusts(BY_WEB_IDENTITY, principal, action, context) is trusted


def test_nobody_is_trusted_whom_a_statement_denies(trusts):
    denial = {"Effect": "Deny", "Principal": PROVIDER, "Action": WEB}
    document = {**BY_WEB_IDENTITY, "Statement": [*BY_WEB_IDENTITY["Statement"], denial]}

    assert not trusts(document, PROVIDER, WEB, {"server.example.com:aud": "app-id"})
