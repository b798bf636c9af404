"""`audit` on a cluster and an account of the test's making; what it finds is tested with auditing."""

import json
from typing import Any

import pytest

from components import live
from components.auditing.account import Account
from components.live import account as aws
from components.live.account import AccountError
from tests.cli.conftest import Run
from tests.loading.builders import Project

MALLORY = "arn:aws:iam::111122223333:role/Mallory"
BY_HAND = {
    "code": "D41",
    "subject": f"access entry {MALLORY}",
    "what": "type STANDARD, is in no file",
    "fix": "delete it, or write it into access of a tenant, cluster.adminRoleArns or cluster.operators",
}


class Cluster:
    """Holds nothing: everything that the files ask for is missing."""

    def list(self, path: str) -> list[dict[str, Any]]:
        return []


@pytest.fixture(autouse=True)
def cluster(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "api_from_file", lambda file: Cluster())
    read = Account(
        caller="arn:aws:iam::111122223333:user/operator",
        access_entries=({"principalArn": MALLORY},),
        access_policies=(),
        associations=(),
        instance_profiles=(),
        roles=(),
    )
    monkeypatch.setattr(aws, "read_account", lambda name, region: read)


def test_departures_are_counted_and_end_with_1(run: Run):
    result = run("audit", "--no-aws")

    *lines, closing = result.output.splitlines()
    assert "NodePool alpha-web: missing; run pulumi up --refresh  [D01]" in lines
    assert closing == f"{len(lines)} departures, nothing was changed"
    assert result.exit_code == 1


def test_the_account_counts_unless_it_is_left_out(run: Run):
    with_aws = json.loads(run("audit", "--format", "json").output)
    without = json.loads(run("audit", "--format", "json", "--no-aws").output)

    assert [each for each in with_aws if each["code"] == "D41"] == [BY_HAND]
    assert [each for each in without if each["code"] > "D40"] == []


def test_an_account_that_does_not_answer(run: Run, monkeypatch: pytest.MonkeyPatch):
    def fail(name: str, region: str) -> Account:
        raise AccountError("Unable to locate credentials")

    monkeypatch.setattr(aws, "read_account", fail)

    result = run("audit")

    assert result.output == ("the account does not answer: Unable to locate credentials; log in, or write --no-aws\n")
    assert result.exit_code == 1
