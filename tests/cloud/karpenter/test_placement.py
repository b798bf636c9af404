"""The real Karpenter on what the program renders: which nodes a customer's pods get.

Each expectation is also put to a pool that was broken on purpose, where it must not hold. What these tests do not
prove: that a pod which leaves out its selector is refused, which is admission's part, and what EC2 does.
"""

from collections.abc import Callable

import pytest

from localcloud.aws.images import images
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.builders import (
    BROKEN,
    HOLDS,
    POOL,
    POOL_LABEL,
    SMALL,
    Document,
    both,
    pod,
    tolerating,
    twin,
    verdict,
    without,
    without_requirement,
)
from tests.cloud.karpenter.conftest import NODES, PODS, Stage, condition

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(2 * SECONDS_TO_START), pytest.mark.at_once]

TENANT_LABEL = "node-restriction.kubernetes.io/tenant"
TYPE_LABEL = "node.kubernetes.io/instance-type"


@both
def test_pods_land_on_nodes_of_their_own_tenant(stage: Stage, kind: str):
    shown = stage.put_on(twin(kind, "own", without("template", "metadata", "labels")))

    with verdict(kind):
        assert stage.labels(shown, TENANT_LABEL) == {"web": shown.name}


@both
def test_another_customers_pod_finds_no_place_even_with_the_selector(stage: Stage, kind: str):
    """The taint: a pod of the platform, which may select any node, is not placed."""
    pods = {"guest": pod(), "own": pod()}
    shown = stage.put_on(twin(kind, "strange", without("template", "spec", "taints"), pods=pods))
    stage.settled(shown)
    name = f"intruder-{shown.name}"
    intruder = pod(nodeSelector={TENANT_LABEL: shown.name}) | {"metadata": {"name": name}}

    stage.api.create("/api/v1/namespaces/kube-system/pods", intruder)
    stage.live.until(lambda: condition(stage_pod(stage, name), "PodScheduled") != "", "the scheduler's word")

    with verdict(kind):
        assert condition(stage_pod(stage, name), "PodScheduled") == "False"
    stage.api.delete(f"/api/v1/namespaces/kube-system/pods/{name}")


def stage_pod(stage: Stage, name: str) -> Document:
    """The pod of this name, wherever it is; one without conditions while it is not seen."""
    return next((each for each in stage.live[PODS] if each["metadata"]["name"] == name), {})


def default_instead(key: str, value: str) -> Callable[[Document], None]:
    """Breaks a pool: what was written for the key is lost, and it gets the default.

    Without the requirement Karpenter would take what it likes best, which may be what was written.
    """

    def broken(document: Document) -> None:
        if document["kind"] == "NodePool":
            for requirement in document["spec"]["template"]["spec"]["requirements"]:
                if requirement["key"] == key:
                    requirement["values"] = [value]

    return broken


@both
def test_an_arm64_pool_gives_arm64_nodes(stage: Stage, kind: str):
    """m6i.large is cheaper and of the other architecture."""
    pools = {"default": POOL | {"instanceTypes": ["m7g.2xlarge", "m6i.large"], "architectures": ["arm64"]}}
    broken = default_instead("kubernetes.io/arch", "amd64")
    shown = stage.put_on(twin(kind, "arm", broken, provisioners=pools))

    with verdict(kind):
        assert (stage.labels(shown, TYPE_LABEL), stage.labels(shown, "kubernetes.io/arch")) == (
            {"web": "m7g.2xlarge"},
            {"web": "arm64"},
        )


@both
def test_a_spot_pool_gives_spot_nodes(stage: Stage, kind: str):
    pools = {"default": POOL | {"capacityTypes": ["spot"]}}
    broken = default_instead("karpenter.sh/capacity-type", "on-demand")
    shown = stage.put_on(twin(kind, "spotted", broken, provisioners=pools))

    with verdict(kind):
        assert stage.labels(shown, "karpenter.sh/capacity-type") == {"web": "spot"}


@both
def test_an_on_demand_pool_gives_on_demand_nodes(stage: Stage, kind: str):
    """Spot is cheaper: without the requirement Karpenter takes it."""
    shown = stage.put_on(twin(kind, "steady", without_requirement("karpenter.sh/capacity-type")))

    with verdict(kind):
        assert stage.labels(shown, "karpenter.sh/capacity-type") == {"web": "on-demand"}


@both
def test_a_tainted_gpu_pool_takes_only_pods_that_tolerate_it(stage: Stage, kind: str):
    taint = {"key": "nvidia.com/gpu", "value": "true", "effect": "NoSchedule"}
    pool = POOL | {"instanceTypes": ["g5.xlarge"], "taints": [taint]}
    pods = {
        "train": pod(limits={"nvidia.com/gpu": "1"}, tolerations=tolerating("nvidia.com/gpu")),
        "web": pod(),
    }
    broken = without("template", "spec", "taints")
    shown = stage.put_on(twin(kind, "gpu", broken, provisioners={"default": pool}, pods=pods))

    with verdict(kind):
        assert stage.labels(shown, TYPE_LABEL) == {"train": "g5.xlarge"}


def newest_image(document: Document) -> None:
    """Breaks a class: the pin is lost on the way."""
    if document["kind"] == "EC2NodeClass":
        document["spec"]["amiSelectorTerms"] = [{"alias": "al2023@latest"}]


@both
def test_nodes_run_the_pinned_image(stage: Stage, kind: str):
    wanted = "amazon-eks-node-al2023-x86_64-standard-1.36-v20261001"
    expected = next(image.image_id for image in images() if image.name == wanted)
    shown = stage.put_on(twin(kind, "pinned", newest_image, nodeClasses={"default": {"ami": "al2023@v20261001"}}))
    stage.settled(shown)

    with verdict(kind):
        assert [claim["status"]["imageID"] for claim in stage.claims(shown)] == [expected]


@both
def test_a_pool_does_not_grow_over_its_limit(stage: Stage, kind: str):
    pool = SMALL | {"limits": {"cpu": 2, "memory": "400Gi"}}
    pods = {"first": pod("1500m"), "second": pod("1500m")}
    shown = stage.put_on(twin(kind, "limited", without("limits"), provisioners={"default": pool}, pods=pods))
    stage.settled(shown)

    with verdict(kind):
        assert len(stage.claims(shown)) == 1


def other_weights(document: Document) -> None:
    """Breaks a pool: the weights are the wrong way round."""
    if document["kind"] == "NodePool":
        document["spec"]["weight"] = 91 - document["spec"]["weight"]


@both
def test_the_pool_with_the_higher_weight_comes_first(stage: Stage, kind: str):
    pools = {
        "cheap": POOL | {"instanceTypes": ["m6i.large"], "weight": 1},
        "first": POOL | {"instanceTypes": ["m6i.4xlarge"], "weight": 90},
    }
    shown = stage.put_on(twin(kind, "weighed", other_weights, provisioners=pools))

    with verdict(kind):
        assert stage.labels(shown, POOL_LABEL) == {"web": f"{shown.name}-first"}


@both
def test_a_startup_taint_holds_a_node_until_it_is_taken_away(stage: Stage, kind: str):
    """Karpenter buys a node for the pod all the same, which is how this differs from a taint."""
    taint = {"key": "example.com/agent", "value": "missing", "effect": "NoSchedule"}
    pools = {"default": POOL | {"startupTaints": [taint]}}
    shown = stage.put_on(twin(kind, "startup", without("template", "spec", "startupTaints"), provisioners=pools))
    stage.live.until(
        lambda: [condition(claim, "Registered") for claim in stage.claims(shown)] == ["True"], "a registered node"
    )
    path = f"{NODES}/{stage.claims(shown)[0]['status']['nodeName']}"
    taints = stage.api.get(path)["spec"].get("taints", [])

    with verdict(kind):
        assert taint in taints
    stage.api.merge(path, {"spec": {"taints": [each for each in taints if each != taint]}})
    stage.live.until(lambda: condition(stage.claims(shown)[0], "Initialized") == "True", "an initialized node")


def test_a_static_pool_has_its_nodes_without_any_pod(stage: Stage):
    """Beside it the same pool of which `replicas` was lost."""
    pool = SMALL | {"replicas": 2, "limits": {"nodes": 3}, "disruption": {}}
    static, other = (
        stage.put_on(twin(kind, "static", without("replicas"), provisioners={"default": pool}, pods={}))
        for kind in (HOLDS, BROKEN)
    )

    stage.live.until(lambda: len(stage.claims(static)) == 2, "two nodes")

    assert stage.claims(other) == []
