"""Settings of the EKS cluster. Versions are compared with the table elsewhere."""

from typing import Any

import pytest

from components.model.cluster import ClusterSettings
from tests.model.builders import refusals

REQUIRED: dict[str, Any] = {
    "name": "acme-dev",
    "kubernetesVersion": "1.35",
    "vpc": {"vpcId": "vpc-0123", "subnetIds": ["subnet-a", "subnet-b"]},
}

GOOD: dict[str, dict[str, Any]] = {
    "smallest": {},
    "made VPC": {"vpc": {"create": {"cidr": "10.0.0.0/16", "zones": 2, "natGateways": "perZone"}, "ipFamily": "ipv6"}},
    "existing cluster": {"existing": True, "vpc": None},
    "subnets of an existing cluster": {"existing": True, "vpc": {"subnetIds": ["subnet-a"]}},
    "zones of subnets": {
        "vpc": {
            "vpcId": "vpc-0123",
            "subnetIds": [{"id": "subnet-a", "zone": "eu-central-1a"}, "subnet-b"],
            "publicSubnetIds": ["subnet-p"],
        }
    },
    "public endpoint": {"endpointPublicAccess": True, "publicAccessCidrs": ["203.0.113.0/24"]},
    "core nodes": {
        "coreNodeGroup": {
            "instanceTypes": ["m6i.large"],
            "minSize": 2,
            "desiredSize": 3,
            "maxSize": 4,
            "amiFamily": "bottlerocket",
            "releaseVersion": "1.49.0-a",
            "diskSizeGiB": 100,
            "taint": False,
        }
    },
    "staff": {
        "adminRoleArns": ["arn:aws:iam::111122223333:role/x"],
        "operators": [
            {"group": "sre", "role": "edit", "tenants": "all"},
            {"principalArn": "arn:aws:iam::111122223333:role/x", "role": "view", "tenants": ["alpha"]},
        ],
    },
    "add-ons": {
        "addons": {
            "coredns": {"version": "v1.12.4-eksbuild.1"},
            "vpc-cni": {"networkPolicyMode": "strict", "configurationValues": {"env": {"X": 1}}},
            "metrics-server": {},
        }
    },
    "rest": {
        "identity": "podIdentity",
        "logTypes": [],
        "encryptionKeyArn": "arn:aws:kms:eu-west-1:111122223333:key/0",
        "deletionProtection": False,
        "upgradePolicy": "EXTENDED",
        "windows": True,
        "prefixDelegation": True,
        "defaultStorageClass": "none",
        "tags": {"owner": "platform"},
    },
    "longest name": {"name": "c" * 100},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "name with a dot": (
        {"name": "acme.dev"},
        [
            'name: "acme.dev" is no cluster name; '
            "write at most 100 letters, digits, - and _ that begin with a letter or digit  [E005]"
        ],
    ),
    "long name": (
        {"name": "c" * 101},
        [
            'name: "' + "c" * 101 + '" is no cluster name; '
            "write at most 100 letters, digits, - and _ that begin with a letter or digit  [E005]"
        ],
    ),
    "patch version": (
        {"kubernetesVersion": "1.35.2"},
        ['kubernetesVersion: "1.35.2" is no minor version; write "1.35"  [E005]'],
    ),
    "version with a letter": (
        {"kubernetesVersion": "v1.35"},
        ['kubernetesVersion: "v1.35" is no minor version; write "1.35"  [E005]'],
    ),
    "no VPC": ({"vpc": None}, ["vpc: missing; write vpcId and subnetIds, or create: {cidr: 10.0.0.0/16}  [E006]"]),
    "empty VPC": (
        {"vpc": {}},
        [
            "vpc: names no network; write vpcId and subnetIds, or create: {cidr: 10.0.0.0/16}  [E006]",
        ],
    ),
    "ids and create": (
        {"vpc": {"vpcId": "vpc-0123", "subnetIds": ["subnet-a"], "create": {"cidr": "10.0.0.0/16"}}},
        ["vpc.create: create and vpcId exclude each other; keep one  [E008]"],
    ),
    "one subnet": (
        {"vpc": {"vpcId": "vpc-0123", "subnetIds": ["subnet-a"]}},
        ["vpc.subnetIds: [subnet-a] is one subnet, EKS asks for two zones; add a subnet of another zone  [E005]"],
    ),
    "one zone": (
        {"vpc": {"create": {"cidr": "10.0.0.0/16", "zones": 1}}},
        ["vpc.create.zones: 1 is below 2; write 2 to 6  [E005]"],
    ),
    "host bits": (
        {"vpc": {"create": {"cidr": "10.0.0.1/16"}}},
        ['vpc.create.cidr: "10.0.0.1/16" is no range of addresses; write 10.0.0.0/16  [E005]'],
    ),
    "public endpoint for everybody": (
        {"endpointPublicAccess": True},
        [
            "publicAccessCidrs: missing while endpointPublicAccess is true, EKS would let the whole internet in; "
            "write the ranges that may reach the API  [E006]"
        ],
    ),
    "one core node": (
        {"coreNodeGroup": {"minSize": 1}},
        ["coreNodeGroup.minSize: 1 is below 2; write 2 or more  [E005]"],
    ),
    "sizes out of order": (
        {"coreNodeGroup": {"minSize": 3, "desiredSize": 2}},
        ["coreNodeGroup.desiredSize: 2 is below minSize 3; write 3  [E005]"],
    ),
    "sizes out of order at the top": (
        {"coreNodeGroup": {"desiredSize": 4, "maxSize": 3}},
        ["coreNodeGroup.maxSize: 3 is below desiredSize 4; write 4  [E005]"],
    ),
    "no core types": (
        {"coreNodeGroup": {"instanceTypes": []}},
        ["coreNodeGroup.instanceTypes: [] is empty; write at least one entry  [E005]"],
    ),
    "core types of two architectures": (
        {"coreNodeGroup": {"instanceTypes": ["m6i.large", "m7g.large"]}},
        [
            "coreNodeGroup.instanceTypes: m7g.large is arm64 and m6i.large is amd64; "
            "write types of one architecture  [E005]"
        ],
    ),
    "rights of an add-on that calls nothing": (
        {"addons": {"coredns": {"policyArns": ["arn:aws:iam::aws:policy/x"]}}},
        [
            "addons.coredns.policyArns: nothing of coredns can take rights; write them for one of vpc-cni, "
            "aws-ebs-csi-driver, aws-efs-csi-driver, aws-mountpoint-s3-csi-driver  [E005]"
        ],
    ),
    "how to make a cluster that exists": (
        {"existing": True, "vpc": {"create": {"cidr": "10.0.0.0/16"}}, "addons": {}, "logTypes": []},
        [
            "logTypes: logTypes and existing exclude each other; keep one  [E008]",
            "addons: addons and existing exclude each other; keep one  [E008]",
            "vpc.create: create and existing exclude each other; keep one  [E008]",
        ],
    ),
    "unknown core family": (
        {"coreNodeGroup": {"amiFamily": "al2"}},
        ['coreNodeGroup.amiFamily: "al2" is none of al2023, bottlerocket; write al2023  [E005]'],
    ),
    "strict mode of another add-on": (
        {"addons": {"coredns": {"networkPolicyMode": "strict"}}},
        ["addons.coredns.networkPolicyMode: belongs to vpc-cni alone; remove it  [E003]"],
    ),
    "unknown log": (
        {"logTypes": ["audits"]},
        [
            'logTypes[0]: "audits" is none of api, audit, authenticator, controllerManager, scheduler; '
            "write audit  [E005]"
        ],
    ),
    "role by name": (
        {"adminRoleArns": ["PlatformAdmins"]},
        [
            'adminRoleArns[0]: "PlatformAdmins" is no ARN of an IAM role; '
            "write arn:aws:iam::111122223333:role/Name  [E005]"
        ],
    ),
    "operator without tenants": (
        {"operators": [{"group": "sre", "role": "edit"}]},
        ["operators[0].tenants: [missing]"],
    ),
    "text for a boolean": ({"windows": "yes"}, ["windows: [bool_type]"]),
    "fields of another tool": (
        {"roleMappings": [], "accessEntries": {}},
        ["roleMappings: [extra_forbidden]", "accessEntries: [extra_forbidden]"],
    ),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(ClusterSettings, REQUIRED | given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(ClusterSettings, REQUIRED | given) == messages


def test_sizes_of_the_core_node_group_follow_from_each_other():
    group = ClusterSettings.model_validate(REQUIRED | {"coreNodeGroup": {"minSize": 3}}).core_node_group

    assert (group.min_size, group.desired, group.maximum) == (3, 3, 4)


def test_add_ons_that_are_written_leave_the_others_on():
    addons = {"coredns": {"enabled": False}, "metrics-server": {}}

    active = ClusterSettings.model_validate(REQUIRED | {"addons": addons}).active_addons

    assert list(active) == ["aws-ebs-csi-driver", "eks-pod-identity-agent", "kube-proxy", "metrics-server", "vpc-cni"]


@pytest.mark.parametrize(
    ("instance_types", "architecture"),
    [
        pytest.param(["m6i.large", "m7a.large"], "amd64", id="Intel and AMD share one"),
        pytest.param(["m7g.large", "c7gd.xlarge", "im4gn.large"], "arm64", id="Graviton"),
        pytest.param(["g5.xlarge"], "amd64", id="family g is no Graviton"),
        pytest.param(["g5g.xlarge"], "arm64", id="family g on Graviton"),
    ],
)
def test_architecture_of_core_nodes(instance_types: list[str], architecture: str):
    given = {**REQUIRED, "coreNodeGroup": {"instanceTypes": tuple(instance_types)}}

    assert ClusterSettings.model_validate(given).core_node_group.architecture == architecture
