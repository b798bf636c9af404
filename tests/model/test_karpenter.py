"""Settings of Karpenter's release. Which versions there are is checked elsewhere."""

from typing import Any

import pytest

from components.model.karpenter import KarpenterSettings
from tests.model.builders import refusals

REQUIRED: dict[str, Any] = {"version": "1.14.3"}

GOOD: dict[str, dict[str, Any]] = {
    "smallest": {},
    "all": {
        "acceptDenied": {"version": "1.14.1", "reason": "no static pools"},
        "namespace": "karpenter",
        "replicas": 1,
        "resources": {"requests": {"cpu": 4, "memory": "8Gi"}, "limits": {}},
        "logLevel": "debug",
        "interruptionHandling": False,
        "queue": {"name": "q", "kmsKeyArn": "arn:aws:kms:eu-west-1:111122223333:key/0"},
        "controllerRole": {
            "name": "karpenter-controller-acme",
            "path": "/platform/",
            "permissionsBoundary": "arn:aws:iam::aws:policy/X",
        },
        "policyAdditions": [{"Effect": "Allow", "Action": "iam:PassRole", "Resource": "*"}],
        "amiParameterArns": ["arn:aws:ssm:eu-west-1:111122223333:parameter/golden/*"],
        "featureGates": {"staticCapacity": True},
        "values": {"settings": {"batchMaxDuration": "5s"}},
        "chartRepository": "./charts",
        "discoveryTags": False,
    },
    "pools of the platform": {
        "sharedPool": {"instanceCategories": ["m"], "limits": {"cpu": 100}, "nodeClass": {"ami": "al2023"}},
        "systemPool": {},
    },
    "existing role": {"controllerRole": {"existingArn": "arn:aws:iam::111122223333:role/x"}},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "no version": (
        {"version": "latest"},
        ['version: "latest" is no version; write three numbers, such as 1.14.3  [E226]'],
    ),
    "minor alone": (
        {"version": "1.14"},
        ['version: "1.14" is no version; write three numbers, such as 1.14.3  [E226]'],
    ),
    "version with a letter": ({"version": "v1.14.3"}, ['version: "v1.14.3" is no version; write 1.14.3  [E226]']),
    "consent without reason": (
        {"acceptDenied": {"version": "1.14.1", "reason": ""}},
        ['acceptDenied.reason: "" says nothing; write a text  [E005]'],
    ),
    "no replica": ({"replicas": 0}, ["replicas: 0 is below 1; write 1 or more  [E005]"]),
    "memory without unit": (
        {"resources": {"requests": {"memory": 1}}},
        ["resources.requests.memory: 1 would be 1 bytes; write 1Gi  [E113]"],
    ),
    "queue with a dot": (
        {"queue": {"name": "a.fifo"}},
        ['queue.name: "a.fifo" is no name of a queue; write at most 80 letters, digits, - and _  [E005]'],
    ),
    "role of two kinds": (
        {"controllerRole": {"existingArn": "arn:aws:iam::111122223333:role/x", "name": "x"}},
        ["controllerRole.name: name and existingArn exclude each other; keep one  [E008]"],
    ),
    "path without slash": (
        {"controllerRole": {"path": "platform"}},
        [
            'controllerRole.path: "platform" is no path in IAM; '
            "write a text such as /platform/ that begins and ends with /  [E005]"
        ],
    ),
    "long role": (
        {"controllerRole": {"name": "r" * 65}},
        [
            'controllerRole.name: "'
            + "r" * 65
            + '" is no name in IAM; write at most 64 letters, digits and _+=,.@-  [E005]'
        ],
    ),
    "gate as text": ({"featureGates": {"staticCapacity": "on"}}, ["featureGates.staticCapacity: [bool_type]"]),
    "class by key": ({"sharedPool": {"nodeClass": "default"}}, ["sharedPool.nodeClass: [model_type]"]),
    "unknown level": (
        {"logLevel": "warn"},
        ['logLevel: "warn" is none of debug, info, error; write one of them  [E005]'],
    ),
    "fields of another place": ({"crdVersion": "1.14.2"}, ["crdVersion: [extra_forbidden]"]),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(KarpenterSettings, REQUIRED | given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(KarpenterSettings, REQUIRED | given) == messages
