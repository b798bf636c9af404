"""Words that the stack's Karpenter version does not have yet (E215)."""

from collections.abc import Iterator

from ..model.enums import ConsolidationPolicy, DisruptionReason, RequirementOperator
from ..model.limits import NODES
from ..model.platform import PlatformSettings
from ..model.problem import Path, Problem
from ..versions import Feature, KarpenterVersion, VersionNumber, first_version
from .image import written_image
from .places import NodeClass, Pool
from .rule import Family, Versions


def e215_pool_word_too_new(pool: Pool, settings: PlatformSettings, versions: Versions) -> Iterator[Problem]:
    """A field, operator or value of a NodePool."""
    for path, feature, word in _words_of_pool(pool):
        if not versions.karpenter.has(feature):
            what, fix = too_new(first_version(feature), versions.karpenter)
            yield pool.problem(path, "E215", f"{word}{what}", fix)


def e215_node_class_word_too_new(
    node_class: NodeClass, settings: PlatformSettings, versions: Versions
) -> Iterator[Problem]:
    """A field or value of an EC2NodeClass."""
    for path, feature, word in _words_of_node_class(node_class):
        if not versions.karpenter.has(feature):
            what, fix = too_new(first_version(feature), versions.karpenter)
            yield node_class.problem(path, "E215", f"{word}{what}", fix)


def too_new(first: VersionNumber, karpenter: KarpenterVersion) -> tuple[str, str]:
    """What is wrong with a word that there is from `first` on, and what to write."""
    return f"exists from Karpenter {first.major}.{first.minor} on, this stack has {karpenter}", "remove it or upgrade"


def _words_of_pool(pool: Pool) -> Iterator[tuple[Path, Feature, str]]:
    """Place, feature, and the word with a blank behind it where the place does not name it."""
    spec = pool.spec
    if spec.replicas is not None:
        yield ("replicas",), Feature.REPLICAS, ""
    else:
        yield from (((word, NODES), Feature.LIMITS_NODES, "") for word, limits in pool.limits if NODES in limits)
    for index, requirement in enumerate(spec.requirements):
        if requirement.operator in (RequirementOperator.GTE, RequirementOperator.LTE):
            operator = requirement.operator
            yield ("requirements", index, "operator"), Feature(operator), f"{operator} "
    if spec.disruption.consolidation_policy is ConsolidationPolicy.BALANCED:
        yield ("disruption", "consolidationPolicy"), Feature.BALANCED, "Balanced "
    for index, budget in enumerate(spec.disruption.budgets):
        for at, reason in enumerate(budget.reasons):
            if reason is DisruptionReason.UNHEALTHY:
                yield ("disruption", "budgets", index, "reasons", at), Feature.UNHEALTHY, "Unhealthy "
    for at, reason in enumerate(spec.maintenance_windows.reasons if spec.maintenance_windows else ()):
        if reason is DisruptionReason.UNHEALTHY:
            yield ("maintenanceWindows", "reasons", at), Feature.UNHEALTHY, "Unhealthy "


def _words_of_node_class(node_class: NodeClass) -> Iterator[tuple[Path, Feature, str]]:
    spec = node_class.spec
    for feature, value in (
        (Feature.CAPACITY_RESERVATION_SELECTOR_TERMS, spec.capacity_reservation_selector_terms),
        (Feature.PLACEMENT_GROUP_SELECTOR, spec.placement_group_selector),
        (Feature.NETWORK_INTERFACES, spec.network_interfaces),
        (Feature.CONNECTION_TRACKING, spec.connection_tracking),
        (Feature.CPU_OPTIONS, spec.cpu_options),
        (Feature.IP_PREFIX_COUNT, spec.ip_prefix_count),
        (Feature.ENCLAVE_OPTIONS, spec.enclave_options),
    ):
        if value not in (None, ()):
            yield (str(feature),), feature, ""
    for index, term in enumerate(spec.ami_selector_terms):
        if term.ssm_parameter is not None:
            yield ("amiSelectorTerms", index, "ssmParameter"), Feature.SSM_PARAMETER, ""
    for index, term in enumerate(spec.capacity_reservation_selector_terms):
        if term.instance_match_criteria is not None:
            path = ("capacityReservationSelectorTerms", index, "instanceMatchCriteria")
            yield path, Feature.INSTANCE_MATCH_CRITERIA, ""
    for index, device in enumerate(spec.block_device_mappings):
        if device.ebs is not None and device.ebs.volume_initialization_rate is not None:
            path = ("blockDeviceMappings", index, "ebs", "volumeInitializationRate")
            yield path, Feature.VOLUME_INITIALIZATION_RATE, ""
    image = written_image(spec)
    if image is not None and image.family == Feature.WINDOWS_2025:
        yield image.path, Feature.WINDOWS_2025, f"{Feature.WINDOWS_2025} "


FAMILY = Family(versioned_pool=(e215_pool_word_too_new,), versioned_node_class=(e215_node_class_word_too_new,))
