"""What the customers run in the demonstration: a Deployment each, placed as `tenants/*.yaml` lets it be placed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

TENANT_LABEL = "node-restriction.kubernetes.io/tenant"
TENANT_TAINT = "karpenter-tenants/tenant"
MARK = {"karpenter-tenants.demo": "true"}
"""Label of everything that the demonstration makes."""


@dataclass(frozen=True)
class Workload:
    """A Deployment.

    Attributes:
        tenant: Whose nodes it runs on.
        name: Of the Deployment.
        says: What the customer does with it.
        cpu, memory: Requests of one pod.
        extended: Further limits of one pod, such as GPUs.
        selector: Further node selector.
        tolerates: Keys of taints of the pool.
        fitting: How many of the pods the pool's limits let run.
    """

    tenant: str
    name: str
    says: str
    replicas: int
    fitting: int
    cpu: str
    memory: str
    extended: Mapping[str, str] = field(default_factory=dict[str, str])
    selector: Mapping[str, str] = field(default_factory=dict[str, str])
    tolerates: tuple[str, ...] = ()


SHOP = Workload("alpha", "shop", "a web shop", replicas=6, fitting=6, cpu="500m", memory="1Gi")
WEB = Workload("beta", "web", "web servers", replicas=4, fitting=4, cpu="500m", memory="512Mi")
NIGHTLY = Workload(
    "beta",
    "nightly",
    "nightly jobs on spot capacity",
    replicas=4,
    fitting=4,
    cpu="900m",
    memory="1Gi",
    selector={"karpenter.sh/capacity-type": "spot"},
    tolerates=("beta.example/batch",),
)
TRAIN = Workload(
    "beta",
    "train",
    "training on GPUs, of which the pool's limit allows two",
    replicas=3,
    fitting=2,
    cpu="2",
    memory="8Gi",
    extended={"nvidia.com/gpu": "1"},
    tolerates=("nvidia.com/gpu",),
)
ALL = (SHOP, WEB, NIGHTLY, TRAIN)


def deployment(workload: Workload) -> dict[str, Any]:
    """The Deployment, allowed under the strictest pod security standard."""
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": workload.name, "labels": MARK},
        "spec": {
            "replicas": workload.replicas,
            "selector": {"matchLabels": {"app": workload.name}},
            "template": {
                "metadata": {"labels": {"app": workload.name, **MARK}},
                "spec": {
                    "nodeSelector": {TENANT_LABEL: workload.tenant, **workload.selector},
                    "tolerations": [
                        {"key": TENANT_TAINT, "operator": "Equal", "value": workload.tenant, "effect": "NoSchedule"},
                        *({"key": key, "operator": "Exists", "effect": "NoSchedule"} for key in workload.tolerates),
                    ],
                    "terminationGracePeriodSeconds": 0,
                    "automountServiceAccountToken": False,
                    "securityContext": {
                        "runAsNonRoot": True,
                        "runAsUser": 65535,
                        "seccompProfile": {"type": "RuntimeDefault"},
                    },
                    "containers": [_container(workload)],
                },
            },
        },
    }


def _container(workload: Workload) -> dict[str, Any]:
    amounts = {"cpu": workload.cpu, "memory": workload.memory}
    return {
        "name": workload.name,
        "image": f"registry.example/{workload.tenant}/{workload.name}:1",
        "resources": {"requests": amounts, "limits": {**amounts, **workload.extended}},
        "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
    }
