"""Who may become the Karpenter controller's role: its service account, by IRSA or by EKS Pod Identity.

The same two forms serve workloads of tenants: the service account decides, not the role.
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


def pod_identity_trust_policy() -> PolicyDocument:
    """Trusts EKS Pod Identity; which service account gets the role is said by an association.

    Source: EKS user guide, "EKS Pod Identity role".
    """
    return policy_document(
        [
            {
                "Effect": "Allow",
                "Principal": {"Service": _POD_IDENTITY_SERVICE},
                "Action": ["sts:AssumeRole", "sts:TagSession"],
            }
        ]
    )
