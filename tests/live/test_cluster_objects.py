"""Which collections are read, each once."""

from typing import Any

from components.live import Api
from components.live.cluster_objects import read_objects
from components.live.rest_paths import kind_path


class Cluster(Api):
    def __init__(self) -> None:
        self.asked: list[str] = []

    def list(self, path: str) -> list[dict[str, Any]]:
        self.asked.append(path)
        return [{"metadata": {"name": path}}]


def document(kind: str, version: str) -> dict[str, Any]:
    return {"apiVersion": version, "kind": kind, "metadata": {"name": "x"}}


def test_each_kind_is_asked_for_once():
    cluster = Cluster()

    found = read_objects(cluster, [document("ResourceQuota", "v1"), document("ResourceQuota", "v1")])

    assert sorted(cluster.asked) == [
        "/api/v1/namespaces",
        "/api/v1/nodes",
        "/api/v1/pods",
        "/api/v1/resourcequotas",
        "/apis/apps/v1/daemonsets",
        "/apis/karpenter.k8s.aws/v1/ec2nodeclasses",
        "/apis/karpenter.sh/v1/nodepools",
        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
    ]
    assert found["ResourceQuota"] == ({"metadata": {"name": "/api/v1/resourcequotas"}},)


def test_plurals_as_the_api_has_them():
    assert [
        kind_path(document(kind, version))
        for kind, version in (
            ("NetworkPolicy", "networking.k8s.io/v1"),
            ("StorageClass", "storage.k8s.io/v1"),
            ("ValidatingAdmissionPolicyBinding", "admissionregistration.k8s.io/v1"),
            ("LimitRange", "v1"),
        )
    ] == [
        "/apis/networking.k8s.io/v1/networkpolicies",
        "/apis/storage.k8s.io/v1/storageclasses",
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
        "/api/v1/limitranges",
    ]
