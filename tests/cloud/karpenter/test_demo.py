"""The demonstration's workloads on the running cluster: admission lets them in, and as many pods run as it says.

What these tests do not prove: the acts that follow, which `make demo` shows.
"""

import pytest

from localcloud.aws.prices import on_demand_prices
from localcloud.demo.scene import scene
from localcloud.demo.workloads import ALL, MARK
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.conftest import PODS, Stage

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(2 * SECONDS_TO_START), pytest.mark.at_once]


def test_as_many_pods_run_as_the_pools_let(stage: Stage):
    expected = {workload.name: (workload.fitting, workload.replicas - workload.fitting) for workload in ALL}

    stage.live.until(lambda: seen(stage) == expected, "the pods of the demonstration")


def seen(stage: Stage) -> dict[str, tuple[int, int]]:
    """Workload: its running and waiting pods."""
    pods = [pod for pod in stage.live[PODS] if MARK.items() <= pod["metadata"].get("labels", {}).items()]
    now = scene(stage.claims_of("alpha-default", "beta-batch", "beta-gpu", "beta-web"), pods, on_demand_prices())
    return {workload.name: (now.running_of(workload.name), now.waiting.get(workload.name, 0)) for workload in ALL}
