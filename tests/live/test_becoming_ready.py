"""How long it is waited for Ready, and what is said of objects that are not.

What these tests do not prove: that a deployment waits, and fails with these words; tests/cloud does.
"""

from collections.abc import Iterator, Mapping
from itertools import chain, repeat
from typing import Any

import pytest

from components.live import ApiError
from components.live.becoming_ready import PATIENCE_SECONDS, READY_SECONDS, Key, wait_until_ready
from components.live.clock import LOOK_EVERY_SECONDS
from components.rendering.unready import Place
from tests.live import builders

CLASS = Key("EC2NodeClass", "alpha-default")
POOL = Key("NodePool", "alpha-web")
PLACES = {
    CLASS: Place("alpha", ("nodeClasses", "default"), ("subnets",)),
    POOL: Place("alpha", ("provisioners", "web"), ()),
}


def live(key: Key, kind: str, status: str, reason: str, **metadata: Any) -> dict[str, Any]:
    reference = {"kind": CLASS.kind, "name": CLASS.name}
    return {
        "kind": key.kind,
        "metadata": {"name": key.name, "generation": 1, **metadata},
        "spec": {"template": {"spec": {"nodeClassRef": reference}}} if key == POOL else {},
        "status": {"conditions": [{"type": kind, "status": status, "reason": reason, "observedGeneration": 1}]},
    }


READY = live(CLASS, "Ready", "True", "Ready")
MISSING = live(CLASS, "SubnetsReady", "False", "SubnetsNotFound")
MISSING_GROUPS = live(CLASS, "SecurityGroupsReady", "False", "SecurityGroupsNotFound")
UNSEEN = live(CLASS, "Ready", "Unknown", "AwaitingReconciliation")
WAITING = live(CLASS, "SubnetsReady", "Unknown", "AwaitingReconciliation")
TERMINAL = live(CLASS, "ValidationSucceeded", "False", "TagValidationFailed")
DELETED = live(CLASS, "Ready", "True", "Ready", deletionTimestamp="2026-11-30T12:00:00Z")
READY_POOL = live(POOL, "Ready", "True", "Ready")
POOL_OF_NO_CLASS = live(POOL, "NodeClassReady", "False", "UnhealthyDependents")
POOL_WITHOUT_CLASS = live(POOL, "NodeClassReady", "False", "NodeClassNotFound")
BAD_POOL = live(POOL, "ValidationSucceeded", "False", "NodePoolValidationFailed")

NO_SUBNETS = (
    "tenant alpha: nodeClasses.default.subnets: EC2NodeClass alpha-default is not Ready: SubnetsReady "
    "(SubnetsNotFound); write ids of subnets that exist in this account and region, or tags that they carry"
)
INVALID_POOL = (
    "tenant alpha: provisioners.web.requirements: NodePool alpha-web is not Ready: ValidationSucceeded "
    "(NodePoolValidationFailed); write what Karpenter's message asks for"
)
State = Mapping[Key, Mapping[str, Any]] | ApiError


def waited(states: Iterator[State], *keys: Key, seconds_of_a_look: float = 0) -> tuple[int, str]:
    """What waiting for these objects comes to."""
    awaited = {key: PLACES[key] for key in keys or (CLASS,)}
    return builders.waited(states, lambda look, clock: wait_until_ready(awaited, look, clock), seconds_of_a_look)


def seen(*documents: Mapping[str, Any]) -> State:
    return {Key(document["kind"], document["metadata"]["name"]): document for document in documents}


def test_a_ready_object_is_not_waited_for():
    assert waited(iter([seen(READY)])) == (0, "")


def test_it_is_waited_until_the_object_is_ready():
    assert waited(iter([seen(WAITING), seen(MISSING), seen(READY)])) == (2 * LOOK_EVERY_SECONDS, "")


@pytest.mark.parametrize(("seconds_of_a_look", "seconds"), [(0, PATIENCE_SECONDS + 1), (3, 3 + PATIENCE_SECONDS + 5)])
def test_what_is_missing_at_the_second_look_fails(seconds_of_a_look: float, seconds: int):
    """At the first look after the patience, which an API server that answers slowly does not lengthen."""
    assert waited(repeat(seen(MISSING)), seconds_of_a_look=seconds_of_a_look) == (seconds, NO_SUBNETS)


@pytest.mark.parametrize(
    "silence",
    [seen(UNSEEN), seen(WAITING), ApiError(503, "overloaded")],
    ids=["no condition", "undecided", "no answer"],
)
def test_a_look_that_tells_nothing_does_not_begin_the_patience_anew(silence: State):
    almost = PATIENCE_SECONDS // LOOK_EVERY_SECONDS
    states = chain(repeat(seen(MISSING), almost), [silence], repeat(seen(MISSING)))

    assert waited(states) == (PATIENCE_SECONDS + 1, NO_SUBNETS)


def test_patience_begins_anew_when_something_was_found():
    almost = PATIENCE_SECONDS // LOOK_EVERY_SECONDS
    states = chain(repeat(seen(MISSING), almost), repeat(seen(MISSING_GROUPS), almost), [seen(READY)])

    assert waited(states)[1] == ""


def test_a_controller_that_does_not_look_fails_after_the_whole_time():
    seconds, text = waited(repeat(seen(WAITING)))

    assert seconds == READY_SECONDS
    assert text == (
        "tenant alpha: nodeClasses.default: EC2NodeClass alpha-default is not Ready: Karpenter has said nothing of "
        "SubnetsReady; see whether its controller runs, and what its log says"
    )


def test_what_cannot_become_ready_fails_at_once():
    assert waited(repeat(seen(TERMINAL)))[0] == 0


@pytest.mark.parametrize(
    ("state", "seconds", "text"),
    [
        (
            seen(),
            0,
            "tenant alpha: nodeClasses.default: EC2NodeClass alpha-default is gone; see who deleted it, and run "
            "pulumi up --refresh",
        ),
        (
            seen(DELETED),
            0,
            "tenant alpha: nodeClasses.default: EC2NodeClass alpha-default is being deleted; see who deleted it, wait "
            "until it is gone, and run pulumi up --refresh",
        ),
        (
            ApiError(None, "connection refused"),
            READY_SECONDS,
            "whether pools and classes are Ready is not known: the API server could not be asked: connection refused; "
            "check the kubeconfig and repeat pulumi up",
        ),
    ],
    ids=["deleted", "being deleted", "no answer"],
)
def test_an_object_that_is_not_there(state: State, seconds: int, text: str):
    assert waited(repeat(state)) == (seconds, text)


def test_an_api_server_that_answers_again_is_no_failure():
    assert waited(iter([ApiError(503, "overloaded"), seen(READY)])) == (LOOK_EVERY_SECONDS, "")


def test_an_api_server_that_does_not_answer_is_told_once_for_all_objects():
    _, text = waited(repeat(ApiError(None, "connection refused")), CLASS, POOL)

    assert len(text.splitlines()) == 1


def test_everything_that_is_wrong_is_told_at_once():
    assert waited(repeat(seen(MISSING, BAD_POOL)), CLASS, POOL)[1] == f"{NO_SUBNETS}\n{INVALID_POOL}"


def test_the_others_are_waited_for_when_one_has_failed():
    states = [seen(WAITING, BAD_POOL), seen(WAITING), seen(READY)]

    assert waited(iter(states), CLASS, POOL) == (2 * LOOK_EVERY_SECONDS, INVALID_POOL)


def test_a_pool_is_not_told_beside_the_class_that_is_the_cause():
    assert waited(repeat(seen(MISSING, POOL_OF_NO_CLASS)), CLASS, POOL)[1] == NO_SUBNETS


@pytest.mark.parametrize(
    ("state", "keys"),
    [(seen(POOL_OF_NO_CLASS), (POOL,)), (seen(READY, POOL_WITHOUT_CLASS), (CLASS, POOL))],
    ids=["of a class that is somebody else's", "of a class that Karpenter does not find"],
)
def test_a_pool_whose_class_tells_nothing_is_told(state: State, keys: tuple[Key, ...]):
    assert waited(repeat(state), *keys)[1].startswith("tenant alpha: provisioners.web.nodeClass: NodePool alpha-web ")


def test_all_are_ready():
    assert waited(iter([seen(READY, READY_POOL)]), CLASS, POOL) == (0, "")
