"""Who may take a role that belongs to a service account: exactly that account of this cluster.

IRSA and EKS Pod Identity say it in different words. The controller, add-ons and workloads of tenants are served alike.
"""

from typing import Final

from .policy_document import PolicyDocument, policy_document

_TOKEN_AUDIENCE: Final = "sts.amazonaws.com"
"""Audience of the tokens that EKS projects into pods, the same in every partition.
Source: EKS user guide, "IAM roles for service accounts"."""

_POD_IDENTITY_SERVICE: Final = "pods.eks.amazonaws.com"


def irsa_trust_policy(provider_arn: str, issuer: str, namespace: str, service_account: str) -> PolicyDocument:
    """Trusts exactly one service account of the cluster whose OIDC provider this is.

    Args:
        provider_arn: Of the IAM OIDC provider.
        issuer: The cluster's OIDC issuer, as EKS returns it with `https://` or without.
        namespace: Of the service account.
        service_account: Its name; no wildcards.
    """
    host = issuer.removeprefix("https://")
    return policy_document(
        [
            {
                "Effect": "Allow",
                "Principal": {"Federated": provider_arn},
                "Action": "sts:AssumeRoleWithWebIdentity",
                "Condition": {
                    "StringEquals": {
                        f"{host}:sub": f"system:serviceaccount:{namespace}:{service_account}",
                        f"{host}:aud": _TOKEN_AUDIENCE,
                    }
                },
            }
        ]
    )


def pod_identity_trust_policy(cluster_arn: str, namespace: str, service_account: str) -> PolicyDocument:
    """Trusts EKS Pod Identity when it asks for exactly one service account of one cluster.

    Without the conditions any association of the account could hand the role out.

    Source: EKS user guide, "Create IAM role with trust policy required by EKS Pod Identity"; the tags are those that
    "Enable or disable session tags" lists.
    """
    asks_for = {
        "eks-cluster-arn": cluster_arn,
        "kubernetes-namespace": namespace,
        "kubernetes-service-account": service_account,
    }
    return policy_document(
        [
            {
                "Effect": "Allow",
                "Principal": {"Service": _POD_IDENTITY_SERVICE},
                "Action": ["sts:AssumeRole", "sts:TagSession"],
                "Condition": {"StringEquals": {f"aws:RequestTag/{tag}": value for tag, value in asks_for.items()}},
            }
        ]
    )
