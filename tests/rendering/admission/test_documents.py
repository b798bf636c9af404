"""The admission policies as documents. That they mean what they say is proven on a real API server, in tests/cloud."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from components.model.enums import Enforcement
from tests.rendering.admission.builders import documents, expression

GOLDEN = Path(__file__).parents[1] / "golden" / "admission-1.36.yaml"

POLICIES = [
    "tenant-pods",
    "tenant-pod-security",
    "other-pods",
    "tenant-bindings",
    "tenant-services",
    "tenant-ingresses",
    "tenant-http-routes",
    "tenant-claims",
    "tenant-service-accounts",
    "tenant-foreign",
    "tenant-labels",
]
TEMPLATES = ["tenant-templates", "tenant-job-templates", "tenant-cron-job-templates"]


def named(found: list[dict[str, Any]], kind: str) -> list[str]:
    return [one["metadata"]["name"] for one in found if one["kind"] == kind]


def actions(found: list[dict[str, Any]]) -> dict[str, tuple[str, ...]]:
    kind = "ValidatingAdmissionPolicyBinding"
    return {one["metadata"]["name"]: tuple(one["spec"]["validationActions"]) for one in found if one["kind"] == kind}


def texts(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for item in value.values():
                yield from texts(item)
        case list():
            for item in value:
                yield from texts(item)
        case str():
            yield value
        case _:
            return


def test_documents_of_the_newest_kubernetes():
    assert documents() == list(yaml.safe_load_all(GOLDEN.read_text()))


def test_mutation_begins_with_1_36_and_ends_the_warnings_on_templates():
    newest = documents("1.36")

    assert named(newest, "ValidatingAdmissionPolicy") == POLICIES
    assert named(newest, "MutatingAdmissionPolicy") == ["tenant-steering", "tenant-daemons", "system-daemons"]


POOLS = {"version": "1.14.3", "sharedPool": {"limits": {"cpu": 1}}, "systemPool": {"limits": {"cpu": 1}}}


def test_a_pool_of_the_platform_brings_the_steering_to_it_and_changes_nothing_else():
    without, found = documents("1.36"), documents("1.36", karpenter=POOLS)

    assert found[: len(without)] == without
    assert [one["metadata"]["name"] for one in found[len(without) :]] == [
        *("shared-steering", "shared-steering", "shared-daemons", "shared-daemons"),
        *("system-steering", "system-steering"),
    ]
    assert documents("1.35", karpenter=POOLS) == documents("1.35")


def test_karpenter_itself_never_waits_for_a_node_that_it_makes():
    """Even where its namespace, or kube-system, is among the system namespaces."""
    found = documents("1.36", karpenter={**POOLS, "namespace": "karpenter"})

    (bound,) = [one for one in found if one["spec"].get("policyName") == "system-steering"]
    assert bound["spec"]["matchResources"]["namespaceSelector"]["matchExpressions"] == [
        {"key": "karpenter-tenants/system", "operator": "Exists"},
        {"key": "kubernetes.io/metadata.name", "operator": "NotIn", "values": ["kube-system", "karpenter"]},
    ]


def test_steering_to_a_tainted_pool_tolerates_its_taints():
    taints = [
        {"key": "example.com/a", "value": "b", "effect": "NoSchedule"},
        {"key": "example.com/c", "effect": "NoExecute"},
        {"key": "example.com/d", "effect": "PreferNoSchedule"},
    ]
    shared = {**POOLS["sharedPool"], "taints": taints}

    found = documents("1.36", karpenter={"version": "1.14.3", "sharedPool": shared})

    (policy,) = [one for one in found if one["metadata"]["name"] == "shared-steering" and "mutations" in one["spec"]]
    expressions = [each["jsonPatch"]["expression"] for each in policy["spec"]["mutations"]]
    added = [text.partition("Object.spec.tolerations{")[2].partition("}")[0] for text in expressions]
    assert added == [
        "",
        "key: 'example.com/a', operator: 'Equal', value: 'b', effect: 'NoSchedule'",
        "key: 'example.com/c', operator: 'Exists', effect: 'NoExecute'",
    ]


@pytest.mark.parametrize("kubernetes", ["1.30", "1.35"])
def test_without_mutation_authors_are_warned_at_their_templates(kubernetes: str):
    found = documents(kubernetes)

    assert named(found, "ValidatingAdmissionPolicy") == [*POLICIES, *TEMPLATES]
    assert named(found, "MutatingAdmissionPolicy") == []
    assert {actions(found)[name] for name in TEMPLATES} == {("Audit", "Warn")}


def test_an_old_kubernetes_has_no_policies():
    assert documents("1.29") == []


@pytest.mark.parametrize("kubernetes", ["1.35", "1.36"])
def test_every_error_denies(kubernetes: str):
    policies = [one for one in documents(kubernetes) if one["kind"].endswith("Policy")]

    assert {one["spec"]["failurePolicy"] for one in policies} == {"Fail"}


def test_tenants_in_audit_are_recorded_and_warned():
    found = actions(documents())

    twice = [name for name in POLICIES if name not in ("tenant-foreign", "tenant-labels")]
    denied = dict.fromkeys(POLICIES, ("Deny",))
    assert found == {**denied, **{f"{name}-audit": ("Audit", "Warn") for name in twice}}


def test_a_stack_in_audit_denies_foreign_nodes_only():
    found = actions(documents(admission={"mode": "audit"}))

    assert [name for name, action in found.items() if action == ("Deny",)] == ["tenant-foreign"]
    assert {action for name, action in found.items() if name != "tenant-foreign"} == {("Audit", "Warn")}


@pytest.mark.parametrize(("mode", "labels"), [("enforce", ["tenant", "enforcement"]), ("audit", ["tenant"])])
def test_foreign_nodes_are_denied_wherever_nothing_else_denies_them(mode: str, labels: list[str]):
    (binding,) = [
        one for one in documents(admission={"mode": mode}) if one["spec"].get("policyName") == "tenant-foreign"
    ]

    selector = binding["spec"]["matchResources"]["namespaceSelector"]["matchExpressions"]
    assert [each["key"] for each in selector] == [f"karpenter-tenants/{label}" for label in labels]


@pytest.mark.parametrize("mode", list(Enforcement))
def test_a_label_cannot_switch_off_the_rule_for_labels(mode: Enforcement):
    found = [
        one for one in documents(admission={"mode": str(mode)}) if one["spec"].get("policyName") == "tenant-labels"
    ]

    assert [("matchResources" in one["spec"]) for one in found] == [False]


def test_the_set_of_tenants_changes_nothing():
    assert documents(tenants=["alpha", "beta"]) == documents(tenants=["gamma"])


@pytest.mark.parametrize("kubernetes", ["1.35", "1.36"])
def test_every_message_says_what_to_write(kubernetes: str):
    messages = [
        rule["message"]
        for one in documents(kubernetes)
        if one["kind"] == "ValidatingAdmissionPolicy"
        for rule in one["spec"]["validations"]
    ]

    assert [message for message in messages if not message.startswith("[") or "; " not in message] == []


@pytest.mark.parametrize(
    ("word", "rule", "before", "after"),
    [
        (
            "priorityClasses",
            "priority",
            "object.spec.priorityClassName in ['karpenter-tenants-headroom']",
            "object.spec.priorityClassName in ['karpenter-tenants-headroom', 'a']",
        ),
        (
            "runtimeClasses",
            "runtime-class",
            "object.spec.runtimeClassName in []",
            "object.spec.runtimeClassName in ['a']",
        ),
        ("inlineCsiDrivers", "inline-csi", "v.csi.driver in []", "v.csi.driver in ['a']"),
    ],
)
def test_what_the_stack_allows_stands_in_the_rule(word: str, rule: str, before: str, after: str):
    assert before in expression(documents(), "tenant-pods", rule)
    assert after in expression(documents(admission={word: ["a"]}), "tenant-pods", rule)


def test_the_stack_may_allow_standalone_pods():
    assert "(false || " in expression(documents(), "tenant-pods", "owner")
    assert "(true || " in expression(documents(admission={"allowStandalonePods": True}), "tenant-pods", "owner")


def test_roles_are_those_of_the_account_and_the_cluster():
    assert (
        "'^arn:aws:iam::111122223333:role/karpenter-tenants-workloads/acme-dev/' + variables.tenant + "
        "'/[A-Za-z0-9_+=,.@-]+$'"
    ) in expression(documents(), "tenant-service-accounts", "serviceaccount")


def test_karpenters_own_namespace_is_the_platforms():
    found = documents(karpenter={"version": "1.14.3", "namespace": "karpenter"})

    lists = [each for one in found for each in texts_in_selectors(one) if "kube-system" in each]
    assert lists == [
        ["kube-system", "kube-public", "kube-node-lease", "karpenter"],
        ["kube-system", "karpenter"],
    ]


def texts_in_selectors(document: dict[str, Any]) -> Iterator[list[str]]:
    spec = document["spec"]
    for place in (spec.get("matchConstraints", {}), spec.get("matchResources", {})):
        for requirement in place.get("namespaceSelector", {}).get("matchExpressions", []):
            yield requirement.get("values", [])


def test_no_text_holds_an_unfilled_placeholder():
    assert [text for text in texts(documents()) if "{{" in text or "{at}" in text or "None" in text] == []
