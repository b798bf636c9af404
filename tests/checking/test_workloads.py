"""What is written for service accounts and could have no effect."""

from typing import Any

from tests.builders import tenant
from tests.checking.builders import cluster, platform, report

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


OFF = {"addons": {"eks-pod-identity-agent": {"enabled": False}}}
NO_AGENT = (
    "podIdentity has no agent on any node, eks-pod-identity-agent is off in platform:cluster.addons;"
    " write irsa, or turn it on  [E185]"
)


def accounts(*modes: str | None, **cluster_words: Any) -> list[str]:
    """A service account for each mode, in a cluster of these words."""
    workloads = [
        {"namespace": "alpha", "serviceAccount": f"app-{index}", "mode": mode, "roleArn": GIVEN["roleArn"]}
        for index, mode in enumerate(modes)
    ]
    return report(platform(tenant(iam={"workloads": workloads}), **cluster(**cluster_words)))


def test_rejects_pod_identity_while_the_agent_is_off():
    assert accounts("irsa", "podIdentity", None, **OFF) == [f"iam.workloads[1].mode: {NO_AGENT}"]


def test_rejects_it_once_where_the_whole_stack_says_so():
    assert accounts(None, "irsa", None, identity="podIdentity", **OFF) == [f"platform:cluster.identity: {NO_AGENT}"]


def test_accepts_pod_identity_with_the_agent():
    assert accounts("podIdentity", None, identity="podIdentity") == []
    assert accounts("podIdentity", identity="podIdentity", addons={"coredns": {"enabled": False}}) == []


def test_says_nothing_of_the_addons_of_a_cluster_that_exists():
    assert accounts("podIdentity", identity="podIdentity", existing=True) == []


def test_accepts_irsa_without_the_agent():
    assert accounts("irsa", None, **OFF) == []
