"""Pod security with a few capabilities more, which Pod Security Admission cannot express.

A namespace with capabilities of its own carries the level `privileged` there, and this policy restates the level of the
tenant file with those capabilities added: every control of baseline, and of restricted where the level is that.
A container may ask for more than the level only in `securityContext.capabilities.add`.

Source: Kubernetes 1.36, "Pod Security Standards"; `policy` of k8s.io/pod-security-admission 0.36. Pods in user
namespaces get no relaxation here.
"""

from typing import Final

from ...model.labels import CAPABILITIES_ANNOTATION, POD_SECURITY_LABEL
from .cel import TENANT, given, label, texts
from .policy import IN_TENANTS, Policy, Rule

_CAPABILITIES: Final = (
    "AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE", "SETFCAP",
    "SETGID", "SETPCAP", "SETUID", "SYS_CHROOT",
)  # fmt: skip
_SYSCTLS: Final = (
    "kernel.shm_rmid_forced",
    "net.ipv4.ip_local_port_range",
    "net.ipv4.ip_local_reserved_ports",
    "net.ipv4.ip_unprivileged_port_start",
    "net.ipv4.ping_group_range",
    "net.ipv4.tcp_fin_timeout",
    "net.ipv4.tcp_keepalive_intvl",
    "net.ipv4.tcp_keepalive_probes",
    "net.ipv4.tcp_keepalive_time",
    "net.ipv4.tcp_rmem",
    "net.ipv4.tcp_syncookies",
    "net.ipv4.tcp_wmem",
)
_SELINUX_TYPES: Final = ("", "container_t", "container_init_t", "container_kvm_t", "container_engine_t")
_VOLUMES: Final = (
    "configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "image", "persistentVolumeClaim", "projected", "secret",
)  # fmt: skip

_APPARMOR_ANNOTATION: Final = "container.apparmor.security.beta.kubernetes.io/"


def tenant_pod_security() -> Policy:
    """The level's controls for pods, and for the containers that are added to running ones."""
    return Policy(
        name="tenant-pod-security",
        group="",
        version="v1",
        resources=("pods", "pods/ephemeralcontainers"),
        operations=("CREATE", "UPDATE"),
        namespaces=(IN_TENANTS,),
        variables=(
            TENANT,
            ("extra", given(CAPABILITIES_ANNOTATION)),
            ("checked", "variables.extra.size() > 0"),
            ("restricted", f"variables.checked && {label(POD_SECURITY_LABEL, 'restricted')} != 'baseline'"),
            ("linux", "object.spec.?os.name.orValue('linux') != 'windows'"),
        ),
        rules=(*_baseline(), *_restricted()),
    )


def _baseline() -> tuple[Rule, ...]:
    allowed = f"variables.restricted && variables.linux ? ['NET_BIND_SERVICE'] : {texts(_CAPABILITIES)}"
    return (
        _rule(
            _each(
                "c.?securityContext.?capabilities.?add.orValue([]).all(name, name in variables.extra || "
                f"name in ({allowed}))"
            ),
            "add capabilities only that the tenant file of <tenant> lists for the namespace",
        ),
        _rule(_each("!c.?securityContext.?privileged.orValue(false)"), "remove privileged: true"),
        _rule(
            "!object.spec.?hostNetwork.orValue(false) && !object.spec.?hostPID.orValue(false) && "
            "!object.spec.?hostIPC.orValue(false)",
            "remove hostNetwork, hostPID and hostIPC",
        ),
        _rule("object.spec.?volumes.orValue([]).all(v, !has(v.hostPath))", "remove volumes of type hostPath"),
        _rule(_each("c.?ports.orValue([]).all(port, port.?hostPort.orValue(0) == 0)"), "remove hostPort"),
        _rule(_everywhere("!{at}.?windowsOptions.?hostProcess.orValue(false)"), "remove hostProcess: true"),
        _rule(_probes(), "remove host of probes and lifecycle hooks"),
        _rule(
            _everywhere("{at}.?appArmorProfile.?type.orValue('RuntimeDefault') in ['RuntimeDefault', 'Localhost']")
            + " && object.metadata.?annotations.orValue({}).all(key, "
            f"!key.startsWith('{_APPARMOR_ANNOTATION}') || object.metadata.annotations[key] in ['', 'runtime/default'] "
            "|| object.metadata.annotations[key].startsWith('localhost/'))",
            "write appArmorProfile RuntimeDefault or Localhost",
        ),
        _rule(
            _everywhere(
                f"{{at}}.?seLinuxOptions.?type.orValue('') in {texts(_SELINUX_TYPES)} && "
                "{at}.?seLinuxOptions.?user.orValue('') == '' && {at}.?seLinuxOptions.?role.orValue('') == ''"
            ),
            "write no user, role or type in seLinuxOptions but the container types",
        ),
        _rule(_each("c.?securityContext.?procMount.orValue('Default') == 'Default'"), "remove procMount"),
        _rule(
            _everywhere("{at}.?seccompProfile.?type.orValue('RuntimeDefault') != 'Unconfined'"),
            "write seccompProfile RuntimeDefault or Localhost",
        ),
        _rule(
            f"object.spec.?securityContext.?sysctls.orValue([]).all(s, s.name in {texts(_SYSCTLS)})",
            "remove sysctls that reach beyond the pod",
        ),
    )


def _restricted() -> tuple[Rule, ...]:
    known = " || ".join(f"has(v.{kind})" for kind in _VOLUMES)
    pod = "object.spec.?securityContext"
    return (
        _rule(f"object.spec.?volumes.orValue([]).all(v, {known})", f"use volumes of {', '.join(_VOLUMES)} only", False),
        _rule(
            f"!variables.linux || ({_each('!c.?securityContext.?allowPrivilegeEscalation.orValue(true)')})",
            "write allowPrivilegeEscalation: false",
            False,
        ),
        _rule(
            f"{pod}.?runAsNonRoot.orValue(true) && "
            + _each(f"c.?securityContext.?runAsNonRoot.orValue({pod}.?runAsNonRoot.orValue(false))"),
            "write runAsNonRoot: true",
            False,
        ),
        _rule(_everywhere("{at}.?runAsUser.orValue(1) != 0"), "write a runAsUser other than 0", False),
        _rule(
            "!variables.linux || ("
            + _each(
                f"c.?securityContext.?seccompProfile.?type.orValue({pod}.?seccompProfile.?type.orValue('')) in "
                "['RuntimeDefault', 'Localhost']"
            )
            + ")",
            "write seccompProfile: {type: RuntimeDefault}",
            False,
        ),
        _rule(
            "!variables.linux || (" + _each("'ALL' in c.?securityContext.?capabilities.?drop.orValue([])") + ")",
            "write capabilities: {drop: [ALL]}",
            False,
        ),
    )


def _rule(allows: str, message: str, baseline: bool = True) -> Rule:
    applies, level = ("checked", "baseline") if baseline else ("restricted", "restricted")
    return Rule(
        id="pod-security",
        allows=f"!variables.{applies} || ({allows})",
        message=f"level {level} of pod security refuses this; {message}",
        on_update=True,
    )


def _each(condition: str) -> str:
    """CEL: the condition on `c` holds for every container; the three lists have types of their own."""
    return " && ".join(
        (
            f"object.spec.containers.all(c, {condition})",
            f"object.spec.?initContainers.orValue([]).all(c, {condition})",
            f"object.spec.?ephemeralContainers.orValue([]).all(c, {condition})",
        )
    )


def _everywhere(condition: str) -> str:
    """CEL: the condition on a security context, `{at}`, holds for the pod's and for every container's."""
    return f"{condition.replace('{at}', 'object.spec.?securityContext')} && " + _each(
        condition.replace("{at}", "c.?securityContext")
    )


def _probes() -> str:
    hosts = [
        f"c.?{probe}.?{action}.?host.orValue('') == ''"
        for probe in ("livenessProbe", "readinessProbe", "startupProbe", "lifecycle.?postStart", "lifecycle.?preStop")
        for action in ("httpGet", "tcpSocket")
    ]
    return _each(" && ".join(hosts))
