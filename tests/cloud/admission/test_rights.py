"""What a tenant's people may ask for at all: the roles that the product makes, and the quota.

The namespaces alpha and beta hold exactly what the product makes in them.
"""

from typing import Any

import pytest

from tests.cloud.admission.builders import pod, workload
from tests.cloud.admission.conftest import Rig
from tests.cloud.conftest import SECONDS_TO_START

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(SECONDS_TO_START)]

VERBS = ("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection")


def allowed(rig: Rig, group: str, resource: str, verb: str, role: str = "edit", subresource: str = "") -> bool:
    """Whether somebody with that role in alpha may do that there."""
    attributes = {"group": group, "resource": resource, "verb": verb, "namespace": "alpha", "subresource": subresource}
    review = {
        "apiVersion": "authorization.k8s.io/v1",
        "kind": "SubjectAccessReview",
        "spec": {"user": "dev@alpha", "groups": [f"tenant:alpha:{role}"], "resourceAttributes": attributes},
    }
    return rig.admin.create("/apis/authorization.k8s.io/v1/subjectaccessreviews", review)["status"]["allowed"]


REFUSED = {
    "A14 pools": ("karpenter.sh", "nodepools"),
    "A14 claims of nodes": ("karpenter.sh", "nodeclaims"),
    "A14 node classes": ("karpenter.k8s.aws", "ec2nodeclasses"),
    "A19 security groups of pods": ("vpcresources.k8s.aws", "securitygrouppolicies"),
    "policies": ("admissionregistration.k8s.io", "validatingadmissionpolicies"),
    "nodes": ("", "nodes"),
    "namespaces": ("", "namespaces"),
    "volumes": ("", "persistentvolumes"),
}


@pytest.mark.parametrize(("group", "resource"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("role", ["view", "edit", "admin"])
def test_no_right_outside_of_the_namespace(rig: Rig, group: str, resource: str, role: str):
    assert [verb for verb in VERBS if allowed(rig, group, resource, verb, role)] == []


def test_twin_pods_and_services_of_the_own_namespace(rig: Rig):
    assert allowed(rig, "", "pods", "create")
    assert allowed(rig, "", "services", "create")


@pytest.mark.parametrize("subresource", ["binding", "ephemeralcontainers"])
def test_no_right_to_subresources_that_pass_the_scheduler(rig: Rig, subresource: str):
    assert not any(allowed(rig, "", "pods", verb, "admin", subresource) for verb in VERBS)


def test_view_reads_no_secrets(rig: Rig):
    assert not allowed(rig, "", "secrets", "get", "view")
    assert allowed(rig, "", "configmaps", "get", "view")


def test_a8_daemon_set(rig: Rig):
    assert rig.dev.post("/apis/apps/v1/namespaces/alpha/daemonsets", workload("DaemonSet")).code == 403
    assert rig.dev.post("/apis/apps/v1/namespaces/alpha/deployments", workload("Deployment")).code == 201


def test_a15_own_namespace(rig: Rig):
    patch = {"op": "add", "path": "/metadata/labels/team", "value": "a"}

    assert rig.dev.patch("/api/v1/namespaces/alpha", patch).code == 403


def test_a20_network_policy(rig: Rig):
    policy = {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": "open"},
        "spec": {"podSelector": {}, "policyTypes": ["Egress"], "egress": [{}]},
    }

    assert rig.dev.post("/apis/networking.k8s.io/v1/namespaces/alpha/networkpolicies", policy).code == 403


def test_namespaces_of_others_are_out_of_reach(rig: Rig):
    assert rig.dev.post("/api/v1/namespaces/beta/pods", pod()).code == 403
    assert rig.dev.ask("GET", "/api/v1/namespaces/beta/secrets").code == 403


def test_nobody_grants_more_than_they_have(rig: Rig):
    def role(resource: str) -> dict[str, Any]:
        return {
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "Role",
            "metadata": {"name": "more"},
            "rules": [{"apiGroups": [""], "resources": [resource], "verbs": ["create"]}],
        }

    admin = rig.caller("lead@alpha", "tenant:alpha:admin")
    place = "/apis/rbac.authorization.k8s.io/v1/namespaces/alpha/roles"

    assert admin.post(place, role("pods/binding")).code == 403
    assert admin.post(place, role("pods")).code == 201


def test_a23_pod_above_the_quota(rig: Rig):
    def asking(cpu: str) -> dict[str, Any]:
        container = pod()["spec"]["containers"][0]
        return pod(containers=[{**container, "resources": {"requests": {"cpu": cpu, "memory": "64Mi"}}}])

    above = rig.dev.post("/api/v1/namespaces/alpha/pods", asking("101"))

    assert (above.code, "exceeded quota: tenant" in above.message) == (403, True)
    assert rig.dev.post("/api/v1/namespaces/alpha/pods", asking("99")).code == 201
