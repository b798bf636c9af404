"""What a program can look up."""

import pytest

from localcloud.providers.aws.functions import FUNCTIONS
from tests.standins.builders import cluster, network, trust
from tests.standins.recording import Engine, Refused


def test_caller_is_the_local_account(engine: Engine):
    assert engine.invoke("aws:index/getCallerIdentity:getCallerIdentity")["accountId"] == "123456789012"


def test_partition(engine: Engine):
    assert engine.invoke("aws:index/getPartition:getPartition") == {
        "id": "aws",
        "partition": "aws",
        "dnsSuffix": "amazonaws.com",
        "reverseDnsPrefix": "com.amazonaws",
    }


def test_region_of_the_stack(engine: Engine):
    assert engine.invoke("aws:index/getRegion:getRegion")["region"] == "eu-central-1"


def test_zones_that_need_no_opt_in(engine: Engine):
    opted = [{"name": "opt-in-status", "values": ["opt-in-not-required"]}]

    found = engine.invoke("aws:index/getAvailabilityZones:getAvailabilityZones", state="available", filters=opted)

    assert found["names"] == ["eu-central-1a", "eu-central-1b", "eu-central-1c"]


def test_subnets_of_a_network(engine: Engine):
    vpc, subnets = network(engine, "function-subnets")

    found = engine.invoke("aws:ec2/getSubnets:getSubnets", filters=[{"name": "vpc-id", "values": [vpc.id]}])

    assert found["ids"] == sorted(subnets)


def test_subnet_by_id(engine: Engine):
    vpc, subnets = network(engine, "function-subnet")

    found = engine.invoke("aws:ec2/getSubnet:getSubnet", id=subnets[1])

    assert (found["vpcId"], found["availabilityZone"]) == (vpc.id, "eu-central-1b")


def test_security_groups_by_the_key_of_a_tag(engine: Engine):
    vpc, _ = network(engine, "function-groups")
    inputs = {
        "vpcId": vpc.id,
        "description": "of a cluster",
        "tags": {"kubernetes.io/cluster/function-groups": "owned"},
    }
    group = engine.create("aws:ec2/securityGroup:SecurityGroup", "marked", name="marked", **inputs)
    engine.create("aws:ec2/securityGroup:SecurityGroup", "plain", name="plain", vpcId=vpc.id, description="of none")

    key = "kubernetes.io/cluster/function-gr*"
    found = engine.invoke("aws:ec2/getSecurityGroups:getSecurityGroups", filters=[{"name": "tag-key", "values": [key]}])

    assert (found["ids"], found["vpcIds"]) == ([group.id], [vpc.id])


def test_security_group_by_id(engine: Engine):
    vpc, _ = network(engine, "function-group")
    inputs = {"vpcId": vpc.id, "description": "of a cluster", "tags": {"kubernetes.io/cluster/function-group": "owned"}}
    group = engine.create("aws:ec2/securityGroup:SecurityGroup", "marked", name="marked", **inputs)

    found = engine.invoke("aws:ec2/getSecurityGroup:getSecurityGroup", id=group.id)

    assert {key: found[key] for key in ("id", "name", "description", "vpcId", "tags")} == {
        "id": group.id,
        "name": "marked",
        **inputs,
    }


def test_default_vpc(engine: Engine):
    assert engine.invoke("aws:ec2/getVpc:getVpc", default=True)["default"] is True


def test_newest_version_of_an_addon(engine: Engine):
    found = engine.invoke(
        "aws:eks/getAddonVersion:getAddonVersion", addonName="kube-proxy", kubernetesVersion="1.36", mostRecent=True
    )

    assert found["version"] == "v1.36.3-eksbuild.2"


def test_default_version_of_an_addon(engine: Engine):
    found = engine.invoke("aws:eks/getAddonVersion:getAddonVersion", addonName="kube-proxy", kubernetesVersion="1.36")

    assert found["version"] == "v1.36.0-eksbuild.2"


def test_image_behind_an_alias(engine: Engine):
    folder = "/aws/service/eks/optimized-ami/1.36/amazon-linux-2023/arm64/standard"
    name = f"{folder}/amazon-eks-node-al2023-arm64-standard-1.36-v20261101/image_id"

    assert engine.invoke("aws:ssm/getParameter:getParameter", name=name)["value"].startswith("ami-")


def test_cluster_that_is_adopted(engine: Engine):
    made = cluster(engine, "function-cluster")

    found = engine.invoke("aws:eks/getCluster:getCluster", name="function-cluster")

    assert found["arn"] == made["arn"]
    assert found["identities"] == made["identities"]
    assert found["vpcConfig"] == made["vpcConfig"]
    assert found["certificateAuthorities"] == [made["certificateAuthority"]]


def test_identity_provider_by_url(engine: Engine):
    inputs = {"clientIdLists": ["sts.amazonaws.com"], "thumbprintLists": ["a" * 40]}
    url = "https://oidc.example.com/function"
    made = engine.create("aws:iam/openIdConnectProvider:OpenIdConnectProvider", "a", url=url, **inputs)

    found = engine.invoke("aws:iam/getOpenIdConnectProvider:getOpenIdConnectProvider", url=url)

    assert found["arn"] == made["arn"]


def test_role_with_its_path(engine: Engine):
    made = engine.create(
        "aws:iam/role:Role", "a", name="function-role", path="/nodes/", assumeRolePolicy=trust("ec2.amazonaws.com")
    )

    found = engine.invoke("aws:iam/getRole:getRole", name="function-role")

    assert found["arn"] == made["arn"]
    assert found["arn"].endswith(":role/nodes/function-role")


def test_roles_below_a_path(engine: Engine):
    for name, path in (("below", "/function-roles/dev/"), ("beside", "/function-role/"), ("top", "/")):
        engine.create("aws:iam/role:Role", name, name=f"function-{name}", path=path, assumeRolePolicy=trust("ec2"))

    found = engine.invoke("aws:iam/getRoles:getRoles", pathPrefix="/function-roles")

    assert found["arns"] == ["arn:aws:iam::123456789012:role/function-roles/dev/function-below"]
    assert found["names"] == ["function-below"]


def test_instance_profile_with_its_role(engine: Engine):
    role = engine.create("aws:iam/role:Role", "a", name="profile-role", assumeRolePolicy=trust("ec2.amazonaws.com"))
    made = engine.create("aws:iam/instanceProfile:InstanceProfile", "a", name="function-profile", role="profile-role")

    found = engine.invoke("aws:iam/getInstanceProfile:getInstanceProfile", name="function-profile")

    assert (found["arn"], found["roleArn"]) == (made["arn"], role["arn"])


def test_instance_profile_without_a_role(engine: Engine):
    engine.create("aws:iam/instanceProfile:InstanceProfile", "b", name="empty-profile")

    found = engine.invoke("aws:iam/getInstanceProfile:getInstanceProfile", name="empty-profile")

    assert found["roleName"] == ""


def test_rejects_an_instance_profile_that_is_not_there(engine: Engine):
    with pytest.raises(Refused) as refused:
        engine.invoke("aws:iam/getInstanceProfile:getInstanceProfile", name="legacy")

    assert "Instance profile legacy not found" in str(refused.value)


def test_rejects_unknown_function(engine: Engine):
    with pytest.raises(Refused) as refused:
        engine.invoke("aws:s3/getBucket:getBucket")

    known = ", ".join(sorted(FUNCTIONS))
    assert str(refused.value) == f"the local cloud has no function aws:s3/getBucket:getBucket; known are {known}"


def test_rejects_what_matches_nothing(engine: Engine):
    with pytest.raises(Refused) as refused:
        engine.invoke("aws:ec2/getVpc:getVpc", tags={"Name": "nobody"})

    assert str(refused.value) == "no matching EC2 VPC found for {'tags': {'Name': 'nobody'}}"
