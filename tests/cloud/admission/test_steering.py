"""What Kubernetes 1.36 writes into the pods and DaemonSets of tenants, and of the platform."""

from typing import Any

import pytest

from tests.cloud.admission.builders import pod, workload
from tests.cloud.admission.conftest import Rig, install
from tests.cloud.conftest import SECONDS_TO_START

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(SECONDS_TO_START)]

TENANT = {"node-restriction.kubernetes.io/tenant": "alpha"}
TOLERATION = {"key": "karpenter-tenants/tenant", "operator": "Equal", "value": "alpha", "effect": "NoSchedule"}
EVERY_TENANT = {"key": "karpenter-tenants/tenant", "operator": "Exists"}
OWN = {"key": "example.com/batch", "operator": "Exists"}


@pytest.fixture(scope="module")
def steering(bare: Rig) -> Rig:
    install(bare, "1.36")
    return bare


def placement(spec: dict[str, Any]) -> tuple[dict[str, str] | None, list[dict[str, Any]] | None]:
    """Selector and tolerations, but for those that Kubernetes adds itself."""
    added = [each for each in spec.get("tolerations", []) if not each.get("key", "").startswith("node.kubernetes.io/")]
    return spec.get("nodeSelector"), added or None


def pod_in(rig: Rig, where: str, **spec: Any) -> tuple[dict[str, str] | None, list[dict[str, Any]] | None]:
    answer = rig.admin.post(f"/api/v1/namespaces/{where}/pods", pod(**spec))
    assert answer.code == 201, answer.message
    return placement(dict(answer.body["spec"]))


def daemon_in(rig: Rig, where: str, **spec: Any) -> tuple[dict[str, str] | None, list[dict[str, Any]] | None]:
    answer = rig.admin.post(f"/apis/apps/v1/namespaces/{where}/daemonsets", workload("DaemonSet", **spec))
    assert answer.code == 201, answer.message
    return placement(answer.body["spec"]["template"]["spec"])


BARE: dict[str, Any] = {"nodeSelector": None, "tolerations": None}
PODS = {
    "nothing written": ("alpha", BARE, (TENANT, [TOLERATION])),
    "own placement is kept": (
        "alpha",
        {"nodeSelector": {"example.com/disk": "fast"}, "tolerations": [OWN]},
        ({"example.com/disk": "fast", **TENANT}, [OWN, TOLERATION]),
    ),
    "everything written": ("alpha", {}, (TENANT, [TOLERATION])),
    "pool of the namespace": ("alpha-pooled", BARE, ({**TENANT, "karpenter.sh/nodepool": "alpha-web"}, [TOLERATION])),
    "two systems, none named": ("alpha-mixed", BARE, ({**TENANT, "kubernetes.io/os": "linux"}, [TOLERATION])),
    "in audit nothing": ("alpha-audit", BARE, (None, None)),
    "no tenant": ("elsewhere", BARE, (None, None)),
}


@pytest.mark.parametrize(("where", "spec", "expected"), PODS.values(), ids=PODS)
def test_pod_is_steered(steering: Rig, where, spec, expected):
    assert pod_in(steering, where, **spec) == expected


def test_pod_names_its_system_where_the_tenant_has_both(steering: Rig):
    windows = {
        "os": {"name": "windows"},
        "securityContext": {"runAsNonRoot": True},
        "containers": [{"name": "c", "image": "registry.example/app:1"}],
    }

    selector, _ = pod_in(steering, "alpha-mixed", **BARE, **windows)

    assert selector == {**TENANT, "kubernetes.io/os": "windows"}


def test_foreign_selector_stays_to_be_denied(steering: Rig):
    document = pod(nodeSelector={"node-restriction.kubernetes.io/tenant": "beta"})

    answer = steering.dev.post("/api/v1/namespaces/alpha/pods", document)

    assert answer.denied_by == (422, "tenant-pods", "selector")


DAEMONS = {
    "of a tenant": ("alpha", BARE, (TENANT, [TOLERATION])),
    "of a tenant in audit": ("alpha-audit", BARE, (None, None)),
    "of the platform": ("kube-system", BARE, (None, [EVERY_TENANT])),
    "of a labelled namespace": ("monitoring", {**BARE, "tolerations": [OWN]}, (None, [OWN, EVERY_TENANT])),
    "that tolerates everything": (
        "kube-system",
        {**BARE, "tolerations": [{"operator": "Exists"}]},
        (None, [{"operator": "Exists"}]),
    ),
    "that tolerates evictions only": (
        "kube-system",
        {**BARE, "tolerations": [{"operator": "Exists", "effect": "NoExecute"}]},
        (None, [{"operator": "Exists", "effect": "NoExecute"}, EVERY_TENANT]),
    ),
    "of nobody": ("elsewhere", BARE, (None, None)),
}


@pytest.mark.parametrize(("where", "spec", "expected"), DAEMONS.values(), ids=DAEMONS)
def test_daemon_set_is_steered(steering: Rig, where, spec, expected):
    assert daemon_in(steering, where, **spec) == expected
