"""What a stack's outputs tell of its last deployment."""

import pytest

from components.model.deployed import DeployedTenant, Deployment, ForeignOutputs, read_outputs
from components.model.enums import TenantState

OUTPUTS = {
    "clusterName": "acme-dev",
    "kubeconfig": "[secret]",
    "tenants": {
        "beta": {"state": "offboarding", "nodeRole": "acme-dev-beta-node", "pools": {}},
        "alpha": {"state": "active", "pools": {"web": {"static": True}, "batch": {"static": False}, "old": {}}},
    },
}


def test_cluster_and_tenants_by_state():
    assert read_outputs(OUTPUTS) == Deployment(
        "acme-dev",
        {
            "alpha": DeployedTenant(TenantState.ACTIVE, ("batch", "old", "web"), {"web": True, "batch": False}),
            "beta": DeployedTenant(TenantState.OFFBOARDING, ()),
        },
    )


def test_nothing_was_deployed():
    assert read_outputs({}) == Deployment(None, {})


FOREIGN = {
    "a list": ([], "the whole"),
    "a cluster without name": ({"clusterName": {}}, "clusterName"),
    "a list of tenants": ({"tenants": ["alpha"]}, "tenants"),
    "a tenant of text": ({"tenants": {"alpha": "active"}}, "tenants.alpha"),
    "an unknown state": ({"tenants": {"alpha": {"state": "gone"}}}, "tenants.alpha.state"),
    "no state": ({"tenants": {"alpha": {}}}, "tenants.alpha.state"),
    "a pool of text": (
        {"tenants": {"alpha": {"state": "active", "pools": {"web": "alpha-web"}}}},
        "tenants.alpha.pools.web",
    ),
    "a list of pools": ({"tenants": {"alpha": {"state": "active", "pools": []}}}, "tenants.alpha.pools"),
}


@pytest.mark.parametrize(("outputs", "place"), FOREIGN.values(), ids=FOREIGN)
def test_rejects_outputs_of_another_program(outputs: object, place: str):
    with pytest.raises(ForeignOutputs) as refused:
        read_outputs(outputs)

    assert str(refused.value) == f"{place} is not what this program exports"
