"""What is written for service accounts and could have no effect."""

from typing import Any

from tests.builders import tenant
from tests.checking.builders import platform, report

GIVEN = {
    "namespace": "alpha",
    "serviceAccount": "reader",
    "roleArn": "arn:aws:iam::111122223333:role/Reader",
    "targetRoleArn": "arn:aws:iam::444455556666:role/Shop",
}


def workload(**overrides: Any) -> list[str]:
    written = {key: value for key, value in {**GIVEN, **overrides}.items() if value is not None}
    return report(platform(tenant(iam={"workloads": [written]})))


def test_rejects_a_second_role_that_nothing_takes_over():
    assert workload() == [
        "iam.workloads[0].targetRoleArn: under irsa pods get roleArn as it is, nothing takes "
        "arn:aws:iam::444455556666:role/Shop over for them; keep one, or write mode: podIdentity  [E008]"
    ]


def test_accepts_it_where_the_agent_takes_it_over_or_a_made_role_may():
    assert workload(mode="podIdentity") == []
    assert workload(roleArn=None) == []
