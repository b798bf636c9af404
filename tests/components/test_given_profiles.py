"""Which instance profiles the account is asked for, and what is said of those that it does not have.

What these tests do not prove: that AWS is asked, and how a deployment then ends; tests/standins and tests/cloud do.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from components.account_lookup import Refused
from components.given_profiles import Fault, ask_aws, refused_profiles
from components.model.enums import TenantState
from tests.builders import PROVISIONER, platform, tenant
from tests.recording import record

FUNCTION = "aws:iam/getInstanceProfile:getInstanceProfile"
FAULT = ("it does not exist", "remove it")


def given(name: str, **classes: str) -> Any:
    """A tenant whose node classes name these instance profiles, with a pool for each."""
    return tenant(
        name,
        provisioners={key: {**PROVISIONER, "nodeClass": key} for key in classes},
        nodeClasses={key: {"instanceProfile": profile} for key, profile in classes.items()},
    )


def asked(*tenants: Any, faults: Mapping[str, Fault] = {}) -> tuple[list[str], list[tuple[str | None, Any, str]]]:
    """Profiles for which the account was asked, and place and text of each problem."""
    names: list[str] = []

    def ask(profile: str) -> Fault | None:
        names.append(profile)
        return faults.get(profile)

    problems = [(one.tenant, one.path, one.what) for one in refused_profiles(platform(*tenants), ask)]
    return names, problems


def answered(profile: Mapping[str, Any]) -> Fault | None:
    answers: list[Fault | None] = []
    record(lambda: answers.append(ask_aws("legacy")), answers={FUNCTION: profile})
    return answers[0]


def test_every_class_with_a_profile_that_is_not_there_is_a_problem():
    _, problems = asked(
        given("alpha", web="legacy", gpu="good"),
        given("beta", web="old"),
        faults={
            "legacy": FAULT,
            "old": FAULT,
        },
    )

    assert problems == [
        ("alpha", ("nodeClasses", "web", "instanceProfile"), "it does not exist"),
        ("beta", ("nodeClasses", "web", "instanceProfile"), "it does not exist"),
    ]


def test_a_profile_is_asked_for_once():
    names, problems = asked(given("alpha", web="legacy", gpu="legacy"), faults={"legacy": FAULT})

    assert (names, len(problems)) == (["legacy"], 2)


@pytest.mark.parametrize(
    "spec",
    [
        tenant(),
        given("alpha", web="acme-dev-alpha-node"),
        given("alpha", web="legacy").model_copy(update={"state": TenantState.OFFBOARDING}),
    ],
    ids=["none named", "made by the platform", "offboarding"],
)
def test_nothing_is_asked_without_need(spec: Any):
    assert asked(spec) == ([], [])


def test_pools_of_the_platform_name_profiles_too():
    stack = platform(
        karpenter={
            "version": "1.14.3",
            "sharedPool": {"nodeClass": {"instanceProfile": "legacy"}},
            "systemPool": {"nodeClass": {"instanceProfile": "acme-dev-system-node"}},
        }
    )

    problems = refused_profiles(stack, lambda profile: FAULT if profile == "legacy" else None)

    assert [(one.tenant, one.path, one.what) for one in problems] == [
        (None, ("platform:karpenter", "sharedPool", "nodeClass", "instanceProfile"), "it does not exist")
    ]


def test_a_profile_with_a_role_is_fine():
    assert answered({"name": "legacy", "roleName": "nodes"}) is None


def test_a_profile_without_a_role_starts_no_node():
    assert answered({"name": "legacy", "roleName": ""}) == (
        "legacy holds no role, its nodes could not join",
        "add the node role to it, or remove it",
    )


def test_a_profile_that_is_not_there_is_a_fault(monkeypatch: pytest.MonkeyPatch):
    def refuse(name: str) -> None:
        raise Exception(
            f"invoke of {FUNCTION} failed: reading IAM Instance Profile ({name}):\n\tcouldn't find resource"
        )

    monkeypatch.setattr("pulumi_aws.iam.get_instance_profile", refuse)

    assert ask_aws("legacy") == (
        "legacy does not exist in this account",
        "write the name of one that does, or remove it",
    )


def test_a_profile_that_may_not_be_looked_up_is_no_fault(monkeypatch: pytest.MonkeyPatch):
    def refuse(name: str) -> None:
        raise Exception(f"invoke of {FUNCTION} failed: AccessDenied")

    monkeypatch.setattr("pulumi_aws.iam.get_instance_profile", refuse)

    with pytest.raises(Refused, match="AccessDenied"):
        ask_aws("legacy")
