"""The objects that keep capacity warm, with the gate and without.

What these tests do not prove: that Karpenter buys a node for them, and that they give way; tests/cloud does.
"""

from typing import Any

import pytest

from components.rendering.headroom import headroom_namespace, headroom_objects, headroom_priority_class
from tests.builders import PROVISIONER, settings, tenant
from tests.rendering.builders import cluster

KEPT = {**PROVISIONER, "headroom": {"cpu": 2, "memory": "4Gi", "replicas": 3}}
LABELS = {"karpenter-tenants/headroom": "web"}
POD: dict[str, Any] = {
    "nodeSelector": {"node-restriction.kubernetes.io/tenant": "alpha", "karpenter.sh/nodepool": "alpha-web"},
    "tolerations": [{"key": "karpenter-tenants/tenant", "operator": "Equal", "value": "alpha", "effect": "NoSchedule"}],
    "terminationGracePeriodSeconds": 0,
    "automountServiceAccountToken": False,
    "os": {"name": "linux"},
    "securityContext": {"runAsNonRoot": True, "runAsUser": 65535, "seccompProfile": {"type": "RuntimeDefault"}},
    "containers": [
        {
            "name": "pause",
            "image": "registry.k8s.io/pause:3.10.1",
            "resources": {
                "requests": {"cpu": "2", "memory": "4Gi"},
                "limits": {"cpu": "2", "memory": "4Gi"},
            },
            "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
        }
    ],
}
GATE = {"version": "1.14.3", "featureGates": {"CapacityBuffer": True}}


def objects(karpenter: str = "1.14.3", index: int = 0, *, stack: dict[str, Any] | None = None, **overrides: Any) -> Any:
    spec = tenant(**{"provisioners": {"web": KEPT, "batch": PROVISIONER}, **overrides})
    return headroom_objects(spec, spec.namespaces[index], settings(**(stack or {})), cluster(karpenter))


def test_pause_pods_keep_the_place_where_there_are_no_buffers():
    assert objects() == [
        {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {
                "name": "headroom-web",
                "namespace": "alpha",
                "annotations": {"pulumi.com/skipAwait": "true"},
            },
            "spec": {
                "replicas": 3,
                "strategy": {"type": "Recreate"},
                "selector": {"matchLabels": LABELS},
                "template": {
                    "metadata": {"labels": LABELS},
                    "spec": {"priorityClassName": "karpenter-tenants-headroom", **POD},
                },
            },
        }
    ]


def test_a_buffer_keeps_the_place_where_the_gate_is_open():
    metadata = {"name": "headroom-web", "namespace": "alpha"}

    assert objects(stack={"karpenter": GATE}) == [
        {
            "apiVersion": "v1",
            "kind": "PodTemplate",
            "metadata": metadata,
            "template": {"metadata": {"labels": LABELS}, "spec": POD},
        },
        {
            "apiVersion": "autoscaling.x-k8s.io/v1beta1",
            "kind": "CapacityBuffer",
            "metadata": metadata,
            "spec": {
                "provisioningStrategy": "buffer.x-k8s.io/active-capacity",
                "podTemplateRef": {"name": "headroom-web"},
                "replicas": 3,
            },
        },
    ]


def test_a_version_without_buffers_gets_pause_pods():
    (deployment,) = objects("1.13.1", stack={"karpenter": {"version": "1.13.1"}})

    assert deployment["kind"] == "Deployment"


def test_the_class_of_pause_pods_is_below_every_other():
    assert headroom_priority_class() == {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": "karpenter-tenants-headroom"},
        "value": -10,
        "globalDefault": False,
        "preemptionPolicy": "Never",
        "description": "Spare capacity of tenants' pools; gives way to every other pod.",
    }


def test_a_frozen_tenant_keeps_its_spare_capacity():
    assert objects(state="frozen") == objects()


@pytest.mark.parametrize("state", ["suspended", "offboarding"])
def test_a_tenant_without_pools_keeps_none(state: str):
    assert objects(state=state) == []


def test_it_stands_in_the_first_namespace_whose_pods_may_use_the_pool():
    spaces = [{"suffix": "jobs", "provisioner": "batch"}, {"suffix": "a"}, {"suffix": "b"}]

    found = [[each["metadata"]["namespace"] for each in objects(index=index, namespaces=spaces)] for index in range(3)]

    assert found == [[], ["alpha-a"], []]


def test_it_stands_nowhere_where_all_pods_go_to_other_pools():
    spec = tenant(provisioners={"web": KEPT, "batch": PROVISIONER}, namespaces=[{"provisioner": "batch"}])

    assert headroom_namespace(spec, "web") is None


def test_a_windows_pod_has_no_fields_of_linux():
    pools = {"web": {**KEPT, "operatingSystem": "windows"}}

    pod = objects(provisioners=pools, nodeClasses={"default": {"ami": "windows2022"}})[0]["spec"]["template"]["spec"]

    assert pod["os"] == {"name": "windows"}
    assert pod["securityContext"] == {"runAsNonRoot": True, "windowsOptions": {"runAsUserName": "ContainerUser"}}
    assert pod["containers"][0]["securityContext"] == {}
