"""Attacks by a tenant with edit rights in its own namespaces, each with a harmless twin that differs in one field.

The numbers are those of the reference of attacks. What these tests do not prove: what only nodes or AWS can refuse.
"""

import time
from typing import Any

import pytest

from tests.cloud.admission.builders import (
    Answer,
    annotated,
    claim,
    container,
    ingress,
    namespace,
    pod,
    service,
    service_account,
    tolerating,
    workload,
)
from tests.cloud.admission.conftest import Rig, operator
from tests.cloud.conftest import SECONDS_TO_START

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(SECONDS_TO_START)]

PATHS = {
    "Pod": "/api/v1/namespaces/{}/pods",
    "Service": "/api/v1/namespaces/{}/services",
    "Ingress": "/apis/networking.k8s.io/v1/namespaces/{}/ingresses",
    "PersistentVolumeClaim": "/api/v1/namespaces/{}/persistentvolumeclaims",
    "ServiceAccount": "/api/v1/namespaces/{}/serviceaccounts",
    "DaemonSet": "/apis/apps/v1/namespaces/{}/daemonsets",
    "Deployment": "/apis/apps/v1/namespaces/{}/deployments",
}
TENANT = "karpenter-tenants/tenant"
LABEL = "node-restriction.kubernetes.io/tenant"
SCHEME = "service.beta.kubernetes.io/aws-load-balancer-scheme"
ALB = "alb.ingress.kubernetes.io"
DNS = "external-dns.alpha.kubernetes.io/hostname"
OWN_ROLES = "arn:aws:iam::111122223333:role/karpenter-tenants-workloads/acme-dev/alpha/"


def submit(rig: Rig, document, where="alpha") -> Answer:
    return rig.dev.post(PATHS[document["kind"]].format(where), document)


def keep_pod(rig: Rig, name: str) -> str:
    """Really makes the pod in alpha; its owner exists, or it would be collected as garbage."""
    owner = rig.admin.apply(
        f"/api/v1/namespaces/alpha/configmaps/{name}",
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}},
    )
    document = pod()
    document["metadata"] = {
        "name": name,
        "ownerReferences": [
            {"apiVersion": "v1", "kind": "ConfigMap", "name": name, "uid": owner["metadata"]["uid"], "controller": True}
        ],
    }
    made = rig.admin.post("/api/v1/namespaces/alpha/pods", document, keep=True)
    assert made.code == 201, made.message
    return f"/api/v1/namespaces/alpha/pods/{name}"


def toleration(key, value=None, operator="Equal", **more):
    found = {"key": key, "operator": operator, "value": value, **more}
    return {name: text for name, text in found.items() if text is not None}


def csi(driver):
    return pod(volumes=[{"name": "v", "csi": {"driver": driver}}])


PODS = {
    "A1 selector of beta": (pod(nodeSelector={LABEL: "beta"}), "alpha", "selector"),
    "A1 toleration of beta": (tolerating(toleration(TENANT, "beta")), "alpha", "tolerations"),
    "A2 toleration without key": (tolerating({"operator": "Exists"}), "alpha", "tolerations"),
    "A2 toleration of any tenant": (tolerating(toleration(TENANT, operator="Exists")), "alpha", "tolerations"),
    "A2 core nodes": (tolerating(toleration("CriticalAddonsOnly", operator="Exists")), "alpha", "tolerations"),
    "A2 control plane": (
        tolerating(toleration("node-role.kubernetes.io/control-plane", operator="Exists")),
        "alpha",
        "tolerations",
    ),
    "A2 disrupted nodes": (tolerating(toleration("karpenter.sh/disrupted", operator="Exists")), "alpha", "tolerations"),
    "A3 node chosen by name": (pod(nodeName="n1"), "alpha", "node-name"),
    "A9 network of the node": (pod(hostNetwork=True), "alpha-open", "host-ns"),
    "A16 inline volume of a driver": (csi("secrets-store.csi.k8s.io"), "alpha", "inline-csi"),
    "A21 system priority": (pod(priorityClassName="system-node-critical"), "alpha", "priority"),
    "A22 for ever where nothing ends it": (annotated(do_not_disrupt="true"), "alpha-ungraced", "do-not-disrupt"),
    "another scheduler": (pod(schedulerName="mine"), "alpha", "scheduler"),
    "suspended tenant": (pod(), "alpha-suspended", "state"),
    "pool that the namespace has not": (
        pod(nodeSelector={LABEL: "alpha", "karpenter.sh/nodepool": "alpha-gpu"}),
        "alpha-pooled",
        "selector",
    ),
    "tenant's nodes from a shared tenant": (pod(tolerations=None), "pooled", "selector"),
    "tenant's taint from a shared tenant": (
        pod(nodeSelector=None, tolerations=[toleration(TENANT, "pooled")]),
        "pooled",
        "tolerations",
    ),
}
TWINS = {
    "A1 P itself": (pod(), "alpha"),
    "A2 toleration of a device": (tolerating(toleration("nvidia.com/gpu", operator="Exists")), "alpha"),
    "A9 P without pod security": (pod(), "alpha-open"),
    "A9 empty directory": (pod(volumes=[{"name": "v", "emptyDir": {}}]), "alpha"),
    "A16 driver of the stack's list": (csi("s3.csi"), "alpha"),
    "A22 two hours": (annotated(do_not_disrupt="2h"), "alpha-ungraced"),
    "A22 for ever where a grace period ends it": (annotated(do_not_disrupt="true"), "alpha"),
    "pool of the namespace": (
        pod(nodeSelector={LABEL: "alpha", "karpenter.sh/nodepool": "alpha-web"}),
        "alpha-pooled",
    ),
    "shared tenant": (pod(nodeSelector=None, tolerations=None), "pooled"),
}


@pytest.mark.parametrize(("document", "where", "rule"), PODS.values(), ids=PODS)
def test_pod_is_denied(rig: Rig, document, where, rule):
    assert submit(rig, document, where).denied_by == (422, "tenant-pods", rule)


@pytest.mark.parametrize(("document", "where"), TWINS.values(), ids=TWINS)
def test_pod_is_admitted(rig: Rig, document, where):
    answer = submit(rig, document, where)

    assert answer.code == 201, answer.message


def test_a1_pod_without_selector(rig: Rig):
    answer = submit(rig, pod(nodeSelector=None))

    if answer.code == 201:
        assert answer.body["spec"]["nodeSelector"] == {LABEL: "alpha"}
    else:
        assert answer.message.endswith(
            "denied request: [selector] pods of alpha run on its own nodes; write nodeSelector "
            "{node-restriction.kubernetes.io/tenant: alpha}"
        )


def test_a5_toleration_added_later(rig: Rig):
    place = keep_pod(rig, "a5")

    def add(*operations) -> Answer:
        return rig.dev.patch(place, *operations)

    appended = {"op": "add", "path": "/spec/tolerations/-"}
    assert add({**appended, "value": toleration(TENANT, operator="Exists")}).denied_by == (
        422,
        "tenant-pods",
        "tolerations",
    )
    assert add({**appended, "value": toleration("nvidia.com/gpu", operator="Exists")}).code == 200
    assert add({"op": "add", "path": "/metadata/labels", "value": {"a": "b"}}).code == 200
    rig.admin.delete(place)


def test_a7_runtime_class_with_a_tenant_toleration(rig: Rig):
    for name, scheduling in (("sly", {"tolerations": [toleration(TENANT, operator="Exists")]}), ("plain", None)):
        rig.admin.apply(
            f"/apis/node.k8s.io/v1/runtimeclasses/{name}",
            {
                "apiVersion": "node.k8s.io/v1",
                "kind": "RuntimeClass",
                "metadata": {"name": name},
                "handler": "runc",
                **({} if scheduling is None else {"scheduling": scheduling}),
            },
        )

    assert submit(rig, pod(runtimeClassName="sly")).denied_by == (422, "tenant-pods", "tolerations")
    assert submit(rig, pod(runtimeClassName="plain")).code == 201


HOST_REACHING = {
    "network": pod(hostNetwork=True),
    "processes": pod(hostPID=True),
    "privileged": container(securityContext={"privileged": True}),
    "files": pod(volumes=[{"name": "v", "hostPath": {"path": "/var/lib/kubelet"}}]),
}


@pytest.mark.parametrize("document", HOST_REACHING.values(), ids=HOST_REACHING)
def test_a9_reach_for_the_node(rig: Rig, document):
    answer = submit(rig, document)

    assert (answer.code, "violates PodSecurity" in answer.message) == (403, True)


OBJECTS = {
    "A11 role of beta": (
        service_account(OWN_ROLES.replace("/alpha/", "/beta/") + "acme-dev-beta.app"),
        "alpha",
        ("tenant-service-accounts", "serviceaccount"),
    ),
    "A11 path that only begins like the own one": (
        service_account(OWN_ROLES + "x/acme-dev-beta.app"),
        "alpha",
        ("tenant-service-accounts", "serviceaccount"),
    ),
    "A11 what comes before the comma in a role of the tenant file": (
        service_account("arn:aws:iam::999900001111:role/other"),
        "alpha",
        ("tenant-service-accounts", "serviceaccount"),
    ),
    "A16 volume of beta": (claim(volumeName="pv-beta"), "alpha", ("tenant-claims", "pvc")),
    "A16 volume by label": (claim(selector={"matchLabels": {"a": "b"}}), "alpha", ("tenant-claims", "pvc")),
    "A17 address of others": (service(externalIPs=["192.0.2.1"]), "alpha", ("tenant-services", "service")),
    "A17 port of every node": (service(type="NodePort"), "alpha", ("tenant-services", "service")),
    "A17 name that points elsewhere": (
        service(type="ExternalName", externalName="db.beta.svc"),
        "alpha",
        ("tenant-services", "service"),
    ),
    "A18 load balancer of beta": (
        ingress("shop.example", annotations={f"{ALB}/group.name": "beta"}),
        "alpha",
        ("tenant-ingresses", "ingress"),
    ),
    "A18 security group of its own": (
        ingress("shop.example", annotations={f"{ALB}/security-groups": "sg-1"}),
        "alpha",
        ("tenant-ingresses", "ingress"),
    ),
    "A30 host of beta": (ingress("shop.beta.example"), "alpha", ("tenant-ingresses", "host")),
    "A30 one host of beta among own ones": (
        ingress("shop.example", "shop.beta.example"),
        "alpha",
        ("tenant-ingresses", "host"),
    ),
    "A30 rule without host": (ingress(None), "alpha", ("tenant-ingresses", "host")),
    "A30 default backend": (
        ingress("shop.example", defaultBackend={"service": {"name": "s", "port": {"number": 80}}}),
        "alpha",
        ("tenant-ingresses", "host"),
    ),
    "A30 certificate of beta": (
        ingress("shop.example", tls=[{"hosts": ["shop.beta.example"], "secretName": "t"}]),
        "alpha",
        ("tenant-ingresses", "host"),
    ),
    "A30 domain above the wildcard": (ingress("alpha.example"), "alpha", ("tenant-ingresses", "host")),
    "A30 name of beta by annotation": (
        service({DNS: "shop.example, shop.beta.example"}),
        "alpha",
        ("tenant-services", "host"),
    ),
    "A30 the same on an ingress": (
        ingress("shop.example", annotations={DNS: "shop.beta.example"}),
        "alpha",
        ("tenant-ingresses", "host"),
    ),
    "A31 service on the internet": (
        service({SCHEME: "internet-facing"}, type="LoadBalancer"),
        "alpha",
        ("tenant-services", "scheme"),
    ),
    "A31 service without scheme": (service(type="LoadBalancer"), "alpha", ("tenant-services", "scheme")),
    "A31 ingress on the internet": (
        ingress("shop.example", annotations={f"{ALB}/scheme": "internet-facing"}),
        "alpha",
        ("tenant-ingresses", "scheme"),
    ),
    "A31 load balancer where there are none": (
        service({SCHEME: "internal"}, type="LoadBalancer"),
        "alpha-closed",
        ("tenant-services", "scheme"),
    ),
}
HARMLESS = {
    "A11 own role": (service_account(OWN_ROLES + "acme-dev-alpha.app"), "alpha"),
    "A11 role of the tenant file": (service_account("arn:aws:iam::999900001111:role/given"), "alpha"),
    "A11 role of the tenant file with a comma": (service_account("arn:aws:iam::999900001111:role/other,1"), "alpha"),
    "A11 no role": (service_account(None), "alpha"),
    "A16 plain claim": (claim(), "alpha"),
    "A17 address of the cluster": (service(), "alpha"),
    "A17 load balancer": (service({SCHEME: "internal"}, type="LoadBalancer"), "alpha"),
    "A18 own group": (ingress("shop.example", annotations={f"{ALB}/group.name": "alpha"}), "alpha"),
    "A18 second own group": (ingress("shop.example", annotations={f"{ALB}/group.name": "alpha-web"}), "alpha"),
    "A30 own host": (ingress("shop.example"), "alpha"),
    "A30 below the wildcard": (ingress("a.b.alpha.example"), "alpha"),
    "A30 own certificate": (
        ingress("shop.example", tls=[{"hosts": ["*.alpha.example"], "secretName": "t"}]),
        "alpha",
    ),
    "A30 own name by annotation": (service({DNS: "shop.example,x.alpha.example"}), "alpha"),
    "A31 internal scheme": (ingress("shop.example", annotations={f"{ALB}/scheme": "internal"}), "alpha"),
    "A31 on the internet where that is allowed": (
        service({SCHEME: "internet-facing"}, type="LoadBalancer"),
        "alpha-public",
    ),
}


@pytest.mark.parametrize(("document", "where", "denied_by"), OBJECTS.values(), ids=OBJECTS)
def test_object_is_denied(rig: Rig, document, where, denied_by):
    assert submit(rig, document, where).denied_by == (422, *denied_by)


@pytest.mark.parametrize(("document", "where"), HARMLESS.values(), ids=HARMLESS)
def test_object_is_admitted(rig: Rig, document, where):
    answer = submit(rig, document, where)

    assert answer.code == 201, answer.message


def test_a4_binding_by_hand(rig: Rig):
    # The real scheduler of this instance has no node for it.
    place = keep_pod(rig, "a4")
    binding = {
        "apiVersion": "v1",
        "kind": "Binding",
        "metadata": {"name": "a4"},
        "target": {"apiVersion": "v1", "kind": "Node", "name": "n1"},
    }

    refused = rig.dev.post(f"{place}/binding", binding)
    granted = rig.caller("dev@alpha", "tenant:alpha:binder").post(f"{place}/binding", binding)
    scheduled = rig.caller("system:kube-scheduler").post(f"{place}/binding", binding)

    assert refused.denied_by == (403, "", "")
    assert granted.denied_by == (422, "tenant-bindings", "binding")
    assert scheduled.code == 201, scheduled.message
    rig.admin.delete(place)


def test_a15_labels_of_namespaces(rig: Rig):
    may_write = operator(rig)
    labels, place = "/metadata/labels/", "/api/v1/namespaces/alpha"
    refused = {
        "change": {"op": "replace", "path": f"{labels}karpenter-tenants~1tenant", "value": "beta"},
        "audit": {"op": "replace", "path": f"{labels}karpenter-tenants~1enforcement", "value": "audit"},
        "remove": {"op": "remove", "path": f"{labels}karpenter-tenants~1tenant"},
        "add": {"op": "add", "path": f"{labels}karpenter-tenants~1system", "value": "true"},
        "hosts": {"op": "replace", "path": "/metadata/annotations/karpenter-tenants~1hosts", "value": "x.example"},
        "security": {"op": "replace", "path": f"{labels}pod-security.kubernetes.io~1enforce", "value": "privileged"},
    }

    denied = {name: may_write.patch(place, operation).denied_by for name, operation in refused.items()}

    assert denied == dict.fromkeys(refused, (422, "tenant-labels", "namespace"))
    assert may_write.patch(place, {"op": "add", "path": f"{labels}team", "value": "a"}).code == 200
    assert may_write.post("/api/v1/namespaces", namespace("mine", {"tenant": "beta"})).denied_by[:2] == (
        422,
        "tenant-labels",
    )
    assert rig.admin.post("/api/v1/namespaces", namespace("mine", {"tenant": "beta"})).code == 201


def test_a32_standalone_pod(rig: Rig):
    document = pod()
    del document["metadata"]["ownerReferences"]

    assert submit(rig, document).denied_by == (422, "tenant-pods", "owner")


CAPABILITIES = {
    "foreign capability": ({"add": ["SYS_ADMIN"], "drop": ["ALL"]}, {}, 422),
    "privileged": ({"drop": ["ALL"]}, {"privileged": True, "allowPrivilegeEscalation": True}, 422),
    "listed capability": ({"add": ["IPC_LOCK"], "drop": ["ALL"]}, {}, 201),
}


@pytest.mark.parametrize(("capabilities", "more", "code"), CAPABILITIES.values(), ids=CAPABILITIES)
def test_a33_capabilities(rig: Rig, capabilities, more, code):
    context = {"allowPrivilegeEscalation": False, "capabilities": capabilities, **more}

    answer = submit(rig, container(securityContext=context), "alpha-capable")

    expected = (422, "tenant-pod-security", "pod-security") if code == 422 else (201, "", "")
    assert answer.denied_by == expected


FOREIGN = {
    "A1 selector of beta": pod(nodeSelector={LABEL: "beta"}),
    "A1 toleration of beta": tolerating(toleration(TENANT, "beta")),
    "A2 toleration without key": tolerating({"operator": "Exists"}),
    "A2 toleration of any tenant": tolerating(toleration(TENANT, operator="Exists")),
}


@pytest.mark.parametrize("document", FOREIGN.values(), ids=FOREIGN)
def test_a34_in_audit_foreign_nodes_stay_denied(rig: Rig, document):
    assert submit(rig, document, "alpha-audit").denied_by == (422, "tenant-foreign", "foreign")


def test_a34_in_audit_a_pod_without_any_tenant_key_is_warned(rig: Rig):
    answer = submit(rig, pod(nodeSelector=None, tolerations=None), "alpha-audit")

    assert answer.code == 201
    assert "nodeSelector" not in answer.body["spec"]
    assert ["[selector]" in warning for warning in answer.warnings] == [True]


OUTSIDERS = {
    "selector of alpha": (pod(tolerations=None), "selector"),
    "toleration of alpha": (pod(nodeSelector=None), "tolerations"),
    "toleration without key": (pod(nodeSelector=None, tolerations=[{"operator": "Exists"}]), "tolerations"),
    "node chosen by name": (pod(nodeSelector=None, tolerations=None, nodeName="n1"), "node-name"),
}


@pytest.mark.parametrize(("document", "rule"), OUTSIDERS.values(), ids=OUTSIDERS)
def test_pods_of_other_namespaces_reach_no_tenant(rig: Rig, document, rule):
    assert submit(rig, document, "elsewhere").denied_by == (422, "other-pods", rule)


@pytest.mark.parametrize("where", ["kube-system", "monitoring"])
def test_pods_of_the_platform_run_everywhere(rig: Rig, where):
    answer = rig.admin.post(PATHS["Pod"].format(where), pod(nodeSelector=None, tolerations=[{"operator": "Exists"}]))

    assert answer.code == 201, answer.message


def test_pods_of_other_namespaces_that_want_no_tenant_run(rig: Rig):
    assert submit(rig, pod(nodeSelector=None, tolerations=None), "elsewhere").code == 201


def test_a8_deployment_of_the_pod(rig: Rig):
    answer = submit(rig, workload("Deployment"))

    assert (answer.code, answer.warnings) == (201, ())


def test_a6_affinity_for_nodes_of_others_widens_nothing(rig: Rig):
    """It is admitted: the scheduler joins it to the selector by AND. That the pod then waits is not shown here."""
    terms = [
        {"matchExpressions": [{"key": LABEL, "operator": "In", "values": [tenant]}]} for tenant in ("alpha", "beta")
    ]
    wanted = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}}

    answer = submit(rig, pod(affinity=wanted))

    assert answer.code == 201, answer.message
    assert answer.body["spec"]["nodeSelector"] == {LABEL: "alpha"}
    assert submit(rig, pod(affinity=wanted, nodeSelector={LABEL: "beta"})).denied_by[1:] == ("tenant-pods", "selector")


def test_a24_flood_of_objects(rig: Rig):
    place, config_maps = "/api/v1/namespaces/alpha-public", "/api/v1/namespaces/alpha-public/configmaps"
    quota = {
        "apiVersion": "v1",
        "kind": "ResourceQuota",
        "metadata": {"name": "tenant", "namespace": "alpha-public"},
        "spec": {"hard": {"count/configmaps": "4"}},
    }
    rig.admin.apply(f"{place}/resourcequotas/tenant", quota)
    while "hard" not in rig.admin.get(f"{place}/resourcequotas/tenant")["status"]:
        time.sleep(0.2)
    made: list[str] = []
    while (answer := rig.dev.post(config_maps, config_map(f"flood{len(made)}"), keep=True)).code == 201:
        made.append(f"flood{len(made)}")

    refused = rig.dev.post(config_maps, config_map("one-more"))
    rig.admin.delete(f"{config_maps}/{made[-1]}")
    while rig.admin.get(f"{place}/resourcequotas/tenant")["status"]["used"]["count/configmaps"] != "3":
        time.sleep(0.2)
    within = rig.dev.post(config_maps, config_map("one-more"))

    assert (answer.code, refused.code, within.code) == (403, 403, 201)
    assert "exceeded quota: tenant, requested: count/configmaps=1, used: count/configmaps=4" in refused.message
    for path in (*(f"{config_maps}/{name}" for name in made[:-1]), f"{place}/resourcequotas/tenant"):
        rig.admin.delete(path)


def config_map(name: str) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}}
