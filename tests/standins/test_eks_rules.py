"""The rules of EKS that moto does not have: versions, modes, access entries, add-ons, Pod Identity, node groups.

They are asked over HTTP, as the provider and Karpenter ask. These tests do not prove that EKS uses the same words.
"""

from collections.abc import Callable
from typing import Any

import pytest
from botocore.exceptions import ClientError

from localcloud.providers.aws.session import Session
from tests.standins.builders import cluster, network, role
from tests.standins.recording import Engine

ADMIN = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy"


@pytest.fixture
def eks(aws: Session) -> Any:
    """The EKS client."""
    return aws.client("eks")


def refusal(call: Callable[[], object]) -> tuple[str, str]:
    """Code and message of a refused call."""
    with pytest.raises(ClientError) as refused:
        call()
    error = refused.value.response["Error"]
    return error["Code"], error["Message"]


def test_cluster_needs_an_offered_version(engine: Engine, eks: Any):
    owner = role(engine, "rule-version", "eks.amazonaws.com")

    found = refusal(lambda: eks.create_cluster(name="a", version="1.19", roleArn=owner["arn"], resourcesVpcConfig={}))

    assert found == ("InvalidParameterException", "unsupported Kubernetes version 1.19")


def test_cluster_needs_a_role_that_trusts_eks(engine: Engine, eks: Any):
    arn = role(engine, "rule-trust", "ec2.amazonaws.com")["arn"]

    found = refusal(lambda: eks.create_cluster(name="a", version="1.35", roleArn=arn, resourcesVpcConfig={}))

    expected = (
        f"role with arn: {arn}, could not be assumed because it does not exist or the trusted entity is not correct "
        "(expected service eks.amazonaws.com)"
    )
    assert found == ("InvalidParameterException", expected)


def test_cluster_needs_two_zones(engine: Engine, eks: Any):
    arn = role(engine, "rule-zones", "eks.amazonaws.com")["arn"]
    _, subnets = network(engine, "rule-zones")

    found = refusal(
        lambda: eks.create_cluster(name="a", version="1.35", roleArn=arn, resourcesVpcConfig={"subnetIds": subnets[:1]})
    )

    assert found == ("InvalidParameterException", "Subnets specified must be in at least 2 different AZs")


def test_cluster_gets_a_security_group_of_its_own(engine: Engine, aws: Session):
    made = cluster(engine, "rule-group")

    group_id = made["vpcConfig"]["clusterSecurityGroupId"]
    group = aws.client("ec2").describe_security_groups(GroupIds=[group_id])["SecurityGroups"][0]
    tags = {tag["Key"]: tag["Value"] for tag in group["Tags"]}
    assert group["VpcId"] == made["vpcConfig"]["vpcId"]
    assert tags == {
        "Name": group["GroupName"],
        "kubernetes.io/cluster/rule-group": "owned",
        "aws:eks:cluster-name": "rule-group",
    }


def test_security_group_goes_with_its_cluster(engine: Engine, aws: Session):
    made = cluster(engine, "rule-group-gone")

    engine.delete(made)

    found = refusal(
        lambda: aws.client("ec2").describe_security_groups(GroupIds=[made["vpcConfig"]["clusterSecurityGroupId"]])
    )
    assert found[0] == "InvalidGroup.NotFound"


def test_protected_cluster_is_not_deleted(engine: Engine, eks: Any):
    cluster(engine, "rule-protected", deletionProtection=True)

    found = refusal(lambda: eks.delete_cluster(name="rule-protected"))

    assert found[0] == "InvalidRequestException"
    assert eks.describe_cluster(name="rule-protected")["cluster"]["status"] == "ACTIVE"


def test_version_rises_by_one_minor(engine: Engine, eks: Any):
    cluster(engine, "rule-skip")

    found = refusal(lambda: eks.update_cluster_version(name="rule-skip", version="1.37"))

    message = "Unsupported Kubernetes minor version update from 1.35 to 1.37"
    assert found == ("InvalidParameterException", message)


def test_mode_moves_one_way(engine: Engine, eks: Any):
    cluster(engine, "rule-mode")

    found = refusal(
        lambda: eks.update_cluster_config(name="rule-mode", accessConfig={"authenticationMode": "API_AND_CONFIG_MAP"})
    )

    message = "Unsupported authentication mode update from API to API_AND_CONFIG_MAP"
    assert found == ("InvalidParameterException", message)


def test_creator_is_administrator(engine: Engine, eks: Any):
    cluster(engine, "rule-creator")

    principals = eks.list_access_entries(clusterName="rule-creator")["accessEntries"]
    policies = eks.list_associated_access_policies(clusterName="rule-creator", principalArn=principals[0])

    assert principals == ["arn:aws:iam::123456789012:root"]
    assert [entry["policyArn"] for entry in policies["associatedAccessPolicies"]] == [ADMIN]


def test_cluster_without_mode_has_no_access_entries(engine: Engine, eks: Any):
    owner = cluster(engine, "rule-configmap", accessConfig={"authenticationMode": "CONFIG_MAP"})
    node = role(engine, "rule-configmap-node", "ec2.amazonaws.com")

    found = refusal(lambda: eks.create_access_entry(clusterName=owner.id, principalArn=node["arn"]))

    message = (
        "The cluster's authentication mode must be set to one of [API, API_AND_CONFIG_MAP] to perform this operation."
    )
    assert found == ("InvalidRequestException", message)


ENTRIES: dict[str, tuple[dict[str, Any], str]] = {
    "groups of a node": (
        {"type": "EC2_LINUX", "kubernetesGroups": ["a"]},
        "kubernetesGroups and username can't be set for access entries of type EC2_LINUX.",
    ),
    "reserved group": (
        {"kubernetesGroups": ["system:masters"]},
        "The kubernetes group name system:masters is invalid, it cannot start with system:",
    ),
    "unknown type": ({"type": "EC2_MACOS"}, "The access entry type is not valid: EC2_MACOS"),
}


@pytest.mark.parametrize(("fields", "message"), ENTRIES.values(), ids=ENTRIES.keys())
def test_rejects_access_entry(engine: Engine, eks: Any, fields: dict[str, Any], message: str):
    _ensure_cluster(engine, "rule-entries")
    arn = "arn:aws:iam::111122223333:role/PlatformAdmins"

    found = refusal(lambda: eks.create_access_entry(clusterName="rule-entries", principalArn=arn, **fields))

    assert found == ("InvalidParameterException", message)


def test_rejects_principal_that_does_not_exist(engine: Engine, eks: Any):
    _ensure_cluster(engine, "rule-entries")
    arn = "arn:aws:iam::123456789012:role/nobody"

    found = refusal(lambda: eks.create_access_entry(clusterName="rule-entries", principalArn=arn))

    expected = ("InvalidParameterException", "The specified principalArn is invalid: invalid principal.")
    assert found == expected


def test_access_policy_needs_an_entry(engine: Engine, eks: Any):
    _ensure_cluster(engine, "rule-entries")
    arn = "arn:aws:iam::111122223333:role/Nobody"

    found = refusal(
        lambda: eks.associate_access_policy(
            clusterName="rule-entries", principalArn=arn, policyArn=ADMIN, accessScope={"type": "cluster"}
        )
    )

    assert found == ("ResourceNotFoundException", f"The specified principalArn could not be found: {arn}")


def test_nodes_get_no_access_policy(engine: Engine, eks: Any):
    owner = cluster(engine, "rule-node-policy")
    node = role(engine, "rule-node-policy-node", "ec2.amazonaws.com")["arn"]
    eks.create_access_entry(clusterName=owner.id, principalArn=node, type="EC2_LINUX")

    found = refusal(
        lambda: eks.associate_access_policy(
            clusterName=owner.id, principalArn=node, policyArn=ADMIN, accessScope={"type": "cluster"}
        )
    )

    message = "The access policies can't be associated with access entries of type EC2_LINUX."
    assert found == ("InvalidRequestException", message)


def test_node_group_brings_the_access_entry_of_its_role(engine: Engine, eks: Any):
    owner = cluster(engine, "rule-group-entry")
    node = role(engine, "rule-group-entry-node", "ec2.amazonaws.com")["arn"]

    eks.create_nodegroup(**_group(owner, node))

    assert eks.describe_access_entry(clusterName=owner.id, principalArn=node)["accessEntry"]["type"] == "EC2_LINUX"
    eks.delete_nodegroup(clusterName=owner.id, nodegroupName="core")
    assert node not in eks.list_access_entries(clusterName=owner.id)["accessEntries"]


NODE_GROUPS: dict[str, tuple[dict[str, Any], str]] = {
    "old image": (
        {"amiType": "AL2_x86_64"},
        "Requested amiType AL2_x86_64 is not supported for Kubernetes version 1.35",
    ),
    "type that does not exist": (
        {"instanceTypes": ["m6i.huge"]},
        "The following supplied instance types do not exist: [m6i.huge]",
    ),
    "type of another architecture": (
        {"instanceTypes": ["m7g.large"]},
        "[m7g.large] is not a valid instance type for requested amiType AL2023_x86_64_STANDARD",
    ),
    "sizes out of order": (
        {"scalingConfig": {"minSize": 3, "desiredSize": 2, "maxSize": 4}},
        "desired capacity 2 can't be less than minSize 3",
    ),
    "Kubernetes' spelling of a taint": (
        {"taints": [{"key": "a", "value": "b", "effect": "NoSchedule"}]},
        "Invalid taint effect NoSchedule, expected one of NO_SCHEDULE, NO_EXECUTE, PREFER_NO_SCHEDULE",
    ),
    "version ahead of the cluster": (
        {"version": "1.36"},
        "Requested Nodegroup version 1.36 is not supported with cluster version 1.35",
    ),
}


@pytest.mark.parametrize(("fields", "message"), NODE_GROUPS.values(), ids=NODE_GROUPS.keys())
def test_rejects_node_group(engine: Engine, eks: Any, fields: dict[str, Any], message: str):
    owner = _ensure_cluster(engine, "rule-node-groups")
    _ensure_role(engine, "rule-node-groups-node", "ec2.amazonaws.com")

    found = refusal(
        lambda: eks.create_nodegroup(
            **{**_group(owner, "arn:aws:iam::123456789012:role/rule-node-groups-node"), **fields}
        )
    )

    assert found == ("InvalidParameterException", message)


def test_addon_version_must_fit_the_cluster(engine: Engine, eks: Any):
    _ensure_cluster(engine, "rule-addons")

    found = refusal(
        lambda: eks.create_addon(clusterName="rule-addons", addonName="kube-proxy", addonVersion="v1.36.3-eksbuild.2")
    )

    assert found == ("InvalidParameterException", "Addon version specified is not supported")


def test_rejects_unknown_addon(engine: Engine, eks: Any):
    _ensure_cluster(engine, "rule-addons")

    found = refusal(lambda: eks.create_addon(clusterName="rule-addons", addonName="vpc-cmi"))

    message = "Addon vpc-cmi specified is not supported in 1.35 kubernetes version"
    assert found == ("InvalidParameterException", message)


def test_associations_of_an_addon_come_and_go_with_it(engine: Engine, eks: Any):
    owner = cluster(engine, "rule-addon-identity")
    agent = role(engine, "rule-addon-identity", "pods.eks.amazonaws.com")["arn"]

    eks.create_addon(
        clusterName=owner.id,
        addonName="vpc-cni",
        podIdentityAssociations=[{"serviceAccount": "aws-node", "roleArn": agent}],
    )

    found = eks.list_pod_identity_associations(clusterName=owner.id)["associations"]
    assert [(one["namespace"], one["serviceAccount"]) for one in found] == [("kube-system", "aws-node")]
    eks.delete_addon(clusterName=owner.id, addonName="vpc-cni")
    assert eks.list_pod_identity_associations(clusterName=owner.id)["associations"] == []


def test_service_account_has_one_role(engine: Engine, eks: Any):
    owner = cluster(engine, "rule-identity")
    agent = role(engine, "rule-identity-pod", "pods.eks.amazonaws.com")["arn"]
    inputs = {"clusterName": owner.id, "namespace": "a", "serviceAccount": "b", "roleArn": agent}
    made = eks.create_pod_identity_association(**inputs)["association"]

    found = refusal(lambda: eks.create_pod_identity_association(**inputs))

    assert found == ("ResourceInUseException", f"Association already exists: {made['associationId']}")


def test_pod_identity_needs_a_role_that_trusts_it(engine: Engine, eks: Any):
    owner = cluster(engine, "rule-identity-trust")
    node = role(engine, "rule-identity-node", "ec2.amazonaws.com")["arn"]
    inputs = {"clusterName": owner.id, "namespace": "a", "serviceAccount": "b", "roleArn": node}

    found = refusal(lambda: eks.create_pod_identity_association(**inputs))

    assert found[0] == "InvalidParameterException"


def _group(owner: Any, node: str) -> dict[str, Any]:
    return {
        "clusterName": owner.id,
        "nodegroupName": "core",
        "nodeRole": node,
        "subnets": owner["vpcConfig"]["subnetIds"],
    }


def _ensure_cluster(engine: Engine, name: str) -> Any:
    """One cluster for all cases of a table."""
    if name not in _SHARED:
        _SHARED[name] = cluster(engine, name)
    return _SHARED[name]


def _ensure_role(engine: Engine, name: str, service: str) -> None:
    if name not in _SHARED:
        _SHARED[name] = role(engine, name, service)


_SHARED: dict[str, Any] = {}
