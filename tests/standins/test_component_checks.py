"""What the eks components refuse before they make a child."""

from typing import Any

import pytest

from localcloud.providers.eks.checking import component_failures
from localcloud.providers.eks.wire import OUTPUT, SECRET, SIGNATURE, unwrapped
from localcloud.providers.values import UNKNOWN

CLUSTER = "eks:index:Cluster"
NODE_GROUP = "eks:index:ManagedNodeGroup"
RESOURCE = {SIGNATURE: "5cf8f73096256a8f31e491e813e4eb8e", "urn": "urn:a"}


def output(value: Any = None) -> dict[str, Any]:
    """An output on the wire; without value it is not known."""
    return {SIGNATURE: OUTPUT, **({} if value is None else {"value": value})}


def refused(token: str, **inputs: Any) -> list[tuple[str, str]]:
    """Path and reason of every refusal."""
    return [(one.path, one.reason) for one in component_failures(token, inputs)]


def cluster_refusals(**inputs: Any) -> list[tuple[str, str]]:
    """The refusals of a cluster that is otherwise valid."""
    return refused(CLUSTER, **{"skipDefaultNodeGroup": True, "authenticationMode": "API", **inputs})


def test_accepts_outputs_and_secrets():
    secret = {SIGNATURE: SECRET, "value": "acme"}

    assert cluster_refusals(name=secret, vpcId=output(), subnetIds=output(["subnet-1"]), serviceRole=RESOURCE) == []


def test_unwraps_what_is_not_known():
    assert unwrapped({"a": [output(), output(1)]}) == {"a": [UNKNOWN, 1]}


CASES: dict[str, tuple[dict[str, Any], list[tuple[str, str]]]] = {
    "mistyped input": ({"version": 1.36}, [("version", "must be string, is the number 1.36")]),
    "mistyped output": ({"version": output(136)}, [("version", "must be string, is the number 136")]),
    "unknown nested input": (
        {"upgradePolicy": {"supportTyp": "STANDARD"}},
        [("upgradePolicy.supportTyp", "unknown property; known are supportType")],
    ),
    "output where a plain value belongs": (
        {"useDefaultVpcCni": output(True)},
        [("useDefaultVpcCni", "must be a plain value, is an output")],
    ),
    "both kinds of subnets": (
        {"subnetIds": ["subnet-1"], "privateSubnetIds": ["subnet-2"]},
        [
            (
                "subnetIds",
                "subnetIds, and the use of publicSubnetIds and/or privateSubnetIds are mutually exclusive. "
                "Choose a single approach.",
            )
        ],
    ),
    "both kinds of instance roles": (
        {"authenticationMode": "CONFIG_MAP", "instanceRole": RESOURCE, "instanceRoles": [RESOURCE]},
        [("instanceRole", "instanceRole and instanceRoles are mutually exclusive, and cannot both be set.")],
    ),
    "node options twice": (
        {"nodeGroupOptions": {}, "instanceType": "m6i.large"},
        [
            (
                "nodeGroupOptions",
                "Setting nodeGroupOptions, and any set of singular node group option(s) on the cluster, is mutually "
                "exclusive. Choose a single approach.",
            )
        ],
    ),
    "mappings in mode API": (
        {"roleMappings": [{"roleArn": "a", "username": "b", "groups": []}]},
        [
            (
                "roleMappings",
                "The 'roleMappings' property does not support non-empty values when 'authenticationMode' is set to "
                "'API'.",
            )
        ],
    ),
    "entries without mode API": (
        {"authenticationMode": "CONFIG_MAP", "accessEntries": {}},
        [
            (
                "accessEntries",
                "The 'accessEntries' property is not supported when 'authenticationMode' is set to 'CONFIG_MAP'.",
            )
        ],
    ),
    "blocks of a private endpoint": (
        {"endpointPublicAccess": False, "publicAccessCidrs": ["198.51.100.0/24"]},
        [("publicAccessCidrs", "`publicAccessCidrs` can only be set when `endpointPublicAccess` is true")],
    ),
    "default node group": (
        {"skipDefaultNodeGroup": False},
        [("skipDefaultNodeGroup", "must be true: the local cloud's stand-in builds no default node group")],
    ),
    "children that are not built": (
        {"fargate": True},
        [("fargate", "known to pulumi-eks, but its children are not built by the local cloud's stand-in")],
    ),
}


@pytest.mark.parametrize(("inputs", "expected"), CASES.values(), ids=CASES.keys())
def test_rejects(inputs: dict[str, Any], expected: list[tuple[str, str]]):
    assert cluster_refusals(**inputs) == expected


def test_rejects_node_group_without_role():
    assert refused(NODE_GROUP, cluster=RESOURCE) == [
        ("nodeRole", "An IAM role, or role ARN must be provided to create a managed node group")
    ]


def test_rejects_kubernetes_spelling_of_a_taint():
    taints = [{"key": "a", "value": "b", "effect": "NoSchedule"}]

    assert refused(NODE_GROUP, cluster=RESOURCE, nodeRoleArn=output(), taints=taints) == [
        (
            "taints[0].effect",
            "Invalid taint effect: NoSchedule. Must be one of NO_SCHEDULE, NO_EXECUTE, PREFER_NO_SCHEDULE.",
        )
    ]
