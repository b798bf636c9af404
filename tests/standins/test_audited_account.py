"""What `audit` reads of an account. Not proved: that AWS itself answers so."""

from typing import Any

import pytest

from components.live.account import read_account
from components.model.names import ClusterName
from localcloud.aws.server import Server
from localcloud.providers.aws.session import Session
from tests.standins.builders import cluster, role
from tests.standins.recording import REGION, Engine

PERSON = "arn:aws:iam::444455556666:role/Person"


@pytest.fixture
def account(local_aws: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of somebody who may read."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", local_aws.endpoint)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "local")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "local")


def test_access_policies_are_read_with_their_principal_and_scope(account: None, engine: Engine, aws: Session):
    owner, eks = cluster(engine, "audited"), aws.client("eks")
    nodes = role(engine, "audited-nodes", "ec2.amazonaws.com")["arn"]
    eks.create_access_entry(clusterName=owner.id, principalArn=nodes, type="EC2_LINUX")
    eks.create_access_entry(clusterName=owner.id, principalArn=PERSON)
    policy = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSEditPolicy"
    scope: dict[str, Any] = {"type": "namespace", "namespaces": ["alpha", "beta"]}
    eks.associate_access_policy(clusterName=owner.id, principalArn=PERSON, policyArn=policy, accessScope=scope)

    read = read_account(ClusterName(owner.id), REGION)

    assert {entry["principalArn"] for entry in read.access_entries} >= {nodes, PERSON}
    assert [
        (each["policyArn"], each["accessScope"]) for each in read.access_policies if each["principalArn"] == PERSON
    ] == [(policy, scope)]
    assert [each for each in read.access_policies if each["principalArn"] == nodes] == []
