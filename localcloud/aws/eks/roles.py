"""What EKS asks IAM about a role before it uses it: does it exist, and does it trust the service."""

import json
from urllib.parse import unquote

from moto.core import DEFAULT_ACCOUNT_ID
from moto.iam.models import Role, iam_backends

from localcloud.aws.eks.refusals import invalid_parameter


def find_role(arn: str) -> Role | None:
    """The role with this ARN, in the local account."""
    roles = iam_backends[DEFAULT_ACCOUNT_ID]["aws"].roles.values()
    return next((role for role in roles if role.arn == arn), None)


def require_trusting_role(arn: str, service: str) -> Role:
    """The role, which must let `service` assume it.

    Raises:
        InvalidParameterException: No such role, or its trust policy names other principals only.
    """
    role = find_role(arn)
    if role is None or service not in _trusted_services(role):
        message = (
            f"role with arn: {arn}, could not be assumed because it does not exist or the trusted entity is not correct"
        )
        raise invalid_parameter(f"{message} (expected service {service})")
    return role


def principal_is_missing(arn: str) -> bool:
    """True for a role or user of the local account that is not there; other accounts cannot be asked."""
    account, resource = arn.split(":", 5)[4:]
    if account != DEFAULT_ACCOUNT_ID:
        return False
    if resource.startswith("role/"):
        return find_role(arn) is None
    if resource.startswith("user/"):
        return all(user.arn != arn for user in iam_backends[DEFAULT_ACCOUNT_ID]["aws"].users.values())
    return True


def _trusted_services(role: Role) -> set[str]:
    text = role.assume_role_policy_document or "{}"
    document = json.loads(text if text.lstrip().startswith("{") else unquote(text))
    services: set[str] = set()
    statements = document.get("Statement", [])
    for statement in statements if isinstance(statements, list) else [statements]:
        principal = statement.get("Principal", {})
        named = principal.get("Service", []) if isinstance(principal, dict) else []
        services.update([named] if isinstance(named, str) else named)
    return services
