"""A tenant and its parts in the recorder: what is registered, under whom, protected or not, and what waits for what."""

import json
import re
from typing import Any

import pytest

from tests.builders import PROVISIONER, tenant
from tests.components.builders import cluster_settings, record_tenant
from tests.recording import ACCOUNT, Recording

IDENTITY = "alpha-identity"
KEPT = [
    "alpha-identity-linux-access-entry",
    "alpha-identity-linux-instance-profile",
    "alpha-identity-linux-role",
    "alpha-in-alpha-namespace",
]


def recorded(**overrides: Any) -> Recording:
    return record_tenant(tenant(**overrides))


def windows_and_linux() -> dict[str, Any]:
    return {
        "provisioners": {
            "default": PROVISIONER,
            "office": {**PROVISIONER, "operatingSystem": "windows", "nodeClass": "office"},
        },
        "nodeClasses": {"default": {}, "office": {"ami": "windows2022@latest"}},
    }


def test_smallest_tenant():
    seen = recorded()

    assert seen.children("alpha") == [
        ("karpenter-tenants:index:Provisioner", "alpha-default"),
        ("karpenter-tenants:index:TenantIdentity", IDENTITY),
        ("karpenter-tenants:index:TenantNamespace", "alpha-in-alpha"),
        ("kubernetes:karpenter.k8s.aws/v1:EC2NodeClass", "alpha-default-node-class"),
    ]
    assert seen.children("alpha-default") == [("kubernetes:karpenter.sh/v1:NodePool", "alpha-default-node-pool")]
    assert seen.children(IDENTITY) == [
        ("aws:eks/accessEntry:AccessEntry", f"{IDENTITY}-linux-access-entry"),
        ("aws:iam/instanceProfile:InstanceProfile", f"{IDENTITY}-linux-instance-profile"),
        ("aws:iam/policy:Policy", f"{IDENTITY}-boundary"),
        ("aws:iam/role:Role", f"{IDENTITY}-linux-role"),
        ("aws:iam/rolePolicy:RolePolicy", f"{IDENTITY}-linux-image-pull"),
        ("aws:iam/rolePolicyAttachment:RolePolicyAttachment", f"{IDENTITY}-linux-aws-AmazonEKSWorkerNodePolicy"),
    ]


def test_pools_of_one_class_share_it():
    seen = recorded(provisioners={"web": PROVISIONER, "batch": PROVISIONER})

    assert [one.name for one in seen.of("kubernetes:karpenter.k8s.aws/v1:EC2NodeClass")] == ["alpha-default-node-class"]
    assert [one.dependencies for one in seen.of("kubernetes:karpenter.sh/v1:NodePool")] == [
        ("alpha-default-node-class",),
        ("alpha-default-node-class",),
    ]


def test_a_class_that_no_pool_uses_is_not_made():
    seen = recorded(nodeClasses={"default": {}, "spare": {}})

    assert seen.of("*", "*spare*") == []


# --- Identity ---


def test_role_profile_and_entry_lie_under_the_path_that_the_controller_may_pass():
    seen = recorded()

    role, profile = seen[f"{IDENTITY}-linux-role"].inputs, seen[f"{IDENTITY}-linux-instance-profile"].inputs
    assert (role["name"], role["path"]) == ("acme-dev-alpha-node", "/karpenter-tenants/acme-dev/")
    assert (profile["name"], profile["path"]) == ("acme-dev-alpha-node", "/karpenter-tenants/acme-dev/")
    assert profile["role"] == "acme-dev-alpha-node"
    assert role["permissionsBoundary"] == f"arn:aws:iam::{ACCOUNT}:policy/acme-dev-alpha-boundary"
    assert seen[f"{IDENTITY}-linux-access-entry"].inputs == {
        "clusterName": "acme-dev",
        "principalArn": f"arn:aws:iam::{ACCOUNT}:role/{IDENTITY}-linux-role",
        "type": "EC2_LINUX",
        "tags": {"tenant": "alpha", "owner": "ops@alpha.example"},
    }


def test_a_boundary_that_is_given_takes_the_place_of_the_made_one():
    given = f"arn:aws:iam::{ACCOUNT}:policy/limits"

    seen = recorded(iam={"permissionsBoundary": given})

    assert seen.of("aws:iam/policy:Policy", f"{IDENTITY}*") == []
    assert seen[f"{IDENTITY}-linux-role"].inputs["permissionsBoundary"] == given


def test_policies_of_the_tenants_nodes():
    own = f"arn:aws:iam::{ACCOUNT}:policy/team/reader"
    statement = {"Effect": "Allow", "Action": ["s3:GetObject"], "Resource": ["arn:aws:s3:::pictures/*"]}

    seen = recorded(
        iam={
            "policyArns": ["arn:aws:iam::aws:policy/reader", own],
            "policyStatements": [statement],
            "sessionManager": True,
        }
    )

    assert [one.name for one in seen.of("aws:iam/rolePolicyAttachment:*", f"{IDENTITY}*")] == [
        f"{IDENTITY}-linux-{ACCOUNT}-team/reader",
        f"{IDENTITY}-linux-aws-AmazonEKSWorkerNodePolicy",
        f"{IDENTITY}-linux-aws-reader",
    ]
    inline = {
        one.inputs["name"]: json.loads(one.inputs["policy"]) for one in seen.of("aws:iam/rolePolicy:*", f"{IDENTITY}*")
    }
    assert sorted(inline) == ["image-pull", "session-manager", "statements"]
    assert inline["statements"]["Statement"] == [statement]


def test_each_operating_system_has_an_identity_of_its_own():
    seen = record_tenant(tenant(**windows_and_linux()), cluster=cluster_settings(windows=True))

    entries = seen.of("aws:eks/accessEntry:AccessEntry", f"{IDENTITY}*")
    assert [one.inputs["type"] for one in entries] == ["EC2_LINUX", "EC2_WINDOWS"]
    assert [one.inputs["name"] for one in seen.of("aws:iam/role:Role", f"{IDENTITY}*")] == [
        "acme-dev-alpha-node",
        "acme-dev-alpha-node-windows",
    ]
    windows = seen["alpha-office-node-class"]
    assert windows.inputs["spec"]["instanceProfile"] == "acme-dev-alpha-node-windows"
    assert f"{IDENTITY}-linux-role" not in windows.dependencies


def test_a_role_that_a_class_names_gets_an_entry_with_its_path(answer_role: dict[str, Any]):
    seen = record_tenant(tenant(nodeClasses={"default": {"role": "given"}}), answers=answer_role)

    entry = seen[f"{IDENTITY}-linux-given-access-entry"]
    assert entry.inputs["principalArn"] == f"arn:aws:iam::{ACCOUNT}:role/nodes/given"
    assert entry.protect is False
    assert entry.urn in seen.waits_for(seen["alpha-default-node-class"])


@pytest.fixture
def answer_role() -> dict[str, Any]:
    return {
        "aws:iam/getRole:getRole": {"arn": f"arn:aws:iam::{ACCOUNT}:role/nodes/given", "name": "given", "id": "given"}
    }


def test_a_tenant_on_the_shared_pool_has_no_nodes_of_its_own():
    seen = recorded(isolation="shared", provisioners={}, nodeClasses={})

    assert seen.children("alpha") == [
        ("karpenter-tenants:index:TenantIdentity", IDENTITY),
        ("karpenter-tenants:index:TenantNamespace", "alpha-in-alpha"),
    ]
    assert seen.children(IDENTITY) == []


# --- Protection and states ---


@pytest.mark.parametrize("state", ["active", "suspended"])
def test_identity_and_namespaces_of_a_tenant_are_protected_and_nothing_else_is(state: str):
    seen = recorded(state=state)

    assert [one.name for one in seen.all if one.protect] == KEPT


def test_a_tenant_that_leaves_is_not_protected():
    seen = recorded(state="offboarding")

    assert [one.name for one in seen.all if one.protect] == []


@pytest.mark.parametrize(
    ("state", "pools", "classes"),
    [("active", 1, 1), ("suspended", 0, 1), ("offboarding", 0, 0)],
)
def test_what_a_state_leaves_of_the_nodes(state: str, pools: int, classes: int):
    seen = recorded(state=state)

    assert len(seen.of("kubernetes:karpenter.sh/v1:NodePool")) == pools
    assert len(seen.of("kubernetes:karpenter.k8s.aws/v1:EC2NodeClass")) == classes
    assert [one.name for one in seen.of("aws:iam/role:Role", f"{IDENTITY}*")] == [f"{IDENTITY}-linux-role"]


# --- Order ---


def test_pool_class_identity_controller():
    seen = recorded()

    assert seen["alpha-default-node-pool"].dependencies == ("alpha-default-node-class",)
    assert seen["alpha-default-node-class"].dependencies == (
        "acme-dev-eks-cluster",
        "acme-dev-karpenter-controller",
        f"{IDENTITY}-linux-access-entry",
        f"{IDENTITY}-linux-aws-AmazonEKSWorkerNodePolicy",
        f"{IDENTITY}-linux-image-pull",
        f"{IDENTITY}-linux-instance-profile",
    )
    for kept in (*KEPT[:3], f"{IDENTITY}-boundary"):
        assert seen["acme-dev-karpenter-controller"].urn in seen.waits_for(seen[kept])


@pytest.mark.parametrize(
    ("grace", "minutes"),
    [
        pytest.param("24h", "1455m", id="the grace period and a margin"),
        pytest.param("5m", "30m", id="half an hour at least"),
        pytest.param("29m1s", "45m", id="begun minutes count"),
        pytest.param(None, "30m", id="no grace period"),
    ],
)
def test_the_engine_waits_for_a_drain(grace: str | None, minutes: str):
    seen = recorded(provisioners={"default": {**PROVISIONER, "terminationGracePeriod": grace}})

    assert seen["alpha-default-node-pool"].delete_timeout == minutes
    assert seen["alpha-default-node-class"].delete_timeout == minutes


def test_a_class_waits_as_long_as_the_slowest_of_its_pools():
    slow, quick = ({**PROVISIONER, "terminationGracePeriod": grace} for grace in ("2h", "5m"))

    seen = recorded(provisioners={"slow": slow, "quick": quick})

    assert seen["alpha-default-node-class"].delete_timeout == "135m"


# --- What is exported ---


def summary_of(seen: Recording) -> dict[str, Any]:
    return seen.outputs["alpha"]


def test_summary_of_a_tenant():
    summary = summary_of(recorded())

    fingerprint = summary["pools"]["default"]["nodeFingerprint"]
    assert re.fullmatch("[0-9a-f]{16}", fingerprint)
    assert summary == {
        "state": "active",
        "nodeRole": "acme-dev-alpha-node",
        "instanceProfile": "acme-dev-alpha-node",
        "pools": {
            "default": {
                "nodePool": "alpha-default",
                "nodeClass": "alpha-default",
                "nodeFingerprint": fingerprint,
                "static": False,
            }
        },
    }


def test_summary_with_two_operating_systems():
    summary = summary_of(record_tenant(tenant(**windows_and_linux()), cluster=cluster_settings(windows=True)))

    assert summary["nodeRole"] == {"linux": "acme-dev-alpha-node", "windows": "acme-dev-alpha-node-windows"}


def test_summary_of_a_tenant_without_nodes():
    summary = summary_of(recorded(isolation="shared", provisioners={}, nodeClasses={}))

    assert summary == {"state": "active", "nodeRole": None, "instanceProfile": None, "pools": {}}
