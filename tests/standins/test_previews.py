"""What a preview shows of a resource that does not exist yet."""

from localcloud.providers.values import UNKNOWN
from tests.standins.builders import CLUSTER, ROLE, trust
from tests.standins.recording import Engine, Resource, urn


def test_computed_outputs_are_unknown(engine: Engine):
    document = trust("ec2.amazonaws.com")

    shown = engine.preview(ROLE, "previewed", name="previewed", assumeRolePolicy=document, tags={"a": "1"})

    known = {name: value for name, value in shown.items() if value != UNKNOWN}
    assert known == {
        "name": "previewed",
        "assumeRolePolicy": document,
        "tags": {"a": "1"},
        "tagsAll": {"a": "1"},
    }
    assert {"arn", "uniqueId", "createDate"} <= set(shown)


def test_computed_fields_of_objects_are_unknown(engine: Engine):
    shown = engine.preview(CLUSTER, "previewed", roleArn=UNKNOWN, vpcConfig={"subnetIds": ["subnet-1"]})

    assert shown["vpcConfig"] == {
        "subnetIds": ["subnet-1"],
        "clusterSecurityGroupId": UNKNOWN,
        "vpcId": UNKNOWN,
    }


def test_preview_makes_nothing(engine: Engine):
    engine.preview("aws:sqs/queue:Queue", "previewed", name="previewed-queue")

    made = engine.create("aws:sqs/queue:Queue", "previewed", name="previewed-queue", delaySeconds=7)

    assert made["delaySeconds"] == 7
    engine.delete(made)


TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"


def test_change_moves_what_follows_from_it(engine: Engine):
    inputs = {"name": "previewed", "imageId": "ami-1", "tags": {"a": "1"}}
    state = {**inputs, "arn": "arn:a", "latestVersion": 1, "defaultVersion": 1, "tagsAll": {"a": "1"}}

    shown = engine.preview_update(Resource(urn(TEMPLATE, "a"), inputs, "lt-1", state), imageId="ami-2", tags={"a": "2"})

    assert shown == {
        "name": "previewed",
        "imageId": "ami-2",
        "tags": {"a": "2"},
        "tagsAll": {"a": "2"},
        "arn": "arn:a",
        "latestVersion": UNKNOWN,
        "defaultVersion": UNKNOWN,
    }


def test_change_of_a_cluster_keeps_what_aws_decided(engine: Engine):
    inputs = {"name": "a", "version": "1.35", "vpcConfig": {"subnetIds": ["subnet-1"]}}
    network = {"subnetIds": ["subnet-1"], "clusterSecurityGroupId": "sg-1", "vpcId": "vpc-1"}

    shown = engine.preview_update(
        Resource(urn(CLUSTER, "a"), inputs, "a", {**inputs, "vpcConfig": network}), version="1.36"
    )

    assert shown["vpcConfig"] == network
