"""Tenants with Windows pools. Not proved here: how Windows nodes behave."""

from tests.builders import platform, tenant
from tests.checking.builders import cluster, pool, report

ROLE = "arn:aws:iam::111122223333:role/App"
SILENT = [{"code": "W184", "reason": "not the subject"}]


def windows(workload: dict[str, str], *, system: str = "windows", **stack: object) -> list[str]:
    return report(
        platform(
            tenant(
                provisioners={"win": pool(operatingSystem=system)},
                nodeClasses={"default": {"ami": f"{'windows2022@latest' if system == 'windows' else 'al2023'}"}},
                iam={"workloads": [{"namespace": "alpha", "serviceAccount": "app", "roleArn": ROLE} | workload]},
                ignore=SILENT if system == "windows" else [],
            ),
            **stack,
        )
    )


EXPECTED = [
    "iam.workloads[0].mode: podIdentity has no agent on the Windows nodes of provisioners.win; write irsa  [E185]"
]


def test_rejects_pod_identity_on_windows():
    assert windows({"mode": "podIdentity"}) == EXPECTED


def test_rejects_the_stack_s_pod_identity_on_windows():
    assert windows({}, **cluster(identity="podIdentity")) == EXPECTED


def test_accepts_irsa_on_windows():
    assert windows({"mode": "irsa"}, **cluster(identity="podIdentity")) == []


def test_accepts_pod_identity_on_linux():
    assert windows({"mode": "podIdentity"}, system="linux") == []


def test_warns_that_network_policy_does_not_reach_windows():
    pools = {"a": pool(operatingSystem="windows", weight=1), "b": pool(weight=2), "c": pool(operatingSystem="windows")}
    classes = {"default": {"ami": "windows2022@latest"}, "linux": {}}
    pools["b"]["nodeClass"] = "linux"

    assert report(platform(tenant(provisioners=pools, nodeClasses=classes))) == [
        "networkPolicy: not enforced on the Windows nodes of provisioners.a and provisioners.c, its pods are open"
        " to the whole VPC; keep exposed services off them  [W184]"
    ]
