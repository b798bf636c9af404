"""The one place where ARNs are put together."""

import re
from pathlib import Path

import pytest

import components
from components.rendering.facts import arn


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (arn("aws", "iam", "role/x", account="012345678901"), "arn:aws:iam::012345678901:role/x"),
        (arn("aws-cn", "ec2", "image/*", region="cn-north-1"), "arn:aws-cn:ec2:cn-north-1::image/*"),
        (
            arn("aws-us-gov", "sqs", "queue", region="us-gov-west-1", account="111122223333"),
            "arn:aws-us-gov:sqs:us-gov-west-1:111122223333:queue",
        ),
    ],
    ids=["global", "of AWS", "regional"],
)
def test_arn(written, expected):
    assert written == expected


def test_no_module_writes_a_partition_into_an_arn():
    folder = Path(components.__path__[0])

    found = [
        f"{path.relative_to(folder)}:{number}"
        for path in sorted(folder.rglob("*.py"))
        if "model" not in path.parts  # shows operators how an ARN looks
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"""["']arn:(aws|\{)""", line) and path.name != "facts.py"
    ]

    assert found == []
