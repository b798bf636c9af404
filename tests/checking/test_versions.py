"""Versions of Karpenter and Kubernetes against the table. Not proved here: that the table is right."""

import pytest

from components.model.platform import Platform
from tests.builders import platform
from tests.checking.builders import cluster, karpenter, report

STACKS = {
    "unknown minor": (
        platform(**karpenter("1.41.0")),
        ["platform:karpenter.version: 1.41.0 is not in the version table (0.13 to 1.15); write 1.14.3  [E226]"],
    ),
    "older API": (
        platform(**karpenter("0.37.8"), **cluster(kubernetesVersion="1.30")),
        ["platform:karpenter.version: 0.37.8 stores v1beta1, which cannot be deployed yet; write 1.0 or newer  [E226]"],
    ),
    "oldest API, unknown patch and Kubernetes outside its range": (
        platform(**karpenter("0.31.99")),
        [
            "platform:karpenter.version: 0.31.99 stores v1alpha5, which cannot be deployed yet;"
            " write 1.0 or newer  [E226]"
        ],
    ),
    "unknown patch": (
        platform(**karpenter("1.14.9")),
        [
            "platform:karpenter.version: 1.14.9 is newer than the table, treated like 1.14.3;"
            " update the table to have it checked  [W227]"
        ],
    ),
    "denied": (
        platform(**karpenter("1.14.1")),
        [
            "platform:karpenter.version: 1.14.1 is denied, cluster state wedges with static pools;"
            " write 1.14.3, or acceptDenied with a reason  [E228]"
        ],
    ),
    "denied and another one accepted": (
        platform(**karpenter("1.14.1", acceptDenied={"version": "1.14.0", "reason": "no static pools"})),
        [
            "platform:karpenter.version: 1.14.1 is denied, cluster state wedges with static pools;"
            " write 1.14.3, or acceptDenied with a reason  [E228]"
        ],
    ),
    "denied and accepted": (
        platform(**karpenter("1.14.1", acceptDenied={"version": "1.14.1", "reason": "no static pools"})),
        [],
    ),
    "Kubernetes too new": (
        platform(**karpenter("1.9.3"), **cluster(kubernetesVersion="1.36")),
        [
            "platform:cluster.kubernetesVersion: 1.36 needs Karpenter 1.13 or newer, this stack has 1.9.3;"
            " raise karpenter.version first  [E229]"
        ],
    ),
    "Kubernetes newer than the table": (
        platform(**cluster(kubernetesVersion="1.40")),
        [
            "platform:cluster.kubernetesVersion: 1.40 is newer than any Karpenter version of the table runs on;"
            " write 1.36  [E229]"
        ],
    ),
    "Kubernetes too old": (
        platform(**cluster(kubernetesVersion="1.25")),
        [
            "platform:cluster.kubernetesVersion: 1.25 is older than 1.26, the oldest that Karpenter 1.14.3 runs on;"
            " write 1.26 or newer, or lower karpenter.version  [E229]",
            "platform:cluster.kubernetesVersion: 1.25 has no ValidatingAdmissionPolicy, no isolation:"
            " taints only place pods; raise it to 1.30 or newer  [W231]",
        ],
    ),
    "supported until the next minor": (
        platform(**karpenter("1.15.2")),
        [
            "platform:karpenter.version: 1.15.2 is supported only until 1.16 appears;"
            " write 1.14.3, supported to July 2027  [W230]"
        ],
    ),
    "out of support": (
        platform(**karpenter("1.13.1")),
        [
            "platform:karpenter.version: 1.13.1 is out of support; write 1.14.3, supported to July 2027  [W230]",
        ],
    ),
    "long-term support": (platform(**karpenter("1.9.3")), []),
    "Kubernetes without admission policies": (
        platform(**cluster(kubernetesVersion="1.29")),
        [
            "platform:cluster.kubernetesVersion: 1.29 has no ValidatingAdmissionPolicy, no isolation:"
            " taints only place pods; raise it to 1.30 or newer  [W231]"
        ],
    ),
    "Kubernetes with admission policies": (platform(**cluster(kubernetesVersion="1.30")), []),
}


@pytest.mark.parametrize(("stack", "expected"), STACKS.values(), ids=STACKS)
def test_versions_of_a_stack(stack: Platform, expected: list[str]):
    assert report(stack) == expected
