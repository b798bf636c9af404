"""Namespaces of a tenant: what admission reads on them. What the rules make of it is tested in tests/cloud."""

from collections.abc import Mapping
from typing import Any

import pytest

from components.rendering.namespaces import is_kept, namespace
from components.rendering.tenant_objects import namespace_objects
from tests.builders import PROVISIONER, settings, tenant
from tests.rendering.builders import cluster

PRODUCT = "karpenter-tenants/"


def rendered(stack: Mapping[str, Any] | None = None, /, **overrides: Any) -> dict[str, Any]:
    spec = tenant(**overrides)
    return namespace(spec, spec.namespaces[0], settings(**(stack or {})), cluster(kubernetes_version="1.36"))


def label(key: str, **overrides: Any) -> str | None:
    return rendered(**overrides)["metadata"]["labels"].get(f"{PRODUCT}{key}")


def test_namespace_of_the_smallest_tenant():
    assert rendered() == {
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": {
            "name": "alpha",
            "labels": {
                "karpenter-tenants/tenant": "alpha",
                "karpenter-tenants/isolation": "dedicated",
                "karpenter-tenants/state": "active",
                "karpenter-tenants/enforcement": "enforce",
                "karpenter-tenants/load-balancers": "internal",
                "karpenter-tenants/os": "linux",
                "karpenter-tenants/grace": "bounded",
                "karpenter-tenants/pod-security": "restricted",
                "pod-security.kubernetes.io/enforce": "restricted",
                "pod-security.kubernetes.io/enforce-version": "v1.36",
                "pod-security.kubernetes.io/warn": "restricted",
                "pod-security.kubernetes.io/warn-version": "v1.36",
                "pod-security.kubernetes.io/audit": "restricted",
                "pod-security.kubernetes.io/audit-version": "v1.36",
            },
        },
    }


@pytest.mark.parametrize(
    ("key", "overrides", "value"),
    [
        ("state", {"state": "suspended"}, "suspended"),
        ("isolation", {"isolation": "shared", "provisioners": {}, "nodeClasses": {}}, "shared"),
        ("enforcement", {"enforcement": "audit"}, "audit"),
        ("load-balancers", {"exposure": {"loadBalancers": "none"}}, "none"),
        ("grace", {"provisioners": {"default": {**PROVISIONER, "terminationGracePeriod": None}}}, "none"),
        ("pool", {"namespaces": [{"provisioner": "default"}]}, "alpha-default"),
        ("pool", {}, None),
        ("pod-security", {"namespaces": [{"podSecurity": "baseline"}]}, "baseline"),
    ],
)
def test_label_says_what_rules_must_know(key: str, overrides: dict[str, Any], value: str | None):
    assert label(key, **overrides) == value


def test_a_tenant_of_both_systems():
    pools = {"default": PROVISIONER, "office": {**PROVISIONER, "operatingSystem": "windows", "nodeClass": "office"}}
    classes = {"default": {}, "office": {"ami": "windows2022@latest"}}

    assert label("os", provisioners=pools, nodeClasses=classes) == "mixed"


def test_a_shared_tenant_is_judged_by_the_pool_that_it_shares():
    pool = {"limits": {"cpu": 1}, "operatingSystem": "windows", "terminationGracePeriod": None}
    stack = {"karpenter": {"version": "1.14.3", "sharedPool": pool}}

    labels = rendered(stack, isolation="shared", provisioners={}, nodeClasses={})["metadata"]["labels"]

    assert {key: labels[PRODUCT + key] for key in ("isolation", "os", "grace")} == {
        "isolation": "shared",
        "os": "windows",
        "grace": "none",
    }
    assert PRODUCT + "pool" not in labels


def test_lists_are_annotations():
    found = rendered(
        exposure={"hosts": ["shop.example", "*.alpha.example"]},
        namespaces=[{"capabilities": ["IPC_LOCK", "SYS_NICE"]}],
    )

    assert found["metadata"]["annotations"] == {
        "karpenter-tenants/hosts": "shop.example,*.alpha.example",
        "karpenter-tenants/capabilities": "IPC_LOCK,SYS_NICE",
    }


def test_with_capabilities_the_policy_holds_the_level():
    labels = rendered(namespaces=[{"capabilities": ["IPC_LOCK"]}])["metadata"]["labels"]

    assert (labels["pod-security.kubernetes.io/enforce"], labels["karpenter-tenants/pod-security"]) == (
        "privileged",
        "restricted",
    )


def test_an_existing_namespace_becomes_ours_whoever_wrote_its_labels():
    metadata = rendered(namespaces=[{"existingName": "shop"}])["metadata"]

    assert (metadata["name"], metadata["annotations"]) == ("shop", {"pulumi.com/patchForce": "true"})


@pytest.mark.parametrize(
    ("state", "kept"), [("active", True), ("frozen", True), ("suspended", True), ("offboarding", False)]
)
def test_namespaces_are_kept_until_the_tenant_leaves(state: str, kept: bool):
    written = {"frozenLimits": {"cpu": 1}} if state == "frozen" else {}

    assert is_kept(tenant(state=state, provisioners={"default": {**PROVISIONER, **written}})) is kept


def test_roles_that_exist_are_told_to_the_namespace_of_their_account():
    def workload(namespace: str, account: str, role: str) -> dict[str, str]:
        arn = f"arn:aws:iam::999900001111:role/{role}"
        return {"namespace": namespace, "serviceAccount": account, "roleArn": arn}

    found = rendered(
        namespaces=[{}, {"suffix": "web"}],
        iam={
            "workloads": [
                workload("alpha", "a", "One"),
                workload("alpha", "b", "One"),
                workload("alpha", "c", "Two,2"),
                workload("alpha-web", "a", "Three"),
                {"namespace": "alpha", "serviceAccount": "d", "policyArns": ["arn:aws:iam::aws:policy/X"]},
            ]
        },
    )

    assert found["metadata"]["annotations"] == {
        "karpenter-tenants/role-arns": "arn:aws:iam::999900001111:role/One arn:aws:iam::999900001111:role/Two,2"
    }


def test_audit_takes_nothing_from_pod_security_quota_and_network_policies():
    enforced, audited = (tenant(enforcement=word) for word in ("enforce", "audit"))
    objects = [namespace_objects(each, each.namespaces[0], settings(), cluster()) for each in (enforced, audited)]
    labels = [rendered(enforcement=word)["metadata"]["labels"] for word in ("enforce", "audit")]

    assert {document["kind"] for document in objects[0]} >= {"ResourceQuota", "NetworkPolicy"}
    assert objects[0] == objects[1]
    assert labels[0] | {"karpenter-tenants/enforcement": "audit"} == labels[1]
