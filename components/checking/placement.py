"""Which pods reach which pool (E103, W105, W120, W122, W124)."""

from collections.abc import Iterator

from ..model.enums import Architecture, RequirementOperator, TaintEffect, TenantState
from ..model.instance_type import architecture_of
from ..model.platform import PlatformSettings
from ..model.pool import PoolSpec
from ..model.problem import Problem
from ..model.requirement import Requirement
from ..model.tenant import TenantSpec
from ..planning.catalogue import catalogue
from ..rendering.pools import node_pool_name
from . import allowed
from .labels import KNOWN_SINCE
from .places import Pool
from .rule import Family

REMOVED_STARTUP_TAINTS = frozenset(
    (
        "ebs.csi.aws.com/agent-not-ready",
        "efs.csi.aws.com/agent-not-ready",
        "fsx.csi.aws.com/agent-not-ready",
        "node.cilium.io/agent-not-ready",
        "node.cloudprovider.kubernetes.io/uninitialized",
    )
)
"""Startup taints that a published component removes once it runs on the node.

Sources: documentation of the AWS CSI drivers for EBS, EFS and FSx, of Cilium, and of the AWS cloud controller manager.
"""


def e103_types_of_another_architecture(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A pool that names nothing but types of an architecture that it does not allow: it never starts a node."""
    named = allowed.instance_types(pool.spec) or allowed.instance_families(pool.spec)
    architectures = allowed.architectures(pool.spec).values
    if named is None or not architectures:
        return
    found = {_architecture_of(name) for name in named.values}
    if len(found) == 1 and (only := found.pop()) is not None and only not in architectures:
        what = f"{named.values[0]} is {only}, architectures is [{', '.join(architectures)}]"
        yield pool.problem(named.path, "E103", what, f"write architectures: [{only}]")


def _architecture_of(name: str) -> Architecture | None:
    """None where the name does not tell: a family that is newer than the catalogue may be arm64 by any name."""
    architecture = architecture_of(name)
    known = name.partition(".")[0] in catalogue().families
    return architecture if known or architecture is Architecture.ARM64 else None


def w105_both_architectures(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A pool whose nodes may be of either architecture, as prices decide."""
    architectures = allowed.architectures(pool.spec)
    if set(architectures.values) == set(Architecture):
        what = "both are allowed and the cheaper wins, so every image must exist for both"
        yield pool.problem(architectures.path, "W105", what, "keep one if unsure")


def w120_pools_take_the_same_pods(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """Pools of one weight that nothing parts: Karpenter always takes the one whose NodePool is later in the alphabet.

    Where every namespace names its pool, admission writes the selector and nothing is left to the order.

    Source: kubernetes-sigs/karpenter `pkg/utils/nodepool` 1.14.3.
    """
    if tenant.state is TenantState.OFFBOARDING:
        return
    if tenant.namespaces and all(namespace.provisioner is not None for namespace in tenant.namespaces):
        return
    alike: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for key in sorted(tenant.provisioners, key=lambda each: node_pool_name(tenant, each)):
        provisioner = tenant.provisioners[key]
        if _open_to_every_pod(provisioner):
            kind = (provisioner.weight or 0, allowed.operating_systems(provisioner).values)
            alike.setdefault(kind, []).append(key)
    for *losers, winner in alike.values():
        for loser in losers:
            yield Problem(
                tenant.name,
                ("provisioners", loser),
                "W120",
                f"{loser} and {winner} fit the same pods and have the same weight, so {winner} always wins by name",
                "give one a weight, taint or label",
            )


def w122_taint_needs_a_toleration(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A tenant's own taint, which only the authors of pods can tolerate."""
    if pool.tenant is None:
        return
    for index, taint in enumerate(pool.spec.taints):
        if taint.effect is not TaintEffect.PREFER_NO_SCHEDULE:
            what = f"pods need their own toleration for {taint.key}, only karpenter-tenants/tenant is added"
            yield pool.problem(("taints", index), "W122", what, "tell the authors")


def w124_startup_taint_stays(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A startup taint that no known component removes."""
    for index, taint in enumerate(pool.spec.startup_taints):
        if taint.key not in REMOVED_STARTUP_TAINTS:
            what = f"nothing known removes {taint.key}, pods would wait for ever"
            yield pool.problem(("startupTaints", index), "W124", what, "see that a component does or drop it")


def _open_to_every_pod(pool: PoolSpec) -> bool:
    """Whether a pod without own selector and toleration may start a node here; a static pool starts none for pods."""
    return pool.replicas is None and not pool.taints and not pool.labels and not any(map(_labels, pool.requirements))


def _labels(requirement: Requirement) -> bool:
    """Whether nodes get a label of the tenant's own by the requirement, for pods to select."""
    gives = requirement.operator in (RequirementOperator.IN, RequirementOperator.EXISTS)
    return gives and requirement.key not in KNOWN_SINCE


FAMILY = Family(
    tenant=(w120_pools_take_the_same_pods,),
    pool=(
        e103_types_of_another_architecture,
        w105_both_architectures,
        w122_taint_needs_a_toleration,
        w124_startup_taint_stays,
    ),
)
