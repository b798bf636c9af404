"""The hook that looks at an object before a stack gets it. That the engine runs it, tests/cloud proves."""

from collections.abc import Iterable
from typing import Any

import pulumi
import pytest
from pulumi.runtime import rpc

from components import object_guard
from components.live import ApiError
from components.object_guard import ObjectGuard
from components.rendering.unready import Place
from tests.builders import tenant
from tests.components.builders import record_cluster, record_tenant
from tests.recording import record

TAKE = "take it over by existingName: shop, or delete it"
POOLS, CLASSES = "/apis/karpenter.sh/v1/nodepools", "/apis/karpenter.k8s.aws/v1/ec2nodeclasses"
OLD = {"metadata": {"name": "old"}, "spec": {"weight": 3, "template": {"metadata": {}}}}


class Cluster:
    """Has the namespaces shop and till, and the NodePool old; or does not answer."""

    def __init__(self) -> None:
        self.answers = True
        self.asked: list[str] = []
        self.patched: list[str] = []

    def list(self, path: str) -> list[dict[str, Any]]:
        self.asked.append(path)
        if not self.answers:
            raise ApiError(None, "connection refused")
        if path == "/api/v1/namespaces":
            return [{"metadata": {"name": "shop"}}, {"metadata": {"name": "till"}}]
        return [OLD] if path == POOLS else []

    def get(self, path: str) -> dict[str, Any] | None:
        return OLD if path == f"{POOLS}/old" else None

    def try_apply(self, path: str, document: dict[str, Any]) -> None:
        if "replicas" in document["spec"]:
            raise ApiError(422, "NodePool old is invalid: weight beside replicas")

    def patch(self, path: str, operations: Iterable[dict[str, Any]]) -> dict[str, Any]:
        self.patched += [f"{path} {each['path']}" for each in operations]
        return OLD


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Cluster:
    made = Cluster()
    monkeypatch.setattr(object_guard, "api_from_text", lambda kubeconfig: made)
    return made


def space(name: str) -> dict[str, Any]:
    labels = {"karpenter-tenants/tenant": "alpha"}
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}


def pool(name: str) -> dict[str, Any]:
    labels = {"node-restriction.kubernetes.io/tenant": "alpha"}
    spec = {"template": {"metadata": {"labels": labels}}}
    return {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": name}, "spec": spec}


def looked(
    *documents: dict[str, Any],
    beside: Iterable[dict[str, Any]] = (),
    taken_over: bool = False,
    preview: bool = True,
    kubeconfig: Any = "kubeconfig",
) -> list[str]:
    """What the hooks of these objects raise, one after the other.

    Args:
        beside: Others that the stack has; no hook of theirs runs.
    """

    async def run() -> list[str]:
        guard = ObjectGuard("acme-dev", pulumi.Output(set(), _now(kubeconfig), _now(kubeconfig is not rpc.UNKNOWN)))
        for document in (*documents, *beside):
            place = Place("alpha", () if document["kind"] == "Namespace" else ("provisioners", "web"), ())
            binding = guard.of(document, place, taken_over=taken_over)
        said: list[str] = []
        for document in documents:
            args = pulumi.ResourceHookArgs(urn="", id="", name="", type="", new_inputs=document)
            for hook in (*(binding.before_create or ()), *(() if preview else binding.after_create or ())):
                try:
                    await hook.callback(args)  # pyright: ignore[reportGeneralTypeIssues] -- ours is a coroutine
                except pulumi.RunError as error:
                    said.append(str(error))
        return said

    return record(lambda: pulumi.export("said", pulumi.Output.from_input(run())), preview=preview).outputs["said"]


async def _now(value: Any) -> Any:
    return value


@pytest.mark.usefixtures("cluster")
def test_an_object_that_exists_is_refused_at_preview():
    assert looked(space("shop")) == [f"tenant alpha: namespace shop exists already; {TAKE}"]
    assert looked(pool("old")) == [
        f"tenant alpha: provisioners.web: NodePool old exists already; {TAKE.replace('shop', 'old')}"
    ]


def test_the_first_refusal_tells_of_all_and_every_kind_is_asked_for_once(cluster: Cluster):
    first, second = looked(space("shop"), space("till"), beside=[space("free"), pool("old")])

    assert [line.partition(";")[0] for line in first.splitlines()] == [
        "tenant alpha: namespace shop exists already",
        "tenant alpha: namespace till exists already",
        "tenant alpha: provisioners.web: NodePool old exists already",
    ]
    assert second.partition(";")[0] == "tenant alpha: namespace till exists already"
    assert sorted(cluster.asked) == ["/api/v1/namespaces", POOLS]


@pytest.mark.usefixtures("cluster")
def test_an_object_that_is_free_is_made():
    assert looked(space("web"), pool("web")) == []


def test_a_pool_that_exists_is_taken_over_where_the_file_says_so(cluster: Cluster, monkeypatch: pytest.MonkeyPatch):
    informed: list[str] = []
    monkeypatch.setattr(pulumi, "info", informed.append)

    assert looked(pool("old"), taken_over=True) == []
    previewed = list(cluster.patched)
    assert looked(pool("old"), taken_over=True, preview=False) == []

    told = (
        "tenant alpha: provisioners.web.existingName: NodePool old is taken over, and loses what its file does not have"
    )
    assert informed == [f"{told}: spec.weight"] * 2
    assert previewed == []
    fields = f"{POOLS}/old /metadata/managedFields"
    assert cluster.patched == [f"{POOLS}/old /spec", fields, fields]


def test_a_pool_with_which_the_file_does_not_go_together_is_refused(cluster: Cluster):
    static = pool("old")
    static["spec"]["replicas"] = 1

    for preview in (True, False):
        assert looked(static, taken_over=True, preview=preview)[0] == (
            "tenant alpha: provisioners.web.existingName: NodePool old does not go together with the file: NodePool old"
            " is invalid: weight beside replicas; write what it has into the file for this deployment (spec.weight), or"
            " change the object"
        )
    assert f"{POOLS}/old /spec" not in cluster.patched


@pytest.mark.usefixtures("cluster")
def test_what_is_yet_to_be_made_is_not_tried():
    unknown = pool("old")
    unknown["spec"] |= {"replicas": 1, "subnets": pulumi.UNKNOWN}

    assert looked(unknown, taken_over=True) == []


@pytest.mark.usefixtures("cluster")
def test_a_pool_that_is_gone_is_made_again_and_said(monkeypatch: pytest.MonkeyPatch):
    """Its tenant may have been suspended since it was taken over."""
    warned: list[str] = []
    monkeypatch.setattr(pulumi, "warn", warned.append)

    assert looked(pool("gone"), taken_over=True) == []
    assert warned == [
        "tenant alpha: provisioners.web.existingName: NodePool gone does not exist and is made;"
        " correct the name if another one was meant"
    ]


@pytest.mark.usefixtures("cluster")
def test_a_namespace_that_exists_is_taken_over_where_the_file_says_so():
    assert looked(space("shop"), taken_over=True) == []


@pytest.mark.usefixtures("cluster")
def test_what_does_not_exist_is_not_taken_over():
    assert looked(space("web"), taken_over=True) == [
        "tenant alpha: namespace web does not exist; correct existingName, or leave it out to have one made"
    ]


@pytest.mark.usefixtures("cluster")
def test_a_cluster_that_is_not_made_yet_has_none():
    assert looked(space("shop"), kubeconfig=rpc.UNKNOWN) == []


def test_a_preview_without_access_to_the_cluster_goes_on_and_says_so_once(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
):
    warned: list[str] = []
    monkeypatch.setattr(pulumi, "warn", warned.append)
    cluster.answers = False

    assert looked(space("shop"), pool("old")) == []
    assert warned == ["whether namespaces, pools and classes exist already is not known here, since connection refused"]


def test_a_deployment_without_access_to_the_cluster_ends(cluster: Cluster):
    cluster.answers = False

    assert looked(space("shop"), preview=False) == [
        "Namespace shop: the API server could not be asked: connection refused"
    ]


def test_namespaces_pools_and_classes_are_looked_at_before_they_are_created():
    spec = tenant(
        namespaces=[{}, {"existingName": "shop"}],
        provisioners={"web": {"limits": {"cpu": 1}, "existingName": "old"}, "jobs": {"limits": {"cpu": 1}}},
    )
    look, own, ready, changed = (
        "before_create: acme-dev-is-free",
        "after_create: acme-dev-is-taken-over",
        "after_create: acme-dev-ready",
        "after_update: acme-dev-ready",
    )

    seen = record_tenant(spec)
    shared = record_cluster(karpenter={"version": "1.14.3", "sharedPool": {"limits": {"cpu": 8}}})

    assert {one.name: sorted(one.hooks) for one in seen.all if one.hooks} == {
        "alpha-in-alpha-namespace": [look],
        "alpha-in-shop-namespace": [look],
        "alpha-default-node-class": sorted([look, ready, changed]),
        "alpha-web-node-pool": sorted([look, own, ready, changed]),
        "alpha-jobs-node-pool": sorted([look, ready, changed]),
    }
    assert {one.name: look in one.hooks for one in shared.all if one.hooks} == {
        "acme-dev-shared-node-class": True,
        "acme-dev-shared-node-pool": True,
    }


def test_only_what_is_taken_over_is_written_where_it_exists():
    spec = tenant(provisioners={"web": {"limits": {"cpu": 1}, "existingName": "old"}})

    seen = record_tenant(spec)

    providers = {one.name: one.provider for one in seen.of("kubernetes:karpenter*")}
    assert providers == {
        "alpha-default-node-class": "acme-dev-eks-kubernetes",
        "alpha-web-node-pool": "acme-dev-eks-taking-over",
    }
    assert seen["acme-dev-eks-taking-over"].inputs["upsertExistingObjects"] == "true"
    assert "acme-dev-eks-taking-over" not in [one.name for one in record_tenant(tenant()).all]
