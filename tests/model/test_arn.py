"""ARNs are of the kind that their field needs, in every partition."""

import pytest

from components.model.arn import Arn, KmsKeyArn, ParameterArn, PolicyArn, PrincipalArn, RoleArn
from tests.model.builders import refusal

GOOD = {
    "role": (RoleArn, "arn:aws:iam::111122223333:role/Devs"),
    "role with a path": (RoleArn, "arn:aws:iam::111122223333:role/teams/alpha/Devs"),
    "role in China": (RoleArn, "arn:aws-cn:iam::111122223333:role/Devs"),
    "role in GovCloud": (RoleArn, "arn:aws-us-gov:iam::111122223333:role/Devs"),
    "account with a leading zero": (RoleArn, "arn:aws:iam::012345678901:role/Devs"),
    "user": (PrincipalArn, "arn:aws:iam::111122223333:user/ops"),
    "policy of AWS": (PolicyArn, "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"),
    "own policy": (PolicyArn, "arn:aws:iam::111122223333:policy/team/Reader"),
    "key": (KmsKeyArn, "arn:aws:kms:eu-west-1:111122223333:key/00000000-1111-2222-3333-444444444444"),
    "alias of a key": (KmsKeyArn, "arn:aws:kms:eu-west-1:111122223333:alias/disks"),
    "parameters": (ParameterArn, "arn:aws:ssm:eu-west-1:111122223333:parameter/golden/*"),
}

ROLE = "is no ARN of an IAM role; write arn:aws:iam::111122223333:role/Name  [E005]"

BAD = {
    "session instead of role": (RoleArn, "arn:aws:sts::111122223333:assumed-role/Devs/me", ROLE),
    "bare name": (RoleArn, "Devs", ROLE),
    "short account": (RoleArn, "arn:aws:iam::1111:role/Devs", ROLE),
    "no account": (RoleArn, "arn:aws:iam:::role/Devs", ROLE),
    "blank inside": (RoleArn, "arn:aws:iam::111122223333:role/My Devs", ROLE),
    "policy instead of role": (RoleArn, "arn:aws:iam::111122223333:policy/Devs", ROLE),
    "name of a policy": (
        PolicyArn,
        "AmazonS3ReadOnlyAccess",
        "is no ARN of an IAM policy; write arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess  [E005]",
    ),
    "instance profile as a person": (
        PrincipalArn,
        "arn:aws:iam::111122223333:instance-profile/x",
        "is no ARN of an IAM role or user; write arn:aws:iam::111122223333:role/Name  [E005]",
    ),
}


@pytest.mark.parametrize(("kind", "text"), GOOD.values(), ids=GOOD)
def test_accepts(kind: type[Arn], text: str):
    assert str(kind(text)) == text


@pytest.mark.parametrize(("kind", "text", "message"), BAD.values(), ids=BAD)
def test_rejects(kind: type[Arn], text: str, message: str):
    assert refusal(kind, text) == f'"{text}" {message}'


def test_parts():
    arn = RoleArn("arn:aws-cn:iam::012345678901:role/teams/alpha/Devs")

    assert (arn.account, arn.name) == ("012345678901", "Devs")
