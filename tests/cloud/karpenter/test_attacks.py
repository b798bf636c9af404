"""Attacks that need nodes, with the real scheduler and the real Karpenter.

What these tests do not prove: the attacks that admission refuses; tests/cloud/admission has those.
"""

from typing import Any

import pytest

from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.builders import SMALL, Document, play, pod, without
from tests.cloud.karpenter.conftest import NAMESPACES, PODS, Stage, condition, is_running

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(2 * SECONDS_TO_START), pytest.mark.at_once]

TENANT_LABEL = "node-restriction.kubernetes.io/tenant"
FULL = SMALL | {"limits": {"cpu": 2, "memory": "400Gi"}}
"""One node of two CPUs, and no second one."""


def either_of(*tenants: str) -> dict[str, Any]:
    """Node affinity to any of these tenants' nodes."""
    wanted = {"key": TENANT_LABEL, "operator": "In", "values": list(tenants)}
    terms = {"nodeSelectorTerms": [{"matchExpressions": [wanted]}]}
    return {"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}}


def named(stage: Stage, namespace: str, name: str) -> Document:
    """The pod; an empty one while it is not seen."""
    found = (each for each in stage.live[PODS] if each["metadata"]["namespace"] == namespace)
    return next((each for each in found if each["metadata"]["name"] == name), {})


def test_a6_affinity_to_another_tenants_nodes_widens_nothing(stage: Stage):
    """The other tenant's node has room and, without its taint, nothing keeps the pod off but its own selector.

    Beside it two pods that are placed: a small one of the same tenant on its own node, and the same pod of the
    platform, of which no selector is asked, on the other tenant's.
    """
    wide = stage.put_on(play("wide", provisioners={"default": FULL}, pods={"first": pod("1200m")}))
    roomy = stage.put_on(
        play(
            "roomy", broken=without("template", "spec", "taints"), provisioners={"default": FULL}, pods={"first": pod()}
        )
    )
    for shown in (wide, roomy):
        stage.settled(shown)
    big = pod("900m", **either_of("wide", "roomy"))

    stage.add_pod(wide, "attack", big)
    stage.add_pod(wide, "twin", pod("100m", **either_of("wide", "roomy")))
    platform = {"metadata": {"name": "of-the-platform"}}
    stage.api.create(f"{NAMESPACES}/kube-system/pods", big | platform)

    stage.live.until(lambda: bool(stage.refusals(named(stage, "wide", "attack"))), "Karpenter's word")
    stage.live.until(lambda: is_running(named(stage, "wide", "twin")), "the twin")
    stage.live.until(lambda: is_running(named(stage, "kube-system", "of-the-platform")), "the pod of the platform")
    owners = {
        name: owner_of_node(stage, named(stage, namespace, name))
        for namespace, name in (("wide", "twin"), ("kube-system", "of-the-platform"))
    }
    assert owners == {"twin": "wide", "of-the-platform": "roomy"}
    attack = named(stage, "wide", "attack")
    assert (attack["spec"].get("nodeName"), condition(attack, "PodScheduled")) == (None, "False")
    stage.api.delete(f"{NAMESPACES}/kube-system/pods/of-the-platform")


def owner_of_node(stage: Stage, document: Document) -> str:
    """Whose node the pod runs on."""
    return stage.api.get(f"/api/v1/nodes/{document['spec']['nodeName']}")["metadata"]["labels"][TENANT_LABEL]
