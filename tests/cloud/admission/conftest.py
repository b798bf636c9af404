"""An API server with the admission policies and the namespaces of two tenants, and nothing else."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from components.live.rest_paths import object_path
from components.rendering.admission import admission_documents, system_namespaces
from components.rendering.tenant_objects import namespace_objects
from localcloud.instance import instance
from tests.builders import settings, tenant
from tests.cloud.admission.builders import Caller, namespace, workload
from tests.cloud.conftest import Cloud, shared
from tests.rendering.builders import cluster

VERSIONS = ("1.35", "1.36")
HOSTS = "shop.example,*.alpha.example"
ALPHA = {
    "tenant": "alpha", "isolation": "dedicated", "state": "active", "enforcement": "enforce",
    "load-balancers": "internal", "os": "linux", "grace": "bounded", "pod-security": "restricted",
    "pod-security.kubernetes.io/enforce": "restricted",
}  # fmt: skip
NAMESPACES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "alpha": (
        ALPHA,
        {"hosts": HOSTS, "role-arns": "arn:aws:iam::999900001111:role/given arn:aws:iam::999900001111:role/other,1"},
    ),
    "alpha-pooled": ({**ALPHA, "pool": "alpha-web"}, {}),
    "alpha-audit": ({**ALPHA, "enforcement": "audit"}, {}),
    "alpha-suspended": ({**ALPHA, "state": "suspended"}, {}),
    "alpha-ungraced": ({**ALPHA, "grace": "none"}, {}),
    "alpha-public": ({**ALPHA, "load-balancers": "public"}, {"hosts": HOSTS}),
    "alpha-closed": ({**ALPHA, "load-balancers": "none"}, {"hosts": HOSTS}),
    "alpha-open": ({key: value for key, value in ALPHA.items() if "kubernetes.io" not in key}, {}),
    "alpha-mixed": ({**ALPHA, "os": "mixed"}, {}),
    "alpha-capable": (
        {**ALPHA, "pod-security.kubernetes.io/enforce": "privileged"},
        {"capabilities": "IPC_LOCK,SYS_NICE"},
    ),
    "psa-restricted": (ALPHA, {}),
    "psa-baseline": ({**ALPHA, "pod-security.kubernetes.io/enforce": "baseline"}, {}),
    "cel-restricted": ({**ALPHA, "pod-security.kubernetes.io/enforce": "privileged"}, {"capabilities": "SYS_NICE"}),
    "cel-baseline": (
        {**ALPHA, "pod-security": "baseline", "pod-security.kubernetes.io/enforce": "privileged"},
        {"capabilities": "SYS_NICE"},
    ),
    "beta": ({**ALPHA, "tenant": "beta"}, {}),
    "pooled": ({**ALPHA, "tenant": "pooled", "isolation": "shared"}, {}),
    "elsewhere": ({}, {}),
    "monitoring": ({}, {}),
}


@dataclass(frozen=True)
class Rig:
    """The running instance, seen by several callers."""

    cloud: Cloud

    @cached_property
    def admin(self) -> Caller:
        return Caller(self.cloud.instance.kubeconfig)

    def caller(self, user: str, group: str = "") -> Caller:
        """Somebody else."""
        return Caller(self.cloud.instance.kubeconfig, user, group)

    @property
    def dev(self) -> Caller:
        """A person with edit rights in alpha's namespaces."""
        return self.caller("dev@alpha", "tenant:alpha:edit")


@pytest.fixture(scope="session")
def bare() -> Iterator[Rig]:
    """The instance with the namespaces and without any policy."""
    with shared(instance("tests-admission")) as running:
        rig = Rig(running)
        for name, (labels, annotations) in NAMESPACES.items():
            rig.admin.apply(f"/api/v1/namespaces/{name}", namespace(name, labels, annotations))
            if name not in RENDERED:
                rig.admin.apply(f"{RBAC}/namespaces/{name}/rolebindings/edit", edit(name))
        for name in RENDERED:
            spec = tenant(name)
            for document in namespace_objects(spec, spec.namespaces[0], settings(), cluster()):
                rig.admin.apply(object_path(document), document)
        # A quota whose use is not counted yet refuses everything.
        while any("hard" not in quota(rig, name)["status"] for name in RENDERED):
            time.sleep(0.2)
        grant(rig, "namespace-operators", "namespace-operators", "namespaces", "*")
        grant(rig, "binders", "tenant:alpha:binder", "pods/binding", "create")
        yield rig


RENDERED = ("alpha", "beta")
"""These hold what the product makes in the namespaces of a tenant; in the others people have Kubernetes' own `edit`."""


def quota(rig: Rig, namespace: str) -> dict[str, Any]:
    return rig.admin.get(f"/api/v1/namespaces/{namespace}/resourcequotas/tenant")


RBAC = "/apis/rbac.authorization.k8s.io/v1"


def edit(name: str) -> dict[str, Any]:
    return {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "RoleBinding",
        "metadata": {"name": "edit", "namespace": name},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "edit"},
        "subjects": [{"kind": "Group", "apiGroup": "rbac.authorization.k8s.io", "name": "tenant:alpha:edit"}],
    }


def grant(rig: Rig, name: str, group: str, resource: str, verb: str) -> None:
    """A right on one resource of the core group, in the whole cluster."""
    version = "rbac.authorization.k8s.io/v1"
    rules = [{"apiGroups": [""], "resources": [resource], "verbs": [verb]}]
    role = {"apiVersion": version, "kind": "ClusterRole", "metadata": {"name": name}, "rules": rules}
    binding = {**edit(name), "kind": "ClusterRoleBinding", "metadata": {"name": name}}
    binding["roleRef"] = {**binding["roleRef"], "name": name}
    binding["subjects"] = [{**binding["subjects"][0], "name": group}]
    rig.admin.apply(f"{RBAC}/clusterroles/{name}", role)
    rig.admin.apply(f"{RBAC}/clusterrolebindings/{name}", binding)


@pytest.fixture(scope="module", params=VERSIONS)
def rig(bare: Rig, request: pytest.FixtureRequest) -> Rig:
    """With the policies of a Kubernetes version: those of 1.35 do not mutate."""
    install(bare, request.param)
    return bare


def install(rig: Rig, kubernetes: str) -> None:
    """Puts the policies of this version into force, and no other ones."""
    wanted = {object_path(document): document for document in policies(kubernetes)}
    for place, document in wanted.items():
        rig.admin.apply(place, document)
    for version in VERSIONS:
        for place in {object_path(document) for document in policies(version)} - set(wanted):
            rig.admin.delete(place)
    (monitoring,) = system_namespaces(settings(admission={"systemNamespaces": ["monitoring"]}))
    rig.admin.apply("/api/v1/namespaces/monitoring", monitoring)
    # A policy works only after the caches of the API server have seen it; the ones that came last are asked.
    while operator(rig).post("/api/v1/namespaces", namespace("mine", {"tenant": "alpha"})).code != 422:
        time.sleep(0.2)
    while mutates(rig) is not (kubernetes == "1.36"):
        time.sleep(0.2)


def operator(rig: Rig) -> Caller:
    """Somebody who may write namespaces and no pools."""
    return rig.caller("operator", "namespace-operators")


def mutates(rig: Rig) -> bool:
    """Whether DaemonSets of the platform receive the tenant toleration."""
    made = rig.admin.post("/apis/apps/v1/namespaces/monitoring/daemonsets", workload("DaemonSet", tolerations=None))
    return "tolerations" in made.body["spec"]["template"]["spec"]


def policies(kubernetes: str) -> list[dict[str, Any]]:
    return admission_documents(
        settings(
            admission={"priorityClasses": ["batch"], "runtimeClasses": ["plain"], "inlineCsiDrivers": ["s3.csi"]},
            karpenter={
                "version": "1.14.3",
                "sharedPool": {"limits": {"cpu": 8}, "taints": [{"key": "example.com/shared", "effect": "NoSchedule"}]},
                "systemPool": {"limits": {"cpu": 8}},
            },
        ),
        cluster(kubernetes_version=kubernetes),
    )
