"""Service accounts with rights in AWS, as documents. What the documents permit is decided in `iam/`."""

from typing import Any

import pytest

from components.rendering.workloads import service_account, workload_role_arn, workload_role_policies
from tests.builders import settings, tenant
from tests.rendering.builders import cluster

MADE_ROLE = "arn:aws:iam::111122223333:role/karpenter-tenants-workloads/acme-dev/alpha/acme-dev-alpha.reader"
GIVEN = "arn:aws:iam::444455556666:role/Reader"
POLICY = {"policyArns": ["arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"]}
READ = {"Effect": "Allow", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::alpha-reports/*"}


def alpha(**workload: Any):
    return tenant(iam={"workloads": [{"namespace": "alpha", "serviceAccount": "reader", **workload}]})


def account(identity: str = "irsa", **workload: Any) -> dict[str, Any]:
    spec = alpha(**workload)
    stack = settings(cluster={**settings().cluster.model_dump(by_alias=True, exclude_unset=True), "identity": identity})
    return service_account(spec, spec.iam.workloads[0], stack, cluster())


def test_an_account_asks_for_its_role():
    assert account(**POLICY) == {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {
            "name": "reader",
            "namespace": "alpha",
            "annotations": {"eks.amazonaws.com/role-arn": MADE_ROLE, "pulumi.com/patchForce": "true"},
        },
    }


@pytest.mark.parametrize(
    ("stack", "written", "role"),
    [
        pytest.param("irsa", POLICY, MADE_ROLE, id="made"),
        pytest.param("irsa", {"roleArn": GIVEN}, GIVEN, id="given, in the customer's account"),
        pytest.param("irsa", {**POLICY, "mode": "podIdentity"}, None, id="the agent knows without being asked"),
        pytest.param("podIdentity", POLICY, None, id="as the stack says"),
        pytest.param("podIdentity", {**POLICY, "mode": "irsa"}, MADE_ROLE, id="the entry wins over the stack"),
    ],
)
def test_role_of_an_account_by_mode(stack: str, written: dict[str, Any], role: str | None):
    annotations = account(stack, **written)["metadata"]["annotations"]

    assert annotations.get("eks.amazonaws.com/role-arn") == role


def test_policies_of_a_made_role():
    target = "arn:aws:iam::444455556666:role/Shop"
    spec = alpha(policyStatements=[READ], targetRoleArn=target)

    assert workload_role_policies(spec.iam.workloads[0]) == {
        "statements": {
            "Version": "2012-10-17",
            "Statement": [
                {"Effect": "Allow", "Action": ["s3:GetObject"], "Resource": ["arn:aws:s3:::alpha-reports/*"]}
            ],
        },
        "target-role": {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Sid": "AllowTargetRole",
                    "Effect": "Allow",
                    "Action": ["sts:AssumeRole", "sts:TagSession"],
                    "Resource": target,
                }
            ],
        },
    }


def test_roles_of_a_long_name_stay_apart():
    namespace = "n" * 30
    spec = tenant(
        namespaces=[{"existingName": namespace}],
        iam={
            "workloads": [
                {"namespace": namespace, "serviceAccount": f"{'a' * 40}-{tail}", **POLICY} for tail in ("b", "c")
            ]
        },
    )

    first, second = (workload_role_arn(spec, workload, cluster()) for workload in spec.iam.workloads)

    assert first != second
    assert len(first.rpartition("/")[2]) == 64
