"""The first Karpenter version of every word and ability that not all versions have.

A word that an operator writes and that is newer than the stack's version is refused; abilities decide what the
renderers write.
"""

from enum import StrEnum
from types import MappingProxyType
from typing import Final

from .number import VersionNumber


class Feature(StrEnum):
    """Something that a version has or lacks; words of the API keep the API's spelling."""

    CAPACITY_RESERVATION_SELECTOR_TERMS = "capacityReservationSelectorTerms"
    """Field of EC2NodeClass, with the reads and inputs of the controller that it needs."""

    SSM_PARAMETER = "ssmParameter"
    """Image term of EC2NodeClass."""

    VOLUME_INITIALIZATION_RATE = "volumeInitializationRate"
    """Field of an EBS block device."""

    REPLICAS = "replicas"
    """Static pools: field of NodePool."""

    INSTANCE_MATCH_CRITERIA = "instanceMatchCriteria"
    """Field of a capacity reservation term."""

    IP_PREFIX_COUNT = "ipPrefixCount"
    """Field of EC2NodeClass."""

    GTE = "Gte"
    """Requirement operator."""

    LTE = "Lte"
    """Requirement operator."""

    WINDOWS_2025 = "windows2025"
    """AMI family and alias."""

    LIMITS_NODES = "limits.nodes"
    """The controller enforces the limit on the number of nodes of dynamic pools."""

    NETWORK_INTERFACES = "networkInterfaces"
    """Field of EC2NodeClass."""

    PLACEMENT_GROUP_SELECTOR = "placementGroupSelector"
    """Field of EC2NodeClass, with the reads and inputs of the controller that it needs."""

    CONNECTION_TRACKING = "connectionTracking"
    """Field of EC2NodeClass."""

    CPU_OPTIONS = "cpuOptions"
    """Field of EC2NodeClass."""

    BALANCED = "Balanced"
    """Consolidation policy."""

    ENCLAVE_OPTIONS = "enclaveOptions"
    """Field of EC2NodeClass."""

    UNHEALTHY = "Unhealthy"
    """Reason of a disruption budget."""

    FREE_KUBELET = "kubelet beyond the typed twelve"
    """EC2NodeClass takes any kubelet field."""

    NODE_RESTRICTION_LABELS = "node-restriction.kubernetes.io"
    """Label domain that a pool may write."""


_FIRST: Final = MappingProxyType(
    {
        Feature.NODE_RESTRICTION_LABELS: VersionNumber(0, 30, 0),
        Feature.CAPACITY_RESERVATION_SELECTOR_TERMS: VersionNumber(1, 3, 0),
        Feature.SSM_PARAMETER: VersionNumber(1, 4, 0),
        Feature.VOLUME_INITIALIZATION_RATE: VersionNumber(1, 5, 0),
        Feature.REPLICAS: VersionNumber(1, 8, 0),
        Feature.INSTANCE_MATCH_CRITERIA: VersionNumber(1, 8, 0),
        Feature.IP_PREFIX_COUNT: VersionNumber(1, 8, 0),
        Feature.GTE: VersionNumber(1, 9, 0),
        Feature.LTE: VersionNumber(1, 9, 0),
        Feature.WINDOWS_2025: VersionNumber(1, 9, 0),
        Feature.LIMITS_NODES: VersionNumber(1, 11, 0),
        Feature.NETWORK_INTERFACES: VersionNumber(1, 11, 0),
        Feature.PLACEMENT_GROUP_SELECTOR: VersionNumber(1, 11, 0),
        Feature.CONNECTION_TRACKING: VersionNumber(1, 13, 0),
        Feature.CPU_OPTIONS: VersionNumber(1, 13, 0),
        Feature.BALANCED: VersionNumber(1, 14, 0),
        Feature.ENCLAVE_OPTIONS: VersionNumber(1, 15, 0),
        Feature.UNHEALTHY: VersionNumber(1, 15, 0),
        Feature.FREE_KUBELET: VersionNumber(1, 15, 0),
    }
)
"""Source: `pkg/apis/crds` of github.com/aws/karpenter-provider-aws, first tag whose CRD has the word; `limits.nodes`
from `pkg/controllers/provisioning` of sigs.k8s.io/karpenter, the label domain from its `pkg/apis/v1alpha5/labels.go`."""


def first_version(feature: Feature) -> VersionNumber:
    """The first version that has `feature`."""
    return _FIRST[feature]
