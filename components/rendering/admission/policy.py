"""The shape of every validating policy: one kind of object, several rules, and the bindings that put it into force.

A policy that matches several kinds gets type warnings for every expression, in which real typos drown: one kind each.
What differs between tenants is read from the labels and annotations of their namespaces, so that a tenant's change
never edits an object of the cluster.

Source: Kubernetes 1.36, "Validating Admission Policy".
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...model.enums import Enforcement
from ...model.labels import ENFORCEMENT_LABEL, TENANT_KEY

API_VERSION: Final = "admissionregistration.k8s.io/v1"

DENY: Final = ("Deny",)
RECORD: Final = ("Audit", "Warn")
"""Deny and Warn may not stand together."""

TENANT_PLACEHOLDER: Final = "<tenant>"
"""In a message: the tenant of the namespace."""

IN_TENANTS: Final[dict[str, Any]] = {"key": TENANT_KEY, "operator": "Exists"}
AUDITED: Final[dict[str, Any]] = {"key": ENFORCEMENT_LABEL, "operator": "In", "values": [str(Enforcement.AUDIT)]}
ENFORCED: Final[dict[str, Any]] = {"key": ENFORCEMENT_LABEL, "operator": "NotIn", "values": [str(Enforcement.AUDIT)]}
"""Holds for namespaces without the label, too."""


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One reason to refuse."""

    id: str
    """Begins the message, in brackets."""

    allows: str
    """CEL: true where the object is fine."""

    message: str
    """What to write instead; `<tenant>` stands for the name of the tenant."""

    on_update: bool = False
    """Whether updates are judged, too. Fields that cannot change are not: that would keep the finalizers of older
    objects from being removed."""


@dataclass(frozen=True, kw_only=True)
class Policy:
    """Rules for one kind of object.

    `namespaces` are requirements on the labels of the object's namespace, none for objects without one. `variables`
    are pairs of name and CEL, in order: a later one may use the earlier.
    """

    name: str
    group: str
    version: str
    resources: tuple[str, ...]
    operations: tuple[str, ...]
    namespaces: tuple[dict[str, Any], ...]
    variables: tuple[tuple[str, str], ...] = ()
    rules: tuple[Rule, ...]


def validating_policy(policy: Policy) -> dict[str, Any]:
    """The ValidatingAdmissionPolicy; an error in an expression refuses the object."""
    return {
        "apiVersion": API_VERSION,
        "kind": "ValidatingAdmissionPolicy",
        "metadata": {"name": policy.name},
        "spec": {
            "failurePolicy": "Fail",
            "matchConstraints": match_constraints(
                policy.group, policy.version, policy.resources, policy.operations, policy.namespaces
            ),
            **_variables(policy.variables),
            "validations": [_validation(rule, policy) for rule in policy.rules],
        },
    }


def bindings(policy: Policy, mode: Enforcement) -> list[dict[str, Any]]:
    """`<policy>` for namespaces that enforce, `<policy>-audit` for those of tenants in audit."""
    actions = DENY if mode is Enforcement.ENFORCE else RECORD
    return [
        binding(policy.name, policy.name, actions, [ENFORCED]),
        binding(f"{policy.name}-audit", policy.name, RECORD, [AUDITED]),
    ]


def binding(name: str, policy: str, actions: Sequence[str], namespaces: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Puts a policy into force in the namespaces whose labels meet the requirements; without any, everywhere."""
    return {
        "apiVersion": API_VERSION,
        "kind": "ValidatingAdmissionPolicyBinding",
        "metadata": {"name": name},
        "spec": {
            "policyName": policy,
            "validationActions": list(actions),
            **({"matchResources": {"namespaceSelector": {"matchExpressions": list(namespaces)}}} if namespaces else {}),
        },
    }


def match_constraints(
    group: str,
    version: str,
    resources: Sequence[str],
    operations: Sequence[str],
    namespaces: Sequence[dict[str, Any]],
) -> dict[str, Any]:
    """Which requests a policy sees.

    `namespaceObject` does not exist in `matchConditions`, where an error would deny every pod: namespaces are chosen by
    selector.
    """
    constraints: dict[str, Any] = {
        "resourceRules": [
            {
                "apiGroups": [group],
                "apiVersions": [version],
                "operations": list(operations),
                "resources": list(resources),
            }
        ]
    }
    if namespaces:
        constraints["namespaceSelector"] = {"matchExpressions": list(namespaces)}
    return constraints


def _variables(variables: Sequence[tuple[str, str]]) -> dict[str, Any]:
    if not variables:
        return {}
    return {"variables": [{"name": name, "expression": expression} for name, expression in variables]}


def _validation(rule: Rule, policy: Policy) -> dict[str, Any]:
    only_created = not rule.on_update and "UPDATE" in policy.operations
    text = f"[{rule.id}] {rule.message}"
    validation = {
        "expression": f"request.operation != 'CREATE' || ({rule.allows})" if only_created else rule.allows,
        "message": text,
        "reason": "Invalid",
    }
    if TENANT_PLACEHOLDER in text:
        validation["messageExpression"] = " + variables.tenant + ".join(
            json.dumps(part) for part in text.split(TENANT_PLACEHOLDER)
        )
    return validation
