"""ARNs of another partition than the stack's, wherever one may stand."""

import pytest

from components.model.platform import Platform
from tests.builders import platform, tenant
from tests.checking.builders import cluster, karpenter, report

CHINA = "arn:aws-cn:iam::111122223333"


def statement(resource: str) -> dict[str, object]:
    return {"Effect": "Allow", "Action": "s3:GetObject", "Resource": resource}


def workload(**words: object) -> dict[str, object]:
    return {"workloads": [{"namespace": "alpha", "serviceAccount": "a", **words}]}


def of_china(place: str, rest: str) -> str:
    return f"{place}: arn:aws-cn:{rest} is of partition aws-cn, eu-central-1 lies in aws; write arn:aws:{rest}  [E005]"


ELSEWHERE: dict[str, tuple[Platform, str]] = {
    "policy of nodes": (
        platform(tenant(iam={"policyArns": ["arn:aws-cn:iam::aws:policy/ReadOnlyAccess"]})),
        of_china("iam.policyArns[0]", "iam::aws:policy/ReadOnlyAccess"),
    ),
    "boundary": (
        platform(tenant(iam={"permissionsBoundary": f"{CHINA}:policy/b"})),
        of_china("iam.permissionsBoundary", "iam::111122223333:policy/b"),
    ),
    "resource of a statement": (
        platform(tenant(iam={"policyStatements": [statement("arn:aws:s3:::a/*"), statement("arn:aws-cn:s3:::a/*")]})),
        of_china("iam.policyStatements[1].Resource[0]", "s3:::a/*"),
    ),
    "role of pods": (
        platform(tenant(iam=workload(roleArn=f"{CHINA}:role/x"))),
        of_china("iam.workloads[0].roleArn", "iam::111122223333:role/x"),
    ),
    "person": (
        platform(tenant(access=[{"principalArn": f"{CHINA}:role/x", "role": "view"}])),
        of_china("access[0].principalArn", "iam::111122223333:role/x"),
    ),
    "administrator": (
        platform(tenant(), **cluster(adminRoleArns=[f"{CHINA}:role/x"])),
        of_china("platform:cluster.adminRoleArns[0]", "iam::111122223333:role/x"),
    ),
    "policy of an add-on": (
        platform(tenant(), **cluster(addons={"vpc-cni": {"policyArns": [f"{CHINA}:policy/x"]}})),
        of_china("platform:cluster.addons.vpc-cni.policyArns[0]", "iam::111122223333:policy/x"),
    ),
    "key of the queue": (
        platform(tenant(), **karpenter(queue={"kmsKeyArn": "arn:aws-cn:kms:cn-north-1:111122223333:key/x"})),
        of_china("platform:karpenter.queue.kmsKeyArn", "kms:cn-north-1:111122223333:key/x"),
    ),
}


@pytest.mark.parametrize(("stack", "line"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_refuses_an_arn_of_another_partition(stack: Platform, line: str):
    assert report(stack) == [line]


@pytest.mark.parametrize("resource", ["arn:*:s3:::a/*", "arn:aws*:s3:::a/*", "arn:${aws:partition}:s3:::a", "*"])
def test_accepts_patterns_of_a_partition(resource: str):
    assert report(platform(tenant(iam={"policyStatements": [statement(resource)]}))) == []
