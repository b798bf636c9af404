"""What `Check` refuses of a resource before anything is made: the reason for every property, in one answer.

These tests do not prove that AWS refuses the same with the same words.
"""

import json

import pytest

from localcloud.providers.values import UNKNOWN
from tests.standins.builders import ACCESS_ENTRY, CLUSTER, NODE_GROUP, ROLE, policy, trust
from tests.standins.recording import Engine, Refused

QUEUE = "aws:sqs/queue:Queue"
NETWORK = {"subnetIds": ["subnet-1", "subnet-2"]}


def test_accepts_valid_inputs(engine: Engine):
    assert engine.refusals(ROLE, name="a", assumeRolePolicy=trust("ec2.amazonaws.com"), tags={"a": "1"}) == []


def test_rejects_unknown_property(engine: Engine):
    found = engine.refusals("aws:sqs/queuePolicy:QueuePolicy", queueUrl="https://q", policy=policy("*"), polcy="")

    assert found == [("polcy", "unknown property; known are policy, queueUrl, region")]


def test_rejects_missing_property(engine: Engine):
    assert engine.refusals(ACCESS_ENTRY, clusterName="a") == [("principalArn", "missing required property")]


def test_rejects_number_for_text(engine: Engine):
    found = engine.refusals(CLUSTER, roleArn=5, vpcConfig=NETWORK)

    assert found == [("roleArn", "must be string, is the number 5")]


def test_rejects_unknown_nested_property(engine: Engine):
    found = engine.refusals(CLUSTER, roleArn="arn:aws:iam::123456789012:role/a", vpcConfig={"subnetIdz": []})

    assert found == [
        ("vpcConfig.subnetIds", "missing required property"),
        (
            "vpcConfig.subnetIdz",
            "unknown property; known are clusterSecurityGroupId, controlPlaneEgressMode, endpointPrivateAccess, "
            "endpointPublicAccess, publicAccessCidrs, securityGroupIds, subnetIds, vpcId",
        ),
    ]


def test_rejects_mistyped_entry_of_a_list(engine: Engine):
    found = engine.refusals(
        NODE_GROUP,
        clusterName="a",
        nodeRoleArn="arn:aws:iam::123456789012:role/a",
        subnetIds=["subnet-1", 2],
        scalingConfig={"desiredSize": "2", "minSize": 1, "maxSize": True},
    )

    assert found == [
        ("scalingConfig.desiredSize", "must be integer, is the text '2'"),
        ("scalingConfig.maxSize", "must be integer, is the boolean true"),
        ("subnetIds[1]", "must be string, is the number 2"),
    ]


def test_reports_every_problem_at_once(engine: Engine):
    found = engine.refusals(QUEUE, nam="a", delaySeconds="1", tags={"a": 1})

    assert [path for path, _ in found] == ["delaySeconds", "nam", "tags.a"]


def test_accepts_unknown_values_of_any_type(engine: Engine):
    inputs = {"roleArn": UNKNOWN, "vpcConfig": {"subnetIds": UNKNOWN}, "version": UNKNOWN, "tags": UNKNOWN}

    assert engine.refusals(CLUSTER, **inputs) == []


def test_rejects_property_that_the_stand_in_would_lose(engine: Engine):
    found = engine.refusals(QUEUE, name="a", redrivePolicy="{}")

    assert found == [
        ("redrivePolicy", "known to AWS, but not yet to the local cloud's stand-in; add it to the handler")
    ]


def test_rejects_unknown_resource_type(engine: Engine):
    with pytest.raises(Refused) as refused:
        engine.check("aws:s3/bucket:Bucket", "a", {})

    message = "the local cloud has no resource type aws:s3/bucket:Bucket; add a handler in localcloud/providers/aws"
    assert str(refused.value) == message


FORMS = {
    "trust policy that is no JSON": (
        ROLE,
        {"name": "a", "assumeRolePolicy": "{"},
        (
            "assumeRolePolicy",
            "must be a JSON policy document: "
            "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
        ),
    ),
    "policy without statement": (
        "aws:iam/policy:Policy",
        {"name": "a", "policy": '{"Version": "2012-10-17"}'},
        ("policy", "must be a JSON policy document with a Statement"),
    ),
    "managed policy that is too long": (
        "aws:iam/policy:Policy",
        {"name": "a", "policy": policy("x" * 6144)},
        ("policy", "has 6230 characters without blanks, AWS allows 6144"),
    ),
    "inline policy that is too long": (
        "aws:iam/rolePolicy:RolePolicy",
        {"role": "a", "name": "a", "policy": policy("x" * 10240)},
        ("policy", "has 10326 characters without blanks, AWS allows 10240"),
    ),
    "trust policy that is too long": (
        ROLE,
        {"name": "a", "assumeRolePolicy": trust("x" * 2048)},
        ("assumeRolePolicy", "has 2158 characters without blanks, AWS allows 2048"),
    ),
    "role name that is too long": (
        ROLE,
        {"name": "a" * 65, "assumeRolePolicy": trust("ec2.amazonaws.com")},
        ("name", "has 65 characters, AWS allows 64"),
    ),
    "path without slash": (
        ROLE,
        {"name": "a", "path": "karpenter", "assumeRolePolicy": trust("ec2.amazonaws.com")},
        ("path", "must match /|/[\\x21-\\x7e]*/, is 'karpenter'"),
    ),
    "name where an ARN belongs": (
        "aws:iam/rolePolicyAttachment:RolePolicyAttachment",
        {"role": "a", "policyArn": "AmazonEKSWorkerNodePolicy"},
        ("policyArn", "must be an ARN, is 'AmazonEKSWorkerNodePolicy'"),
    ),
    "block with host bits": (
        "aws:ec2/vpc:Vpc",
        {"cidrBlock": "10.0.0.1/16"},
        ("cidrBlock", "must be a CIDR block: 10.0.0.1/16 has host bits set"),
    ),
    "queue with two encryptions": (
        QUEUE,
        {"name": "a", "sqsManagedSseEnabled": True, "kmsMasterKeyId": "alias/a"},
        ("sqsManagedSseEnabled", "conflicts with kmsMasterKeyId"),
    ),
    "queue name with a dot": (
        QUEUE,
        {"name": "a.fifo"},
        ("name", "must match [A-Za-z0-9_-]+, is 'a.fifo'"),
    ),
    "rule that reacts to nothing": (
        "aws:cloudwatch/eventRule:EventRule",
        {"name": "a"},
        ("eventPattern", "one of eventPattern and scheduleExpression must be given"),
    ),
    "log type that EKS does not have": (
        CLUSTER,
        {"roleArn": "arn:aws:iam::123456789012:role/a", "vpcConfig": NETWORK, "enabledClusterLogTypes": ["audits"]},
        (
            "enabledClusterLogTypes[0]",
            "must be one of api, audit, authenticator, controllerManager, scheduler, is 'audits'",
        ),
    ),
    "add-on configuration that is a list": (
        "aws:eks/addon:Addon",
        {"clusterName": "a", "addonName": "vpc-cni", "configurationValues": "[]"},
        ("configurationValues", "must be a JSON object"),
    ),
    "security group rule without direction": (
        "aws:ec2/securityGroupRule:SecurityGroupRule",
        {"type": "in", "protocol": "tcp", "fromPort": 1, "toPort": 1, "securityGroupId": "sg-1", "self": True},
        ("type", "must be ingress or egress, is 'in'"),
    ),
}


@pytest.mark.parametrize(("token", "inputs", "refused"), FORMS.values(), ids=FORMS.keys())
def test_rejects_malformed_value(engine: Engine, token: str, inputs: dict[str, object], refused: tuple[str, str]):
    assert engine.refusals(token, **inputs) == [refused]


def test_counts_no_blanks_of_a_policy(engine: Engine):
    spread = json.dumps(json.loads(policy("x" * 6000)), indent=40)

    assert engine.refusals("aws:iam/policy:Policy", name="a", policy=spread) == []


def test_needs_a_region(monkeypatch: pytest.MonkeyPatch):
    for name in ("AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(name, raising=False)

    with pytest.raises(Refused) as refused:
        Engine(region=None).check(ROLE, "a", {})

    assert str(refused.value) == "missing region: write aws:region into the stack's configuration"


def test_needs_the_local_aws(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("LOCALCLOUD_AWS_ENDPOINT")

    with pytest.raises(Refused) as refused:
        Engine().create(ROLE, "a", name="a", assumeRolePolicy=trust("ec2.amazonaws.com"))

    message = "LOCALCLOUD_AWS_ENDPOINT is not set: the stand-in provider needs the URL of the local AWS"
    assert str(refused.value) == message
