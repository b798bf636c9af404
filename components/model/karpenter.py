"""`platform:karpenter`: Karpenter's release, its controller's rights and the platform's own pools."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from .arn import KmsKeyArn, ParameterArn, PolicyArn, RoleArn
from .base import Model
from .between import Between
from .enums import LogLevel
from .errors import reject, shown
from .limits import Limits
from .names import QUEUE_NAME_LIMIT, ROLE_NAME_LIMIT
from .namespace import NamespaceName
from .node_class import NodeClassSpec
from .pool import PoolSpec
from .quantity import Quantity
from .statement import IamStatement
from .text import Entries, FullText, Items, Text

CHART_REPOSITORY = "oci://public.ecr.aws/karpenter"
"""Where the project publishes its charts."""

_VERSION = re.compile(r"[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}")
_ROLE_NAME = re.compile(rf"[A-Za-z0-9_+=,.@-]{{1,{ROLE_NAME_LIMIT}}}")
_ROLE_PATH = re.compile(r"/(?:[A-Za-z0-9_+=,.@-]+/){0,20}")
_QUEUE_NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{QUEUE_NAME_LIMIT}}}")


def _version(text: str) -> str:
    if not _VERSION.fullmatch(text):
        found = re.search(_VERSION, text)
        raise reject(
            "E226", f"{shown(text)} is no version", f"write {found[0] if found else 'three numbers, such as 1.14.3'}"
        )
    return text


def _role_name(text: str) -> str:
    if not _ROLE_NAME.fullmatch(text):
        raise reject(
            "E005", f"{shown(text)} is no name in IAM", f"write at most {ROLE_NAME_LIMIT} letters, digits and _+=,.@-"
        )
    return text


def _role_path(text: str) -> str:
    if not _ROLE_PATH.fullmatch(text):
        raise reject(
            "E005", f"{shown(text)} is no path in IAM", "write a text such as /platform/ that begins and ends with /"
        )
    return text


def _queue_name(text: str) -> str:
    if not _QUEUE_NAME.fullmatch(text):
        raise reject(
            "E005", f"{shown(text)} is no name of a queue", f"write at most {QUEUE_NAME_LIMIT} letters, digits, - and _"
        )
    return text


class AcceptDeniedSettings(Model):
    """Consent to a version that the version table denies."""

    version: Annotated[Text, AfterValidator(_version)]
    """Exactly the version in use."""
    reason: FullText
    """Why its fault does not matter here."""


def _default_requests() -> Mapping[str, Quantity]:
    return {"cpu": Quantity("1"), "memory": Quantity("1Gi")}


def _default_limits() -> Mapping[str, Quantity]:
    return {"memory": Quantity("2Gi")}


class ResourceSettings(Model):
    """Resources of the controller's container; they never follow the set of tenants."""

    requests: Limits = Field(default_factory=_default_requests)
    """Default 1 cpu and 1Gi: the chart sets none since 0.26, and the cpu request drives the scheduler's parallelism."""
    limits: Limits = Field(default_factory=_default_limits)
    """Default memory 2Gi, which also bounds the collector of the Go runtime; no cpu limit, which would only slow it
    down."""


class QueueSettings(Model):
    """The interruption queue."""

    name: Annotated[Text, AfterValidator(_queue_name)] | None = None
    """At most 80 characters. Absent: `<cluster>-karpenter`."""
    kms_key_arn: KmsKeyArn | None = None
    """Key of the queue; its policy has to let `events.amazonaws.com` use it. Absent: SQS' own encryption."""


class ControllerRoleSettings(Model):
    """IAM role of the controller."""

    name: Annotated[Text, AfterValidator(_role_name)] | None = None
    """At most 64 characters. Absent: `<cluster>-karpenter`."""
    path: Annotated[Text, AfterValidator(_role_path)] = "/"
    """Path of the role. Default `/`, as upstream."""
    permissions_boundary: PolicyArn | None = None
    """Boundary of the role. Absent: none."""
    existing_arn: RoleArn | None = None
    """A role that exists, with its rights; nothing is made. Absent: a role is made."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """A role that exists has its name, path and boundary already."""
        if self.existing_arn is None:
            return
        for word, field in (("name", "name"), ("path", "path"), ("permissionsBoundary", "permissions_boundary")):
            if field in self.model_fields_set:
                yield reject("E008", f"{word} and existingArn exclude each other", "keep one", (word,))


class PlatformPoolSettings(PoolSpec):
    """A pool of the platform itself, with a node role of its own."""

    node_class: NodeClassSpec = Field(default_factory=lambda: NodeClassSpec.model_validate({}))
    """Its node class. Default all of the stack's."""


class KarpenterSettings(Model):
    """Karpenter's release and what its controller may do."""

    version: Annotated[Text, AfterValidator(_version)]
    """A version of the table, such as 1.14.3."""
    accept_denied: AcceptDeniedSettings | None = None
    """Consent to a denied version. Absent: it is refused."""
    namespace: NamespaceName = "kube-system"
    """Namespace of the controller. Default kube-system, as upstream: its requests have a flow schema of their own
    there."""
    replicas: Annotated[int, Between(1)] = 2
    """Replicas of the controller. Default 2, on two nodes: one works, one stands by."""
    resources: ResourceSettings = Field(default_factory=lambda: ResourceSettings.model_validate({}))
    """Resources of the controller. A warning says when the tenants outgrow them."""
    log_level: LogLevel = LogLevel.INFO
    """debug, info or error. Default info."""
    interruption_handling: bool = True
    """Makes queue and rules, so that nodes are drained before EC2 takes them. Default on."""
    queue: QueueSettings = Field(default_factory=lambda: QueueSettings.model_validate({}))
    """The interruption queue."""
    controller_role: ControllerRoleSettings = Field(default_factory=lambda: ControllerRoleSettings.model_validate({}))
    """IAM role of the controller."""
    policy_additions: Items[IamStatement] = ()
    """Further statements of the controller's rights, for example iam:PassRole on a role not made here. Default none."""
    ami_parameter_arns: Items[ParameterArn] = ()
    """SSM parameters that it may read for `ssmParameter` terms, beside AWS' own. Default none."""
    feature_gates: Entries[bool] = Field(default_factory=dict[str, bool])
    """Gate -> on or off, in the spelling of the chart or of the documentation. Default the version's."""
    values: Mapping[str, Any] = Field(default_factory=dict[str, Any])
    """Further values of the chart; keys that the chart of the version does not have are refused. Default none."""
    chart_repository: FullText = CHART_REPOSITORY
    """Address of the charts, or a folder that holds them. Default the project's."""
    pause_image: FullText = "registry.k8s.io/pause:3.10.1"
    """Image of the pods that do nothing: those of `headroom`, and the one of `karpenter-tenants verify`. Default
    Kubernetes' own, for every system and architecture; nodes without internet need a copy of it."""
    discovery_tags: bool = True
    """Tags subnets and cluster security group `karpenter.sh/discovery: <cluster>`. Default on, for other tools;
    selection stays by id."""
    shared_pool: PlatformPoolSettings | None = None
    """NodePool `shared-pool`, for tenants with `isolation: shared`; without taints of its own it takes the pods of all
    namespaces without nodes of their own. Its nodes pull images below `shared/` and those that all tenants share.
    Absent: there are no such tenants."""
    system_pool: PlatformPoolSettings | None = None
    """NodePool `system-pool`, tainted, for pods in admission.systemNamespaces; its nodes pull images below `system/`
    and those that all tenants share. Absent: these pods run on the core node group."""

    @property
    def platform_pools(self) -> Mapping[str, PlatformPoolSettings]:
        """The pools of the platform that are written, by their word."""
        pools = {"sharedPool": self.shared_pool, "systemPool": self.system_pool}
        return {word: pool for word, pool in pools.items() if pool is not None}
