"""How clients reach an adopted cluster."""

from components.rendering.facts import AccountFacts
from components.rendering.kubeconfig import kubeconfig


def test_kubeconfig_asks_the_aws_cli_for_a_token_and_holds_none():
    home = AccountFacts(partition="aws", region="eu-west-1", account="111122223333")

    document = kubeconfig(home, cluster="acme", endpoint="https://api.example", certificate_authority="Q0E=")

    assert document == {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [
            {"name": "acme", "cluster": {"server": "https://api.example", "certificate-authority-data": "Q0E="}}
        ],
        "contexts": [{"name": "aws", "context": {"cluster": "acme", "user": "aws"}}],
        "current-context": "aws",
        "users": [
            {
                "name": "aws",
                "user": {
                    "exec": {
                        "apiVersion": "client.authentication.k8s.io/v1beta1",
                        "command": "aws",
                        "args": ["eks", "get-token", "--cluster-name", "acme", "--region", "eu-west-1"],
                    }
                },
            }
        ],
    }
