"""What an administrator's refused access entry is explained with. That the engine asks is proven in tests/cloud."""

import pulumi
import pytest

from components.access_refusal import refusal_of
from tests.components.builders import cluster_settings, record_cluster
from tests.recording import ACCOUNT

ADMIN = f"arn:aws:iam::{ACCOUNT}:role/Admins"
IN_USE = (
    "creating EKS Access Entry: operation error EKS: CreateAccessEntry, https response error StatusCode: 409, "
    "ResourceInUseException: The specified access entry resource is already in use on this cluster."
)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What goes to the engine's error channel."""
    texts: list[str] = []
    monkeypatch.setattr(pulumi, "error", texts.append)
    return texts


def refused(error: str) -> bool:
    """Whether the engine is told to try again after this error."""
    inputs = {"principalArn": ADMIN}
    explain = refusal_of("platform:cluster.adminRoleArns")
    answer = explain(pulumi.ErrorHookArgs("urn", "", "name", "type", new_inputs=inputs, errors=[error]))
    assert isinstance(answer, bool)
    return answer


def test_each_entry_of_an_administrator_explains_its_refusal():
    seen = record_cluster(cluster=cluster_settings(adminRoleArns=[ADMIN]))

    entries = seen.of("aws:eks/accessEntry:AccessEntry", "acme-dev-admin-*")
    assert [entry.hooks for entry in entries] == [("on_error: acme-dev-admin-refused",)]


def test_a_second_entry_is_told_from_the_list(said: list[str]):
    assert not refused(IN_USE)
    assert said == [
        f"platform:cluster.adminRoleArns: {ADMIN} has an access entry already, as whoever made the cluster has; "
        "remove it from the list"
    ]


def test_another_refusal_speaks_for_itself(said: list[str]):
    assert not refused("AccessDeniedException: not allowed to perform eks:CreateAccessEntry")
    assert said == []
