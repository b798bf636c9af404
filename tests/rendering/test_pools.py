"""What a tenant's state and its pools leave to be rendered; no manifest is looked at here."""

from typing import Any

import pytest

from components.model.tenant import TenantSpec
from components.rendering.pools import node_class_os, operating_systems, rendered_pools, used_node_classes
from tests.builders import PROVISIONER, tenant

WINDOWS = {**PROVISIONER, "operatingSystem": "windows", "nodeClass": "win"}


def two_systems(**fields: Any) -> TenantSpec:
    return tenant(
        provisioners={"win": WINDOWS, "web": PROVISIONER, "batch": PROVISIONER},
        nodeClasses={"default": {}, "win": {"ami": "windows2022@latest"}, "spare": {}},
        **fields,
    )


@pytest.mark.parametrize(
    ("state", "pools", "classes"),
    [
        ("active", ("win", "web", "batch"), ("win", "default")),
        ("frozen", ("win", "web", "batch"), ("win", "default")),
        ("suspended", (), ("win", "default")),
        ("offboarding", (), ()),
    ],
)
def test_state_decides_what_is_rendered(state: str, pools: tuple[str, ...], classes: tuple[str, ...]):
    spec = two_systems(state=state)

    assert (rendered_pools(spec), used_node_classes(spec)) == (pools, classes)


@pytest.mark.parametrize("state", ["active", "suspended", "offboarding"])
def test_identities_outlive_the_pools(state: str):
    assert operating_systems(two_systems(state=state)) == ("linux", "windows")


def test_no_pool_needs_no_identity():
    assert operating_systems(tenant(provisioners={}, isolation="shared")) == ()


def test_system_of_a_class_is_that_of_its_pools():
    spec = two_systems()

    assert (node_class_os(spec, "win"), node_class_os(spec, "default")) == ("windows", "linux")
