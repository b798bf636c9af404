"""Quota and limit range of a namespace."""

from collections.abc import Mapping
from typing import Any

import pytest

from components.rendering.quotas import limit_range, resource_quota
from components.versions import karpenter_version
from tests.builders import PROVISIONER, settings, tenant


def hard(stack: Mapping[str, Any] | None = None, /, **overrides: Any) -> dict[str, str] | None:
    spec = tenant(**overrides)
    quota = resource_quota(spec, spec.namespaces[0], settings(**(stack or {})), karpenter_version("1.14.3"))
    return None if quota is None else quota["spec"]["hard"]


def pool(**limits: Any) -> dict[str, Any]:
    return {**PROVISIONER, "limits": limits}


COUNTS = {
    "pods": "1000",
    "persistentvolumeclaims": "100",
    "requests.storage": "10Ti",
    "services.loadbalancers": "10",
    "count/configmaps": "1000",
    "count/secrets": "1000",
    "count/services": "200",
    "count/deployments.apps": "500",
    "count/statefulsets.apps": "200",
    "count/jobs.batch": "2000",
    "count/cronjobs.batch": "200",
    "count/ingresses.networking.k8s.io": "100",
}


def test_quota_follows_from_the_limits_of_the_pools():
    pools = {"web": pool(cpu=16, memory="64Gi"), "batch": pool(cpu=100, memory="400Gi")}

    assert hard(provisioners=pools) == {"requests.cpu": "116", "requests.memory": "464Gi", **COUNTS}


def test_pause_pods_come_on_top():
    kept = {"headroom": {"cpu": "1500m", "memory": "3Gi", "replicas": 2}}

    found = hard(provisioners={"web": {**pool(cpu=16, memory="64Gi"), **kept}, "batch": pool(cpu=1, memory="1Gi")})

    assert found == {"requests.cpu": "20000m", "requests.memory": "71Gi", **COUNTS}


SUMS = {
    "units that differ": (
        {"a": pool(cpu="1500m", memory="1Gi"), "b": pool(cpu=2, memory="512Mi")},
        "3500m",
        "1610612736",
    ),
    "one pool without memory": ({"a": pool(cpu=1, memory="1Gi"), "b": pool(cpu=2)}, "3", None),
}


@pytest.mark.parametrize(("pools", "cpu", "memory"), SUMS.values(), ids=SUMS)
def test_sums(pools: dict[str, Any], cpu: str | None, memory: str | None):
    found = hard(provisioners=pools) or {}

    assert (found.get("requests.cpu"), found.get("requests.memory")) == (cpu, memory)


def test_a_namespace_of_one_pool_gets_what_that_pool_has():
    pools = {"web": pool(cpu=16, memory="64Gi"), "batch": pool(cpu=100, memory="400Gi")}

    found = hard(provisioners=pools, namespaces=[{"provisioner": "web"}]) or {}

    assert (found["requests.cpu"], found["requests.memory"]) == ("16", "64Gi")


def test_a_shared_tenant_is_bound_by_the_pool_that_it_shares():
    stack = {"karpenter": {"version": "1.14.3", "sharedPool": {"limits": {"cpu": 64}}}}

    found = hard(stack, isolation="shared", provisioners={}, nodeClasses={})

    assert found == {"requests.cpu": "64", **COUNTS}


def test_no_load_balancer_where_there_may_be_none():
    assert (hard(exposure={"loadBalancers": "none"}) or {})["services.loadbalancers"] == "0"


def test_a_written_quota_is_taken_as_it_is():
    assert hard(namespaces=[{"resourceQuota": {"pods": 5, "requests.memory": "8Gi"}}]) == {
        "pods": "5",
        "requests.memory": "8Gi",
    }


def test_null_is_no_quota():
    assert hard(namespaces=[{"resourceQuota": None}]) is None


@pytest.mark.parametrize("namespace", [{}, {"resourceQuota": None}, {"resourceQuota": {"pods": 5}}])
def test_a_tenant_that_leaves_may_make_nothing_more(namespace: dict[str, Any]):
    found = hard(state="offboarding", namespaces=[namespace])

    assert found is not None
    assert ("pods" in found, set(found.values())) == (True, {"0"})


def item(**namespace: Any) -> dict[str, Any] | None:
    spec = tenant(namespaces=[namespace])
    found = limit_range(spec, spec.namespaces[0])
    return None if found is None else found["spec"]["limits"][0]


def test_containers_without_numbers_get_small_requests():
    assert item() == {"type": "Container", "defaultRequest": {"cpu": "100m", "memory": "128Mi"}}


def test_a_written_limit_range_is_taken_as_it_is():
    written = {"default": {"memory": "1Gi"}, "max": {"cpu": 4}, "maxLimitRequestRatio": {"cpu": 2}}

    assert item(limitRange=written) == {
        "type": "Container",
        "default": {"memory": "1Gi"},
        "max": {"cpu": "4"},
        "maxLimitRequestRatio": {"cpu": "2"},
    }


def test_null_is_no_limit_range():
    assert item(limitRange=None) is None
