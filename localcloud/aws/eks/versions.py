"""Which Kubernetes versions EKS offers, and until when; the dates are the local cloud's own."""

from collections.abc import Iterable
from typing import Any

from localcloud.aws.images import KUBERNETES_VERSIONS

STANDARD_SUPPORT = 3
"""The newest versions are in standard support, the others in extended support."""


def cluster_versions() -> Iterable[dict[str, Any]]:
    """The answer to DescribeClusterVersions, newest first."""
    newest_first = KUBERNETES_VERSIONS[::-1]
    return [
        {
            "clusterVersion": version,
            "clusterType": "eks",
            "defaultPlatformVersion": "eks.1",
            "defaultVersion": index == 1,
            "kubernetesPatchVersion": f"{version}.3",
            "versionStatus": "STANDARD_SUPPORT" if index < STANDARD_SUPPORT else "EXTENDED_SUPPORT",
            "status": "standard-support" if index < STANDARD_SUPPORT else "extended-support",
        }
        for index, version in enumerate(newest_first)
    ]
