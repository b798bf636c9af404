"""How a NodePool or EC2NodeClass becomes the stack's. That API server and engine take it, tests/cloud proves."""

import copy
from typing import Any

import pytest

from components.live import ApiError
from components.live.taking_over import disagreement, given_up, leave_to_engine, write_spec

PATH = "/apis/karpenter.sh/v1/nodepools/old"
LIVE: dict[str, Any] = {
    "metadata": {
        "name": "old",
        "managedFields": [
            {"manager": "kubectl-client-side-apply", "operation": "Update"},
            {"manager": "pulumi-kubernetes-0a1b", "operation": "Apply", "time": "2026-11-30T12:00:00Z"},
            {"manager": "gitops", "operation": "Apply", "time": "2026-11-30T12:00:01Z"},
            {"manager": "karpenter", "operation": "Update", "subresource": "status"},
        ],
    },
    "spec": {
        "weight": 3,
        "limits": {"cpu": "8", "nodes": "4"},
        "template": {"spec": {"requirements": [{"key": "a"}], "taints": [{"key": "b"}]}},
    },
}
WANTED: dict[str, Any] = {
    "spec": {"limits": {"cpu": "8"}, "replicas": 2.0, "template": {"spec": {"requirements": [{"key": "c"}]}}}
}


class Objects:
    """A cluster with the object; keeps what is asked of it."""

    def __init__(self) -> None:
        self.live: dict[str, Any] | None = copy.deepcopy(LIVE)
        self.tried: dict[str, Any] = {}
        self.answer: ApiError | None = None
        self.patches: list[tuple[str, list[dict[str, Any]]]] = []

    def get(self, path: str) -> dict[str, Any] | None:
        return self.live if path == PATH else None

    def try_apply(self, path: str, document: dict[str, Any]) -> None:
        self.tried = document
        if self.answer is not None:
            raise self.answer

    def patch(self, path: str, operations: list[dict[str, Any]]) -> dict[str, Any]:
        self.patches.append((path, operations))
        return LIVE


def test_what_the_file_does_not_have_is_named():
    assert given_up(LIVE, WANTED) == ("spec.weight", "spec.limits.nodes", "spec.template.spec.taints")


def test_a_file_that_does_not_go_together_with_the_object_is_told():
    objects = Objects()

    good = disagreement(objects, PATH, WANTED)  # pyright: ignore[reportArgumentType] -- of the API it has what is asked
    objects.answer = ApiError(422, "two of one kind")
    bad = disagreement(objects, PATH, WANTED)  # pyright: ignore[reportArgumentType] -- of the API it has what is asked

    assert (good, bad) == (None, "two of one kind")
    assert str(objects.tried["spec"]["replicas"]) == "2"


def test_other_answers_are_errors_of_their_own():
    objects = Objects()
    objects.answer = ApiError(403, "forbidden")

    with pytest.raises(ApiError, match="forbidden"):
        disagreement(objects, PATH, WANTED)  # pyright: ignore[reportArgumentType] -- of the API it has what is asked


def test_the_spec_becomes_the_files_with_whole_numbers():
    objects = Objects()

    write_spec(objects, PATH, WANTED)  # pyright: ignore[reportArgumentType] -- of the API it has what is asked

    wanted = {**WANTED["spec"], "replicas": 2}
    *_, status = LIVE["metadata"]["managedFields"]
    assert objects.patches == [
        (PATH, [{"op": "replace", "path": "/spec", "value": wanted}]),
        (PATH, [{"op": "replace", "path": "/metadata/managedFields", "value": [status]}]),
    ]
    assert str(objects.patches[0][1][0]["value"]["replicas"]) == "2"


OLDER = {"manager": "pulumi-kubernetes-ff00", "operation": "Apply", "time": "2026-11-30T11:00:00Z"}
WITHOUT_TIME = {"manager": "pulumi-kubernetes-0a1b", "operation": "Apply"}


@pytest.mark.parametrize(
    ("more", "engine"),
    [
        ([], LIVE["metadata"]["managedFields"][1]),
        ([OLDER], LIVE["metadata"]["managedFields"][1]),
        ([WITHOUT_TIME], WITHOUT_TIME),
    ],
    ids=["another tool applied later", "another stack applied before", "its apply changed nothing"],
)
def test_fields_are_left_to_the_engine_and_the_status_to_karpenter(more: list[Any], engine: Any):
    objects = Objects()
    assert objects.live is not None
    objects.live["metadata"]["managedFields"] += more

    leave_to_engine(objects, PATH)  # pyright: ignore[reportArgumentType] -- of the API it has what is asked

    status = LIVE["metadata"]["managedFields"][3]
    assert objects.patches == [
        (PATH, [{"op": "replace", "path": "/metadata/managedFields", "value": [engine, status]}])
    ]


def test_what_is_gone_is_left_alone():
    objects = Objects()
    objects.live = None

    leave_to_engine(objects, PATH)  # pyright: ignore[reportArgumentType] -- of the API it has what is asked

    assert objects.patches == []
