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

    ZONES_FROM_SUBNETS = "zones from subnets"
    """Zones are read from subnets; DescribeAvailabilityZones is called no more."""

    CHINESE_SERVICE_NAME = "ec2.amazonaws.com.cn"
    """PassRole names EC2 as China's partition does, too."""

    LIST_INSTANCE_PROFILES = "iam:ListInstanceProfiles"
    """Called by a collector, and whenever an EC2NodeClass is deleted."""

    SPLIT_POLICY = "split controller policy"
    """Upstream's own documents are split; with the split, reservations left what a launch creates."""

    RESERVATION_INTERRUPTIONS = "EC2 Capacity Reservation Instance Interruption Warning"
    """Fifth event that the controller reads from its queue."""

    ZONAL_SHIFT = "settings.enableZonalShift"
    """The controller may follow a zonal shift of the cluster."""

    INSTANCE_STATUS = "ec2:DescribeInstanceStatus"
    """Polled each minute; impaired instances are drained, from 1.12.2 terminated."""

    REGIONAL_INSTANCE_STATUS = "ec2:DescribeInstanceStatus by region"
    """Upstream permits the poll among the other reads of the region."""

    REBOOT_FOR_REPAIR = "settings.awsFeatureGates.rebootForRepair"
    """Node repair may reboot an instance."""

    CRD_ANNOTATIONS = "karpenter-crd additionalAnnotations"
    """The CRD chart can mark its CRDs, for example to stay when the release goes."""


_FIRST: Final = MappingProxyType(
    {
        Feature.NODE_RESTRICTION_LABELS: VersionNumber(0, 30, 0),
        Feature.ZONES_FROM_SUBNETS: VersionNumber(1, 1, 0),
        Feature.CHINESE_SERVICE_NAME: VersionNumber(1, 1, 0),
        Feature.CRD_ANNOTATIONS: VersionNumber(1, 2, 0),
        Feature.CAPACITY_RESERVATION_SELECTOR_TERMS: VersionNumber(1, 3, 0),
        Feature.SSM_PARAMETER: VersionNumber(1, 4, 0),
        Feature.VOLUME_INITIALIZATION_RATE: VersionNumber(1, 5, 0),
        Feature.LIST_INSTANCE_PROFILES: VersionNumber(1, 7, 0),
        Feature.REPLICAS: VersionNumber(1, 8, 0),
        Feature.INSTANCE_MATCH_CRITERIA: VersionNumber(1, 8, 0),
        Feature.IP_PREFIX_COUNT: VersionNumber(1, 8, 0),
        Feature.GTE: VersionNumber(1, 9, 0),
        Feature.LTE: VersionNumber(1, 9, 0),
        Feature.WINDOWS_2025: VersionNumber(1, 9, 0),
        Feature.SPLIT_POLICY: VersionNumber(1, 9, 0),
        Feature.RESERVATION_INTERRUPTIONS: VersionNumber(1, 10, 0),
        Feature.LIMITS_NODES: VersionNumber(1, 11, 0),
        Feature.NETWORK_INTERFACES: VersionNumber(1, 11, 0),
        Feature.PLACEMENT_GROUP_SELECTOR: VersionNumber(1, 11, 0),
        Feature.ZONAL_SHIFT: VersionNumber(1, 12, 0),
        Feature.INSTANCE_STATUS: VersionNumber(1, 12, 0),
        Feature.REGIONAL_INSTANCE_STATUS: VersionNumber(1, 13, 0),
        Feature.CONNECTION_TRACKING: VersionNumber(1, 13, 0),
        Feature.CPU_OPTIONS: VersionNumber(1, 13, 0),
        Feature.BALANCED: VersionNumber(1, 14, 0),
        Feature.ENCLAVE_OPTIONS: VersionNumber(1, 15, 0),
        Feature.UNHEALTHY: VersionNumber(1, 15, 0),
        Feature.REBOOT_FOR_REPAIR: VersionNumber(1, 15, 0),
        Feature.FREE_KUBELET: VersionNumber(1, 15, 0),
    }
)
"""Sources in github.com/aws/karpenter-provider-aws: words of the API from `pkg/apis/crds`, first tag whose CRD has
them; permissions from the reference "cloudformation" and the upgrade guide; chart keys from `charts`. `limits.nodes`
and the label domain from `pkg/controllers/provisioning` and `pkg/apis/v1alpha5/labels.go` of its core module."""


def first_version(feature: Feature) -> VersionNumber:
    """The first version that has `feature`."""
    return _FIRST[feature]
