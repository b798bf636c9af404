"""Whatever else the CRDs of the stack's version refuse (E220): the last word before the API server's own.

Left to the rules that know more about it: fields and words that the version does not have yet (E215), and the settings
of the kubelet (E216 to E219).
"""

from collections.abc import Iterator
from typing import Any, Final

from ..model.platform import PlatformSettings
from ..model.problem import Path, Problem
from ..rendering.budgets import budgets
from ..rendering.placement import tenant_label_key
from ..rendering.plain import document_of, plain
from ..rendering.requirements import requirements
from ..versions import KarpenterVersion
from ..versions.api_rules import Fault, Refusal, refusals
from .places import NodeClass, Pool
from .rule import Family, Versions

_SHORTHANDS: Final = frozenset(("ami", "disk", "subnets", "securityGroups", "imdsHopLimit", "existingName", "kubelet"))
"""Words of a node class that are not the API's own, and the kubelet's."""


def e220_pool_refused(pool: Pool, settings: PlatformSettings, versions: Versions) -> Iterator[Problem]:
    """A field of a NodePool, as it would be rendered: what the product adds counts too."""
    for place, path, value in _fields_of_pool(pool, versions.karpenter):
        for refusal in _refusals("NodePool", place, value, versions.karpenter):
            # Items of a list that the product adds to have other indexes there.
            below: Path = () if isinstance(value, list) else refusal.path
            yield pool.problem((*path, *below), "E220", refusal.what, refusal.fix)


def e220_node_class_refused(node_class: NodeClass, settings: PlatformSettings, versions: Versions) -> Iterator[Problem]:
    """A field of an EC2NodeClass, as it is written."""
    for word, value in document_of(node_class.spec).items():
        if word in _SHORTHANDS:
            continue
        for refusal in _refusals("EC2NodeClass", f"spec.{word}", value, versions.karpenter):
            yield node_class.problem((word, *refusal.path), "E220", refusal.what, refusal.fix)


def _refusals(kind: str, place: str, value: Any, karpenter: KarpenterVersion) -> Iterator[Refusal]:
    return (each for each in refusals(kind, place, value, karpenter) if each.fault is Fault.VALUE)


def _fields_of_pool(pool: Pool, karpenter: KarpenterVersion) -> Iterator[tuple[str, Path, Any]]:
    """Place in the NodePool, place in the file, value."""
    spec = pool.spec
    template, disruption = "spec.template.spec", spec.disruption
    when: Path = ("disruption", "budgets") if spec.maintenance_windows is None else ("maintenanceWindows",)
    labels = {**plain(spec.labels), tenant_label_key(karpenter): pool.tenant or ""}
    yield "spec.template.metadata.labels", ("labels",), labels
    yield "spec.template.metadata.annotations", ("annotations",), plain(spec.annotations)
    yield f"{template}.requirements", ("requirements",), requirements(spec, karpenter)
    yield f"{template}.taints", ("taints",), [document_of(taint) for taint in spec.taints]
    yield f"{template}.startupTaints", ("startupTaints",), [document_of(taint) for taint in spec.startup_taints]
    yield f"{template}.expireAfter", ("expireAfter",), str(spec.expire_after)
    yield "spec.disruption.consolidateAfter", ("disruption", "consolidateAfter"), str(disruption.consolidate_after)
    yield "spec.disruption.budgets", when, budgets(spec)
    yield from (("spec.limits", (word,), plain(limits)) for word, limits in pool.limits)
    for word, value in (("weight", spec.weight), ("replicas", spec.replicas)):
        if value is not None:
            yield f"spec.{word}", (word,), value


FAMILY = Family(versioned_pool=(e220_pool_refused,), versioned_node_class=(e220_node_class_refused,))
