"""A pool of the platform in the recorder: what is registered, under whom, and what waits for what."""

import itertools
import json

from tests.components.builders import record_cluster
from tests.recording import ACCOUNT

SHARED = {"karpenter": {"version": "1.14.3", "sharedPool": {"limits": {"cpu": 8}}}}


def test_parts_of_a_pool():
    seen = record_cluster(**SHARED)

    assert seen.children("acme-dev-shared") == [
        ("aws:eks/accessEntry:AccessEntry", "acme-dev-shared-linux-access-entry"),
        ("aws:iam/instanceProfile:InstanceProfile", "acme-dev-shared-linux-instance-profile"),
        ("aws:iam/policy:Policy", "acme-dev-shared-boundary"),
        ("aws:iam/role:Role", "acme-dev-shared-linux-role"),
        ("aws:iam/rolePolicy:RolePolicy", "acme-dev-shared-linux-image-pull"),
        ("aws:iam/rolePolicyAttachment:RolePolicyAttachment", "acme-dev-shared-linux-aws-AmazonEKSWorkerNodePolicy"),
        ("kubernetes:karpenter.k8s.aws/v1:EC2NodeClass", "acme-dev-shared-node-class"),
        ("kubernetes:karpenter.sh/v1:NodePool", "acme-dev-shared-node-pool"),
    ]
    assert [one.name for one in seen.all if one.protect] == []


def test_its_nodes_have_a_role_that_the_controller_may_pass_and_the_boundary_of_tenants():
    role = record_cluster(**SHARED)["acme-dev-shared-linux-role"].inputs

    assert (role["name"], role["path"]) == ("acme-dev-shared-node", "/karpenter-tenants/acme-dev/")
    assert role["permissionsBoundary"] == f"arn:aws:iam::{ACCOUNT}:policy/acme-dev-shared-boundary"
    assert role["tags"] == {"tenant": "shared"}
    assert json.loads(role["assumeRolePolicy"])["Statement"][0]["Principal"] == {"Service": "ec2.amazonaws.com"}


def test_a_boundary_that_the_stack_gives_takes_the_place_of_the_made_one():
    given = f"arn:aws:iam::{ACCOUNT}:policy/Bounded"
    seen = record_cluster(**SHARED, tenantDefaults={"iam": {"permissionsBoundary": given}})

    role = seen["acme-dev-shared-linux-role"]
    assert role.inputs["permissionsBoundary"] == given
    assert seen["acme-dev-karpenter-controller"].urn in seen.waits_for(role)
    assert "acme-dev-shared-boundary" not in [name for _, name in seen.children("acme-dev-shared")]


def test_the_pool_goes_before_its_class_its_class_before_its_role_and_all_before_the_controller():
    seen = record_cluster(**SHARED)

    order = [
        "acme-dev-shared-node-pool",
        "acme-dev-shared-node-class",
        "acme-dev-shared-linux-role",
        "acme-dev-karpenter-controller",
    ]
    for earlier, later in itertools.pairwise(order):
        assert seen[later].urn in seen.waits_for(seen[earlier]), (earlier, later)


def test_a_windows_pool_has_the_entry_of_windows_nodes():
    pool = {"limits": {"cpu": 8}, "operatingSystem": "windows", "nodeClass": {"ami": "windows2022@latest"}}

    seen = record_cluster(karpenter={"version": "1.14.3", "systemPool": pool})

    assert seen["acme-dev-system-windows-access-entry"].inputs["type"] == "EC2_WINDOWS"
