"""The hook that looks at a namespace before a tenant gets it. That the engine runs it, tests/cloud proves."""

from typing import Any

import pulumi
import pytest
from pulumi.runtime import rpc

from components import namespace_guard
from components.live import ApiError
from components.model.namespace import NamespaceSpec
from components.namespace_guard import NamespaceGuard
from tests.builders import tenant
from tests.components.builders import record_tenant
from tests.recording import record

LABELS = {"karpenter-tenants/tenant": "alpha"}
FREE = "namespace shop exists already; take it over by existingName: shop, or delete it"


class Cluster:
    """Has the namespace shop, or does not answer."""

    def __init__(self, *, answers: bool = True) -> None:
        self.answers = answers

    def get(self, path: str) -> dict[str, Any] | None:
        if not self.answers:
            raise ApiError(None, "connection refused")
        return {"metadata": {"name": "shop"}} if path == "/api/v1/namespaces/shop" else None


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Cluster:
    made = Cluster()
    monkeypatch.setattr(namespace_guard, "api_from_text", lambda kubeconfig: made)
    return made


def looked(name: str, *, preview: bool = True, kubeconfig: Any = "kubeconfig", **words: str) -> str | None:
    """What the hook raises before a namespace of that name is created."""
    args = pulumi.ResourceHookArgs(
        urn="", id="", name="alpha-in-shop", type="", new_inputs={"metadata": {"name": name, "labels": LABELS}}
    )

    async def run() -> str | None:
        known = kubeconfig is not rpc.UNKNOWN
        guard = NamespaceGuard("acme-dev", pulumi.Output(set(), _now(kubeconfig), _now(known)))
        (hook,) = guard.of(NamespaceSpec.model_validate(words)).before_create or ()
        try:
            await hook.callback(args)  # pyright: ignore[reportGeneralTypeIssues] -- ours is a coroutine
        except pulumi.RunError as error:
            return str(error)
        return None

    return record(lambda: pulumi.export("said", pulumi.Output.from_input(run())), preview=preview).outputs["said"]


async def _now(value: Any) -> Any:
    return value


@pytest.mark.usefixtures("cluster")
def test_a_namespace_that_exists_is_refused_at_preview():
    assert looked("shop") == f"tenant alpha: {FREE}"


@pytest.mark.usefixtures("cluster")
def test_a_namespace_that_is_free_is_made():
    assert looked("web") is None


@pytest.mark.usefixtures("cluster")
def test_a_namespace_that_exists_is_taken_over_where_the_file_says_so():
    assert looked("shop", existingName="shop") is None


@pytest.mark.usefixtures("cluster")
def test_a_namespace_that_does_not_exist_is_not_taken_over():
    assert looked("web", existingName="web") == (
        "tenant alpha: namespace web does not exist; correct existingName, or leave it out to have one made"
    )


@pytest.mark.usefixtures("cluster")
def test_a_cluster_that_is_not_made_yet_has_none():
    assert looked("shop", kubeconfig=rpc.UNKNOWN) is None


def test_a_preview_without_access_to_the_cluster_goes_on_and_says_so(cluster: Cluster, monkeypatch: pytest.MonkeyPatch):
    warned: list[str] = []
    monkeypatch.setattr(pulumi, "warn", warned.append)
    cluster.answers = False

    assert looked("shop") is None
    assert warned == ["namespace shop: whether it exists already is not known here, since connection refused"]


def test_a_deployment_without_access_to_the_cluster_ends(cluster: Cluster):
    cluster.answers = False

    assert looked("shop", preview=False) == "namespace shop: the API server could not be asked: connection refused"


def test_namespaces_are_looked_at_before_they_are_created():
    seen = record_tenant(tenant(namespaces=[{}, {"existingName": "shop"}]))

    assert {one.name: one.hooks for one in seen.all if "before_create" in str(one.hooks)} == {
        "alpha-in-alpha-namespace": ("before_create: acme-dev-namespace-is-free",),
        "alpha-in-shop-namespace": ("before_create: acme-dev-namespace-is-there",),
    }
