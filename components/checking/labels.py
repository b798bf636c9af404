"""Whether the version lets a pool carry a label or require a key (E182, E201, E202).

The API compares the end of a domain without the dot, so `mykarpenter.sh/x` is refused like `karpenter.sh/x`.

Source: `pkg/apis/v1/labels.go` of sigs.k8s.io/karpenter and of github.com/aws/karpenter-provider-aws, and the rules in
`karpenter.sh_nodepools.yaml`, at the tags named below.
"""

from collections.abc import Iterator

from ..model.platform import PlatformSettings
from ..model.problem import Path, Problem
from ..versions import MinorNumber
from .places import Pool
from .rule import Family, Versions

KARPENTER_DOMAINS = ("karpenter.sh", "karpenter.k8s.aws")
KUBERNETES_DOMAINS = ("kubernetes.io", "k8s.io")
NODE_ROLE = "node-role.kubernetes.io"
HOSTNAME = "kubernetes.io/hostname"
NODE_CLASS = "karpenter.k8s.aws/ec2nodeclass"
FREED = MinorNumber(1, 9)
"""First minor that takes labels of `kubernetes.io` and `k8s.io`."""

ALWAYS_FREE = ("kops.k8s.io", "node.kubernetes.io", "node-restriction.kubernetes.io")
"""Domains of Kubernetes that were never closed (the last one since 0.30)."""

KNOWN_SINCE: dict[str, MinorNumber] = {
    "topology.kubernetes.io/zone": MinorNumber(0, 1),
    "topology.kubernetes.io/region": MinorNumber(0, 16),
    "node.kubernetes.io/instance-type": MinorNumber(0, 1),
    "node.kubernetes.io/windows-build": MinorNumber(0, 32),
    "kubernetes.io/os": MinorNumber(0, 1),
    "kubernetes.io/arch": MinorNumber(0, 1),
    "topology.k8s.aws/zone-id": MinorNumber(0, 37),
    "karpenter.sh/capacity-type": MinorNumber(0, 1),
    "karpenter.k8s.aws/instance-family": MinorNumber(0, 13),
    "karpenter.k8s.aws/instance-size": MinorNumber(0, 13),
    "karpenter.k8s.aws/instance-cpu": MinorNumber(0, 13),
    "karpenter.k8s.aws/instance-memory": MinorNumber(0, 13),
    "karpenter.k8s.aws/instance-hypervisor": MinorNumber(0, 13),
    "karpenter.k8s.aws/instance-gpu-name": MinorNumber(0, 13),
    "karpenter.k8s.aws/instance-gpu-manufacturer": MinorNumber(0, 13),
    "karpenter.k8s.aws/instance-gpu-count": MinorNumber(0, 13),
    "karpenter.k8s.aws/instance-gpu-memory": MinorNumber(0, 13),
    "karpenter.k8s.aws/instance-category": MinorNumber(0, 14),
    "karpenter.k8s.aws/instance-generation": MinorNumber(0, 14),
    "karpenter.k8s.aws/instance-local-nvme": MinorNumber(0, 14),
    "karpenter.k8s.aws/instance-encryption-in-transit-supported": MinorNumber(0, 23),
    "karpenter.k8s.aws/instance-network-bandwidth": MinorNumber(0, 26),
    "karpenter.k8s.aws/instance-accelerator-name": MinorNumber(0, 27),
    "karpenter.k8s.aws/instance-accelerator-manufacturer": MinorNumber(0, 27),
    "karpenter.k8s.aws/instance-accelerator-count": MinorNumber(0, 28),
    "karpenter.k8s.aws/instance-cpu-manufacturer": MinorNumber(0, 36),
    "karpenter.k8s.aws/instance-ebs-bandwidth": MinorNumber(0, 37),
    "karpenter.k8s.aws/instance-cpu-sustained-clock-speed-mhz": MinorNumber(1, 1),
    "karpenter.k8s.aws/capacity-reservation-id": MinorNumber(1, 3),
    "karpenter.k8s.aws/capacity-reservation-type": MinorNumber(1, 6),
    "karpenter.k8s.aws/instance-capability-flex": MinorNumber(1, 7),
    "karpenter.k8s.aws/instance-tenancy": MinorNumber(1, 9),
    "karpenter.k8s.aws/capacity-reservation-interruptible": MinorNumber(1, 10),
    "karpenter.k8s.aws/placement-group-id": MinorNumber(1, 11),
    "karpenter.k8s.aws/placement-group-partition": MinorNumber(1, 11),
}
"""Keys that Karpenter fills by itself, and the first minor that does."""


def e182_label_domain_forbidden(pool: Pool, settings: PlatformSettings, versions: Versions) -> Iterator[Problem]:
    """A key of Kubernetes' own domains that the version, or the product, keeps from pools."""
    for path, key in _keys(pool):
        domain = key.rpartition("/")[0]
        if domain == NODE_ROLE or key == HOSTNAME:
            yield pool.problem(path, "E182", f"{_shown(path, key)}belongs to the cluster", "use an own domain")
        elif versions.karpenter.minor < FREED and _is_closed(domain) and key not in KNOWN_SINCE:
            what = f"{_shown(path, key)}allowed from Karpenter {FREED}, this stack has {versions.karpenter}"
            yield pool.problem(path, "E182", what, "use an own domain")


def e201_requires_a_node_class(pool: Pool, settings: PlatformSettings, versions: Versions) -> Iterator[Problem]:
    """A requirement on the class's label, which only pods may select."""
    for index, requirement in enumerate(pool.spec.requirements):
        if requirement.key == NODE_CLASS:
            what = f"{NODE_CLASS} passes the API and the pool never gets Ready"
            yield pool.problem(("requirements", index, "key"), "E201", what, "write nodeClass")


def e202_key_outside_the_list(pool: Pool, settings: PlatformSettings, versions: Versions) -> Iterator[Problem]:
    """A key of Karpenter's domains that the version does not know, or of a domain that only ends like one of them."""
    for path, key in _keys(pool):
        domain = key.rpartition("/")[0]
        known = key in KNOWN_SINCE and versions.karpenter.minor >= KNOWN_SINCE[key]
        if known or key == NODE_CLASS or not domain.endswith(KARPENTER_DOMAINS):
            continue
        if _lies_in(domain, KARPENTER_DOMAINS):
            what = f"{_shown(path, key)}is not known to {versions.karpenter}"
            yield pool.problem(path, "E202", what, "remove it")
        else:
            what = f"{_shown(path, key)}ends like a domain of Karpenter, which the API refuses"
            yield pool.problem(path, "E202", what, "use another domain")


def _keys(pool: Pool) -> Iterator[tuple[Path, str]]:
    """Each key that the pool's nodes would carry by the pool's own words, with its place."""
    for key in pool.spec.labels:
        yield ("labels", key), key
    for index, requirement in enumerate(pool.spec.requirements):
        yield ("requirements", index, "key"), requirement.key


def _shown(path: Path, key: str) -> str:
    """The key, unless the path already ends in it."""
    return "" if path[-1] == key else f"{key} "


def _is_closed(domain: str) -> bool:
    return domain.endswith(KUBERNETES_DOMAINS) and not _lies_in(domain, ALWAYS_FREE)


def _lies_in(domain: str, domains: tuple[str, ...]) -> bool:
    return any(domain == other or domain.endswith(f".{other}") for other in domains)


FAMILY = Family(versioned_pool=(e182_label_domain_forbidden, e201_requires_a_node_class, e202_key_outside_the_list))
