"""Capacity that is kept warm, with the real Karpenter and the real scheduler: pause pods, and a CapacityBuffer.

Beside each stands a tenant without headroom, which gets no node.
"""

import pytest

from components.model.platform import PlatformSettings
from components.rendering.headroom import headroom_objects
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.builders import SMALL, Play, play, pod
from tests.cloud.karpenter.conftest import NAMESPACES, Stage, is_running

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(2 * SECONDS_TO_START), pytest.mark.at_once]

KEPT = SMALL | {"headroom": {"cpu": "1", "memory": "1Gi", "replicas": 1}}
"""One of these and the pod of the test do not fit on one node of 2 CPUs."""


def test_pause_pods_keep_a_node_warm_and_give_way(stage: Stage):
    warm = stage.put_on(play("warm", provisioners={"default": KEPT}, pods={}))
    cold = stage.put_on(play("cold", provisioners={"default": SMALL}, pods={}))
    for shown in (warm, cold):
        keep(stage, shown, "pause")
    stage.live.until(lambda: any(map(is_running, stage.pods("warm"))), "the pause pod")
    (first,) = {each["spec"]["nodeName"] for each in stage.pods("warm") if is_running(each)}

    stage.add_pod(warm, "web", pod("1500m"))
    stage.live.until(
        lambda: any(each["metadata"]["name"] == "web" and is_running(each) for each in stage.pods("warm")), "the pod"
    )

    (web,) = [each for each in stage.pods("warm") if each["metadata"]["name"] == "web"]
    assert web["spec"]["nodeName"] == first
    stage.live.until(lambda: len(stage.claims(warm)) > 1, "a node for the pause pod that gave way")
    assert stage.claims(cold) == []


def test_a_buffer_keeps_a_node_warm_without_any_pod(stage: Stage):
    warm = stage.put_on(play("buffered", provisioners={"default": KEPT}, pods={}))
    cold = stage.put_on(play("unbuffered", provisioners={"default": SMALL}, pods={}))
    for shown in (warm, cold):
        keep(stage, shown, "buffer")

    stage.live.until(lambda: len(stage.claims(warm)) > 0, "a node for the buffer")

    assert stage.pods("buffered") == []
    assert stage.claims(cold) == []


def keep(stage: Stage, shown: Play, kind: str) -> None:
    """Creates what the program renders for the play's headroom."""
    karpenter = stage.settings.karpenter.model_copy(update={"feature_gates": {"capacityBuffer": kind == "buffer"}})
    settings: PlatformSettings = stage.settings.model_copy(update={"karpenter": karpenter})
    collections = {
        "Deployment": f"/apis/apps/v1/namespaces/{shown.name}/deployments",
        "PodTemplate": f"{NAMESPACES}/{shown.name}/podtemplates",
        "CapacityBuffer": f"/apis/autoscaling.x-k8s.io/v1beta1/namespaces/{shown.name}/capacitybuffers",
    }
    for document in headroom_objects(shown.spec, shown.spec.namespaces[0], settings, stage.facts):
        stage.api.create(collections[document["kind"]], document)
