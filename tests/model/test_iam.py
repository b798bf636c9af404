"""AWS rights of nodes and service accounts."""

from typing import Any

import pytest

from components.model.iam import IamSpec
from tests.model.builders import refusals

READER = {"namespace": "alpha", "serviceAccount": "reader", "policyArns": ["arn:aws:iam::aws:policy/X"]}

GOOD: dict[str, dict[str, Any]] = {
    "nothing": {},
    "nodes": {
        "policyArns": ["arn:aws:iam::aws:policy/X"],
        "policyStatements": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}],
        "imageRepositories": ["alpha/*", "shared/base"],
        "sessionManager": True,
        "permissionsBoundary": "arn:aws:iam::aws:policy/X",
    },
    "workloads": {
        "workloads": [
            {
                "namespace": "alpha",
                "serviceAccount": "api",
                "policyArns": ["arn:aws:iam::aws:policy/X"],
                "mode": "podIdentity",
            },
            {"namespace": "alpha", "serviceAccount": "web", "roleArn": "arn:aws:iam::111122223333:role/x"},
            {"namespace": "alpha-web", "serviceAccount": "api", "targetRoleArn": "arn:aws:iam::111122223333:role/x"},
        ]
    },
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "names of policies": (
        {"policyArns": ["AmazonS3ReadOnlyAccess"]},
        [
            'policyArns[0]: "AmazonS3ReadOnlyAccess" is no ARN of an IAM policy; '
            "write arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess  [E005]"
        ],
    ),
    "ten policies": (
        {
            "policyArns": [
                "arn:aws:iam::aws:policy/X",
                "arn:aws:iam::aws:policy/X",
                "arn:aws:iam::aws:policy/X",
                "arn:aws:iam::aws:policy/X",
                "arn:aws:iam::aws:policy/X",
                "arn:aws:iam::aws:policy/X",
                "arn:aws:iam::aws:policy/X",
                "arn:aws:iam::aws:policy/X",
                "arn:aws:iam::aws:policy/X",
                "arn:aws:iam::aws:policy/X",
            ]
        },
        ["policyArns: 10 entries, 9 are allowed; remove 1  [E005]"],
    ),
    "registry in front": (
        {"imageRepositories": ["https://x"]},
        [
            'imageRepositories[0]: "https://x" is no ECR repository; '
            "write its name without registry, such as team/*  [E005]"
        ],
    ),
    "every account": (
        {"workloads": [{"namespace": "alpha", "serviceAccount": "*", "roleArn": "arn:aws:iam::111122223333:role/x"}]},
        ['workloads[0].serviceAccount: "*" would let every account take the role; name one account  [E198]'],
    ),
    "some accounts": (
        {
            "workloads": [
                {"namespace": "alpha", "serviceAccount": "api-*", "roleArn": "arn:aws:iam::111122223333:role/x"}
            ]
        },
        ['workloads[0].serviceAccount: "api-*" would let every account take the role; name one account  [E198]'],
    ),
    "no rights": (
        {"workloads": [{"namespace": "alpha", "serviceAccount": "api"}]},
        ["workloads[0]: gives no rights; write policyArns, policyStatements or roleArn  [E006]"],
    ),
    "one account twice": (
        {"workloads": [{**READER, "serviceAccount": "api"}, READER, {**READER, "mode": "podIdentity"}]},
        ["workloads[2].serviceAccount: alpha/reader is already workloads[1]; keep one  [E008]"],
    ),
    "rights for a role that exists": (
        {
            "workloads": [
                {
                    "namespace": "alpha",
                    "serviceAccount": "api",
                    "roleArn": "arn:aws:iam::111122223333:role/x",
                    "policyArns": ["arn:aws:iam::aws:policy/X"],
                }
            ]
        },
        [
            "workloads[0].policyArns: policyArns would belong to a new role, roleArn names one that exists; "
            "keep one  [E008]"
        ],
    ),
    "eleven policies": (
        {
            "workloads": [
                {
                    "namespace": "alpha",
                    "serviceAccount": "api",
                    "policyArns": [
                        "arn:aws:iam::aws:policy/X",
                        "arn:aws:iam::aws:policy/X",
                        "arn:aws:iam::aws:policy/X",
                        "arn:aws:iam::aws:policy/X",
                        "arn:aws:iam::aws:policy/X",
                        "arn:aws:iam::aws:policy/X",
                        "arn:aws:iam::aws:policy/X",
                        "arn:aws:iam::aws:policy/X",
                        "arn:aws:iam::aws:policy/X",
                        "arn:aws:iam::aws:policy/X",
                        "arn:aws:iam::aws:policy/X",
                    ],
                }
            ]
        },
        ["workloads[0].policyArns: 11 entries, 10 are allowed; remove 1  [E005]"],
    ),
    "unknown mode": (
        {
            "workloads": [
                {
                    "namespace": "alpha",
                    "serviceAccount": "api",
                    "roleArn": "arn:aws:iam::111122223333:role/x",
                    "mode": "pod-identity",
                }
            ]
        },
        ['workloads[0].mode: "pod-identity" is none of irsa, podIdentity; write podIdentity  [E005]'],
    ),
    "statement as text": ({"policyStatements": ["s3:*"]}, ["policyStatements[0]: [model_type]"]),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(IamSpec, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(IamSpec, given) == messages
