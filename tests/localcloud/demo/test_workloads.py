"""The workloads of the demonstration fit what the customers' files of this checkout ask for."""

from pathlib import Path

import pytest
import yaml

from localcloud.demo.show import _POOLS
from localcloud.demo.workloads import ALL, TRAIN, deployment
from localcloud.folders import CHECKOUT


def tenant_file(name: str):
    return yaml.safe_load(Path(CHECKOUT, "tenants", f"{name}.yaml").read_text(encoding="utf-8"))


def test_every_pool_that_is_shown_is_in_a_file():
    written = {f"{name}-{key}" for name in ("alpha", "beta") for key in tenant_file(name)["provisioners"]}

    assert set(_POOLS) == written


@pytest.mark.parametrize("workload", ALL, ids=lambda workload: workload.name)
def test_the_taints_that_are_tolerated_are_those_of_a_pool(workload):
    pools = tenant_file(workload.tenant)["provisioners"].values()
    tainted = [tuple(taint["key"] for taint in pool.get("taints", [])) for pool in pools]

    assert workload.tolerates in tainted


def test_one_pod_more_than_the_limit_of_the_stack_lets_run():
    stack = yaml.safe_load((CHECKOUT / "Pulumi.local.yaml").read_text(encoding="utf-8"))["config"]
    limits = stack["platform:tenantOverrides"]["beta"]["provisioners"]["gpu"]["limits"]

    assert (TRAIN.fitting, TRAIN.replicas) == (limits["nvidia.com/gpu"], limits["nvidia.com/gpu"] + 1)


def test_a_deployment_places_its_pods_on_the_customers_pool():
    spec = deployment(TRAIN)["spec"]["template"]["spec"]

    assert spec["nodeSelector"] == {"node-restriction.kubernetes.io/tenant": "beta"}
    assert spec["tolerations"] == [
        {"key": "karpenter-tenants/tenant", "operator": "Equal", "value": "beta", "effect": "NoSchedule"},
        {"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"},
    ]
    assert spec["containers"][0]["resources"] == {
        "requests": {"cpu": "2", "memory": "8Gi"},
        "limits": {"cpu": "2", "memory": "8Gi", "nvidia.com/gpu": "1"},
    }
