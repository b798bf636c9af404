"""The namespaces and the people of a tenant in the recorder."""

from typing import Any

from tests.builders import tenant
from tests.components.builders import record_tenant
from tests.recording import Recording

NAMESPACE = "alpha-in-alpha"
DEVS = "arn:aws:iam::444455556666:role/Devs"


def recorded(**overrides: Any) -> Recording:
    return record_tenant(tenant(**overrides))


def test_objects_of_a_namespace():
    seen = recorded()

    assert seen.children(NAMESPACE) == [
        ("kubernetes:core/v1:LimitRange", f"{NAMESPACE}-tenant"),
        ("kubernetes:core/v1:Namespace", f"{NAMESPACE}-namespace"),
        ("kubernetes:core/v1:ResourceQuota", f"{NAMESPACE}-tenant"),
        ("kubernetes:networking.k8s.io/v1:NetworkPolicy", f"{NAMESPACE}-default-deny"),
        ("kubernetes:networking.k8s.io/v1:NetworkPolicy", f"{NAMESPACE}-dns"),
        ("kubernetes:networking.k8s.io/v1:NetworkPolicy", f"{NAMESPACE}-internet"),
        ("kubernetes:networking.k8s.io/v1:NetworkPolicy", f"{NAMESPACE}-kubernetes-api"),
        ("kubernetes:networking.k8s.io/v1:NetworkPolicy", f"{NAMESPACE}-same-tenant"),
        ("kubernetes:rbac.authorization.k8s.io/v1:Role", f"{NAMESPACE}-tenant-admin"),
        ("kubernetes:rbac.authorization.k8s.io/v1:Role", f"{NAMESPACE}-tenant-edit"),
        ("kubernetes:rbac.authorization.k8s.io/v1:Role", f"{NAMESPACE}-tenant-view"),
        ("kubernetes:rbac.authorization.k8s.io/v1:RoleBinding", f"{NAMESPACE}-tenant-admin"),
        ("kubernetes:rbac.authorization.k8s.io/v1:RoleBinding", f"{NAMESPACE}-tenant-edit"),
        ("kubernetes:rbac.authorization.k8s.io/v1:RoleBinding", f"{NAMESPACE}-tenant-view"),
    ]


def test_a_namespace_waits_for_every_policy_and_for_nothing_of_karpenter():
    seen = recorded()

    waits = {name.rpartition("::")[2] for name in seen.waits_for(seen[f"{NAMESPACE}-namespace"])}
    assert {one.name for one in seen.of("kubernetes:admissionregistration.k8s.io/v1:*")} <= waits
    assert [name for name in waits if "karpenter" in name] == []


def test_everything_in_it_comes_after_it():
    seen = recorded()

    inside = [seen[child[::-1]] for child in seen.children(NAMESPACE) if not child[1].endswith("-namespace")]
    assert {one.dependencies for one in inside} == {(f"{NAMESPACE}-namespace",)}


def test_a_namespace_is_protected_until_its_tenant_leaves():
    assert recorded()[f"{NAMESPACE}-namespace"].protect
    assert recorded(state="suspended")[f"{NAMESPACE}-namespace"].protect
    assert not recorded(state="offboarding")[f"{NAMESPACE}-namespace"].protect


def test_a_namespace_that_exists_is_labelled_and_not_made():
    seen = recorded(namespaces=[{"existingName": "shop"}])

    assert seen["alpha-in-shop-namespace"].type == "kubernetes:core/v1:NamespacePatch"


def test_people_get_entries_with_groups_that_may_go():
    seen = recorded(access=[{"principalArn": DEVS, "role": "edit"}])

    entry = seen["alpha-access-444455556666:role/Devs"]
    assert (entry.inputs["principalArn"], entry.inputs["kubernetesGroups"], entry.inputs["type"], entry.protect) == (
        DEVS,
        ["tenant:alpha:edit"],
        "STANDARD",
        False,
    )


def test_whoever_leaves_takes_the_people_along():
    seen = recorded(state="offboarding", access=[{"principalArn": DEVS, "role": "edit"}])

    assert seen.of("*", "alpha-access*") == []
    assert seen.of("kubernetes:rbac.authorization.k8s.io/v1:RoleBinding") == []


def test_storage_classes_go_before_they_are_made_anew():
    seen = recorded(storage={"classes": {"fast": {}}})

    assert [one.name for one in seen.of("kubernetes:storage.k8s.io/v1:StorageClass", "alpha*")] == [
        "alpha-fast-storage-class"
    ]


def test_objects_of_files_lie_in_their_namespace_and_are_not_waited_for():
    document = {"apiVersion": "external-secrets.io/v1", "kind": "SecretStore", "metadata": {"name": "of-${tenant}"}}

    seen = record_tenant(
        tenant(namespaces=[{"objects": ["objects/store.yaml"]}, {"suffix": "web"}]),
        object_files={"objects/store.yaml": (document,)},
    )

    (store,) = seen.of("kubernetes:external-secrets.io/v1:SecretStore")
    assert (store.name, store.parent, store.protect) == (f"{NAMESPACE}-of-alpha", NAMESPACE, False)
    assert store.inputs["metadata"] == {
        "name": "of-alpha",
        "namespace": "alpha",
        "annotations": {"pulumi.com/skipAwait": "true"},
    }
    assert store.dependencies == (f"{NAMESPACE}-namespace",)
