"""Which kinds a file of objects may hold. Not proved: that every kind of a custom resource lies in a namespace."""

from typing import Any

import pytest

from components.model.refused_kinds import refusal_of


def document(api_version: str, kind: str, **fields: Any) -> dict[str, Any]:
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": "x"}, **fields}


@pytest.mark.parametrize(
    "held",
    [
        document("v1", "ConfigMap", data={"ca.crt": "x"}),
        document("v1", "ServiceAccount"),
        document("v1", "Service"),
        document("v1", "PersistentVolumeClaim"),
        document("v1", "Secret", type="kubernetes.io/service-account-token"),
        document("v1", "Secret", data={}),
        document("networking.k8s.io/v1", "Ingress"),
        document("external-secrets.io/v1", "SecretStore"),
        document("external-secrets.io/v1", "ExternalSecret", data=[{"secretKey": "x"}]),
        document("monitoring.coreos.com/v1", "ServiceMonitor"),
        document("iam.aws.example.com/v1", "Role"),
        document("policy/v1", "PodDisruptionBudget"),
    ],
    ids=lambda held: held["kind"],
)
def test_accepts(held: dict[str, Any]):
    assert refusal_of(held) is None


MADE = "which the product makes itself"
RUN = ("which the tenant runs itself", "remove it and deploy it with the tenant's own access")
CLUSTER = ("which lies in no namespace", "remove it and make it outside of the tenants")
RIGHTS = (MADE, "write access, or platform:admission.tenantRoles")


@pytest.mark.parametrize(
    ("api_version", "kind", "what", "fix"),
    [
        ("v1", "ResourceQuota", f"a ResourceQuota, {MADE}", "write resourceQuota of the namespace"),
        ("v1", "LimitRange", f"a LimitRange, {MADE}", "write limitRange of the namespace"),
        ("v1", "Namespace", f"a Namespace, {MADE}", "write namespaces"),
        ("v1", "Pod", f"a Pod, {RUN[0]}", RUN[1]),
        ("apps/v1", "Deployment", f"a Deployment, {RUN[0]}", RUN[1]),
        ("apps/v1", "DaemonSet", f"a DaemonSet, {RUN[0]}", RUN[1]),
        (
            "autoscaling.x-k8s.io/v1beta1",
            "CapacityBuffer",
            f"a CapacityBuffer, {MADE}",
            "write headroom of the provisioner",
        ),
        ("batch/v1", "CronJob", f"a CronJob, {RUN[0]}", RUN[1]),
        ("rbac.authorization.k8s.io/v1", "Role", f"a Role, {RIGHTS[0]}", RIGHTS[1]),
        ("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", f"a ClusterRoleBinding, {RIGHTS[0]}", RIGHTS[1]),
        ("networking.k8s.io/v1", "NetworkPolicy", f"a NetworkPolicy, {MADE}", "write networkPolicy"),
        ("karpenter.sh/v1", "NodePool", f"a NodePool, {MADE}", "write provisioners and nodeClasses"),
        ("karpenter.k8s.aws/v1", "EC2NodeClass", f"an EC2NodeClass, {MADE}", "write provisioners and nodeClasses"),
        ("storage.k8s.io/v1", "StorageClass", f"a StorageClass, {MADE}", "write storage.classes"),
        ("scheduling.k8s.io/v1", "PriorityClass", f"a PriorityClass, {CLUSTER[0]}", CLUSTER[1]),
        ("networking.k8s.io/v1", "IngressClass", f"an IngressClass, {CLUSTER[0]}", CLUSTER[1]),
    ],
)
def test_refuses(api_version: str, kind: str, what: str, fix: str):
    assert refusal_of(document(api_version, kind)) == (what, fix)


@pytest.mark.parametrize("field", ["data", "stringData"])
def test_refuses_a_secret_with_data(field: str):
    assert refusal_of(document("v1", "Secret", **{field: {"password": "hunter2"}})) == (
        "a Secret with data, which would lie in the repository",
        "refer to it by a SecretStore or an ExternalSecret",
    )
