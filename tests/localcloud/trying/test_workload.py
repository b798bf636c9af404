"""What of manifests, charts and exports becomes pods of a cluster of its own.

What these tests do not prove: that the API server takes it; tests/cloud creates one.
"""

from typing import Any

import pytest
import yaml

from components.live.rest_paths import collection_path
from localcloud.errors import LocalCloudError
from localcloud.trying.workload import read_workload

POD: dict[str, Any] = {"containers": [{"name": "main", "image": "main"}]}
READ: dict[str, Any] = {"containers": [{"name": "main", "image": "main", "volumeMounts": []}], "volumes": []}
TEMPLATE = {"metadata": {"labels": {"app": "web"}}, "spec": POD}


def read(*documents: Any, namespaces: tuple[str, ...] = ("alpha", "alpha-jobs")) -> Any:
    return read_workload(yaml.safe_dump_all(documents), namespaces)


def deployment(name: str = "web", **metadata: Any) -> dict[str, Any]:
    spec = {"replicas": 2, "selector": {"matchLabels": {"app": "web"}}, "template": TEMPLATE}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name, **metadata}, "spec": spec}


def test_a_manifest_goes_to_the_tenants_first_namespace():
    found = read(deployment(), deployment("jobs", namespace="alpha-jobs"))

    assert [(collection_path(each), each["metadata"]) for each in found.objects] == [
        ("/apis/apps/v1/namespaces/alpha/deployments", {"name": "web", "namespace": "alpha"}),
        ("/apis/apps/v1/namespaces/alpha-jobs/deployments", {"name": "jobs", "namespace": "alpha-jobs"}),
    ]
    assert found.objects[0]["spec"] == {
        "replicas": 2,
        "selector": {"matchLabels": {"app": "web"}},
        "template": {"metadata": {"labels": {"app": "web"}}, "spec": READ},
    }
    assert found.notes == ()


def test_an_export_loses_what_belongs_to_its_cluster():
    spec = {
        "nodeName": "ip-10-0-0-1",
        "serviceAccountName": "web",
        "priority": 0,
        "preemptionPolicy": "PreemptLowerPriority",
        "nodeSelector": {"kubernetes.io/arch": "arm64"},
        "volumes": [
            {"name": "data", "persistentVolumeClaim": {"claimName": "data"}},
            {"name": "token", "projected": {}},
            {"name": "tmp", "emptyDir": {}},
        ],
        "containers": [
            {"name": "main", "image": "main", "volumeMounts": [{"name": each} for each in ("data", "token", "tmp")]}
        ],
    }
    exported = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": "web",
            "namespace": "shop",
            "uid": "1",
            "resourceVersion": "2",
            "annotations": {"karpenter.sh/do-not-disrupt": "true", "kubernetes.io/psp": "x"},
        },
        "spec": spec,
        "status": {"phase": "Running"},
    }

    found = read({"apiVersion": "v1", "kind": "List", "items": [exported]})

    assert found.objects == (
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {
                "name": "web",
                "namespace": "alpha",
                "annotations": {"karpenter.sh/do-not-disrupt": "true"},
            },
            "spec": {
                "nodeSelector": {"kubernetes.io/arch": "arm64"},
                "volumes": [{"name": "tmp", "emptyDir": {}}],
                "containers": [{"name": "main", "image": "main", "volumeMounts": [{"name": "tmp"}]}],
            },
        },
    )
    assert found.notes == (
        "put into namespace alpha: what was in shop",
        "volumes of claims are left out, and with them the zones that they bind pods to",
    )


def test_what_a_controller_of_the_export_makes_is_not_counted_twice():
    replica_set = deployment("web-1", ownerReferences=[{"kind": "Deployment", "name": "web"}]) | {"kind": "ReplicaSet"}
    pod = {"kind": "Pod", "metadata": {"name": "web-1-x", "ownerReferences": [{"kind": "ReplicaSet", "name": "web-1"}]}}

    found = read(deployment(), replica_set, pod | {"spec": POD})

    assert [each["kind"] for each in found.objects] == ["Deployment"]


def test_a_pod_without_its_owner_is_made_by_one_like_it():
    metadata = {"name": "web-1-x", "ownerReferences": [{"kind": "ReplicaSet", "name": "web-1"}]}

    (made,) = read({"kind": "Pod", "metadata": metadata, "spec": POD}).objects

    labels = {"app": "web-1-x"}
    assert (made["kind"], made["metadata"]) == ("Deployment", {"name": "web-1-x", "namespace": "alpha"})
    assert made["spec"] == {
        "replicas": 1,
        "selector": {"matchLabels": labels},
        "template": {"metadata": {"labels": labels}, "spec": READ},
    }


def test_a_job_is_no_longer_tied_to_the_pods_that_it_had():
    labels = {"app": "report", "controller-uid": "1", "batch.kubernetes.io/job-name": "report"}
    template = {"metadata": {"labels": labels, "creationTimestamp": None}, "spec": POD}
    spec = {"parallelism": 2, "selector": {}, "suspend": True, "template": template}
    cron = {"kind": "CronJob", "metadata": {"name": "nightly"}, "spec": {"jobTemplate": {"spec": spec}}}

    found = read({"kind": "Job", "metadata": {"name": "report"}, "spec": spec}, cron)

    expected = {"parallelism": 2, "template": {"metadata": {"labels": {"app": "report"}}, "spec": READ}}
    assert [(each["apiVersion"], each["kind"], each["spec"]) for each in found.objects] == [
        ("batch/v1", "Job", expected)
    ] * 2
    assert found.notes == ("a CronJob counts with one Job",)


def test_a_stateful_set_needs_no_storage_and_no_order():
    claims = [{"metadata": {"name": "data"}}]
    spec = {"serviceName": "db", "volumeClaimTemplates": claims, "template": TEMPLATE}

    (made,) = read({"kind": "StatefulSet", "metadata": {"name": "db"}, "spec": spec}).objects

    assert made["spec"] == {
        "serviceName": "db",
        "podManagementPolicy": "Parallel",
        "template": {"metadata": {"labels": {"app": "web"}}, "spec": READ},
    }


def test_what_has_finished_or_is_scaled_to_nothing_needs_no_node():
    done = {"kind": "Job", "metadata": {"name": "a"}, "spec": {}, "status": {"completionTime": "2026-11-30T12:00:00Z"}}
    over = {"kind": "Pod", "metadata": {"name": "b"}, "spec": POD, "status": {"phase": "Succeeded"}}
    idle = deployment("c")
    idle["spec"]["replicas"] = 0

    assert [each["metadata"]["name"] for each in read(done, over, idle, deployment()).objects] == ["web"]


def test_other_kinds_are_told():
    service = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}}

    assert read(service, deployment(), service).notes == ("without effect on nodes: 2 Service",)


REFUSED = {
    "nothing": ("", "no pods in the workload, it holds nothing; give a Deployment, StatefulSet, Job or Pod"),
    "no pods": (
        "{kind: Service, metadata: {name: web}}",
        "no pods in the workload, it holds Service; give a Deployment, StatefulSet, Job or Pod",
    ),
    "no YAML": ("a: [", "the workload is no YAML: line 2: did not find expected node content"),
    "no object": ("kind: [x]", "document 1 of the workload has no kind; give objects of Kubernetes"),
    "a text": ("some words", "document 1 of the workload has no kind; give objects of Kubernetes"),
    "no metadata": ("kind: Pod", "document 1 of the workload, a Pod, has no metadata"),
    "twice": (
        yaml.safe_dump_all([deployment(), deployment(namespace="shop")]),
        'Deployment "web" comes 2 times in namespace alpha; try them one after the other',
    ),
}


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED)
def test_rejects(text: str, message: str):
    with pytest.raises(LocalCloudError) as refused:
        read_workload(text, ("alpha",))

    assert str(refused.value) == message
