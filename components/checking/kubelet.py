"""Kubelet settings that version, gate or image family do not take (E191, E216, E219).

From Karpenter 1.15 on the API accepts any key, and only the status of the class shows what is wrong.

Source: `pkg/apis/v1/kubeletconfiguration*.go` of github.com/aws/karpenter-provider-aws 1.15.2; `karpenter.k8s.aws`
CRDs of 1.14.3.
"""

from collections.abc import Iterator

from ..model.alias import alias
from ..model.enums import AmiFamily
from ..model.kubelet import KubeletSpec, is_expression
from ..model.nearest import nearest
from ..model.platform import PlatformSettings
from ..model.problem import Path, Problem
from ..rendering.ami import ami_family, pins_of
from ..rendering.chart_settings import feature_gate
from ..rendering.requirements import operating_system
from ..versions import Feature, first_version
from .kubelet_fields import KUBELET_FIELDS
from .newer_words import too_new
from .places import NodeClass
from .rule import Family, Versions

TYPED_FIELDS = tuple(map(alias, KubeletSpec.model_fields))
"""The twelve that every version takes."""
WHOLE_CONFIGURATION = (AmiFamily.AL2023, AmiFamily.CUSTOM)
"""Families that take more than the typed fields; a custom image does with them what it likes."""
EXPRESSION_GATE = "nodeClassCEL"


def e191_field_of_another_family(
    node_class: NodeClass, settings: PlatformSettings, versions: Versions
) -> Iterator[Problem]:
    """A field that exists and that the image family does not take."""
    kubelet, family = node_class.spec.kubelet, _family(node_class, settings)
    if kubelet is None or family is None:
        return
    if family is AmiFamily.BOTTLEROCKET and kubelet.pods_per_core is not None:
        what = f"{kubelet.pods_per_core} is not available on {family}"
        yield node_class.problem(("kubelet", "podsPerCore"), "E191", what, "write maxPods")
    if family in WHOLE_CONFIGURATION or not versions.karpenter.has(Feature.FREE_KUBELET):
        return
    if len(kubelet.cluster_dns) > 1:
        what = f"{len(kubelet.cluster_dns)} addresses are not available on {family}"
        yield node_class.problem(("kubelet", "clusterDNS"), "E191", what, "keep one")
    for field in kubelet.other_fields:
        if field in KUBELET_FIELDS:
            what = f"is not available on {family}"
            yield node_class.problem(
                ("kubelet", field), "E191", what, f"remove it or write ami: {AmiFamily.AL2023.lower()}"
            )


def e216_field_unknown(node_class: NodeClass, settings: PlatformSettings, versions: Versions) -> Iterator[Problem]:
    """A field that no kubelet has, or that the version's API does not take yet (E215)."""
    kubelet = node_class.spec.kubelet
    if kubelet is None:
        return
    free = versions.karpenter.has(Feature.FREE_KUBELET)
    for field in kubelet.other_fields:
        path = ("kubelet", field)
        if field in KUBELET_FIELDS:
            if not free:
                yield node_class.problem(
                    path, "E215", *too_new(first_version(Feature.FREE_KUBELET), versions.karpenter)
                )
            continue
        minor = versions.karpenter.minor
        accepts = f", the API of Karpenter {minor} accepts it and the class never gets Ready" if free else ""
        meant = nearest(field, TYPED_FIELDS) or nearest(field, KUBELET_FIELDS)
        fix = f"did you mean {meant}?" if meant else "remove it"
        yield node_class.problem(path, "E216", f"unknown{accepts}", fix)


def e219_expression_without_gate(
    node_class: NodeClass, settings: PlatformSettings, versions: Versions
) -> Iterator[Problem]:
    """An expression in place of a number while nothing evaluates it."""
    kubelet = node_class.spec.kubelet
    if kubelet is None or feature_gate(settings.karpenter, EXPRESSION_GATE, versions.karpenter):
        return
    for path, value in _numbers(kubelet):
        if is_expression(value):
            what = f'"{value}" is an expression and the gate {EXPRESSION_GATE} is off'
            fix = f"write a number, or platform:karpenter.featureGates: {{{EXPRESSION_GATE}: true}}"
            yield node_class.problem(("kubelet", *path), "E219", what, fix)


def _numbers(kubelet: KubeletSpec) -> Iterator[tuple[Path, object]]:
    yield ("maxPods",), kubelet.max_pods
    for word, amounts in (("systemReserved", kubelet.system_reserved), ("kubeReserved", kubelet.kube_reserved)):
        yield from (((word, resource), amount) for resource, amount in amounts.items())


def _family(node_class: NodeClass, settings: PlatformSettings) -> AmiFamily | None:
    """The family that the class will run; None for one that no pool uses or whose image is refused by E212."""
    if not node_class.pools:
        return None
    pins = pins_of(settings.amis, node_class.ring)
    try:
        return ami_family(node_class.spec, pins, operating_system(node_class.pools[0]))
    except ValueError:  # the image's family does not exist
        return None


FAMILY = Family(versioned_node_class=(e191_field_of_another_family, e216_field_unknown, e219_expression_without_gate))
