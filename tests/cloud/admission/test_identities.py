"""Who somebody is to the API server: staff over several customers, and a kubelet that an attacker has taken over.

The numbers are those of the reference of attacks. What these tests do not prove: how AWS tells EKS who somebody is.
"""

import pytest

from tests.cloud.admission.builders import pod
from tests.cloud.admission.conftest import Rig
from tests.cloud.conftest import SECONDS_TO_START

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(SECONDS_TO_START)]

NODES = "/api/v1/nodes"
TENANT_LABEL = "node-restriction.kubernetes.io~1tenant"


@pytest.fixture(scope="module")
def node(bare: Rig) -> str:
    """A node of alpha, as its kubelet and Karpenter would have made it."""
    document = {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": "n1", "labels": {"node-restriction.kubernetes.io/tenant": "alpha"}},
    }
    bare.admin.apply(f"{NODES}/n1", document)
    return "n1"


def add(path: str, value: object) -> dict[str, object]:
    return {"op": "add", "path": path, "value": value}


CHANGES = {
    "A29 label of beta": (add(f"/metadata/labels/{TENANT_LABEL}", "beta"), 403),
    "A29 label taken off": ({"op": "remove", "path": f"/metadata/labels/{TENANT_LABEL}"}, 403),
    "A29 taint of beta": (
        add("/spec/taints", [{"key": "karpenter-tenants/tenant", "value": "beta", "effect": "NoSchedule"}]),
        403,
    ),
    "twin: a label of its own": (add("/metadata/labels/example.com~1x", "y"), 200),
}


@pytest.mark.parametrize(("change", "code"), CHANGES.values(), ids=CHANGES)
def test_a_kubelet_cannot_make_its_node_somebody_elses(bare: Rig, node: str, change: dict[str, object], code: int):
    kubelet = bare.caller(f"system:node:{node}", "system:nodes")

    assert kubelet.patch(f"{NODES}/{node}", change).code == code


def test_a29_a_kubelet_reads_no_secret_that_its_pods_do_not_use(bare: Rig, node: str):
    kubelet = bare.caller(f"system:node:{node}", "system:nodes")

    assert kubelet.ask("GET", "/api/v1/namespaces/beta/secrets/any").code == 403


def test_staff_over_all_customers_has_its_role_in_each_and_no_other(bare: Rig):
    on_call = bare.caller("on-call", "tenant:all:view")

    assert [on_call.ask("GET", f"/api/v1/namespaces/{name}/pods").code for name in ("alpha", "beta")] == [200, 200]
    assert on_call.ask("GET", "/api/v1/namespaces/alpha/secrets").code == 403
    assert on_call.post("/api/v1/namespaces/alpha/pods", pod()).code == 403
    assert on_call.ask("GET", "/api/v1/namespaces/elsewhere/pods").code == 403
    assert on_call.ask("GET", "/api/v1/pods").code == 403


def test_staff_that_may_edit_is_bound_by_the_policies(rig: Rig):
    on_call = rig.caller("on-call", "tenant:all:edit")
    foreign = pod(nodeSelector={"node-restriction.kubernetes.io/tenant": "beta"})

    assert on_call.post("/api/v1/namespaces/alpha/pods", foreign).denied_by == (422, "tenant-pods", "selector")
    assert on_call.post("/api/v1/namespaces/alpha/pods", pod()).code == 201
