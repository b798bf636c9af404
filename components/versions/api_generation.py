"""The three generations of Karpenter's API, named after the version of the pool kind that is stored."""

from enum import StrEnum


class ApiGeneration(StrEnum):
    """Which kinds a version stores; one rendering module each."""

    V1ALPHA5 = "v1alpha5"
    """`karpenter.sh/v1alpha5` Provisioner and `karpenter.k8s.aws/v1alpha1` AWSNodeTemplate; up to 0.31."""

    V1BETA1 = "v1beta1"
    """`karpenter.sh/v1beta1` NodePool and `karpenter.k8s.aws/v1beta1` EC2NodeClass; 0.32 to 0.37."""

    V1 = "v1"
    """`karpenter.sh/v1` NodePool and `karpenter.k8s.aws/v1` EC2NodeClass; from 1.0."""
