"""Tenants without nodes of their own, and the platform's own pods, judged and steered by a real API server."""

from typing import Any

import pytest

from tests.cloud.admission.builders import Answer, pod, workload
from tests.cloud.admission.conftest import Rig
from tests.cloud.conftest import SECONDS_TO_START

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(SECONDS_TO_START)]

LABEL = "node-restriction.kubernetes.io/tenant"
TENANT = "karpenter-tenants/tenant"
NODE_POOL = "karpenter.sh/nodepool"


def plain(*tolerations: dict[str, Any], **selector: str) -> dict[str, Any]:
    """A pod that says nothing of nodes but this."""
    return pod(nodeSelector=selector or None, tolerations=list(tolerations) or None)


def post(rig: Rig, namespace: str, document: dict[str, Any]) -> Answer:
    return rig.admin.post(f"/api/v1/namespaces/{namespace}/pods", document)


def own(value: str) -> dict[str, str]:
    return {"key": TENANT, "operator": "Equal", "value": value, "effect": "NoSchedule"}


DENIED = {
    "nodes of a tenant": (plain(**{LABEL: "beta"}), "selector"),
    "nodes of the platform": (plain(**{LABEL: "system"}), "selector"),
    "own name, which no node has": (plain(**{LABEL: "pooled"}), "selector"),
    "a tenant's pool": (plain(**{NODE_POOL: "beta-web"}), "selector"),
    "the platform's pool": (plain(**{NODE_POOL: "system-pool"}), "selector"),
    "taint of a tenant": (plain(own("beta")), "tolerations"),
    "taint of its own name": (plain(own("pooled")), "tolerations"),
    "taint of the system pool": (plain(own("system")), "tolerations"),
    "taint of the core nodes": (plain({"key": "CriticalAddonsOnly", "operator": "Exists"}), "tolerations"),
    "every taint": (plain({"operator": "Exists"}), "tolerations"),
    "a node by name": (pod(nodeSelector=None, tolerations=None, nodeName="n1"), "node-name"),
}


@pytest.mark.parametrize(("document", "rule"), DENIED.values(), ids=DENIED)
def test_a_tenant_without_nodes_reaches_nobodys(rig: Rig, document: dict[str, Any], rule: str):
    assert post(rig, "pooled", document).denied_by == (422, "tenant-pods", rule)


ADMITTED = {
    "nothing said": plain(),
    "the shared pool": plain(**{NODE_POOL: "shared-pool"}),
    "taint of the shared pool": plain({"key": "example.com/shared", "operator": "Exists"}),
    "a zone": plain(**{"topology.kubernetes.io/zone": "eu-central-1a"}),
}


@pytest.mark.parametrize("document", ADMITTED.values(), ids=ADMITTED)
def test_a_tenant_without_nodes_runs_on_the_shared_pool(rig: Rig, document: dict[str, Any]):
    answer = post(rig, "pooled", document)

    assert (answer.code, answer.message) == (201, "")


def test_a_tenant_with_nodes_cannot_choose_the_shared_pool_alone(rig: Rig):
    denied = post(rig, "alpha-pooled", pod(nodeSelector={LABEL: "alpha", NODE_POOL: "shared-pool"}))
    foreign = post(rig, "alpha", pod(nodeSelector={LABEL: "shared"}))

    assert denied.denied_by == (422, "tenant-pods", "selector")
    assert foreign.denied_by == (422, "tenant-pods", "selector")


def test_pods_of_other_namespaces_cannot_choose_the_system_pool(rig: Rig):
    assert post(rig, "elsewhere", plain(**{LABEL: "system"})).denied_by == (422, "other-pods", "selector")
    assert post(rig, "elsewhere", plain(own("system"))).denied_by == (422, "other-pods", "tolerations")


def placement(answer: Answer, inside: str = "") -> tuple[Any, list[Any]]:
    """Selector and tolerations, without those that the API server gives every pod."""
    assert answer.code == 201, answer.message
    spec = answer.body["spec"]["template"]["spec"] if inside else answer.body["spec"]
    tolerations = [one for one in spec.get("tolerations", []) if not one["key"].startswith("node.kubernetes.io/")]
    return spec.get("nodeSelector"), tolerations


TO_SHARED = ({NODE_POOL: "shared-pool"}, [{"key": "example.com/shared", "operator": "Exists", "effect": "NoSchedule"}])
TO_SYSTEM = ({LABEL: "system"}, [own("system")])
UNTOUCHED = (None, [])


def test_pods_are_steered_from_1_36_on(rig: Rig, request: pytest.FixtureRequest):
    steers = request.node.callspec.params["rig"] == "1.36"

    assert placement(post(rig, "pooled", plain())) == (TO_SHARED if steers else UNTOUCHED)
    assert placement(post(rig, "monitoring", plain())) == (TO_SYSTEM if steers else UNTOUCHED)


def test_pods_that_are_placed_or_are_nobodys_are_left_alone(rig: Rig):
    daemon = plain()
    daemon["metadata"]["ownerReferences"][0]["kind"] = "DaemonSet"
    on_core = {"eks.amazonaws.com/nodegroup": "core"}

    assert placement(post(rig, "monitoring", plain(**on_core))) == (on_core, [])
    assert placement(post(rig, "monitoring", daemon)) == UNTOUCHED
    assert placement(post(rig, "kube-system", plain())) == UNTOUCHED
    assert placement(post(rig, "elsewhere", plain())) == UNTOUCHED


def test_daemon_sets_of_a_tenant_without_nodes_are_steered_by_their_template(rig: Rig, request: pytest.FixtureRequest):
    steers = request.node.callspec.params["rig"] == "1.36"
    document = workload("DaemonSet", nodeSelector=None, tolerations=None)

    answer = rig.admin.post("/apis/apps/v1/namespaces/pooled/daemonsets", document)

    assert placement(answer, "template") == (TO_SHARED if steers else UNTOUCHED)
