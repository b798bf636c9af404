"""Trust policies: exactly one service account, or EKS Pod Identity."""

import pytest

from components.rendering.service_account_trust import irsa_trust_policy, pod_identity_trust_policy

ISSUER = "oidc.eks.eu-central-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF"
CLUSTER = "arn:aws:eks:eu-central-1:111122223333:cluster/acme-dev"
PROVIDER = f"arn:aws:iam::111122223333:oidc-provider/{ISSUER}"


@pytest.mark.parametrize("issuer", [ISSUER, f"https://{ISSUER}"], ids=["host", "address"])
def test_irsa_trusts_one_service_account(issuer):
    document = irsa_trust_policy(PROVIDER, issuer, "kube-system", "karpenter")

    assert document == {
        "Version": "2012-10-17",
        "Statement": [
            {
                "Effect": "Allow",
                "Principal": {"Federated": PROVIDER},
                "Action": "sts:AssumeRoleWithWebIdentity",
                "Condition": {
                    "StringEquals": {
                        f"{ISSUER}:sub": "system:serviceaccount:kube-system:karpenter",
                        f"{ISSUER}:aud": "sts.amazonaws.com",
                    }
                },
            }
        ],
    }


def test_pod_identity_trusts_the_service_of_eks_for_one_service_account():
    assert pod_identity_trust_policy(CLUSTER, "kube-system", "karpenter") == {
        "Version": "2012-10-17",
        "Statement": [
            {
                "Effect": "Allow",
                "Principal": {"Service": "pods.eks.amazonaws.com"},
                "Action": ["sts:AssumeRole", "sts:TagSession"],
                "Condition": {
                    "StringEquals": {
                        "aws:RequestTag/eks-cluster-arn": CLUSTER,
                        "aws:RequestTag/kubernetes-namespace": "kube-system",
                        "aws:RequestTag/kubernetes-service-account": "karpenter",
                    }
                },
            }
        ],
    }
