"""References that must exist, and deletes that are refused while something depends on the object."""

from collections.abc import Callable

import pytest

from tests.standins.builders import ACCESS_ENTRY, NODE_GROUP, ROLE, cluster, network, policy, role, trust
from tests.standins.recording import Engine, Refused, Resource

ATTACHMENT = "aws:iam/rolePolicyAttachment:RolePolicyAttachment"
PROFILE = "aws:iam/instanceProfile:InstanceProfile"
GROUP = "aws:ec2/securityGroup:SecurityGroup"


def refusal(call: Callable[[], object]) -> str:
    """The message of a refused call, without the resource's URN."""
    with pytest.raises(Refused) as refused:
        call()
    operation, _, reason = str(refused.value).partition(" of ")
    return f"{operation}: {reason.split(': ', 1)[1]}"


def test_profile_needs_its_role(engine: Engine):
    message = refusal(lambda: engine.create(PROFILE, "a", name="conflict-missing", role="nobody"))

    assert message == "GetRole: NoSuchEntity: Role nobody not found"


def test_attachment_needs_its_policy(engine: Engine):
    owner = role(engine, "conflict-attach", "ec2.amazonaws.com")
    missing = "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicyTypo"

    message = refusal(lambda: engine.create(ATTACHMENT, "a", role=owner.id, policyArn=missing))

    expected = f"AttachRolePolicy: NoSuchEntity: Policy {missing} does not exist or is not attachable."
    assert message == expected


def test_role_needs_its_boundary(engine: Engine):
    missing = "arn:aws:iam::123456789012:policy/nothing"
    document = trust("ec2.amazonaws.com")

    message = refusal(
        lambda: engine.create(ROLE, "a", name="a", assumeRolePolicy=document, permissionsBoundary=missing)
    )

    assert message == f"GetPolicy: NoSuchEntity: Policy {missing} not found"


def test_role_in_a_profile_stays(engine: Engine):
    owner = role(engine, "conflict-profile", "ec2.amazonaws.com")
    engine.create(PROFILE, "a", name="conflict-profile", role=owner.id)

    message = refusal(lambda: engine.delete(owner))

    expected = "DeleteRole: DeleteConflict: Cannot delete entity, must remove roles from instance profile first."
    assert message == expected


def test_role_with_policies_stays(engine: Engine):
    owner = role(engine, "conflict-policies", "ec2.amazonaws.com")
    engine.create(ATTACHMENT, "a", role=owner.id, policyArn="arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy")

    message = refusal(lambda: engine.delete(owner))

    assert message == "DeleteRole: DeleteConflict: Cannot delete entity, must detach all policies first."


def test_boundary_in_use_stays(engine: Engine):
    boundary = engine.create("aws:iam/policy:Policy", "b", name="conflict-boundary", policy=policy("*"))
    document = trust("ec2.amazonaws.com")
    engine.create(ROLE, "a", name="conflict-bound", assumeRolePolicy=document, permissionsBoundary=boundary["arn"])

    message = refusal(lambda: engine.delete(boundary))

    assert message == "DeletePolicy: DeleteConflict: Cannot delete a policy attached to entities."


def test_second_role_of_a_name_is_refused(engine: Engine):
    role(engine, "conflict-twice", "ec2.amazonaws.com")

    message = refusal(lambda: role(engine, "conflict-twice", "ec2.amazonaws.com"))

    assert message == "CreateRole: EntityAlreadyExists: Role with name conflict-twice already exists."


def test_vpc_with_subnets_stays(engine: Engine):
    vpc, _ = network(engine, "conflict-vpc")

    message = refusal(lambda: engine.delete(vpc))

    expected = f"DeleteVpc: DependencyViolation: The vpc '{vpc.id}' has dependencies and cannot be deleted."
    assert message == expected


def test_subnet_with_a_nat_gateway_stays(engine: Engine):
    subnet, address, gateway = _nat(engine)

    message = refusal(lambda: engine.delete(subnet))

    expected = f"DeleteSubnet: DependencyViolation: The subnet '{subnet.id}' has dependencies and cannot be deleted."
    assert message == expected
    assert refusal(lambda: engine.delete(address)).startswith("ReleaseAddress: InvalidIPAddress.InUse: ")
    for resource in (gateway, address, subnet):
        engine.delete(resource)


def test_group_that_another_one_names_stays(engine: Engine):
    vpc, _ = network(engine, "conflict-group")
    named, other = (engine.create(GROUP, "a", name=f"conflict-{name}", vpcId=vpc.id) for name in ("named", "other"))
    engine.create(
        "aws:ec2/securityGroupRule:SecurityGroupRule",
        "a",
        type="ingress",
        protocol="tcp",
        fromPort=443,
        toPort=443,
        securityGroupId=other.id,
        sourceSecurityGroupId=named.id,
    )

    message = refusal(lambda: engine.delete(named))

    assert message == f"DeleteSecurityGroup: DependencyViolation: resource {named.id} has a dependent object"


def test_rule_with_targets_stays(engine: Engine):
    pattern = '{"source": ["aws.ec2"]}'
    rule = engine.create("aws:cloudwatch/eventRule:EventRule", "a", name="conflict-rule", eventPattern=pattern)
    queue = engine.create("aws:sqs/queue:Queue", "a", name="conflict-queue")
    engine.create("aws:cloudwatch/eventTarget:EventTarget", "a", rule=rule.id, targetId="q", arn=queue["arn"])

    message = refusal(lambda: engine.delete(rule))

    assert message == "DeleteRule: ValidationException: Rule can't be deleted since it has targets."


def test_cluster_with_node_groups_stays(engine: Engine):
    owner = cluster(engine, "conflict-cluster")
    node = role(engine, "conflict-cluster-node", "ec2.amazonaws.com")
    engine.create(
        NODE_GROUP,
        "a",
        clusterName=owner.id,
        nodeGroupName="core",
        nodeRoleArn=node["arn"],
        subnetIds=owner["vpcConfig"]["subnetIds"],
        scalingConfig={"minSize": 1, "desiredSize": 1, "maxSize": 1},
    )

    message = refusal(lambda: engine.delete(owner))

    assert message == "DeleteCluster: ResourceInUseException: Cluster has nodegroups attached"


def test_principal_has_one_entry_in_a_cluster(engine: Engine):
    owner = cluster(engine, "conflict-entry")
    node = role(engine, "conflict-entry-node", "ec2.amazonaws.com")
    inputs = {"clusterName": owner.id, "principalArn": node["arn"], "type": "EC2_LINUX"}
    engine.create(ACCESS_ENTRY, "a", **inputs)

    message = refusal(lambda: engine.create(ACCESS_ENTRY, "b", **inputs))

    assert message == (
        "CreateAccessEntry: ResourceInUseException: "
        "The specified access entry resource is already in use on this cluster."
    )


def test_delete_of_what_is_gone_succeeds(engine: Engine):
    owner = role(engine, "conflict-gone", "ec2.amazonaws.com")

    engine.delete(owner)

    engine.delete(owner)


def _nat(engine: Engine) -> tuple[Resource, Resource, Resource]:
    vpc, _ = network(engine, "conflict-nat")
    subnet = engine.create("aws:ec2/subnet:Subnet", "a", vpcId=vpc.id, cidrBlock="10.9.7.0/24")
    address = engine.create("aws:ec2/eip:Eip", "a", domain="vpc")
    gateway = engine.create("aws:ec2/natGateway:NatGateway", "a", subnetId=subnet.id, allocationId=address.id)
    return subnet, address, gateway


def test_role_has_ten_policies_at_most(engine: Engine):
    owner = role(engine, "conflict-eleven", "ec2.amazonaws.com")
    for number in range(10):
        made = engine.create("aws:iam/policy:Policy", "a", name=f"conflict-{number}", policy=policy("*"))
        engine.create(ATTACHMENT, "a", role=owner.id, policyArn=made["arn"])
    eleventh = "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy"

    message = refusal(lambda: engine.create(ATTACHMENT, "a", role=owner.id, policyArn=eleventh))

    assert message == "AttachRolePolicy: LimitExceeded: Cannot exceed quota for PoliciesPerRole: 10"


def test_inline_policies_of_a_role_share_their_limit(engine: Engine):
    owner = role(engine, "conflict-inline", "ec2.amazonaws.com")
    long = policy(*(f"s3:{'a' * 50}{number}" for number in range(100)))
    engine.create("aws:iam/rolePolicy:RolePolicy", "a", role=owner.id, name="first", policy=long)

    message = refusal(
        lambda: engine.create("aws:iam/rolePolicy:RolePolicy", "b", role=owner.id, name="second", policy=long)
    )

    expected = "PutRolePolicy: LimitExceeded: Maximum policy size of 10240 bytes exceeded for role conflict-inline"
    assert message == expected
