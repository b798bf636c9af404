"""Who may do what in a tenant's namespaces."""

from typing import Any

from components.rendering.tenant_roles import groups_by_principal, role_bindings, tenant_roles
from tests.builders import SETTINGS, settings, tenant

DEVS = "arn:aws:iam::444455556666:role/Devs"
NEVER = {
    "pods/binding", "bindings", "pods/ephemeralcontainers", "resourcequotas", "limitranges", "networkpolicies", "*",
}  # fmt: skip


def roles(admission: dict[str, Any] | None = None, **overrides: Any) -> dict[str, list[dict[str, Any]]]:
    spec = tenant(**overrides)
    found = tenant_roles(spec, spec.namespaces[0], settings(admission=admission or {}))
    return {role["metadata"]["name"]: role["rules"] for role in found}


def may(rules: list[dict[str, Any]], verb: str) -> set[str]:
    return {resource for rule in rules if verb in rule["verbs"] for resource in rule["resources"]}


def subjects(operators: tuple[dict[str, Any], ...] = (), **overrides: Any) -> dict[str, list[str]]:
    spec = tenant(**overrides)
    stack = settings(cluster={**SETTINGS["cluster"], "operators": list(operators)})
    return {
        binding["metadata"]["name"]: [subject["name"] for subject in binding["subjects"]]
        for binding in role_bindings(spec, spec.namespaces[0], stack)
    }


def test_view_reads_no_secrets_and_writes_nothing():
    view = roles()["tenant-view"]

    assert {verb for rule in view for verb in rule["verbs"]} == {"get", "list", "watch"}
    assert "secrets" not in may(view, "get")


def test_edit_is_view_and_writing():
    found = roles()

    assert found["tenant-edit"][: len(found["tenant-view"])] == found["tenant-view"]
    assert may(found["tenant-edit"], "create") == {
        "configmaps", "persistentvolumeclaims", "pods", "secrets", "serviceaccounts", "services", "pods/attach",
        "pods/exec", "pods/portforward", "pods/eviction", "deployments", "deployments/scale", "replicasets",
        "statefulsets", "statefulsets/scale", "horizontalpodautoscalers", "cronjobs", "jobs", "ingresses",
        "poddisruptionbudgets",
    }  # fmt: skip


def test_admin_is_edit_and_roles():
    found = roles()

    added = found["tenant-admin"][len(found["tenant-edit"]) :]
    assert may(added, "create") == {"roles", "rolebindings"}


def test_nobody_may_touch_what_guards_the_boundary():
    for rules in roles(access=[{"group": "g", "role": "admin", "daemonSets": True}]).values():
        assert may(rules, "create") & NEVER == set()
        assert may(rules, "patch") & NEVER == set()


def test_no_rule_reaches_another_api():
    groups = {group for rules in roles().values() for rule in rules for group in rule["apiGroups"]}

    assert groups == {
        "", "apps", "autoscaling", "batch", "discovery.k8s.io", "events.k8s.io", "networking.k8s.io", "policy",
        "rbac.authorization.k8s.io",
    }  # fmt: skip


def test_what_the_stack_adds_to_a_role_holds_in_the_greater_ones():
    extra = {"apiGroups": ["monitoring.coreos.com"], "resources": ["servicemonitors"], "verbs": ["get"]}
    found = roles({"tenantRoles": {"edit": {"extraRules": [extra]}}})

    assert [extra in found[name] for name in ("tenant-view", "tenant-edit", "tenant-admin")] == [False, True, True]


def test_daemon_sets_are_a_right_of_its_own():
    assert "tenant-daemon-sets" not in roles()
    assert may(roles(access=[{"group": "g", "role": "edit", "daemonSets": True}])["tenant-daemon-sets"], "create") == {
        "daemonsets"
    }


def test_roles_are_bound_to_the_groups_of_the_tenant_and_of_the_namespace():
    assert subjects() == {
        "tenant-view": ["tenant:alpha:view", "tenant:alpha:view:alpha", "tenant:all:view"],
        "tenant-edit": ["tenant:alpha:edit", "tenant:alpha:edit:alpha", "tenant:all:edit"],
        "tenant-admin": ["tenant:alpha:admin", "tenant:alpha:admin:alpha", "tenant:all:admin"],
    }


def test_groups_of_staff_are_bound_where_they_belong():
    found = subjects(
        (
            {"group": "auditors", "role": "view", "tenants": "all"},
            {"group": "on-call", "role": "edit", "tenants": ["alpha"]},
            {"group": "elsewhere", "role": "edit", "tenants": ["beta"]},
            {"principalArn": DEVS, "role": "admin", "tenants": "all"},
        ),
        access=[{"group": "devs", "role": "edit"}],
    )

    assert {name: names[3:] for name, names in found.items()} == {
        "tenant-view": ["auditors"],
        "tenant-edit": ["on-call", "devs"],
        "tenant-admin": [],
    }


def test_groups_and_service_accounts_are_bound_as_they_are():
    found = subjects(
        access=[
            {"group": "devs", "role": "edit", "daemonSets": True},
            {"serviceAccount": "ci/deployer", "role": "admin"},
            {"group": "elsewhere", "role": "view", "namespaces": ["alpha-web"]},
        ]
    )

    assert {name: names[2:] for name, names in found.items()} == {
        "tenant-view": ["tenant:all:view"],
        "tenant-edit": ["tenant:all:edit", "devs"],
        "tenant-admin": ["tenant:all:admin", "deployer"],
        "tenant-daemon-sets": ["devs"],
    }


def test_a_tenant_that_leaves_lets_nobody_in():
    access = [{"principalArn": DEVS, "role": "edit"}]

    assert subjects(state="offboarding", access=access) == {}
    assert groups_by_principal(tenant(state="offboarding", access=access)) == {}


def test_one_principal_has_all_its_groups_in_one_entry():
    spec = tenant(
        access=[
            {"principalArn": DEVS, "role": "view"},
            {"principalArn": DEVS, "role": "edit", "namespaces": ["alpha-web"], "daemonSets": True},
            {"group": "devs", "role": "view"},
        ]
    )

    assert groups_by_principal(spec) == {
        DEVS: ("tenant:alpha:view", "tenant:alpha:edit:alpha-web", "tenant:alpha:daemon-sets:alpha-web")
    }
