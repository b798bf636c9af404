"""Everything that two customers and the controller get in AWS, asked for what they may do and what they may not.

The documents are those that `render` prints. Attacks carry their number in the reference of attacks; each has a
harmless twin beside it. What these tests do not prove: what AWS's own managed policies permit, which are not here.
"""

from typing import Any

import pytest

from components.cli.iam_documents import iam_documents, workload_documents
from components.model.tenant import TenantSpec
from components.rendering.boundary import boundary_policy, passed_roles
from components.rendering.controller_policies import controller_policies
from components.rendering.v1 import ec2_node_class
from components.versions.table import MINORS
from tests.builders import settings, tenant
from tests.rendering.iam.builders import ACCOUNT, REGION, cluster
from tests.rendering.iam.builders import settings as karpenter_settings

DEPLOYABLE = [f"{minor}.{row.newest_patch}" for minor, row in MINORS.items() if minor >= (1, 0)]

IAM = f"arn:aws:iam::{ACCOUNT}"
NODES = f"{IAM}:role/karpenter-tenants/acme-dev"
WORKLOADS = f"{IAM}:role/karpenter-tenants-workloads/acme-dev"
EC2 = f"arn:aws:ec2:{REGION}:{ACCOUNT}"
SHOP = "arn:aws:iam::444455556666:role/Shop"
PASSES = {"Effect": "Allow", "Action": "iam:PassRole", "Resource": f"{IAM}:role/alpha-lambda"}
EVERYTHING = {"Effect": "Allow", "Action": "*", "Resource": "*"}


def reads(bucket: str) -> dict[str, Any]:
    return {"Effect": "Allow", "Action": "s3:GetObject", "Resource": f"arn:aws:s3:::{bucket}/*"}


def customer(name: str, **iam: Any) -> TenantSpec:
    """Nodes and a service account that read the customer's own buckets; the account may go on to the customer's own
    account in AWS."""
    reader = {"namespace": name, "serviceAccount": "reader"}
    workloads = [
        {**reader, "policyStatements": [reads(f"{name}-reports")], "targetRoleArn": SHOP},
        {**reader, "serviceAccount": "writer", "mode": "podIdentity", "policyStatements": [reads(f"{name}-drafts")]},
    ]
    nodes = {"policyStatements": [reads(f"{name}-images")], "sharedImageRepositories": ["base/*"]}
    return tenant(name, iam={**nodes, "sessionManager": True, "workloads": workloads, **iam})


def documents(spec: TenantSpec) -> list[dict[str, Any]]:
    found = [document for _, document in iam_documents(spec, settings(), cluster())]
    for workload in spec.iam.workloads:
        found += [document for _, document in workload_documents(spec, workload, settings(), cluster())]
    return found


def role(name: str, spec: TenantSpec) -> dict[str, Any]:
    (found,) = (document for document in documents(spec) if document.get("RoleName") == name)
    return found


@pytest.fixture
def may(decide):
    """Whether a role of a customer may do something, within the boundary that it has."""

    def decision(name: str, action: str, resource: str, context: dict[str, Any] | None = None, **iam: Any) -> str:
        spec = customer("alpha", **iam)
        found = role(name, spec)
        assert found["PermissionsBoundary"] == f"{IAM}:policy/acme-dev-alpha-boundary"
        policies = [policy["PolicyDocument"] for policy in found["Policies"]]
        return decide(policies, action, resource, context, boundary=boundary_policy(cluster(), passed_roles(spec)))

    return decision


NODE, READER, WRITER = "acme-dev-alpha-node", "acme-dev-alpha.reader", "acme-dev-alpha.writer"


def image(name: str) -> str:
    return f"arn:aws:ecr:{REGION}:{ACCOUNT}:repository/{name}"


REQUESTS = {
    "A27 image of beta": (NODE, "ecr:BatchGetImage", image("beta/web"), "not allowed"),
    "A27 layers of beta": (NODE, "ecr:GetDownloadUrlForLayer", image("beta/web"), "not allowed"),
    "A27 image by a cache for beta": (NODE, "ecr:BatchImportUpstreamImage", image("beta/web"), "not allowed"),
    "A27 twin: own image": (NODE, "ecr:BatchGetImage", image("alpha/web"), "allowed"),
    "A27 twin: own layers": (NODE, "ecr:GetDownloadUrlForLayer", image("alpha/web"), "allowed"),
    "A27 twin: shared image": (NODE, "ecr:BatchGetImage", image("base/python"), "allowed"),
    "own image overwritten by a node": (NODE, "ecr:PutImage", image("alpha/web"), "not allowed"),
    "bucket of beta from a node": (NODE, "s3:GetObject", "arn:aws:s3:::beta-images/a", "not allowed"),
    "own bucket from a node": (NODE, "s3:GetObject", "arn:aws:s3:::alpha-images/a", "allowed"),
    "bucket of the own account from a node": (NODE, "s3:GetObject", "arn:aws:s3:::alpha-reports/a", "not allowed"),
    "parameters from a node with sessions": (
        NODE, "ssm:GetParameter", f"arn:aws:ssm:{REGION}:{ACCOUNT}:parameter/alpha", "not allowed",
    ),
    "session on a node": (NODE, "ssmmessages:OpenDataChannel", "*", "allowed"),
    "instances from a node": (NODE, "ec2:TerminateInstances", f"{EC2}:instance/i-0a", "not allowed"),
    "bucket of beta": (READER, "s3:GetObject", "arn:aws:s3:::beta-reports/a", "not allowed"),
    "own bucket": (READER, "s3:GetObject", "arn:aws:s3:::alpha-reports/a", "allowed"),
    "own bucket, writing": (READER, "s3:PutObject", "arn:aws:s3:::alpha-reports/a", "not allowed"),
    "bucket of the other account of alpha": (READER, "s3:GetObject", "arn:aws:s3:::alpha-drafts/a", "not allowed"),
    "role of the customer's account": (READER, "sts:AssumeRole", SHOP, "allowed"),
    "another role there": (READER, "sts:AssumeRole", SHOP.replace("Shop", "Admin"), "not allowed"),
    "role of the customer's account by another account": (WRITER, "sts:AssumeRole", SHOP, "not allowed"),
    "A10 image pull by a pod": (READER, "ecr:BatchGetImage", image("alpha/web"), "not allowed"),
}  # fmt: skip


@pytest.mark.parametrize(("who", "action", "resource", "expected"), REQUESTS.values(), ids=REQUESTS)
def test_a_customer_reaches_its_own_and_nothing_else(may, who, action, resource, expected):
    assert may(who, action, resource) == expected


BEYOND = {
    "A28 adopting an instance": ("ec2:CreateTags", f"{EC2}:instance/i-0a", {"aws:TagKeys": ["karpenter.sh/nodepool"]}),
    "A28 among other tags": (
        "ec2:CreateTags", f"{EC2}:instance/i-0a", {"aws:TagKeys": ["team", "karpenter.k8s.aws/ec2nodeclass"]},
    ),
    "A28 giving it to a cluster": (
        "ec2:CreateTags", f"{EC2}:volume/vol-0a", {"aws:TagKeys": ["kubernetes.io/cluster/acme-dev"]},
    ),
    "A28 hiding an instance": ("ec2:DeleteTags", f"{EC2}:instance/i-0a", {"aws:TagKeys": ["eks:eks-cluster-name"]}),
    "A28 removing all tags": ("ec2:DeleteTags", f"{EC2}:instance/i-0a", {}),
    "taking the role of beta's nodes": ("sts:AssumeRole", f"{NODES}/acme-dev-beta-node", {}),
    "taking the role of beta's pods": ("sts:AssumeRole", f"{WORKLOADS}/beta/acme-dev-beta.reader", {}),
    "taking a role of another cluster": (
        "sts:AssumeRole", f"{IAM}:role/karpenter-tenants/acme-prod/acme-prod-beta-node", {},
    ),
    "passing the role of beta's nodes": ("iam:PassRole", f"{NODES}/acme-dev-beta-node", {}),
    "passing the role of beta's pods": ("iam:PassRole", f"{WORKLOADS}/beta/acme-dev-beta.reader", {}),
    "more rights for beta's pods": ("iam:PutRolePolicy", f"{WORKLOADS}/beta/acme-dev-beta.reader", {}),
    "a policy for beta's nodes": ("iam:AttachRolePolicy", f"{NODES}/acme-dev-beta-node", {}),
    "trust of beta's role": ("iam:UpdateAssumeRolePolicy", f"{WORKLOADS}/beta/acme-dev-beta.reader", {}),
    "a role in the path of beta": ("iam:CreateRole", f"{WORKLOADS}/beta/acme-dev-beta.mine", {}),
    "the own boundary": ("iam:DeleteRolePermissionsBoundary", f"{NODES}/acme-dev-alpha-node", {}),
    "its text": ("iam:CreatePolicyVersion", f"{IAM}:policy/acme-dev-alpha-boundary", {}),
    "a role outside of the customers' paths": ("iam:CreateRole", f"{IAM}:role/mine", {}),
    "passing a role that the file does not name": ("iam:PassRole", f"{IAM}:role/PlatformAdmins", {}),
    "administrator of the cluster": ("eks:CreateAccessEntry", f"arn:aws:eks:{REGION}:{ACCOUNT}:cluster/acme-dev", {}),
}  # fmt: skip
WITHIN = {
    "A28 twin: other tags": ("ec2:CreateTags", f"{EC2}:instance/i-0a", {"aws:TagKeys": ["team"]}),
    "A28 twin: removing another tag": ("ec2:DeleteTags", f"{EC2}:instance/i-0a", {"aws:TagKeys": ["team"]}),
    "a role outside of the customers' paths": ("sts:AssumeRole", f"{IAM}:role/alpha-data", {}),
    "passing one that the file names": ("iam:PassRole", f"{IAM}:role/alpha-lambda", {}),
    "a bucket": ("s3:DeleteObject", "arn:aws:s3:::alpha-reports/a", {}),
}


@pytest.mark.parametrize("who", ["nodes", "pods"])
@pytest.mark.parametrize(("action", "resource", "context"), BEYOND.values(), ids=BEYOND)
def test_whoever_is_given_everything_stays_within_the_boundary(may, who, action, resource, context):
    assert may(*greedy(who), action, resource, context, **GREEDY) in ("denied", "not allowed")


@pytest.mark.parametrize("who", ["nodes", "pods"])
@pytest.mark.parametrize(("action", "resource", "context"), WITHIN.values(), ids=WITHIN)
def test_the_boundary_leaves_everything_else(may, who, action, resource, context):
    assert may(*greedy(who), action, resource, context, **GREEDY) == "allowed"


GREEDY: dict[str, Any] = {
    "policyStatements": [EVERYTHING, PASSES],
    "workloads": [{"namespace": "alpha", "serviceAccount": "reader", "policyStatements": [EVERYTHING]}],
}


def greedy(who: str) -> tuple[str]:
    return (NODE if who == "nodes" else READER,)


# --- Who may take a role ---

PROVIDER = {"Federated": f"{IAM}:oidc-provider/${{oidcIssuer}}"}
WEB = "sts:AssumeRoleWithWebIdentity"
SUB, AUD = "${oidcIssuer}:sub", "${oidcIssuer}:aud"
AGENT = {"Service": "pods.eks.amazonaws.com"}


def token(subject: str = "alpha:reader", audience: str = "sts.amazonaws.com") -> dict[str, str]:
    return {SUB: f"system:serviceaccount:{subject}", AUD: audience}


TOKENS = {
    "own account": (PROVIDER, WEB, token(), True),
    "A11 account of beta": (PROVIDER, WEB, token("beta:reader"), False),
    "A11 other account of alpha": (PROVIDER, WEB, token("alpha:writer"), False),
    "A11 account that continues the name": (PROVIDER, WEB, token("alpha:reader2"), False),
    "A11 namespace that continues the name": (PROVIDER, WEB, token("alpha-x:reader"), False),
    "A11 token for another audience": (PROVIDER, WEB, token(audience="vault"), False),
    "A11 another cluster": ({"Federated": f"{IAM}:oidc-provider/elsewhere"}, WEB, token(), False),
    "A11 the agent of Pod Identity": (AGENT, "sts:AssumeRole", {}, False),
    "A11 a machine": ({"Service": "ec2.amazonaws.com"}, "sts:AssumeRole", {}, False),
    "A11 somebody in the account": ({"AWS": f"{IAM}:root"}, "sts:AssumeRole", {}, False),
}


@pytest.mark.parametrize(("principal", "action", "context", "trusted"), TOKENS.values(), ids=TOKENS)
def test_a_role_of_irsa_is_taken_by_one_account_of_one_cluster(trusts, principal, action, context, trusted):
    document = role(READER, customer("alpha"))["AssumeRolePolicyDocument"]

    assert trusts(document, principal, action, context) is trusted


def asked(namespace: str = "alpha", account: str = "writer", name: str = "acme-dev") -> dict[str, str]:
    return {
        "aws:RequestTag/eks-cluster-arn": f"arn:aws:eks:{REGION}:{ACCOUNT}:cluster/{name}",
        "aws:RequestTag/kubernetes-namespace": namespace,
        "aws:RequestTag/kubernetes-service-account": account,
    }


ASSOCIATED = {
    "own account": (AGENT, asked(), True),
    "A12 same account of beta": (AGENT, asked("beta"), False),
    "A12 other account of alpha": (AGENT, asked(account="reader"), False),
    "A12 same account in another cluster": (AGENT, asked(name="acme-prod"), False),
    "A12 an association that sends no tags": (AGENT, {}, False),
    "A12 a machine": ({"Service": "ec2.amazonaws.com"}, asked(), False),
}


@pytest.mark.parametrize("action", ["sts:AssumeRole", "sts:TagSession"])
@pytest.mark.parametrize(("principal", "context", "trusted"), ASSOCIATED.values(), ids=ASSOCIATED)
def test_a_role_of_pod_identity_is_taken_for_one_account_of_one_cluster(trusts, action, principal, context, trusted):
    document = role(WRITER, customer("alpha"))["AssumeRolePolicyDocument"]

    assert trusts(document, principal, action, context) is trusted


def test_a_node_role_is_taken_by_machines(trusts):
    document = role(NODE, customer("alpha"))["AssumeRolePolicyDocument"]

    assert trusts(document, {"Service": "ec2.amazonaws.com"}, "sts:AssumeRole")
    assert not trusts(document, AGENT, "sts:AssumeRole", asked())
    assert not trusts(document, PROVIDER, WEB, token())


def test_a12_associations_of_equal_accounts_are_those_of_their_own_namespaces():
    found = [
        document for name in ("alpha", "beta") for document in documents(customer(name)) if "ServiceAccount" in document
    ]

    assert [(each["Namespace"], each["ServiceAccount"], each["RoleArn"]) for each in found] == [
        ("alpha", "writer", f"{WORKLOADS}/alpha/acme-dev-alpha.writer"),
        ("beta", "writer", f"{WORKLOADS}/beta/acme-dev-beta.writer"),
    ]


def test_a10_metadata_answers_no_pod():
    spec = customer("alpha")

    options = ec2_node_class(spec, "default", cluster(), settings())["spec"]["metadataOptions"]

    assert (options["httpTokens"], options["httpPutResponseHopLimit"]) == ("required", 1)


# --- The controller, in every version ---

POOL_TAG = "aws:ResourceTag/karpenter.sh/nodepool"
OWN = {"aws:ResourceTag/kubernetes.io/cluster/acme-dev": "owned", POOL_TAG: "alpha-default"}
OTHER = {"aws:ResourceTag/kubernetes.io/cluster/acme-prod": "owned", POOL_TAG: "alpha-default"}
LAUNCH = {
    "aws:RequestTag/kubernetes.io/cluster/acme-dev": "owned",
    "aws:RequestTag/eks:eks-cluster-name": "acme-dev",
    "aws:RequestTag/karpenter.sh/nodepool": "alpha-default",
}
TO_EC2 = {"iam:PassedToService": "ec2.amazonaws.com"}
CONTROLLER = {
    "node role of alpha": ("iam:PassRole", f"{NODES}/acme-dev-alpha-node", TO_EC2, "allowed"),
    "node role of alpha to a function": (
        "iam:PassRole", f"{NODES}/acme-dev-alpha-node", {"iam:PassedToService": "lambda.amazonaws.com"}, "not allowed",
    ),
    "role of alpha's pods": ("iam:PassRole", f"{WORKLOADS}/alpha/acme-dev-alpha.reader", TO_EC2, "not allowed"),
    "node role of another cluster": (
        "iam:PassRole", f"{IAM}:role/karpenter-tenants/acme-prod/acme-prod-alpha-node", TO_EC2, "not allowed",
    ),
    "role of the core nodes": ("iam:PassRole", f"{IAM}:role/acme-dev-core-node", TO_EC2, "not allowed"),
    "own role": ("iam:PassRole", f"{IAM}:role/acme-dev-karpenter", TO_EC2, "not allowed"),
    "own instance": ("ec2:TerminateInstances", f"{EC2}:instance/i-0a", OWN, "allowed"),
    "untagged instance": ("ec2:TerminateInstances", f"{EC2}:instance/i-0a", {}, "not allowed"),
    "instance of another cluster": ("ec2:TerminateInstances", f"{EC2}:instance/i-0a", OTHER, "not allowed"),
    "instance of nobody's pool": (
        "ec2:TerminateInstances", f"{EC2}:instance/i-0a",
        {"aws:ResourceTag/kubernetes.io/cluster/acme-dev": "owned"}, "not allowed",
    ),
    "own launch template": ("ec2:DeleteLaunchTemplate", f"{EC2}:launch-template/lt-0a", OWN, "allowed"),
    "launch template of another cluster": (
        "ec2:DeleteLaunchTemplate", f"{EC2}:launch-template/lt-0a", OTHER, "not allowed",
    ),
    "launch": ("ec2:RunInstances", f"{EC2}:instance/*", LAUNCH, "allowed"),
    "launch without tags": ("ec2:RunInstances", f"{EC2}:instance/*", {}, "not allowed"),
    "launch for another cluster": (
        "ec2:RunInstances", f"{EC2}:instance/*", {**LAUNCH, "aws:RequestTag/eks:eks-cluster-name": "acme-prod"},
        "not allowed",
    ),
    "adopting an instance": (
        "ec2:CreateTags", f"{EC2}:instance/i-0a", {"aws:TagKeys": ["Name", "karpenter.sh/nodeclaim"]}, "not allowed",
    ),
    "another cluster": ("eks:DescribeCluster", f"arn:aws:eks:{REGION}:{ACCOUNT}:cluster/acme-prod", {}, "not allowed"),
    "rights of a node role": ("iam:PutRolePolicy", f"{NODES}/acme-dev-alpha-node", {}, "not allowed"),
}  # fmt: skip


@pytest.mark.parametrize("version", DEPLOYABLE)
def test_the_controller_keeps_to_its_cluster_and_to_roles_of_nodes(decide, version):
    policies = [document for _, document in controller_policies(cluster(karpenter=version), karpenter_settings())]

    decided = {
        name: decide(policies, action, resource, context) for name, (action, resource, context, _) in CONTROLLER.items()
    }

    assert decided == {name: expected for name, (_, _, _, expected) in CONTROLLER.items()}
