"""Sizes of policies against IAM's limits, one character within and one beyond. Not proved: how IAM itself counts."""

from typing import Any

import pytest

from components.model.platform import Platform
from components.rendering.policy_document import policy_document, policy_size
from tests.builders import platform, tenant
from tests.checking.builders import karpenter, report


def statement(resource: str) -> dict[str, Any]:
    return {"Effect": "Allow", "Action": ["s3:GetObject"], "Resource": [resource]}


def filled(size: int) -> list[dict[str, Any]]:
    """Statements whose policy has that many characters."""
    empty = policy_size(policy_document([statement("arn:")]))
    return [statement("arn:" + "r" * (size - empty))]


REST_OF_ROLE = 394
"""Characters of the policy by which alpha's nodes pull images, beside its own statements."""

WORKLOAD = {"namespace": "alpha", "serviceAccount": "web"}
PARAMETERS = [f"arn:aws:ssm:eu-central-1:111122223333:parameter/golden/{index:0100}" for index in range(40)]


def passing(roles: int) -> dict[str, Any]:
    """A statement that passes so many roles, each ARN of 128 characters."""
    named = [f"arn:aws:iam::111122223333:role/alpha-{index:0090}" for index in range(roles)]
    return {"Effect": "Allow", "Action": "iam:PassRole", "Resource": named}


TOO_LONG: dict[str, tuple[Platform, str]] = {
    "controller's additions": (
        platform(**karpenter(policyAdditions=filled(6_145))),
        "platform:karpenter.policyAdditions: 6145 characters in the controller's policy additions, IAM takes 6144;"
        " write fewer or wider statements  [E005]",
    ),
    "controller's image parameters": (
        platform(**karpenter(amiParameterArns=PARAMETERS)),
        "platform:karpenter.amiParameterArns: 7324 characters in the controller's policy resource-discovery,"
        " IAM takes 6144; write fewer, with * for what they have in common  [E005]",
    ),
    "statements of nodes": (
        platform(tenant(iam={"policyStatements": filled(10_241 - REST_OF_ROLE)})),
        "iam.policyStatements: 10241 characters in the policies of the node role, IAM takes 10240 together;"
        " move some into a managed policy and name it in policyArns  [E005]",
    ),
    "repositories of nodes": (
        platform(tenant(iam={"imageRepositories": [f"team-{index:0100}/*" for index in range(80)]})),
        "iam.imageRepositories: 13055 characters in the policies of the node role, IAM takes 10240 together;"
        " write fewer, with * for what they have in common  [E005]",
    ),
    "statements of a workload": (
        platform(tenant(iam={"workloads": [{**WORKLOAD, "policyStatements": filled(10_241)}]})),
        "iam.workloads[0].policyStatements: 10241 characters in the policies of the role, IAM takes 10240 together;"
        " move some into a managed policy and name it in policyArns  [E005]",
    ),
    "boundary": (
        platform(tenant(iam={"policyStatements": [passing(37)]})),
        "iam: 6179 characters in the boundary with the 37 roles that are passed, IAM takes 6144;"
        " pass fewer, or name a boundary of your own in permissionsBoundary  [E005]",
    ),
}

FITTING: dict[str, Platform] = {
    "controller's additions": platform(**karpenter(policyAdditions=filled(6_144))),
    "statements of nodes": platform(tenant(iam={"policyStatements": filled(10_240 - REST_OF_ROLE)})),
    "statements of a workload": platform(tenant(iam={"workloads": [{**WORKLOAD, "policyStatements": filled(10_240)}]})),
    "boundary": platform(tenant(iam={"policyStatements": [passing(36)]})),
    "a boundary of the operator's own": platform(
        tenant(iam={"policyStatements": [passing(60)], "permissionsBoundary": "arn:aws:iam::111122223333:policy/Own"})
    ),
    "a controller role of the operator's own": platform(
        **karpenter(
            policyAdditions=filled(6_145), controllerRole={"existingArn": "arn:aws:iam::111122223333:role/karpenter"}
        )
    ),
}


@pytest.mark.parametrize(("stack", "expected"), TOO_LONG.values(), ids=TOO_LONG)
def test_rejects_policies_that_are_too_long(stack: Platform, expected: str):
    assert report(stack) == [expected]


@pytest.mark.parametrize("stack", FITTING.values(), ids=FITTING)
def test_accepts_policies_that_fit(stack: Platform):
    assert report(stack) == []


@pytest.mark.parametrize(
    ("region", "fix"), [("eu-sentral-1", "did you mean eu-central-1?"), ("zz-yyyyyyyy-9", "write another one")]
)
def test_rejects_a_region_whose_addon_registry_is_unknown(region: str, fix: str):
    (first, *_) = report(Platform(settings=platform(region=region).settings, tenants=(), region=region))

    assert first == f"aws:region: {region} is no region with a known registry of EKS' add-ons; {fix}  [E005]"
