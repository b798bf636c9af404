"""Bounds of the platform; whether a tenant keeps them is checked elsewhere."""

from typing import Any

import pytest

from components.model.guards import UNTRUSTED_PLATFORM_ONLY, GuardSettings
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "nothing": {},
    "all": {
        "allowedInstanceFamilies": ["m6i"],
        "requirePinnedAmi": False,
        "requireLimits": False,
        "maxHourlyUSD": "120",
        "perTenant": {"alpha": {"maxCpu": 2000, "maxHourlyUSD": 50}, "*": {"maxCpu": 100}},
        "vcpuQuotas": {"standard": {"onDemand": 1152, "spot": 640}, "g": {}},
        "platformOnly": ["iam"],
        "tenantFilesAreUntrusted": True,
        "maxTenantRemovals": 0,
        "allowNoTenants": True,
    },
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "text for a number": (
        {"vcpuQuotas": {"standard": {"onDemand": "ten"}}},
        ["vcpuQuotas.standard.onDemand: [int_type]"],
    ),
    "text for a boolean": ({"requirePinnedAmi": "yes"}, ["requirePinnedAmi: [bool_type]"]),
    "negative": ({"maxTenantRemovals": -1}, ["maxTenantRemovals: -1 is below 0; write 0 or more  [E005]"]),
    "unknown bound": ({"perTenant": {"alpha": {"maxMemory": 1}}}, ["perTenant.alpha.maxMemory: [extra_forbidden]"]),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(GuardSettings, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(GuardSettings, given) == messages


@pytest.mark.parametrize(
    ("per_tenant", "bound"),
    [
        pytest.param({}, None, id="none"),
        pytest.param({"*": {"maxCpu": 100}}, ("*", 100), id="of all"),
        pytest.param({"*": {"maxCpu": 100}, "alpha": {"maxCpu": 200}}, ("alpha", 200), id="own"),
        pytest.param({"*": {"maxCpu": 100}, "alpha": {"maxHourlyUSD": 5}}, ("*", 100), id="own of something else"),
        pytest.param({"*": {"maxCpu": 100}, "alpha": {"maxCpu": None}}, None, id="taken away"),
        pytest.param({"*": {"maxCpu": 100}, "alpha": None}, ("*", 100), id="own entry taken away"),
        pytest.param({"beta": {"maxCpu": 100}}, None, id="of another"),
    ],
)
def test_bounds_of_a_tenant_are_its_own_else_those_of_all(per_tenant: dict[str, Any], bound: tuple[str, int] | None):
    assert GuardSettings.model_validate({"perTenant": per_tenant}).max_cpu_of("alpha") == bound


def test_platform_keeps_paths_from_files_that_are_untrusted():
    untrusted = {"tenantFilesAreUntrusted": True}

    assert GuardSettings.model_validate({}).paths_of_the_platform == ()
    assert GuardSettings.model_validate(untrusted).paths_of_the_platform == UNTRUSTED_PLATFORM_ONLY
    assert GuardSettings.model_validate(untrusted | {"platformOnly": ["iam"]}).paths_of_the_platform == ("iam",)
    assert GuardSettings.model_validate(untrusted | {"platformOnly": []}).paths_of_the_platform == ()
