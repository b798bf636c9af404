"""What a tenant's nodes may do, as documents and as decisions.

What these tests do not prove: that images of add-ons lie in the accounts of the table; that list is AWS's.
"""

import pytest

from components.rendering.addon_registries import ADDON_REGISTRY_ACCOUNTS
from components.rendering.node_identity import node_role_managed_policies, node_role_policies, node_trust_policy
from tests.rendering.iam.builders import account, tenant

PULL = "ecr:BatchGetImage"


def repository(name: str, owner: str = "111122223333", region: str = "eu-central-1") -> str:
    return f"arn:aws:ecr:{region}:{owner}:repository/{name}"


@pytest.mark.parametrize(
    ("partition", "service"),
    [
        ("aws", "ec2.amazonaws.com"),
        ("aws-us-gov", "ec2.amazonaws.com"),
        ("aws-cn", "ec2.amazonaws.com.cn"),
    ],
)
def test_trust_names_ec2_as_the_partition_does(partition, service):
    assert node_trust_policy(partition) == {
        "Version": "2012-10-17",
        "Statement": [{"Effect": "Allow", "Principal": {"Service": service}, "Action": "sts:AssumeRole"}],
    }


def test_managed_policies_are_the_worker_node_policy_and_the_tenants_own():
    own = "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"

    assert node_role_managed_policies(tenant(iam={"policyArns": [own]}), account()) == (
        "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy",
        own,
    )


def test_the_worker_node_policy_is_attached_once():
    worker_node = "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy"

    assert node_role_managed_policies(tenant(iam={"policyArns": [worker_node]}), account()) == (worker_node,)


def test_inline_policies_of_a_tenant_that_writes_nothing():
    assert node_role_policies(tenant(), account()) == {
        "image-pull": {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Sid": "AllowRegistryLogin",
                    "Effect": "Allow",
                    "Action": "ecr:GetAuthorizationToken",
                    "Resource": "*",
                },
                {
                    "Sid": "AllowImagePull",
                    "Effect": "Allow",
                    "Action": [PULL, "ecr:BatchImportUpstreamImage", "ecr:GetDownloadUrlForLayer"],
                    "Resource": [repository("alpha/*"), repository("*", "602401143452")],
                },
            ],
        }
    }


def test_session_manager_gives_a_shell_and_no_parameters():
    policies = node_role_policies(tenant(iam={"sessionManager": True}), account())

    assert list(policies) == ["image-pull", "session-manager"]
    assert policies["session-manager"] == {
        "Version": "2012-10-17",
        "Statement": [
            {
                "Sid": "AllowSessions",
                "Effect": "Allow",
                "Action": [
                    "ssm:UpdateInstanceInformation",
                    "ssmmessages:CreateControlChannel",
                    "ssmmessages:CreateDataChannel",
                    "ssmmessages:OpenControlChannel",
                    "ssmmessages:OpenDataChannel",
                ],
                "Resource": "*",
            }
        ],
    }


def test_the_tenants_statements_are_written_as_they_are():
    statements = [
        {"Sid": "Reports", "Effect": "Allow", "Action": "s3:GetObject", "Resource": ["arn:aws:s3:::alpha-reports/*"]},
        {
            "Effect": "Deny",
            "NotAction": ["s3:Get*"],
            "NotResource": "arn:aws:s3:::alpha-reports/*",
            "Condition": {"Bool": {"aws:SecureTransport": False}},
        },
    ]

    policies = node_role_policies(tenant(iam={"policyStatements": statements}), account())

    assert policies["statements"] == {
        "Version": "2012-10-17",
        "Statement": [
            {
                "Sid": "Reports",
                "Effect": "Allow",
                "Action": ["s3:GetObject"],
                "Resource": ["arn:aws:s3:::alpha-reports/*"],
            },
            {
                "Effect": "Deny",
                "NotAction": ["s3:Get*"],
                "NotResource": ["arn:aws:s3:::alpha-reports/*"],
                "Condition": {"Bool": {"aws:SecureTransport": ["false"]}},
            },
        ],
    }


@pytest.mark.parametrize(
    ("image", "decision"),
    [
        (repository("alpha/web"), "allowed"),
        (repository("alpha/deep/er"), "allowed"),
        (repository("base/python"), "allowed"),
        (repository("eks/kube-proxy", "602401143452"), "allowed"),
        (repository("beta/web"), "not allowed"),
        (repository("alphabet/web"), "not allowed"),
        (repository("alpha/web", "444455556666"), "not allowed"),
        (repository("alpha/web", region="us-east-1"), "not allowed"),
    ],
)
def test_alpha_pulls_its_own_shared_and_add_on_images_only(decide, image, decision):
    alpha = tenant(iam={"sharedImageRepositories": ["base/*"]})

    assert decide(list(node_role_policies(alpha, account()).values()), PULL, image) == decision


def test_written_repositories_replace_the_default(decide):
    alpha = tenant(iam={"imageRepositories": ["teams/alpha-*"]})
    policies = list(node_role_policies(alpha, account()).values())

    assert decide(policies, PULL, repository("teams/alpha-web")) == "allowed"
    assert decide(policies, PULL, repository("alpha/web")) == "not allowed"


@pytest.mark.parametrize(
    ("partition", "region", "addons"),
    [
        ("aws", "us-east-1", "arn:aws:ecr:us-east-1:602401143452:repository/*"),
        ("aws", "il-central-1", "arn:aws:ecr:il-central-1:066635153087:repository/*"),
        ("aws-cn", "cn-north-1", "arn:aws-cn:ecr:cn-north-1:918309763551:repository/*"),
        ("aws-us-gov", "us-gov-west-1", "arn:aws-us-gov:ecr:us-gov-west-1:013241004608:repository/*"),
    ],
)
def test_add_on_images_come_from_the_account_of_the_region(partition, region, addons):
    (policy,) = node_role_policies(tenant(), account(partition=partition, region=region)).values()

    assert policy["Statement"][1]["Resource"][-1] == addons


def test_registry_accounts_are_twelve_digits():
    assert all(number.isdigit() and len(number) == 12 for number in ADDON_REGISTRY_ACCOUNTS.values())
    assert len(ADDON_REGISTRY_ACCOUNTS) == 39
