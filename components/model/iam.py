"""`iam` of a tenant file: what its nodes and its service accounts may do in AWS."""

import re
from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator
from pydantic_core import PydanticCustomError

from .arn import PolicyArn, RoleArn
from .base import Model
from .between import Length
from .enums import IdentityMode
from .errors import reject, shown
from .namespace import NamespaceName
from .statement import IamStatement
from .text import Items, Text

NODE_POLICY_LIMIT = 9
"""IAM allows ten managed policies a role; the worker-node policy is one of them."""
WORKLOAD_POLICY_LIMIT = 10

_REPOSITORY = re.compile(r"[a-z0-9*](?:[a-z0-9._/*-]{0,254}[a-z0-9*])?")
_SERVICE_ACCOUNT = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?")


def _repository(text: str) -> str:
    if not _REPOSITORY.fullmatch(text):
        raise reject("E005", f"{shown(text)} is no ECR repository", "write its name without registry, such as team/*")
    return text


def _service_account(text: str) -> str:
    if "*" in text:
        raise reject("E198", f"{shown(text)} would let every account take the role", "name one account")
    if not _SERVICE_ACCOUNT.fullmatch(text):
        raise reject(
            "E005", f"{shown(text)} is no name of a service account", "write lower-case letters, digits, - and ."
        )
    return text


def _explicit_none(value: Any) -> Any:
    return () if value is None else value


class WorkloadSpec(Model):
    """AWS rights of one service account: a role that is made, or one that exists."""

    namespace: NamespaceName
    """Full name of the namespace."""
    service_account: Annotated[Text, AfterValidator(_service_account)]
    """Name of one service account; wildcards are refused."""
    mode: IdentityMode | None = None
    """irsa or podIdentity. Absent: the stack's `identity`."""
    policy_arns: Annotated[Items[PolicyArn], Length(most=WORKLOAD_POLICY_LIMIT)] = ()
    """Managed policies of the role, at most 10. Default none."""
    policy_statements: Items[IamStatement] = ()
    """Statements of the role's own policy. Default none."""
    role_arn: RoleArn | None = None
    """A role that exists, in place of a made one. Absent: a role is made."""
    target_role_arn: RoleArn | None = None
    """A role in the customer's account that the made role takes over. Absent: none."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Either rights for a new role, or a role that exists."""
        rights = [
            word
            for word, given in (("policyArns", self.policy_arns), ("policyStatements", self.policy_statements))
            if given
        ]
        if self.role_arn is not None and rights:
            what = f"{rights[0]} would belong to a new role, roleArn names one that exists"
            yield reject("E008", what, "keep one", (rights[0],))
        if self.role_arn is None and not rights and self.target_role_arn is None:
            yield reject("E006", "gives no rights", "write policyArns, policyStatements or roleArn")


class IamSpec(Model):
    """Rights of the tenant's nodes beyond the base, and of its service accounts."""

    policy_arns: Annotated[Items[PolicyArn], Length(most=NODE_POLICY_LIMIT)] = ()
    """Managed policies that its **nodes** get on top of the base, at most 9. Default none: pods have roles of their
    own."""
    policy_statements: Items[IamStatement] = ()
    """Statements that its nodes get on top of the base. Default none."""
    image_repositories: Annotated[
        Items[Annotated[Text, AfterValidator(_repository)]] | None, BeforeValidator(_explicit_none)
    ] = None
    """ECR repositories that its nodes may pull beside the stack's shared ones; `*` stands for any characters.
    Absent: `<tenant>/*`; `null`: none."""
    shared_image_repositories: Items[Annotated[Text, AfterValidator(_repository)]] = ()
    """ECR repositories that the nodes of all tenants may pull; only the stack's tenantDefaults may set it. Default
    none."""
    session_manager: bool = False
    """Shell access to the nodes through SSM, without access to parameters. Default off: a shell on a node sees all
    its pods."""
    permissions_boundary: PolicyArn | None = None
    """Boundary of the tenant's roles. Absent: the product makes one, which keeps identities, the cluster, Karpenter's
    tags and other tenants' roles out of reach; of roles it lets pass those that policyStatements name."""
    workloads: Items[WorkloadSpec] = ()
    """AWS rights of service accounts. Default none."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """One role per service account."""
        seen: dict[tuple[str, str], int] = {}
        for index, workload in enumerate(self.workloads):
            first = seen.setdefault((workload.namespace, workload.service_account), index)
            if first != index:
                what = f"{workload.namespace}/{workload.service_account} is already workloads[{first}]"
                yield reject("E008", what, "keep one", ("workloads", index, "serviceAccount"))
