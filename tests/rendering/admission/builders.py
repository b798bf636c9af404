"""The admission policies of a stack, by name."""

from typing import Any

from components.rendering.admission import admission_documents
from tests.builders import settings
from tests.rendering.builders import cluster


def documents(kubernetes: str = "1.36", **overrides: Any) -> list[dict[str, Any]]:
    """All of them; `overrides` as in `tests.builders.settings`."""
    return admission_documents(settings(**overrides), cluster(kubernetes_version=kubernetes))


def expression(found: list[dict[str, Any]], policy: str, rule: str, number: int = 0) -> str:
    """CEL of one rule of a policy, of several with that id the one of this number."""
    (document,) = [one for one in found if one["metadata"]["name"] == policy and "policyName" not in one["spec"]]
    rules = [one for one in document["spec"]["validations"] if one["message"].startswith(f"[{rule}] ")]
    return rules[number]["expression"]
