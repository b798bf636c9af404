"""Service accounts with rights in AWS, in the recorder."""

import json
from typing import Any

from tests.builders import tenant
from tests.components.builders import cluster_settings, record_tenant
from tests.recording import ACCOUNT, ISSUER, Recording

READER = "alpha-as-alpha.reader"
MADE_ROLE = f"arn:aws:iam::{ACCOUNT}:role/karpenter-tenants-workloads/acme-dev/alpha/acme-dev-alpha.reader"
POLICY = "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"
READ = {"Effect": "Allow", "Action": ["s3:GetObject"], "Resource": ["arn:aws:s3:::alpha-reports/*"]}
RIGHTS = {"policyArns": [POLICY], "policyStatements": [READ]}
GIVEN = f"arn:aws:iam::{ACCOUNT}:role/Reader"


def recorded(workload: dict[str, Any], identity: str = "irsa", **overrides: Any) -> Recording:
    written = {"namespace": "alpha", "serviceAccount": "reader", **workload}
    spec = tenant(iam={"workloads": [written]}, **overrides)
    return record_tenant(spec, cluster=cluster_settings(identity=identity))


def test_parts_under_irsa():
    seen = recorded(RIGHTS)

    assert seen.children(READER) == [
        ("aws:iam/role:Role", f"{READER}-role"),
        ("aws:iam/rolePolicy:RolePolicy", f"{READER}-statements"),
        ("aws:iam/rolePolicyAttachment:RolePolicyAttachment", f"{READER}-aws-AmazonS3ReadOnlyAccess"),
        ("kubernetes:core/v1:ServiceAccountPatch", f"{READER}-service-account"),
    ]
    assert json.loads(seen[f"{READER}-statements"].inputs["policy"])["Statement"] == [READ]


def test_parts_under_pod_identity():
    seen = recorded(RIGHTS, identity="podIdentity")

    assert seen.children(READER) == [
        ("aws:eks/podIdentityAssociation:PodIdentityAssociation", f"{READER}-association"),
        ("aws:iam/role:Role", f"{READER}-role"),
        ("aws:iam/rolePolicy:RolePolicy", f"{READER}-statements"),
        ("aws:iam/rolePolicyAttachment:RolePolicyAttachment", f"{READER}-aws-AmazonS3ReadOnlyAccess"),
        ("kubernetes:core/v1:ServiceAccountPatch", f"{READER}-service-account"),
    ]


def test_the_role_lies_outside_the_path_that_the_controller_may_pass_and_within_the_boundary():
    role = recorded(RIGHTS)[f"{READER}-role"].inputs

    assert (role["name"], role["path"]) == ("acme-dev-alpha.reader", "/karpenter-tenants-workloads/acme-dev/alpha/")
    assert role["permissionsBoundary"] == f"arn:aws:iam::{ACCOUNT}:policy/acme-dev-alpha-boundary"
    assert role["tags"] == {"tenant": "alpha", "owner": "ops@alpha.example"}


def test_irsa_trusts_the_one_account_and_the_account_asks_for_the_role():
    seen = recorded(RIGHTS)

    (statement,) = json.loads(seen[f"{READER}-role"].inputs["assumeRolePolicy"])["Statement"]
    assert statement["Principal"] == {"Federated": f"arn:aws:iam::{ACCOUNT}:oidc-provider/{ISSUER}"}
    assert statement["Condition"] == {
        "StringEquals": {
            f"{ISSUER}:sub": "system:serviceaccount:alpha:reader",
            f"{ISSUER}:aud": "sts.amazonaws.com",
        }
    }
    metadata = seen[f"{READER}-service-account"].inputs["metadata"]
    assert metadata["annotations"]["eks.amazonaws.com/role-arn"] == MADE_ROLE


def test_an_association_names_one_account_and_the_role_of_the_customer():
    target = "arn:aws:iam::444455556666:role/Shop"

    seen = recorded({**RIGHTS, "mode": "podIdentity", "targetRoleArn": target})

    assert seen[f"{READER}-association"].inputs == {
        "clusterName": "acme-dev",
        "namespace": "alpha",
        "serviceAccount": "reader",
        "roleArn": MADE_ROLE,
        "targetRoleArn": target,
        "tags": {"tenant": "alpha", "owner": "ops@alpha.example"},
    }
    (taken_over,) = json.loads(seen[f"{READER}-target-role"].inputs["policy"])["Statement"]
    assert taken_over["Resource"] == target


def test_a_role_that_exists_is_not_made():
    seen = recorded({"roleArn": GIVEN, "mode": "podIdentity"})

    assert seen.children(READER) == [
        ("aws:eks/podIdentityAssociation:PodIdentityAssociation", f"{READER}-association"),
        ("kubernetes:core/v1:ServiceAccountPatch", f"{READER}-service-account"),
    ]
    assert seen[f"{READER}-association"].inputs["roleArn"] == GIVEN


def test_everything_goes_before_the_namespace():
    seen = recorded(RIGHTS, identity="podIdentity")

    namespace = seen["alpha-in-alpha-namespace"].urn
    for kind, name in seen.children(READER):
        assert namespace in seen.waits_for(seen[name, kind])
    rights = {seen[f"{READER}-{part}"].urn for part in ("role", "statements", "aws-AmazonS3ReadOnlyAccess")}
    assert rights <= seen.waits_for(seen[f"{READER}-association"])


def test_rights_of_accounts_may_leave_at_any_time():
    assert [one.name for one in recorded(RIGHTS, identity="podIdentity").of("*", f"{READER}*") if one.protect] == []


def test_a_tenant_without_nodes_has_a_boundary_for_its_accounts_where_a_role_is_made():
    shared = {"isolation": "shared", "provisioners": {}, "nodeClasses": {}}

    assert [one.name for one in recorded(RIGHTS, **shared).of("aws:iam/policy:Policy", "alpha*")] == [
        "alpha-identity-boundary"
    ]
    assert recorded({"roleArn": GIVEN}, **shared).of("aws:iam/policy:Policy", "alpha*") == []
