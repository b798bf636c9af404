"""The shape of an IAM policy document, and its size as IAM counts it.

Statements are plain dicts in IAM's own spelling; `allow`, `deny` and the like write one, `policy_document` puts
them together, `managed_policy` also holds the document to the limit of a managed policy.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ..model.statement import IamStatement

PolicyDocument = dict[str, Any]
Statement = dict[str, Any]

MANAGED_POLICY_LIMIT: Final = 6_144
"""Characters of a managed policy, white space not counted. Source: IAM user guide, "IAM and AWS STS quotas"."""

INLINE_POLICY_LIMIT: Final = 10_240
"""Characters of all inline policies of one role together, white space not counted. Source: as above."""

_POLICY_LANGUAGE: Final = "2012-10-17"


class PolicyTooLong(ValueError):
    """A document is longer than IAM accepts for a managed policy."""

    def __init__(self, name: str, size: int) -> None:
        super().__init__(
            f"policy {name}: {size} characters are {size - MANAGED_POLICY_LIMIT} over IAM's limit of"
            f" {MANAGED_POLICY_LIMIT}; write fewer statements"
        )


def allow(
    sid: str, action: str | Sequence[str], resource: str | Sequence[str], condition: Mapping[str, Any] | None = None
) -> Statement:
    """A statement that permits `action` on `resource`."""
    return _statement("Allow", sid, action, resource, condition)


def allow_all_but(sid: str, action: str | Sequence[str], resource: str | Sequence[str]) -> Statement:
    """A statement that permits everything except `action` on `resource`."""
    return {"Sid": sid, "Effect": "Allow", "NotAction": _plain(action), "Resource": _plain(resource)}


def deny_all_but(sid: str, action: str | Sequence[str], resource: str | Sequence[str]) -> Statement:
    """A statement that forbids everything except `action` on `resource`, whatever else is permitted."""
    return {"Sid": sid, "Effect": "Deny", "NotAction": _plain(action), "Resource": _plain(resource)}


def deny(
    sid: str, action: str | Sequence[str], resource: str | Sequence[str], condition: Mapping[str, Any] | None = None
) -> Statement:
    """A statement that forbids `action` on `resource`, whatever else is permitted."""
    return _statement("Deny", sid, action, resource, condition)


def operator_statement(statement: IamStatement) -> Statement:
    """A statement that the operator wrote, with the elements that were written."""
    elements = {
        "Action": statement.action,
        "NotAction": statement.not_action,
        "Resource": statement.resource,
        "NotResource": statement.not_resource,
    }
    return {
        **({} if statement.sid is None else {"Sid": statement.sid}),
        "Effect": str(statement.effect),
        **{element: list(texts) for element, texts in elements.items() if texts},
        **({} if statement.condition is None else {"Condition": _condition(statement.condition)}),
    }


def policy_document(statements: Iterable[Mapping[str, Any]]) -> PolicyDocument:
    """A document of `statements`, in their order."""
    return {"Version": _POLICY_LANGUAGE, "Statement": [dict(statement) for statement in statements]}


def managed_policy(name: str, statements: Iterable[Mapping[str, Any]]) -> PolicyDocument:
    """A document of `statements` that fits into one managed policy.

    Raises:
        PolicyTooLong: The document is longer; the message names `name` and the overrun in characters.
    """
    document = policy_document(statements)
    if (size := policy_size(document)) > MANAGED_POLICY_LIMIT:
        raise PolicyTooLong(name, size)
    return document


def policy_size(document: Mapping[str, Any]) -> int:
    """Characters of `document` as IAM counts them: serialised without blanks."""
    return len(json.dumps(document, separators=(",", ":"), ensure_ascii=False))


def policy_name(policy_arn: str) -> str:
    """Tells the attachments of one role apart where all policies are of one account."""
    return policy_arn.rsplit("/", 1)[-1]


def policy_label(policy_arn: str) -> str:
    """Tells the attachments of one role apart: account and name of the policy, which may exist in several accounts."""
    _, _, _, _, account, resource = policy_arn.split(":", 5)
    return f"{account}-{resource.removeprefix('policy/')}"


def _condition(condition: Mapping[str, Mapping[str, Sequence[str]]]) -> dict[str, dict[str, list[str]]]:
    return {operator: {key: list(values) for key, values in keys.items()} for operator, keys in condition.items()}


def _statement(
    effect: str,
    sid: str,
    action: str | Sequence[str],
    resource: str | Sequence[str],
    condition: Mapping[str, Any] | None,
) -> Statement:
    statement: Statement = {"Sid": sid, "Effect": effect, "Action": _plain(action), "Resource": _plain(resource)}
    if condition is not None:
        statement["Condition"] = dict(condition)
    return statement


def _plain(items: str | Sequence[str]) -> str | list[str]:
    """One item as a text, as upstream writes it; IAM means the same by a list of one."""
    if isinstance(items, str):
        return items
    return items[0] if len(items) == 1 else list(items)
