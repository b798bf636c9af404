"""When a workload has its answer, from what the API server holds at one moment."""

from typing import Any

from localcloud.trying.watching import Moment

KARPENTER = {"source": {"component": "karpenter"}}


def pod(name: str, node: str | None = None) -> dict[str, Any]:
    return {"metadata": {"namespace": "alpha", "name": name, "uid": name}, "spec": {"nodeName": node} if node else {}}


def event(reason: str, kind: str, name: str, message: str, **fields: Any) -> dict[str, Any]:
    about = {"kind": kind, "namespace": "alpha", "name": name, "uid": name}
    return {"reason": reason, "involvedObject": about, "message": message, **fields}


def deployment(made: int) -> dict[str, Any]:
    metadata = {"namespace": "alpha", "name": "web", "generation": 1}
    return {"kind": "Deployment", "metadata": metadata, "spec": {"replicas": 2}, "status": {"replicas": made}}


def moment(*, objects: Any = (), pods: Any = (), events: Any = (), claims: Any = ()) -> Moment:
    return Moment(objects, pods, events, claims)


def test_a_pod_with_a_node_is_answered_and_one_without_waits():
    assert moment(pods=[pod("a", "node"), pod("b")]).waiting == ("alpha/b",)


def test_karpenters_word_is_an_answer_and_the_schedulers_is_not():
    now = moment(
        pods=[pod("a"), pod("b"), pod("c", "node")],
        events=[
            event("FailedScheduling", "Pod", "a", "too large", **KARPENTER),
            event("FailedScheduling", "Pod", "a", "far too large", **KARPENTER),
            event("FailedScheduling", "Pod", "b", "0/1 nodes", source={"component": "default-scheduler"}),
            event("FailedScheduling", "Pod", "c", "limits", **KARPENTER),
        ],
    )

    assert (dict(now.pending), now.waiting) == ({"alpha/a": "far too large"}, ("alpha/b",))


def test_pods_that_are_not_made_yet_are_waited_for():
    assert moment(objects=[deployment(1)]).waiting == ("Deployment alpha/web",)
    assert moment(objects=[deployment(2)]).waiting == ()


def test_pods_that_admission_refuses_are_an_answer():
    message = (
        "Error creating: pods \"web-1-x\" is forbidden: ValidatingAdmissionPolicy 'tenant-pods' denied request: [a] b"
    )

    now = moment(objects=[deployment(0)], events=[event("FailedCreate", "ReplicaSet", "web-1", message)])

    assert (dict(now.refusals), now.waiting) == ({"Deployment alpha/web": "[a] b"}, ())


def test_a_refusal_that_was_overcome_is_none():
    events = [event("FailedCreate", "ReplicaSet", "web-1", "no account yet")]

    assert dict(moment(objects=[deployment(2)], events=events).refusals) == {}


def test_a_job_is_complete_when_its_pods_have_been_made():
    job = {"kind": "Job", "metadata": {"namespace": "alpha", "name": "a"}, "spec": {"parallelism": 3, "completions": 2}}

    assert moment(objects=[job | {"status": {"active": 1}}]).waiting == ("Job alpha/a",)
    assert moment(objects=[job | {"status": {"active": 1, "succeeded": 1}}]).waiting == ()


def test_a_node_that_is_bought_and_not_there_is_launching():
    assert moment(claims=[{}, {"status": {"nodeName": "a"}}]).launching == 1
