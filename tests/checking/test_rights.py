"""Statements that reach beyond their tenant, or that its boundary takes back. Not proved: what a Condition narrows."""

from typing import Any

import pytest

from tests.builders import platform, tenant
from tests.checking.builders import report

ROLE = "arn:aws:iam::111122223333:role"
OWN = "or give the tenant an iam.permissionsBoundary of your own"


def statement(*actions: str, resource: str | list[str] = "*", **words: Any) -> dict[str, Any]:
    return {"Effect": "Allow", "Action": list(actions), "Resource": resource, **words}


def beyond(action: str, reached: str, meant: str) -> str:
    return (
        f'"{action}" reaches {reached}, beyond what is alpha\'s;'
        f" write the actions that are needed, such as {meant}  [W139]"
    )


MACHINES = "the instances, disks and networks of everybody"
WIDE = {
    "everything": ("*", "everything in the account", "s3:GetObject"),
    "every service": ("*:*", "everything in the account", "s3:GetObject"),
    "services by pattern": ("i*:Create*", "everything in the account", "s3:GetObject"),
    "account": ("account:*", "the whole account", "account:GetContactInformation"),
    "machines": ("ec2:*", MACHINES, "ec2:DescribeVolumes"),
    "clusters": ("eks:*", "the clusters and who may enter them", "eks:DescribeCluster"),
    "identities": ("iam:*", "the identities of everybody", "iam:GetRole"),
    "identities, other letters": ("IAM:**", "the identities of everybody", "iam:GetRole"),
    "organization": ("organizations:*", "the whole organization", "organizations:DescribeOrganization"),
    "parameters": ("ssm:*", "the machines and parameters of everybody", "ssm:GetParameter"),
    "sign-on": ("sso:*", "who may enter every account", "sso:ListInstances"),
    "roles": ("sts:*", "every role that trusts the account", "sts:AssumeRole on the ARN of a role"),
    "roles by pattern": ("sts:Assume*", "every role that trusts the account", "sts:AssumeRole on the ARN of a role"),
    "roles by name": ("sts:AssumeRole", "every role that trusts the account", "sts:AssumeRole on the ARN of a role"),
}


@pytest.mark.parametrize(("action", "reached", "meant"), WIDE.values(), ids=WIDE)
def test_warns_of_a_service_by_which_everybody_is_run(action: str, reached: str, meant: str):
    stack = platform(tenant(iam={"policyStatements": [statement("s3:GetObject", action)]}))

    assert report(stack) == [f"iam.policyStatements[0].Action[1]: {beyond(action, reached, meant)}"]


@pytest.mark.parametrize(
    "resource",
    ["*", "arn:aws:ec2:*:111122223333:*", "arn:aws:ec2:eu-central-1:111122223333:instance/*", "arn:*"],
)
def test_warns_where_no_resource_is_named(resource: str):
    stack = platform(tenant(iam={"policyStatements": [statement("ec2:*", resource=resource)]}))

    assert report(stack) == [f"iam.policyStatements[0].Action[0]: {beyond('ec2:*', MACHINES, 'ec2:DescribeVolumes')}"]


@pytest.mark.parametrize(
    "words",
    [
        statement("ec2:*", resource="arn:aws:ec2:eu-central-1:111122223333:volume/vol-0a1b2c3d"),
        statement("ssm:*", resource="arn:aws:ssm:eu-central-1:111122223333:parameter/alpha/*"),
        statement("sts:AssumeRole", resource=f"{ROLE}/alpha-data"),
        statement("*", resource=["arn:aws:s3:::alpha", "arn:aws:s3:::alpha/*"]),
        statement("s3:*", "sqs:*", "ec2:Describe*", "iam:Get*", "iam:list*", "iam:CreateServiceLinkedRole"),
        statement("iam:PassRole", resource=f"{ROLE}/alpha-glue"),
        {"Effect": "Deny", "Action": ["iam:*", "*"], "Resource": "*"},
        {"Effect": "Deny", "NotAction": "s3:*", "Resource": "*"},
    ],
)
def test_says_nothing_of_what_is_narrow(words: dict[str, Any]):
    pod = {"namespace": "alpha", "serviceAccount": "web", "policyStatements": [words]}

    assert report(platform(tenant(iam={"policyStatements": [words], "workloads": [pod]}))) == []


def test_warns_of_all_resources_but_some():
    words = {"Effect": "Allow", "Action": "ec2:*", "NotResource": "arn:aws:ec2:eu-central-1:111122223333:volume/vol-0a"}

    assert report(platform(tenant(iam={"policyStatements": [words]}))) == [
        f"iam.policyStatements[0].Action[0]: {beyond('ec2:*', MACHINES, 'ec2:DescribeVolumes')}"
    ]


def test_warns_of_all_actions_but_some():
    words = {"Effect": "Allow", "NotAction": "iam:*", "Resource": "*"}

    assert report(platform(tenant(iam={"policyStatements": [words]}))) == [
        "iam.policyStatements[0].NotAction: all actions but these reach everything in the account, beyond what is"
        " alpha's; write Action with those that are needed  [W139]"
    ]


def test_warns_of_what_the_boundary_takes_back():
    words = statement("iam:CreateRole", "iam:Put*", "iam:*", "iam:passrole", resource=[f"{ROLE}/a", f"{ROLE}/a-*"])
    pod = {"namespace": "alpha", "serviceAccount": "web", "policyStatements": [words]}

    taken = "has no effect, the boundary that is made keeps all changes of identities out; remove it, "
    assert report(platform(tenant(iam={"workloads": [pod]}))) == [
        *(
            f'iam.workloads[0].policyStatements[0].Action[{index}]: "{action}" {taken}{OWN}  [W139]'
            for index, action in enumerate(("iam:CreateRole", "iam:Put*", "iam:*"))
        ),
        f'iam.workloads[0].policyStatements[0].Resource[1]: iam:PassRole on "{ROLE}/a-*" has no effect, the boundary'
        f" that is made lets roles pass by whole ARNs; write each role's ARN, {OWN}  [W139]",
    ]


def test_a_boundary_of_the_operators_own_may_let_it_through():
    words = statement("iam:CreateRole", "iam:PassRole", resource=f"{ROLE}/alpha-*")
    own = "arn:aws:iam::111122223333:policy/Delegation"

    assert report(platform(tenant(iam={"policyStatements": [words], "permissionsBoundary": own}))) == []


@pytest.mark.parametrize(
    ("role", "owner"),
    [
        (f"{ROLE}/acme-dev-karpenter", "the controller's"),
        (f"{ROLE}/acme-dev-core-node", "the core nodes'"),
        (f"{ROLE}/paths/do/not/Count/ACME-dev-cluster", "the cluster's"),
        (f"{ROLE}/karpenter-tenants/acme-dev/acme-dev-beta-node", "a tenant's"),
        (f"{ROLE}/karpenter-tenants-workloads/acme-dev/beta/*", "a tenant's"),
    ],
)
@pytest.mark.parametrize("words", [{}, {"permissionsBoundary": "arn:aws:iam::111122223333:policy/tenants"}])
def test_warns_of_passing_roles_of_others(role: str, owner: str, words: dict[str, Any]):
    stack = platform(tenant(iam={"policyStatements": [statement("iam:PassRole", resource=role)], **words}))

    assert report(stack) == [
        f'iam.policyStatements[0].Resource[0]: iam:PassRole on "{role}" hands over {owner} own role;'
        " pass a role made for the purpose  [W139]"
    ]
