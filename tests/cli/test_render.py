"""`render`: the stream and its spelling. The documents themselves are tested with rendering."""

from typing import Any

import pytest
import yaml

from components.cli.yaml_output import to_yaml
from tests.cli.conftest import Run
from tests.loading.builders import TENANT, Project


def identity(document: dict[str, Any]) -> str:
    """Kind and name of a document, whether Kubernetes', IAM's or EKS'."""
    names = ("ManagedPolicyName", "RoleName", "InstanceProfileName")
    if "PrincipalArn" in document:
        return f"{document['Type']} {document['PrincipalArn']}"
    iam = next((f"{name} {document[name]}" for name in names if name in document), "")
    return iam or f"{document['kind']} {document['metadata']['name']}"


NODES = "arn:aws:iam::${account}:role/karpenter-tenants/acme-dev"


def test_prints_iam_documents_and_manifests_in_order_of_creation(project: Project, run: Run):
    result = run("render", "alpha")

    assert [identity(document) for document in yaml.safe_load_all(result.stdout)] == [
        "ManagedPolicyName acme-dev-alpha-boundary",
        "RoleName acme-dev-alpha-node",
        "InstanceProfileName acme-dev-alpha-node",
        f"EC2_LINUX {NODES}/acme-dev-alpha-node",
        "Namespace alpha",
        "ResourceQuota tenant",
        "LimitRange tenant",
        *(f"NetworkPolicy {name}" for name in ("default-deny", "same-tenant", "dns", "kubernetes-api", "internet")),
        *(f"{kind} tenant-{role}" for kind in ("Role", "RoleBinding") for role in ("view", "edit", "admin")),
        "EC2NodeClass alpha-default",
        "NodePool alpha-web",
    ]
    assert result.exit_code == 0


READER = "{namespace: alpha, serviceAccount: reader, policyArns: ['arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess']"


def test_roles_of_service_accounts_come_after_their_namespace(project: Project, run: Run):
    written = f"iam: {{workloads: [{READER}}}]}}\n"
    project.tenant("alpha", TENANT.format(name="alpha") + written)

    documents = list(yaml.safe_load_all(run("render", "alpha").stdout))

    role, account = documents[-4:-2]
    assert role == {
        "RoleName": "acme-dev-alpha.reader",
        "Path": "/karpenter-tenants-workloads/acme-dev/alpha/",
        "PermissionsBoundary": "arn:aws:iam::${account}:policy/acme-dev-alpha-boundary",
        "AssumeRolePolicyDocument": {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Effect": "Allow",
                    "Principal": {"Federated": "arn:aws:iam::${account}:oidc-provider/${oidcIssuer}"},
                    "Action": "sts:AssumeRoleWithWebIdentity",
                    "Condition": {
                        "StringEquals": {
                            "${oidcIssuer}:sub": "system:serviceaccount:alpha:reader",
                            "${oidcIssuer}:aud": "sts.amazonaws.com",
                        }
                    },
                }
            ],
        },
        "ManagedPolicyArns": ["arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"],
        "Policies": [],
        "Tags": documents[0]["Tags"],
    }
    assert account["kind"] == "ServiceAccount"


def test_objects_of_files_are_shown_in_their_namespace(project: Project, run: Run):
    project.write("objects/ca.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: 'ca-${tenant}'}}\n")
    project.tenant("alpha", TENANT.format(name="alpha") + "namespaces: [{objects: [objects/ca.yaml]}]\n")

    documents = list(yaml.safe_load_all(run("render", "alpha").stdout))

    assert documents[-3] == {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "ca-alpha", "namespace": "alpha", "annotations": {"pulumi.com/skipAwait": "true"}},
    }


def test_associations_of_pod_identity_are_shown(project: Project, run: Run):
    target = "arn:aws:iam::444455556666:role/Shop"
    written = f"iam: {{workloads: [{READER}, mode: podIdentity, targetRoleArn: '{target}'}}]}}\n"
    project.tenant("alpha", TENANT.format(name="alpha") + written)

    documents = list(yaml.safe_load_all(run("render", "alpha").stdout))

    role, association, _ = documents[-5:-2]
    assert role["AssumeRolePolicyDocument"]["Statement"][0]["Condition"]["StringEquals"] == {
        "aws:RequestTag/eks-cluster-arn": "arn:aws:eks:eu-central-1:${account}:cluster/acme-dev",
        "aws:RequestTag/kubernetes-namespace": "alpha",
        "aws:RequestTag/kubernetes-service-account": "reader",
    }
    assert association == {
        "ClusterName": "acme-dev",
        "Namespace": "alpha",
        "ServiceAccount": "reader",
        "RoleArn": "arn:aws:iam::${account}:role/karpenter-tenants-workloads/acme-dev/alpha/acme-dev-alpha.reader",
        "TargetRoleArn": target,
        "Tags": documents[0]["Tags"],
    }


def test_people_have_one_access_entry_each(project: Project, run: Run):
    devs = "arn:aws:iam::444455556666:role/Devs"
    people = f"access: [{{principalArn: '{devs}', role: edit}}, {{group: ops, role: view}},"
    twice = f" {{principalArn: '{devs}', role: view, namespaces: [alpha]}}]\n"
    project.tenant("alpha", TENANT.format(name="alpha") + people + twice)

    documents = list(yaml.safe_load_all(run("render", "alpha").stdout))

    assert [each for each in documents if each.get("Type") == "STANDARD"] == [
        {
            "ClusterName": "acme-dev",
            "PrincipalArn": devs,
            "Type": "STANDARD",
            "Tags": documents[0]["Tags"],
            "KubernetesGroups": ["tenant:alpha:edit", "tenant:alpha:view:alpha"],
        }
    ]


def test_nodes_with_a_role_that_exists_have_an_entry_too(project: Project, run: Run):
    project.tenant("alpha", TENANT.format(name="alpha") + "nodeClasses: {default: {role: nodes}}\n")

    documents = list(yaml.safe_load_all(run("render", "alpha").stdout))

    entries = [identity(each) for each in documents if "PrincipalArn" in each]
    assert entries == [f"EC2_LINUX {NODES}/acme-dev-alpha-node", "EC2_LINUX ${roleArn:nodes}"]


def test_a_pool_of_the_platform_is_rendered_by_its_name(project: Project, run: Run):
    text = (project.root / "Pulumi.dev.yaml").read_text()
    pools = "sharedPool: {limits: {cpu: 8}}, systemPool: {limits: {cpu: 8}}"
    project.write("Pulumi.dev.yaml", text.replace("{version: 1.14.3}", f"{{version: 1.14.3, {pools}}}"))

    documents = {name: list(yaml.safe_load_all(run("render", name).stdout)) for name in ("shared", "system")}

    assert {name: [identity(each) for each in found] for name, found in documents.items()} == {
        name: [
            f"ManagedPolicyName acme-dev-{name}-boundary",
            f"RoleName acme-dev-{name}-node",
            f"InstanceProfileName acme-dev-{name}-node",
            f"EC2_LINUX {NODES}/acme-dev-{name}-node",
            f"EC2NodeClass {name}-pool",
            f"NodePool {name}-pool",
        ]
        for name in ("shared", "system")
    }


def test_a_boundary_of_all_tenants_is_that_of_the_platforms_pools(project: Project, run: Run):
    given = "arn:aws:iam::111122223333:policy/Boundary"
    text = (project.root / "Pulumi.dev.yaml").read_text()
    pool = text.replace("{version: 1.14.3}", "{version: 1.14.3, sharedPool: {limits: {cpu: 8}}}")
    project.write("Pulumi.dev.yaml", f"{pool}  platform:tenantDefaults: {{iam: {{permissionsBoundary: '{given}'}}}}\n")

    documents = list(yaml.safe_load_all(run("render", "shared").stdout))

    assert [identity(each) for each in documents][:2] == [
        "RoleName acme-dev-shared-node",
        "InstanceProfileName acme-dev-shared-node",
    ]
    assert documents[0]["PermissionsBoundary"] == given


def test_a_pool_that_the_stack_does_not_have_is_no_tenant(project: Project, run: Run):
    result = run("render", "shared")

    assert (result.exit_code, result.stdout) == (2, "")


def test_a_given_boundary_is_used_and_not_made(project: Project, run: Run):
    given = "arn:aws:iam::111122223333:policy/Boundary"
    project.tenant("alpha", TENANT.format(name="alpha") + f"iam: {{permissionsBoundary: {given}}}\n")

    documents = list(yaml.safe_load_all(run("render", "alpha").stdout))

    assert identity(documents[0]) == "RoleName acme-dev-alpha-node"
    assert documents[0]["PermissionsBoundary"] == given


def test_what_only_a_deployment_knows_is_a_placeholder(project: Project, run: Run):
    documents = {identity(each): each for each in yaml.safe_load_all(run("render", "alpha").stdout)}

    assert documents["EC2NodeClass alpha-default"]["spec"]["securityGroupSelectorTerms"] == [
        {"id": "${clusterSecurityGroup}"}
    ]
    assert documents["RoleName acme-dev-alpha-node"]["PermissionsBoundary"] == (
        "arn:aws:iam::${account}:policy/acme-dev-alpha-boundary"
    )


def test_the_partition_follows_from_the_region(project: Project, run: Run):
    text = (project.root / "Pulumi.dev.yaml").read_text().replace("eu-central-1", "cn-north-1")
    project.write("Pulumi.dev.yaml", text.replace("arn:aws:", "arn:aws-cn:"))

    result = run("render", "alpha")

    assert "arn:aws-cn:iam::${account}:policy/acme-dev-alpha-boundary" in result.stdout
    assert "arn:aws:" not in result.stdout


def test_nothing_is_printed_while_there_are_errors(project: Project, run: Run):
    project.tenant("beta", TENANT.format(name="beta") + "    weight: ten\n")

    result = run("render", "alpha")

    assert result.stdout == ""
    assert result.stderr.splitlines()[-1] == "1 problem in 1 of 2 tenant files, nothing was changed"
    assert result.exit_code == 1


def test_warnings_do_not_stand_in_the_stream(project: Project, run: Run):
    project.tenant("alpha", TENANT.format(name="alpha") + "nodeClasses: {default: {imdsHopLimit: 2}}\n")

    result = run("render", "alpha")

    assert result.stderr.startswith("warning: tenants/alpha.yaml:7:39: nodeClasses.default.imdsHopLimit: ")
    assert result.stdout.startswith("---\n# ")


def test_another_version_is_checked_before_it_is_rendered(project: Project, run: Run):
    options = "nodeClasses: {default: {enclaveOptions: {enabled: true}}}\n"
    project.tenant("alpha", TENANT.format(name="alpha") + options)

    bad, good = run("render", "alpha"), run("render", "alpha", "--karpenter-version", "1.15.2")

    assert bad.stderr.splitlines() == [
        "tenants/alpha.yaml:7:41: nodeClasses.default.enclaveOptions: exists from Karpenter 1.15 on, this stack has "
        "1.14.3; remove it or upgrade  [E215]",
        "1 problem in 1 of 2 tenant files, nothing was changed",
    ]
    assert bad.exit_code == 1
    assert good.exit_code == 0


def test_versions_of_older_apis_are_refused(project: Project, run: Run):
    result = run("render", "alpha", "--karpenter-version", "0.37.8")

    assert result.stderr.splitlines()[-1] == (
        "Error: --karpenter-version: 0.37.8 has the API v1beta1; write 1.0 or newer"
    )
    assert result.exit_code == 2
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("m5.large", "m5.large"),
        ("010", '"010"'),
        ("012345678901", '"012345678901"'),
        ("1.10", '"1.10"'),
        ("no", '"no"'),
        ("true", '"true"'),
        ("12:30", '"12:30"'),
        ("2026-11-11", '"2026-11-11"'),
        ("", '""'),
        ("~", '"~"'),
        ("${account}", "${account}"),
        ("a: b", "'a: b'"),
        ("line\nbreak\n", "|\n  line\n  break"),
    ],
)
def test_text_is_quoted_where_a_reader_could_take_it_for_something_else(text: str, written: str):
    assert to_yaml({"key": text}) == f"key: {written}\n"


def test_an_unknown_class_in_a_document_is_a_bug():
    with pytest.raises(TypeError, match="object in a document"):
        to_yaml({"key": object()})
