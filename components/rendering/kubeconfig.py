"""How clients reach a cluster that the product adopts; for one that it makes, EKS' component writes the same."""

from typing import Any

from .facts import AccountFacts


def kubeconfig(home: AccountFacts, *, cluster: str, endpoint: Any, certificate_authority: Any) -> dict[str, Any]:
    """A kubeconfig that asks the AWS CLI for a token; holds no secret of its own.

    Args:
        home: Region of the cluster.
        cluster: Its name.
        endpoint: Address of its API server.
        certificate_authority: PEM of its authority in base64.
    """
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [
            {"name": cluster, "cluster": {"server": endpoint, "certificate-authority-data": certificate_authority}}
        ],
        "contexts": [{"name": "aws", "context": {"cluster": cluster, "user": "aws"}}],
        "current-context": "aws",
        "users": [
            {
                "name": "aws",
                "user": {
                    "exec": {
                        "apiVersion": "client.authentication.k8s.io/v1beta1",
                        "command": "aws",
                        "args": ["eks", "get-token", "--cluster-name", cluster, "--region", home.region],
                    }
                },
            }
        ],
    }
