"""What a refresh says of objects that somebody changed by hand."""

import json

from localcloud.providers.aws.session import Session
from tests.standins.builders import ROLE, network, policy, role, trust
from tests.standins.recording import Engine


def test_changed_tag_shows_in_inputs_and_state(engine: Engine, aws: Session):
    document = trust("ec2.amazonaws.com")
    made = engine.create(ROLE, "a", name="drift-tags", assumeRolePolicy=document, tags={"a": "1"})

    aws.client("iam").tag_role(RoleName="drift-tags", Tags=[{"Key": "a", "Value": "2"}])

    seen = engine.refresh(made)
    assert seen is not None
    assert (seen.inputs["tags"], seen["tags"], seen["tagsAll"]) == ({"a": "2"}, {"a": "2"}, {"a": "2"})
    assert [*engine.diff(seen, tags={"a": "1"}).diffs] == ["tags"]


def test_removed_boundary_disappears_from_the_inputs(engine: Engine, aws: Session):
    boundary = engine.create("aws:iam/policy:Policy", "b", name="drift-boundary", policy=policy("*"))
    document = trust("ec2.amazonaws.com")
    made = engine.create(ROLE, "a", name="drift-bound", assumeRolePolicy=document, permissionsBoundary=boundary["arn"])

    aws.client("iam").delete_role_permissions_boundary(RoleName="drift-bound")

    seen = engine.refresh(made)
    assert seen is not None
    assert "permissionsBoundary" not in seen.inputs
    assert "permissionsBoundary" not in seen.state


def test_changed_policy_shows_its_new_text(engine: Engine, aws: Session):
    owner = role(engine, "drift-inline", "ec2.amazonaws.com")
    inputs = {"name": "inline", "role": owner.id, "policy": policy("s3:Get*")}
    made = engine.create("aws:iam/rolePolicy:RolePolicy", "a", **inputs)

    aws.client("iam").put_role_policy(RoleName=owner.id, PolicyName="inline", PolicyDocument=policy("s3:*"))

    seen = engine.refresh(made)
    assert seen is not None
    assert json.loads(seen.inputs["policy"]) == json.loads(policy("s3:*"))


def test_detached_policy_is_gone(engine: Engine, aws: Session):
    owner = role(engine, "drift-attached", "ec2.amazonaws.com")
    arn = "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy"
    made = engine.create("aws:iam/rolePolicyAttachment:RolePolicyAttachment", "a", role=owner.id, policyArn=arn)

    aws.client("iam").detach_role_policy(RoleName=owner.id, PolicyArn=arn)

    assert engine.refresh(made) is None


def test_tag_of_another_resource_shows_on_a_subnet(engine: Engine):
    vpc, _ = network(engine, "drift-subnet")
    subnet = engine.create("aws:ec2/subnet:Subnet", "a", vpcId=vpc.id, cidrBlock="10.9.8.0/24", tags={"Name": "subnet"})

    engine.create("aws:ec2/tag:Tag", "a", resourceId=subnet.id, key="karpenter.sh/discovery", value="acme")

    seen = engine.refresh(subnet)
    assert seen is not None
    assert seen.inputs["tags"] == {"Name": "subnet", "karpenter.sh/discovery": "acme"}
