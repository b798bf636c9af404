"""A small evaluator of IAM policies, because nothing that runs without an AWS account evaluates them.

It knows what the product's documents use: wildcards, NotAction and NotResource, the string, ARN, Bool and Null
operators, `IfExists`, `ForAllValues:` and `ForAnyValue:`, explicit denial, boundaries, and who may take a role by its
trust policy. An operator that it does not know fails the test. It is itself tested in `test_evaluator.py`.

Source: IAM user guide, "Policy evaluation logic" and "IAM JSON policy elements: Condition operators".
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

Decide = Callable[..., str]


@pytest.fixture
def decide() -> Decide:
    return _decide


@pytest.fixture
def trusts() -> Callable[..., bool]:
    return _trusts


def _decide(
    policies: Sequence[Mapping[str, Any]],
    action: str,
    resource: str,
    context: Mapping[str, str | Sequence[str]] | None = None,
    *,
    boundary: Mapping[str, Any] | None = None,
) -> str:
    """`allowed`, `denied` (a statement says so) or `not allowed` (no statement does)."""
    keys = {key.lower(): value for key, value in (context or {}).items()}
    effects = [_effects(policies, action, resource, keys)]
    if boundary is not None:
        effects.append(_effects([boundary], action, resource, keys))
    if any("Deny" in found for found in effects):
        return "denied"
    return "allowed" if all("Allow" in found for found in effects) else "not allowed"


def _trusts(
    trust: Mapping[str, Any], principal: Mapping[str, str], action: str, context: Mapping[str, str] | None = None
) -> bool:
    """Whether the trust policy of a role lets the principal, such as `{"Service": "ec2.amazonaws.com"}`, do it."""
    keys = {key.lower(): value for key, value in (context or {}).items()}
    ((kind, name),) = principal.items()
    effects = {
        statement["Effect"]
        for statement in trust["Statement"]
        if name in _list(statement["Principal"].get(kind, []))
        and _acts(statement, action)
        and _under_conditions(statement, keys)
    }
    return effects == {"Allow"}


def _effects(policies: Sequence[Mapping[str, Any]], action: str, resource: str, keys: Mapping[str, Any]) -> set[str]:
    return {
        statement["Effect"]
        for policy in policies
        for statement in policy["Statement"]
        if _applies(statement, action, resource, keys)
    }


def _applies(statement: Mapping[str, Any], action: str, resource: str, keys: Mapping[str, Any]) -> bool:
    return _acts(statement, action) and _aims(statement, resource) and _under_conditions(statement, keys)


def _acts(statement: Mapping[str, Any], action: str) -> bool:
    named = statement.get("Action", statement.get("NotAction"))
    return any(_like(pattern.lower(), action.lower()) for pattern in _list(named)) is ("Action" in statement)


def _aims(statement: Mapping[str, Any], resource: str) -> bool:
    named = statement.get("Resource", statement.get("NotResource"))
    return any(_resource_like(pattern, resource) for pattern in _list(named)) is ("Resource" in statement)


def _under_conditions(statement: Mapping[str, Any], keys: Mapping[str, Any]) -> bool:
    return all(_holds(*item, keys) for item in statement.get("Condition", {}).items())


def _holds(operator: str, condition: Mapping[str, Any], keys: Mapping[str, Any]) -> bool:
    return all(_key_holds(operator, keys.get(key.lower()), _list(wanted)) for key, wanted in condition.items())


def _key_holds(operator: str, found: str | Sequence[str] | None, wanted: list[str]) -> bool:
    if operator == "Null":
        return (found is None) == (wanted == ["true"])
    quantifier, _, name = operator.rpartition(":")
    optional = name.endswith("IfExists")
    test, negated = _OPERATORS[name.removesuffix("IfExists")]
    if found is None:
        return optional or negated or quantifier == "ForAllValues"
    match quantifier:
        case "ForAllValues":
            return all(_value_holds(test, negated, value, wanted) for value in _list(found))
        case "ForAnyValue":
            return any(_value_holds(test, negated, value, wanted) for value in _list(found))
        case _:
            (value,) = _list(found)
            return _value_holds(test, negated, value, wanted)


def _value_holds(test: Callable[[str, str], bool], negated: bool, value: str, wanted: list[str]) -> bool:
    return any(test(pattern, value) for pattern in wanted) is not negated


def _like(pattern: str, text: str) -> bool:
    parts = (".*" if char == "*" else "." if char == "?" else re.escape(char) for char in pattern)
    return re.fullmatch("".join(parts), text, re.DOTALL) is not None


def _resource_like(pattern: str, resource: str) -> bool:
    return pattern == "*" or _arn_like(pattern, resource)


def _arn_like(pattern: str, text: str) -> bool:
    """Each of the six parts on its own, so that a wildcard does not reach over a colon."""
    patterns, parts = pattern.split(":", 5), text.split(":", 5)
    return len(patterns) == len(parts) and all(map(_like, patterns, parts))


def _list(value: str | Sequence[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _equal(pattern: str, text: str) -> bool:
    return pattern == text


def _equal_ignoring_case(pattern: str, text: str) -> bool:
    return pattern.lower() == text.lower()


_OPERATORS: dict[str, tuple[Callable[[str, str], bool], bool]] = {
    "StringEquals": (_equal, False),
    "StringNotEquals": (_equal, True),
    "StringEqualsIgnoreCase": (_equal_ignoring_case, False),
    "StringLike": (_like, False),
    "StringNotLike": (_like, True),
    "ArnEquals": (_arn_like, False),
    "ArnLike": (_arn_like, False),
    "ArnNotLike": (_arn_like, True),
    "Bool": (_equal_ignoring_case, False),
}
