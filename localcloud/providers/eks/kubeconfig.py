"""The kubeconfig that the component gives out.

The real one runs `aws eks get-token`. The local API server has no IAM authenticator, so here the user is the local
cloud's administrator; outside the local cloud it is the real form.
"""

import json
from typing import Any

from localcloud.providers.aws.api_server import access


def kubeconfig(name: str, endpoint: str, authority: str, region: str, options: dict[str, Any] | None) -> dict[str, Any]:
    """The document, with the names that the real component gives."""
    local = access()
    return {
        "apiVersion": "v1",
        "clusters": [
            {"cluster": {"server": endpoint, "certificate-authority-data": authority}, "name": "kubernetes"},
        ],
        "contexts": [{"context": {"cluster": "kubernetes", "user": "aws"}, "name": "aws"}],
        "current-context": "aws",
        "kind": "Config",
        "users": [{"name": "aws", "user": dict(local.user) if local else _exec(name, region, options or {})}],
    }


def _exec(name: str, region: str, options: dict[str, Any]) -> dict[str, Any]:
    arguments = ["--region", region, "eks", "get-token", "--cluster-name", name, "--output", "json"]
    if options.get("roleArn"):
        arguments += ["--role", options["roleArn"]]
    api_version = "client.authentication.k8s.io/v1beta1"
    return {
        "exec": {
            "apiVersion": api_version,
            "command": "aws",
            "args": arguments,
            "env": [{"name": "KUBERNETES_EXEC_INFO", "value": json.dumps({"apiVersion": api_version})}],
        }
    }
