"""Namespaces of a tenant."""

from typing import Any

import pytest

from components.model.namespace import NamespaceSpec
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "nothing": {},
    "all": {
        "suffix": "web",
        "podSecurity": "baseline",
        "capabilities": ["IPC_LOCK"],
        "resourceQuota": {"requests.cpu": 10, "requests.memory": "40Gi", "count/pods": 100},
        "limitRange": {
            "default": {"memory": "1Gi"},
            "defaultRequest": {"cpu": "100m"},
            "maxLimitRequestRatio": {"cpu": 4},
        },
        "labels": {"example.com/team": "web"},
        "provisioner": "web",
        "objects": ["objects/ca.yaml"],
    },
    "existing": {"existingName": "legacy"},
    "none of quota and range": {"resourceQuota": None, "limitRange": None},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "capitals": (
        {"suffix": "Web"},
        ['suffix: "Web" is no namespace suffix; write lower-case letters, digits and - between them  [E005]'],
    ),
    "long suffix": ({"suffix": "s" * 31}, ["suffix: 31 characters, namespace suffix holds 30; shorten it  [E196]"]),
    "long name": (
        {"existingName": "n" * 64},
        ["existingName: 64 characters, namespace name holds 63; shorten it  [E196]"],
    ),
    "two names": (
        {"suffix": "a", "existingName": "b"},
        ["existingName: existingName and suffix exclude each other; keep one  [E008]"],
    ),
    "label of the product": (
        {"labels": {"karpenter-tenants/system": "true"}},
        ['labels["karpenter-tenants/system"]: karpenter-tenants/system belongs to the product; remove it  [E121]'],
    ),
    "label of pod security": (
        {"labels": {"pod-security.kubernetes.io/enforce": "privileged"}},
        [
            'labels["pod-security.kubernetes.io/enforce"]: pod-security.kubernetes.io/enforce belongs to the product; '
            "write podSecurity  [E121]"
        ],
    ),
    "privileged": (
        {"podSecurity": "privileged"},
        ['podSecurity: "privileged" is none of restricted, baseline; write one of them  [E005]'],
    ),
    "capabilities of other spellings": (
        {"capabilities": ["CAP_NET_ADMIN", "ipc_lock", "ALL"]},
        [
            'capabilities[0]: "CAP_NET_ADMIN" is no Linux capability; write NET_ADMIN  [E005]',
            'capabilities[1]: "ipc_lock" is no Linux capability; write IPC_LOCK  [E005]',
            'capabilities[2]: "ALL" is no Linux capability; name one, such as IPC_LOCK  [E005]',
        ],
    ),
    "memory without unit": (
        {"resourceQuota": {"requests.memory": 40}, "limitRange": {"max": {"memory": 4}}},
        [
            'resourceQuota["requests.memory"]: 40 would be 40 bytes; write 40Gi  [E113]',
            "limitRange.max.memory: 4 would be 4 bytes; write 4Gi  [E113]",
        ],
    ),
    "storage of a class without unit": (
        {"resourceQuota": {"gold.storageclass.storage.k8s.io/requests.storage": 40}},
        [
            'resourceQuota["gold.storageclass.storage.k8s.io/requests.storage"]: 40 would be 40 bytes; '
            "write 40Gi  [E113]"
        ],
    ),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(NamespaceSpec, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(NamespaceSpec, given) == messages
