"""Whether Karpenter runs, and what is said when it does not.

What these tests do not prove: that a deployment stops; tests/cloud takes the controller away.
"""

from collections.abc import Iterator
from itertools import repeat
from typing import Any

import pytest

from components.live import ApiError
from components.live.clock import LOOK_EVERY_SECONDS
from components.live.controller import CONTROLLER_SECONDS, wait_for_controller
from tests.live import builders

RUNS = builders.controller_deployment(available=1)
DOWN = builders.controller_deployment(available=0)
REMEDY = (
    "and pools, classes and nodes that are deleted wait for it; see kubectl -n kube-system describe pods -l "
    "app.kubernetes.io/name=karpenter, and their log, and repeat pulumi up, which has deleted nothing"
)


def waited(states: Iterator[Any]) -> tuple[int, str]:
    """What waiting for the controller comes to."""
    return builders.waited(states, lambda look, clock: wait_for_controller("kube-system", look, clock))


def test_one_replica_is_enough():
    assert waited(iter([RUNS])) == (0, "")


def test_a_controller_that_is_being_moved_is_waited_for():
    assert waited(iter([DOWN, ApiError(503, "overloaded"), RUNS])) == (2 * LOOK_EVERY_SECONDS, "")


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (
            DOWN,
            f"Karpenter does not run: Deployment kube-system/karpenter has 0 of 2 replicas available, {REMEDY}",
        ),
        (None, f"Karpenter does not run: Deployment kube-system/karpenter is gone, {REMEDY}"),
        (
            ApiError(None, "connection refused"),
            "whether Karpenter runs is not known: the API server could not be asked: connection refused; check the "
            "kubeconfig",
        ),
    ],
    ids=["no pod", "no Deployment", "no answer"],
)
def test_a_controller_that_is_down(state: Any, text: str):
    assert waited(repeat(state)) == (CONTROLLER_SECONDS, text)
