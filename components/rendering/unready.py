"""Why a NodePool or an EC2NodeClass is not Ready, in the operator's words: the field, what Karpenter says, the remedy.

An object is Ready when Karpenter has looked at its present generation and found nothing missing. Reasons and their
messages are Karpenter's; which field of a tenant file they are about, and what to write there, is decided here.

Source: `pkg/controllers/nodeclass` of github.com/aws/karpenter-provider-aws 1.14.3 and 1.15.2,
`pkg/controllers/nodepool/{readiness,validation}` of sigs.k8s.io/karpenter 1.14.3.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..model.alias import alias
from ..model.base import Model
from ..model.karpenter import PlatformPoolSettings
from ..model.problem import Path, show_path
from ..model.tenant import TenantSpec

READY: Final = "Ready"

_CONSEQUENCES: Final = ("DependenciesNotReady", "UnhealthyDependents", "ReconcilingDependents")
"""Reasons that only say that another condition is not met."""

_INFORMATIONAL: Final = ("NodeRegistrationHealthy",)
"""Conditions that Ready does not depend on: it speaks of nodes, which a new pool has not had yet."""

_VALIDATION: Final = "ValidationSucceeded"
"""Comes last and stays undecided while another condition is; on AWS it tries calls, which takes a while."""

_NODE_CLASS: Final = "NodeClassReady"

_CLASS_GONE: Final = ("NodeClassNotFound", "NodeClassTerminating")
"""Reasons of a pool that no class is left to tell."""

_TERMINAL: Final = (
    "UnsupportedAlias",
    "TagValidationFailed",
    "UserDataSizeLimitExceeded",
    "InvalidKubeletConfiguration",
    "UnsupportedKubeletConfiguration",
    "KubeletExpressionsDisabled",
    "KubeletExpressionInvalid",
    "KubeletExpressionEvaluationFailed",
    "NVIDIAConsumableCapacityInvalid",
    "DRADisabled",
    "NodePoolValidationFailed",
)
"""Reasons that only another object ends: waiting is in vain."""


@dataclass(frozen=True)
class Place:
    """What an object was rendered from.

    Attributes:
        tenant: Name of the tenant; None for a pool of the platform.
        path: Of the provisioner or node class in the tenant file, or of the pool in the stack file.
        written: Words that stand there; of several that can mean the same, the one that the operator used is named.
    """

    tenant: str | None
    path: Path
    written: Collection[str]

    @property
    def whose(self) -> str:
        """Begins every message."""
        return "" if self.tenant is None else f"tenant {self.tenant}: "


@dataclass(frozen=True)
class Condition:
    """A condition that is not met, with Karpenter's words."""

    type: str
    reason: str
    message: str

    @property
    def terminal(self) -> bool:
        """Whether it stays as it is until somebody changes the object."""
        return self.reason in _TERMINAL


@dataclass(frozen=True)
class _Remedy:
    """Which words of a tenant file a condition is about, and what to write.

    Attributes:
        words: Those that can be meant; the first stands for all where none is written.
        otherwise: Where the value comes from when none is written; empty where it can only come from a word.
        fix: What to write instead.
        shown: Fields of the object's spec whose value is shown.
    """

    words: tuple[str, ...]
    fix: str
    otherwise: str = ""
    shown: tuple[str, ...] = ()


_RIGHTS = (
    "let the controller's role call it: pulumi preview shows what its policies lack, and a service control policy or a "
    "boundary of the account may forbid it"
)

_BY_REASON: Final[Mapping[str, _Remedy]] = {
    "UnsupportedAlias": _Remedy(
        ("ami", "amiSelectorTerms"), "write a family that has images for this Kubernetes version"
    ),
    "TagValidationFailed": _Remedy(("tags",), "leave out tags that Karpenter sets itself"),
    "UserDataSizeLimitExceeded": _Remedy(("userData",), "write at most 16 KiB, or fetch the rest from a bucket"),
    "InstanceProfileNotFound": _Remedy(
        ("instanceProfile",), "write the name of an instance profile of this account", shown=("instanceProfile",)
    ),
    "ClusterCIDRResolutionFailed": _Remedy((), _RIGHTS),
    "CreateLaunchTemplateAuthCheckFailed": _Remedy((), _RIGHTS),
    "CreateFleetAuthCheckFailed": _Remedy((), _RIGHTS),
    "RunInstancesAuthCheckFailed": _Remedy((), _RIGHTS),
    "InvalidKubeletConfiguration": _Remedy(("kubelet",), "write what Karpenter's message asks for"),
    "UnsupportedKubeletConfiguration": _Remedy(("kubelet",), "leave out what this AMI family cannot do"),
    "KubeletExpressionsDisabled": _Remedy(
        ("kubelet",), "write plain values, or open Karpenter's feature gate for them"
    ),
    "KubeletExpressionInvalid": _Remedy(("kubelet",), "write an expression that gives a value"),
    "KubeletExpressionEvaluationFailed": _Remedy(("kubelet",), "write an expression that gives a value"),
    "NodeClassNotFound": _Remedy(("nodeClass",), "run pulumi up --refresh: somebody has deleted it"),
    "NodeClassTerminating": _Remedy(
        ("nodeClass",), "wait until its nodes are gone and run pulumi up --refresh: somebody has deleted it"
    ),
    "NodeClassReadinessUnknown": _Remedy(("nodeClass",), "see why Karpenter has not looked at it: its log tells"),
    "NodePoolValidationFailed": _Remedy(
        ("requirements", "labels", "taints"), "write what Karpenter's message asks for"
    ),
}
"""What a reason means, whichever condition carries it."""

_BY_CONDITION: Final[Mapping[str, _Remedy]] = {
    "SubnetsReady": _Remedy(
        ("subnets", "subnetSelectorTerms"),
        "write ids of subnets that exist in this account and region, or tags that they carry",
        "platform:cluster.vpc",
        ("subnetSelectorTerms",),
    ),
    "SecurityGroupsReady": _Remedy(
        ("securityGroups", "securityGroupSelectorTerms"),
        "write ids of security groups that exist in the cluster's VPC, or tags that they carry",
        "platform:cluster",
        ("securityGroupSelectorTerms",),
    ),
    "AMIsReady": _Remedy(
        ("ami", "amiSelectorTerms"),
        "write a version that was published for the cluster's Kubernetes version, here or in platform:amis",
        "platform:amis",
        ("amiSelectorTerms",),
    ),
    "InstanceProfileReady": _Remedy(
        ("role", "instanceProfile"),
        "write a role that exists and that the controller may pass",
        shown=("role", "instanceProfile"),
    ),
    "CapacityReservationsReady": _Remedy(
        ("capacityReservationSelectorTerms",),
        "write reservations that exist in this account and region",
        shown=("capacityReservationSelectorTerms",),
    ),
    "PlacementGroupReady": _Remedy(
        ("placementGroupSelector",),
        "write a placement group that exists in this account and region",
        shown=("placementGroupSelector",),
    ),
    _NODE_CLASS: _Remedy(("nodeClass",), "put the node class right first"),
}
"""What a condition means where its reason says no more."""


def node_class_place(tenant: TenantSpec, key: str) -> Place:
    """What the EC2NodeClass of a node class was rendered from."""
    return Place(tenant.name, ("nodeClasses", key), _written(tenant.node_classes[key]))


def node_pool_place(tenant: TenantSpec, key: str) -> Place:
    """What the NodePool of a provisioner was rendered from."""
    return Place(tenant.name, ("provisioners", key), _written(tenant.provisioners[key]))


def platform_places(word: str, pool: PlatformPoolSettings) -> tuple[Place, Place]:
    """What the EC2NodeClass and the NodePool of a pool of the platform were rendered from."""
    path: Path = ("platform:karpenter", word)
    return Place(None, (*path, "nodeClass"), _written(pool.node_class)), Place(None, path, _written(pool))


def is_ready(live: Mapping[str, Any]) -> bool:
    """Whether Karpenter has found nothing missing in the object as it is now."""
    return any(
        condition["type"] == READY and condition["status"] == "True" and _of_now(condition, live)
        for condition in _conditions(live)
    )


def unmet(live: Mapping[str, Any]) -> tuple[Condition, ...]:
    """What Karpenter has found missing; empty while it has not looked, or is still looking.

    Consequences of another condition are left out, so that each cause is told once. A condition that stays undecided
    beside others is one that Karpenter failed to decide: for an alias of an image that was never published it tells
    its log alone.
    """
    decided = [condition for condition in _dependents(live) if _is_decided(condition, live)]
    false = [condition for condition in decided if condition["status"] == "False"]
    causes = tuple(
        Condition(condition["type"], condition.get("reason", ""), condition.get("message", ""))
        for condition in false
        # A pool takes this reason over from its class, and has no other condition that tells the cause.
        if condition.get("reason") not in _CONSEQUENCES or condition["type"] == _NODE_CLASS
    )
    if causes or not decided:
        return causes
    return tuple(
        Condition(name, "", f"{name} is not decided, Karpenter's log says why")
        for name in _undecided(live)
        if name != _VALIDATION
    )


def only_waits_for_its_class(conditions: Collection[Condition]) -> bool:
    """Whether a pool misses nothing but a class that is Ready; the class itself then tells why it is not."""
    return all(condition.type == _NODE_CLASS and condition.reason not in _CLASS_GONE for condition in conditions)


def explained(place: Place, live: Mapping[str, Any], conditions: Collection[Condition]) -> str:
    """One line for each cause: `tenant alpha: <path>: <object> is not Ready: <Karpenter's words>; <remedy>`."""
    return "\n".join(_explained(place, live, condition) for condition in conditions)


def unlooked(place: Place, live: Mapping[str, Any]) -> str:
    """What is said of an object at which Karpenter has not looked in all the time."""
    waiting = ", ".join(_undecided(live))
    return (
        f"{place.whose}{show_path(place.path)}: {_called(live)} is not Ready: Karpenter has said nothing"
        f"{f' of {waiting}' if waiting else ''}; see whether its controller runs, and what its log says"
    )


def _explained(place: Place, live: Mapping[str, Any], condition: Condition) -> str:
    remedy = _BY_REASON.get(condition.reason) or _BY_CONDITION.get(condition.type)
    said = condition.message or condition.type
    said = f"{said} ({condition.reason})" if condition.reason else said
    if remedy is None:
        where, fix = show_path(place.path), f"see kubectl describe {live['kind'].lower()} {live['metadata']['name']}"
        return f"{place.whose}{where}: {_called(live)} is not Ready: {said}; {fix}"
    value = _value(live, remedy.shown)
    called = f"{_called(live)} with {value}" if value else _called(live)
    return f"{place.whose}{_field(place, remedy)}: {called} is not Ready: {said}; {remedy.fix}"


def _field(place: Place, remedy: _Remedy) -> str:
    written = [word for word in remedy.words if word in place.written]
    if written:
        return show_path((*place.path, written[0]))
    if remedy.otherwise:
        return remedy.otherwise
    return show_path((*place.path, *remedy.words[:1]))


def _value(live: Mapping[str, Any], fields: tuple[str, ...]) -> str:
    found = [live["spec"][field] for field in fields if field in live["spec"]]
    return ", ".join(value if isinstance(value, str) else json.dumps(value) for value in found)


def _called(live: Mapping[str, Any]) -> str:
    return f"{live['kind']} {live['metadata']['name']}"


def _undecided(live: Mapping[str, Any]) -> list[str]:
    return [condition["type"] for condition in _dependents(live) if not _is_decided(condition, live)]


def _dependents(live: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [condition for condition in _conditions(live) if condition["type"] not in (READY, *_INFORMATIONAL)]


def _is_decided(condition: Mapping[str, Any], live: Mapping[str, Any]) -> bool:
    return condition["status"] != "Unknown" and _of_now(condition, live)


def _conditions(live: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return live.get("status", {}).get("conditions", [])


def _of_now(condition: Mapping[str, Any], live: Mapping[str, Any]) -> bool:
    """Whether the condition is about the object's present generation; older controllers do not say."""
    generation = live["metadata"].get("generation")
    return condition.get("observedGeneration", generation) == generation


def _written(spec: Model) -> frozenset[str]:
    return frozenset(alias(field) for field in spec.model_fields_set)
