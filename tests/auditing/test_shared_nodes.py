"""Nodes of the platform's own pools: who may be there and who may not, beside a cluster that agrees with the files."""

from typing import Any

from components.model.tenant import TenantSpec
from tests.auditing.builders import Live, node, pod, with_people
from tests.builders import PROVISIONER, tenant

ANEW = "delete the pod; its successor is placed anew  [D13]"
PLAIN: dict[str, Any] = {"nodeSelector": None, "tolerations": None}


def pooled() -> TenantSpec:
    return tenant("pooled", isolation="shared", provisioners={}, nodeClasses={})


class Shared(Live):
    """Beside alpha there is a tenant without nodes; a pod of it runs on a node of the shared pool."""

    def __init__(self) -> None:
        pools = {"sharedPool": PROVISIONER, "systemPool": PROVISIONER}
        super().__init__(with_people(), pooled(), karpenter={"version": "1.14.3", **pools})
        shared, system = node("shared-1", "shared"), node("system-1", "system")
        shared["metadata"]["labels"]["karpenter.sh/nodepool"] = "shared-pool"
        shared["spec"] = {}
        system["metadata"]["labels"]["karpenter.sh/nodepool"] = "system-pool"
        self.objects["Node"] += [shared, system]
        self.objects["Pod"].append(self.on_shared())

    def on_shared(self, **words: Any) -> dict[str, Any]:
        return pod("pooled-1", on="shared-1", within="pooled", **(PLAIN | words))


def test_pods_of_a_tenant_without_nodes_and_of_no_tenant_are_at_home_on_shared_nodes():
    live = Shared()
    live.objects["Pod"].append(pod("tool-1", on="shared-1", within="default", **PLAIN))
    live.objects["Pod"].append(live.on_shared(nodeSelector={"karpenter.sh/nodepool": "shared-pool"}))

    assert live.lines() == []


def test_a_pod_of_a_tenant_with_nodes_is_not():
    live = Shared()
    live.objects["Pod"].append(pod("stray-1", on="shared-1"))

    assert live.lines() == [f"Pod alpha/stray-1: belongs to alpha and runs on shared-1 of the shared pool; {ANEW}"]


def test_a_tenant_without_nodes_is_not_at_home_on_nodes_of_others():
    live = Shared()
    live.objects["Pod"] = [
        pod("pooled-1", on="alpha-1", within="pooled", **PLAIN),
        pod("pooled-2", on="system-1", within="pooled", **PLAIN),
    ]

    assert live.lines() == [
        f"Pod pooled/pooled-1: belongs to pooled and runs on alpha-1 of alpha; {ANEW}",
        f"Pod pooled/pooled-2: belongs to pooled and runs on system-1 of the system pool; {ANEW}",
    ]


def test_a_pod_that_reaches_for_other_nodes_breaks_a_rule():
    live = Shared()
    live.objects["Pod"] = [live.on_shared(nodeSelector={"karpenter.sh/nodepool": "alpha-default"})]

    assert live.lines() == [
        "Pod pooled/pooled-1: could not be made again: [selector] pooled runs on the shared pool;"
        " write nodeSelector {karpenter.sh/nodepool: shared-pool} or none  [D14]"
    ]


def test_a_shared_node_without_its_label_is_told():
    live = Shared()
    del live.one("Node", "shared-1")["metadata"]["labels"]["node-restriction.kubernetes.io/tenant"]

    assert live.lines() == [
        "Node shared-1: lacks the label node-restriction.kubernetes.io/tenant: shared of shared-pool;"
        " delete its NodeClaim, a successor takes its pods  [D21]"
    ]
