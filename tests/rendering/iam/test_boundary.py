"""The boundary of a tenant's roles: everything but Karpenter's tags and the roles of tenants."""

import pytest

from components.rendering.boundary import boundary_policy
from components.rendering.policy_document import MANAGED_POLICY_LIMIT, policy_size
from tests.rendering.iam.builders import cluster

EVERYTHING = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
INSTANCE = "arn:aws:ec2:eu-central-1:111122223333:instance/i-0a"
ROLE = "arn:aws:iam::111122223333:role"


def test_document():
    assert boundary_policy(cluster()) == {
        "Version": "2012-10-17",
        "Statement": [
            {"Sid": "AllowAllElse", "Effect": "Allow", "Action": "*", "Resource": "*"},
            {
                "Sid": "DenyKarpenterTags",
                "Effect": "Deny",
                "Action": ["ec2:CreateTags", "ec2:DeleteTags"],
                "Resource": "*",
                "Condition": {
                    "ForAnyValue:StringLike": {
                        "aws:TagKeys": [
                            "karpenter.sh/*",
                            "karpenter.k8s.aws/*",
                            "eks:eks-cluster-name",
                            "kubernetes.io/cluster/*",
                        ]
                    }
                },
            },
            {
                "Sid": "DenyRemovingAllTags",
                "Effect": "Deny",
                "Action": "ec2:DeleteTags",
                "Resource": "*",
                "Condition": {"Null": {"aws:TagKeys": "true"}},
            },
            {
                "Sid": "DenyTenantRoles",
                "Effect": "Deny",
                "Action": [
                    "iam:AttachRolePolicy",
                    "iam:CreateRole",
                    "iam:DeleteRole",
                    "iam:DeleteRolePermissionsBoundary",
                    "iam:DeleteRolePolicy",
                    "iam:DetachRolePolicy",
                    "iam:PassRole",
                    "iam:PutRolePermissionsBoundary",
                    "iam:PutRolePolicy",
                    "iam:TagRole",
                    "iam:UntagRole",
                    "iam:UpdateAssumeRolePolicy",
                    "iam:UpdateRole",
                    "iam:UpdateRoleDescription",
                    "sts:AssumeRole",
                ],
                "Resource": [
                    "arn:aws:iam::111122223333:role/karpenter-tenants/*/*",
                    "arn:aws:iam::111122223333:role/karpenter-tenants-workloads/*/*/*",
                ],
            },
        ],
    }


@pytest.mark.parametrize(
    ("action", "resource", "context", "decision"),
    [
        ("ec2:CreateTags", INSTANCE, {"aws:TagKeys": ["karpenter.sh/nodepool"]}, "denied"),
        ("ec2:CreateTags", INSTANCE, {"aws:TagKeys": ["team", "karpenter.k8s.aws/ec2nodeclass"]}, "denied"),
        ("ec2:CreateTags", INSTANCE, {"aws:TagKeys": ["eks:eks-cluster-name"]}, "denied"),
        ("ec2:CreateTags", INSTANCE, {"aws:TagKeys": ["kubernetes.io/cluster/acme-dev"]}, "denied"),
        ("ec2:CreateTags", INSTANCE, {"aws:TagKeys": ["team"]}, "allowed"),
        ("ec2:DeleteTags", INSTANCE, {"aws:TagKeys": ["karpenter.sh/nodepool"]}, "denied"),
        ("ec2:DeleteTags", INSTANCE, {}, "denied"),
        ("ec2:DeleteTags", INSTANCE, {"aws:TagKeys": ["team"]}, "allowed"),
        ("sts:AssumeRole", f"{ROLE}/karpenter-tenants/acme-dev/acme-dev-beta-node", {}, "denied"),
        ("iam:PassRole", f"{ROLE}/karpenter-tenants/acme-dev/acme-dev-beta-node", {}, "denied"),
        ("iam:PassRole", f"{ROLE}/karpenter-tenants/other-cluster/other-cluster-beta-node", {}, "denied"),
        ("sts:AssumeRole", f"{ROLE}/karpenter-tenants-workloads/acme-dev/beta/acme-dev-beta.app", {}, "denied"),
        ("iam:PutRolePolicy", f"{ROLE}/karpenter-tenants-workloads/acme-dev/beta/acme-dev-beta.app", {}, "denied"),
        ("iam:DeleteRolePermissionsBoundary", f"{ROLE}/karpenter-tenants/acme-dev/acme-dev-alpha-node", {}, "denied"),
        ("sts:AssumeRole", "arn:aws:iam::444455556666:role/alpha-data", {}, "allowed"),
        ("sts:AssumeRole", f"{ROLE}/alpha-data", {}, "allowed"),
        ("s3:GetObject", "arn:aws:s3:::alpha-reports/a", {}, "allowed"),
    ],
)
def test_whatever_a_role_is_given_the_boundary_decides(decide, action, resource, context, decision):
    found = decide([EVERYTHING], action, resource, context, boundary=boundary_policy(cluster()))

    assert found == decision


def test_the_boundary_gives_nothing(decide):
    assert decide([], "s3:GetObject", "arn:aws:s3:::a/b", boundary=boundary_policy(cluster())) == "not allowed"


def test_the_boundary_fits():
    assert policy_size(boundary_policy(cluster())) <= MANAGED_POLICY_LIMIT
