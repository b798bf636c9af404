"""Who the controller is to the API server: its own service account, with two rights more than on EKS.

A role that the chart lacks is missing here as well. What is added is what the simulated EC2 does in the controller's
name: it keeps its instances in ConfigMaps and makes their nodes.

Source: karpenter-provider-aws v1.14.3, `kwok/manifests/clusterrole.yaml`.
"""

from typing import Any

from ..api_server import ApiServer

_NAME = "local-cloud-simulated-ec2"
_ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles"
_BINDINGS = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings"

_TOKEN_SECONDS = 365 * 24 * 3600
"""A kubelet renews its tokens; nobody does here."""


def token_of(server: ApiServer, namespace: str, service_account: str) -> str:
    """A token of the service account (Kubernetes: TokenRequest)."""
    path = f"/api/v1/namespaces/{namespace}/serviceaccounts/{service_account}/token"
    request = {
        "apiVersion": "authentication.k8s.io/v1",
        "kind": "TokenRequest",
        "spec": {"expirationSeconds": _TOKEN_SECONDS},
    }
    return server.create(path, request)["status"]["token"]


def grant(server: ApiServer, namespace: str, service_account: str) -> None:
    """Lets the service account do what the simulated EC2 does."""
    server.apply(f"{_ROLES}/{_NAME}", _role())
    server.apply(f"{_BINDINGS}/{_NAME}", _binding(namespace, service_account))


def withdraw(server: ApiServer) -> None:
    """Takes it back."""
    server.delete(f"{_BINDINGS}/{_NAME}")
    server.delete(f"{_ROLES}/{_NAME}")


def _role() -> dict[str, Any]:
    rule = {
        "apiGroups": [""],
        "resources": ["configmaps", "nodes"],
        "verbs": ["get", "list", "watch", "create", "patch", "delete"],
    }
    return {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRole",
        "metadata": {"name": _NAME},
        "rules": [rule],
    }


def _binding(namespace: str, service_account: str) -> dict[str, Any]:
    return {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": _NAME},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": _NAME},
        "subjects": [{"kind": "ServiceAccount", "name": service_account, "namespace": namespace}],
    }
