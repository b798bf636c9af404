"""How long it is waited for Ready, and with what a deployment then fails.

What these tests do not prove: that the engine calls the hook and shows its text; tests/cloud does.
"""

import asyncio
from collections.abc import Iterator, Mapping
from itertools import chain, repeat
from typing import Any

import pulumi
import pytest

from components.live import ApiError
from components.readiness import LOOK_EVERY_SECONDS, PATIENCE_SECONDS, READY_SECONDS, wait_until_ready
from components.rendering.unready import Place
from tests.builders import tenant
from tests.components.builders import record_tenant

PLACE = Place("alpha", ("nodeClasses", "default"), ("subnets",))


def live(kind: str, status: str, reason: str) -> dict[str, Any]:
    return {
        "kind": "EC2NodeClass",
        "metadata": {"name": "alpha-default", "generation": 1},
        "spec": {},
        "status": {"conditions": [{"type": kind, "status": status, "reason": reason, "observedGeneration": 1}]},
    }


READY = live("Ready", "True", "Ready")
MISSING = live("SubnetsReady", "False", "SubnetsNotFound")
WAITING = live("SubnetsReady", "Unknown", "AwaitingReconciliation")
TERMINAL = live("ValidationSucceeded", "False", "TagValidationFailed")


def waited(states: Iterator[Mapping[str, Any] | ApiError | None]) -> tuple[int, str]:
    """Seconds of waiting over what is seen one after the other, and the error's text; empty where there is none."""
    seconds: list[float] = []

    async def look() -> Mapping[str, Any] | None:
        state = next(states)
        if isinstance(state, ApiError):
            raise state
        return state

    async def pause(length: float) -> None:
        seconds.append(length)

    try:
        asyncio.run(wait_until_ready(PLACE, look, pause))
    except pulumi.RunError as error:
        return int(sum(seconds)), str(error)
    return int(sum(seconds)), ""


def test_a_ready_object_is_not_waited_for():
    assert waited(iter([READY])) == (0, "")


def test_it_is_waited_until_the_object_is_ready():
    assert waited(iter([WAITING, MISSING, READY])) == (2 * LOOK_EVERY_SECONDS, "")


def test_what_is_missing_at_the_second_look_fails():
    seconds, text = waited(repeat(MISSING))

    assert PATIENCE_SECONDS - LOOK_EVERY_SECONDS <= seconds <= PATIENCE_SECONDS
    assert text == (
        "tenant alpha: nodeClasses.default.subnets: EC2NodeClass alpha-default is not Ready: SubnetsReady "
        "(SubnetsNotFound); write ids of subnets that exist in this account and region, or tags that they carry"
    )


def test_patience_begins_anew_when_something_was_found():
    almost = PATIENCE_SECONDS // LOOK_EVERY_SECONDS
    states = chain(repeat(MISSING, almost), [WAITING], repeat(MISSING, almost), [READY])

    assert waited(states)[1] == ""


def test_a_controller_that_does_not_look_fails_after_the_whole_time():
    seconds, text = waited(repeat(WAITING))

    assert seconds == READY_SECONDS
    assert text == (
        "tenant alpha: nodeClasses.default: EC2NodeClass alpha-default is not Ready: Karpenter has said nothing of "
        "SubnetsReady; see whether its controller runs, and what its log says"
    )


def test_what_cannot_become_ready_fails_at_once():
    assert waited(repeat(TERMINAL))[0] == 0


@pytest.mark.parametrize(
    ("state", "seconds", "text"),
    [
        (None, 0, "tenant alpha: the object is gone again; see who deletes it"),
        (
            ApiError(None, "connection refused"),
            READY_SECONDS,
            "tenant alpha: the API server could not be asked: connection refused; check the kubeconfig",
        ),
    ],
    ids=["deleted", "no answer"],
)
def test_an_object_that_cannot_be_read(state: Any, seconds: int, text: str):
    assert waited(repeat(state)) == (seconds, text)


def test_an_api_server_that_answers_again_is_no_failure():
    assert waited(iter([ApiError(503, "overloaded"), READY])) == (LOOK_EVERY_SECONDS, "")


@pytest.mark.parametrize("resource", ["alpha-default-node-class", "alpha-default-node-pool"])
def test_pools_and_classes_wait_after_they_were_created_or_changed(resource: str):
    seen = record_tenant(tenant())

    assert seen[resource].hooks == ("after_create: acme-dev-ready", "after_update: acme-dev-ready")


def test_nothing_else_waits():
    seen = record_tenant(tenant())

    waiting = [one.name for one in seen.all if "after_create: acme-dev-ready" in one.hooks]
    assert waiting == ["alpha-default-node-class", "alpha-default-node-pool"]
