"""Ids of EC2 objects stand alone in their text."""

import pytest

from components.model.ids import AmiId, SecurityGroupId, SubnetId, VpcId
from tests.model.builders import refusal

BAD = {
    "words in front": (
        SubnetId,
        "my subnet-0a1b",
        '"my subnet-0a1b" is not an id although the API accepts it; write subnet-0a1b',
    ),
    "blank behind": (SecurityGroupId, "sg-0a1b ", '"sg-0a1b " is not an id although the API accepts it; write sg-0a1b'),
    "capitals": (AmiId, "AMI-0A1B", '"AMI-0A1B" is not an id; write ami-0a1b'),
    "name": (SecurityGroupId, "default", '"default" is not an id; write sg-…'),
    "id of another kind": (SubnetId, "sg-0a1b", '"sg-0a1b" is not an id; write subnet-…'),
    "prefix alone": (VpcId, "vpc-", '"vpc-" is not an id although the API accepts it; write vpc-…'),
}


@pytest.mark.parametrize(
    ("kind", "text"),
    [(SubnetId, "subnet-0a1b2c3d4e5f60001"), (SubnetId, "subnet-a"), (SecurityGroupId, "sg-0a1b"), (AmiId, "ami-0a1b")],
)
def test_accepts(kind: type[str], text: str):
    assert str(kind(text)) == text


@pytest.mark.parametrize(("kind", "text", "message"), BAD.values(), ids=BAD)
def test_rejects(kind: type[str], text: str, message: str):
    assert refusal(kind, text) == f"{message}  [E210]"
