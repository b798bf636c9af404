"""Requirement keys that look like Karpenter's and constrain nothing.

Karpenter takes any other key as a custom label: the pool gets nodes with that label, of whatever type. Sources:
aws/karpenter-provider-aws#6401, #5521 and #7535, kubernetes-sigs/karpenter#2458; EKS Auto Mode and managed node groups
have keys of their own for the same things.
"""

_KARPENTER = "karpenter.k8s.aws"
_INSTANCE_WORDS = (
    "instance-category",
    "instance-cpu",
    "instance-cpu-manufacturer",
    "instance-family",
    "instance-generation",
    "instance-gpu-count",
    "instance-gpu-manufacturer",
    "instance-gpu-memory",
    "instance-gpu-name",
    "instance-hypervisor",
    "instance-local-nvme",
    "instance-memory",
    "instance-network-bandwidth",
    "instance-size",
)

MEANT = {
    **{
        f"{domain}/{word}": f"{_KARPENTER}/{word}"
        for word in _INSTANCE_WORDS
        for domain in ("node.kubernetes.io", "eks.amazonaws.com")
    },
    "eks.amazonaws.com/capacityType": "karpenter.sh/capacity-type",
    "eks.amazonaws.com/capacity-type": "karpenter.sh/capacity-type",
    "node.kubernetes.io/capacity-type": "karpenter.sh/capacity-type",
    "node.kubernetes.io/lifecycle": "karpenter.sh/capacity-type",
    "karpenter.k8s.aws/capacity-type": "karpenter.sh/capacity-type",
    "kubernetes.io/instance-type": "node.kubernetes.io/instance-type",
    "eks.amazonaws.com/instance-type": "node.kubernetes.io/instance-type",
    "karpenter.k8s.aws/instance-type": "node.kubernetes.io/instance-type",
    "node.kubernetes.io/arch": "kubernetes.io/arch",
    "kubernetes.io/architecture": "kubernetes.io/arch",
    "node.kubernetes.io/os": "kubernetes.io/os",
    "kubernetes.io/zone": "topology.kubernetes.io/zone",
    "node.kubernetes.io/zone": "topology.kubernetes.io/zone",
    "topology.kubernetes.io/zones": "topology.kubernetes.io/zone",
    "topology.kubernetes.io/availability-zone": "topology.kubernetes.io/zone",
}
"""Key that constrains nothing -> key that was meant."""
