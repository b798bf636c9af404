"""A cluster and an account that agree with the files; a test says what departs."""

import copy
from collections.abc import Mapping
from typing import Any

from components.auditing.account import Account, Files
from components.auditing.run import audit
from components.cli.documents import stack_documents
from components.model import names
from components.model.platform import Platform
from components.model.tenant import TenantSpec
from tests.builders import platform, tenant
from tests.rendering.builders import cluster

ALWAYS = ("ClusterRoleBinding", "DaemonSet", "EC2NodeClass", "Namespace", "Node", "NodePool", "Pod")
FACTS = cluster()
ALPHA = {"key": "karpenter-tenants/tenant", "value": "alpha", "effect": "NoSchedule"}
TOLERATES = {**{key: ALPHA[key] for key in ("key", "value", "effect")}, "operator": "Equal"}
DEVS = "arn:aws:iam::444455556666:role/Devs"


def with_people(name: str = "alpha") -> TenantSpec:
    return tenant(name, access=[{"principalArn": DEVS, "role": "edit"}])


class Live:
    """What runs: the rendered objects as the API server completes them, a node of alpha with one pod, and the
    account."""

    def __init__(self, *tenants: TenantSpec, **stack: Any) -> None:
        self.platform: Platform = platform(*(tenants or (with_people(), tenant("beta"))), **stack)
        self.documents = tuple(stack_documents(self.platform, FACTS))
        manifests = [copy.deepcopy(each) for each in self.documents if "apiVersion" in each]
        self.objects: dict[str, list[dict[str, Any]]] = {kind: [] for kind in ALWAYS}
        for each in manifests:
            self.objects.setdefault(each["kind"], []).append(_completed(each))
        self.objects["Namespace"] += [namespace("default"), namespace("kube-system")]
        self.objects["Node"] += [node("alpha-1", "alpha"), node("core-1")]
        self.objects["Pod"].append(pod())
        self.account = self._account()

    def _account(self) -> dict[str, Any]:
        path = names.tenant_role_path(FACTS.name)
        roles = [each for each in self.documents if "RoleName" in each]
        entries = [entry(f"arn:aws:iam::{FACTS.account}:role{path}{each['RoleName']}", "EC2_LINUX") for each in roles]
        return {
            "caller": f"arn:aws:sts::{FACTS.account}:assumed-role/Deployers/session",
            "access_entries": [*entries, entry(DEVS, groups=("tenant:alpha:edit",))],
            "access_policies": [administers(each) for each in self.platform.settings.cluster.admin_role_arns],
            "associations": [],
            "instance_profiles": [each for each in self.documents if "InstanceProfileName" in each],
            "roles": list(roles),
        }

    def one(self, kind: str, name: str) -> dict[str, Any]:
        """The object of this kind and name, which the test may change."""
        (found,) = (each for each in self.objects[kind] if each["metadata"]["name"] == name)
        return found

    def lines(self, *, aws: bool = True) -> list[str]:
        """What the audit says."""
        files = Files(self.platform.settings, self.platform.tenants, FACTS, self.documents)
        account = Account(**{key: value if key == "caller" else tuple(value) for key, value in self.account.items()})
        objects = {kind: tuple(found) for kind, found in self.objects.items()}
        return [each.line() for each in audit(files, objects, account if aws else None)]


def _completed(document: dict[str, Any]) -> dict[str, Any]:
    """With what every API server adds."""
    metadata = {**document["metadata"], "uid": "1", "resourceVersion": "7", "managedFields": []}
    return {
        **{key: value for key, value in document.items() if key not in ("apiVersion", "kind")},
        "metadata": metadata,
    }


def namespace(name: str, **labels: str) -> dict[str, Any]:
    return {"metadata": {"name": name, "labels": {"kubernetes.io/metadata.name": name, **labels}}}


def node(name: str, tenant_name: str | None = None) -> dict[str, Any]:
    """Of the tenant's pool `default`; of nobody where none is given."""
    if tenant_name is None:
        return {"metadata": {"name": name}, "spec": {}}
    labels = {
        "karpenter.sh/nodepool": f"{tenant_name}-default",
        "node-restriction.kubernetes.io/tenant": tenant_name,
    }
    return {"metadata": {"name": name, "labels": labels}, "spec": {"taints": [{**ALPHA, "value": tenant_name}]}}


def pod(name: str = "web-1", *, on: str = "alpha-1", within: str = "alpha", **spec: Any) -> dict[str, Any]:
    """As it runs on Kubernetes 1.35; `None` takes a word away."""
    words = {
        "nodeName": on,
        "nodeSelector": {"node-restriction.kubernetes.io/tenant": "alpha"},
        "schedulerName": "default-scheduler",
        "tolerations": [TOLERATES, {"key": "node.kubernetes.io/not-ready", "operator": "Exists"}],
        "volumes": [{"name": "token", "projected": {}}],
    }
    owners = [{"kind": "ReplicaSet", "name": "web", "controller": True}]
    kept = {key: value for key, value in (words | spec).items() if value is not None}
    metadata = {"name": name, "namespace": within, "ownerReferences": owners}
    return {"metadata": metadata, "spec": kept, "status": {"phase": "Running"}}


def entry(principal: str, kind: str = "STANDARD", groups: tuple[str, ...] = ()) -> Mapping[str, Any]:
    return {"principalArn": principal, "type": kind, "kubernetesGroups": list(groups)}


def administers(principal: str, *namespaces: str, policy: str = "AmazonEKSClusterAdminPolicy") -> Mapping[str, Any]:
    """An access policy as EKS lists it, in the whole cluster where no namespaces are given."""
    scope = {"type": "namespace" if namespaces else "cluster", "namespaces": list(namespaces)}
    arn = f"arn:aws:eks::aws:cluster-access-policy/{policy}"
    return {"principalArn": principal, "policyArn": arn, "accessScope": scope}
