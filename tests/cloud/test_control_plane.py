"""The control plane of the local cloud: what it must do for the program's objects to mean what they mean on EKS.

What these tests do not prove: networks, kubelets and IAM, which the local cloud does not have.
"""

import time
import uuid

import pytest

from localcloud.api_server import ApiServer, Refused
from localcloud.nodes import add_core_nodes, remove_core_nodes
from tests.cloud.conftest import SECONDS_TO_START, Cloud

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(SECONDS_TO_START)]

ZONES = ("eu-central-1a", "eu-central-1b")


@pytest.fixture
def group() -> str:
    """A name that no other test process uses."""
    return f"core-{uuid.uuid4().hex[:8]}"


@pytest.fixture
def nodes(cloud: Cloud, group: str):
    taint = {"key": "CriticalAddonsOnly", "value": "true", "effect": "NoSchedule"}
    yield add_core_nodes(
        cloud.instance.kubeconfig, group, ZONES, "m6i.large", 2, labels={"group": group}, taints=[taint]
    )
    remove_core_nodes(cloud.instance.kubeconfig, group)


def until(condition):
    """Waits for what the API server does by and by; the time limit of the test is the judge."""
    while not condition():
        time.sleep(0.1)


def ready(server: ApiServer, node: str) -> bool:
    conditions = server.get(f"/api/v1/nodes/{node}")["status"].get("conditions", [])
    return any(condition["type"] == "Ready" and condition["status"] == "True" for condition in conditions)


def create_pod(server: ApiServer, document):
    """In the namespace `default`, once the controllers of a new cluster have made its service account."""
    accounts = "/api/v1/namespaces/default/serviceaccounts"
    until(lambda: any(each["metadata"]["name"] == "default" for each in server.get(accounts)["items"]))
    server.create("/api/v1/namespaces/default/pods", document)


def pod(name: str, group: str, **spec):
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name},
        "spec": {"nodeSelector": {"group": group}, "containers": [{"name": "a", "image": "a"}], **spec},
    }


def test_version_is_the_one_that_the_stack_asks_for(cloud: Cloud):
    assert cloud.api.get("/version")["gitVersion"] == "v1.36.3"


def test_core_nodes_are_ready_in_two_zones(cloud: Cloud, nodes, group):
    until(lambda: all(ready(cloud.api, node) for node in nodes))

    found = [cloud.api.get(f"/api/v1/nodes/{node}") for node in nodes]
    assert [node["metadata"]["labels"]["topology.kubernetes.io/zone"] for node in found] == list(ZONES)
    assert [node["status"]["allocatable"] for node in found] == [
        {"cpu": "1930m", "memory": "7618Mi", "pods": "29"},
        {"cpu": "1930m", "memory": "7618Mi", "pods": "29"},
    ]


def test_asking_for_the_same_nodes_again_changes_nothing(cloud: Cloud, nodes, group):
    until(lambda: all(ready(cloud.api, node) for node in nodes))
    before = [cloud.api.get(f"/api/v1/nodes/{node}")["metadata"]["uid"] for node in nodes]

    again = add_core_nodes(cloud.instance.kubeconfig, group, ZONES, "m6i.large", 2, labels={"group": group}, taints=[])

    assert again == nodes
    assert [cloud.api.get(f"/api/v1/nodes/{node}")["metadata"]["uid"] for node in nodes] == before


def test_fewer_nodes_leave_the_first_ones(cloud: Cloud, nodes, group):
    left = add_core_nodes(cloud.instance.kubeconfig, group, ZONES, "m6i.large", 1, labels={}, taints=[])

    found = cloud.api.get(f"/api/v1/nodes?labelSelector=eks.amazonaws.com/nodegroup={group}")["items"]
    assert left == nodes[:1]
    assert [node["metadata"]["name"] for node in found] == [nodes[0]]


def test_a_pod_that_tolerates_the_taint_runs(cloud: Cloud, nodes, group):
    pods = "/api/v1/namespaces/default/pods"
    tolerations = [{"key": "CriticalAddonsOnly", "operator": "Exists"}]
    create_pod(cloud.api, pod(group, group, tolerations=tolerations))

    until(lambda: cloud.api.get(f"{pods}/{group}")["status"]["phase"] == "Running")

    assert cloud.api.get(f"{pods}/{group}")["spec"]["nodeName"] in nodes
    cloud.api.delete(f"{pods}/{group}")


def test_a_pod_that_does_not_tolerate_it_stays_pending(cloud: Cloud, nodes, group):
    pods = "/api/v1/namespaces/default/pods"
    create_pod(cloud.api, pod(group, group))

    def judged():
        return cloud.api.get(f"{pods}/{group}")["status"].get("conditions", [])

    until(judged)

    assert [(condition["type"], condition["reason"]) for condition in judged()] == [("PodScheduled", "Unschedulable")]
    cloud.api.delete(f"{pods}/{group}")


def test_a_namespace_and_what_is_in_it_can_be_deleted(cloud: Cloud, group):
    cloud.api.create("/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": group}})
    cloud.api.create(
        f"/api/v1/namespaces/{group}/configmaps",
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}},
    )
    cloud.api.delete(f"/api/v1/namespaces/{group}")

    def gone():
        try:
            cloud.api.get(f"/api/v1/namespaces/{group}")
        except Refused as refused:
            return refused.reason == "NotFound"
        return False

    until(gone)


def test_native_mutation_and_validation_are_served_in_v1(cloud: Cloud):
    served = cloud.api.get("/apis/admissionregistration.k8s.io/v1")["resources"]

    assert {"mutatingadmissionpolicies", "validatingadmissionpolicies"} <= {resource["name"] for resource in served}
