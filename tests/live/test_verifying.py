"""The pod of `verify`.

What these tests do not prove: that it runs; tests/cloud runs it.
"""

from components.live.verifying import verification
from components.versions import karpenter_version
from tests.builders import PROVISIONER, tenant

GPU = {"key": "nvidia.com/gpu", "effect": "NoSchedule"}
BATCH = {"key": "batch", "value": "true", "effect": "NoExecute"}


def test_the_pod_fits_on_its_pool_and_nowhere_else():
    spec = tenant(provisioners={"batch": {**PROVISIONER, "taints": [GPU, BATCH]}})

    deployment = verification(spec, "batch", karpenter_version("1.14.3"))

    pod = deployment["spec"]["template"]
    assert (deployment["metadata"]["name"], deployment["spec"]["replicas"]) == ("karpenter-tenants-verify-batch", 1)
    assert deployment["spec"]["selector"]["matchLabels"] == pod["metadata"]["labels"]
    assert pod["spec"]["nodeSelector"] == {
        "node-restriction.kubernetes.io/tenant": "alpha",
        "karpenter.sh/nodepool": "alpha-batch",
    }
    assert pod["spec"]["tolerations"] == [
        {"key": "karpenter-tenants/tenant", "operator": "Equal", "value": "alpha", "effect": "NoSchedule"},
        {"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"},
        {"key": "batch", "operator": "Equal", "value": "true", "effect": "NoExecute"},
    ]


def test_the_strictest_pod_security_standard_allows_it():
    pod = verification(tenant(), "default", karpenter_version("1.14.3"))["spec"]["template"]

    (container,) = pod["spec"]["containers"]
    assert pod["spec"]["securityContext"]["runAsNonRoot"] is True
    assert pod["spec"]["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert container["securityContext"] == {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}
