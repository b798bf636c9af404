"""What the policies are to the API server: free of type errors, and equal to pod security where they restate it."""

import time
from typing import Any

import pytest

from tests.cloud.admission.builders import ADMISSION, container, pod
from tests.cloud.admission.conftest import Rig
from tests.cloud.conftest import SECONDS_TO_START

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(SECONDS_TO_START)]


def test_no_expression_has_a_type_error(rig: Rig):
    """The controller that looks for them reports by and by."""

    def statuses() -> list[dict[str, Any]]:
        items = rig.admin.get(f"{ADMISSION}/validatingadmissionpolicies")["items"]
        return [item.get("status", {}) for item in items]

    while not all("typeChecking" in status for status in statuses()):
        time.sleep(0.2)

    assert [status["typeChecking"] for status in statuses() if status["typeChecking"]] == []


SECURITY = {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}


def secured(**fields: Any) -> dict[str, Any]:
    return container(securityContext={**SECURITY, **fields})


def podwide(**fields: Any) -> dict[str, Any]:
    return pod(securityContext={**pod()["spec"]["securityContext"], **fields})


def probing(probe: str, action: str, **host: str) -> dict[str, Any]:
    port: dict[str, Any] = {"port": 80}
    return container(**{probe: {action: {**port, **host}}})


def annotated_apparmor(value: str) -> dict[str, Any]:
    document = pod()
    document["metadata"]["annotations"] = {"container.apparmor.security.beta.kubernetes.io/c": value}
    return document


def in_init_container(**fields: Any) -> dict[str, Any]:
    first = pod()["spec"]["containers"][0]
    return pod(initContainers=[{**first, "name": "i", "securityContext": {**SECURITY, **fields}}])


WINDOWS = {"os": {"name": "windows"}, "securityContext": {"runAsNonRoot": True}}
JUDGED = {
    "nothing beyond the level": pod(),
    "privileged": secured(privileged=True, allowPrivilegeEscalation=True),
    "privileged first container": in_init_container(privileged=True, allowPrivilegeEscalation=True),
    "network of the node": pod(hostNetwork=True),
    "processes of the node": pod(hostPID=True),
    "memory of the node": pod(hostIPC=True),
    "files of the node": pod(volumes=[{"name": "v", "hostPath": {"path": "/"}}]),
    "port of the node": container(ports=[{"containerPort": 80, "hostPort": 80}]),
    "port of the pod": container(ports=[{"containerPort": 80}]),
    "foreign capability": secured(capabilities={"drop": ["ALL"], "add": ["SYS_ADMIN"]}),
    "capability of baseline": secured(capabilities={"drop": ["ALL"], "add": ["CHOWN"]}),
    "capability of restricted": secured(capabilities={"drop": ["ALL"], "add": ["NET_BIND_SERVICE"]}),
    "capabilities kept": secured(capabilities={}),
    "some capabilities dropped": secured(capabilities={"drop": ["CHOWN"]}),
    "capabilities of a first container kept": in_init_container(capabilities={}),
    "escalation not ruled out": container(securityContext={"capabilities": {"drop": ["ALL"]}}),
    "no security context": container(securityContext=None),
    "root allowed": podwide(runAsNonRoot=False),
    "root not ruled out": pod(securityContext={"seccompProfile": {"type": "RuntimeDefault"}}),
    "root ruled out by the container alone": container(
        securityContext={
            **SECURITY,
            "runAsNonRoot": True,
            "seccompProfile": {"type": "Localhost", "localhostProfile": "x"},
        }
    ),
    "root allowed by the container": secured(runAsNonRoot=False),
    "user 0": podwide(runAsUser=0),
    "user 0 of the container": secured(runAsUser=0),
    "user 1000": podwide(runAsUser=1000),
    "seccomp off": podwide(seccompProfile={"type": "Unconfined"}),
    "seccomp off in a container": secured(seccompProfile={"type": "Unconfined"}),
    "seccomp not chosen": pod(securityContext={"runAsNonRoot": True}),
    "apparmor off": podwide(appArmorProfile={"type": "Unconfined"}),
    "apparmor of the node": podwide(appArmorProfile={"type": "Localhost", "localhostProfile": "x"}),
    "apparmor off by annotation": annotated_apparmor("unconfined"),
    "apparmor of the node by annotation": annotated_apparmor("localhost/x"),
    "selinux user": podwide(seLinuxOptions={"user": "u"}),
    "selinux role": secured(seLinuxOptions={"role": "r"}),
    "selinux type of the node": podwide(seLinuxOptions={"type": "spc_t"}),
    "selinux type of containers": podwide(seLinuxOptions={"type": "container_t"}),
    "unmasked proc": secured(procMount="Unmasked"),
    "masked proc": secured(procMount="Default"),
    "sysctl of the node": podwide(sysctls=[{"name": "kernel.msgmax", "value": "1"}]),
    "sysctl of the pod": podwide(sysctls=[{"name": "net.ipv4.tcp_syncookies", "value": "1"}]),
    "probe of another host": probing("livenessProbe", "httpGet", host="169.254.169.254"),
    "connection to another host": probing("readinessProbe", "tcpSocket", host="10.0.0.1"),
    "probe of the pod": probing("startupProbe", "httpGet"),
    "hook to another host": container(lifecycle={"preStop": {"httpGet": {"port": 80, "host": "10.0.0.1"}}}),
    "hook of the pod": container(lifecycle={"postStart": {"exec": {"command": ["true"]}}}),
    "volume of the network": pod(volumes=[{"name": "v", "nfs": {"server": "s", "path": "/"}}]),
    "empty directory": pod(volumes=[{"name": "v", "emptyDir": {}}]),
    "secret": pod(volumes=[{"name": "v", "secret": {"secretName": "s"}}]),
    "host process of Windows": pod(
        os={"name": "windows"},
        hostNetwork=True,
        securityContext={"runAsNonRoot": True, "windowsOptions": {"hostProcess": True}},
    ),
    "Windows": pod(**WINDOWS, containers=[{"name": "c", "image": "registry.example/app:1"}]),
}


@pytest.mark.parametrize("level", ["restricted", "baseline"])
@pytest.mark.parametrize("document", JUDGED.values(), ids=JUDGED)
def test_restated_level_judges_as_pod_security_does(rig: Rig, document: dict[str, Any], level: str):
    """Each pod once where Pod Security Admission holds the level, once where only the policy does."""
    by_admission = rig.admin.post(f"/api/v1/namespaces/psa-{level}/pods", document)
    by_policy = rig.admin.post(f"/api/v1/namespaces/cel-{level}/pods", document)

    assert (by_policy.code == 201) is (by_admission.code == 201), (by_admission.message, by_policy.message)
