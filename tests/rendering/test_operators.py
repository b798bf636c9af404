"""Staff over several tenants: which groups hold where, and how often the lists of tenants are read."""

from collections.abc import Iterator
from typing import Any

import pytest

from components.model.enums import AccessRole
from components.model.names import TenantName
from components.model.platform import PlatformSettings
from components.rendering.operators import groups_over
from tests.builders import SETTINGS, settings

NAMES = [f"t{index}" for index in range(200)]


def with_staff(*operators: dict[str, Any]) -> PlatformSettings:
    return settings(cluster={**SETTINGS["cluster"], "operators": list(operators)})


def test_groups_stand_in_the_order_of_the_operators():
    stack = with_staff(
        {"group": "east", "role": "view", "tenants": ["alpha", "beta"]},
        {"group": "all", "role": "view", "tenants": "all"},
        {"group": "night", "role": "view", "tenants": ["alpha"]},
        {"group": "east", "role": "view", "tenants": ["alpha"]},
        {"group": "east", "role": "admin", "tenants": ["beta"]},
        {"principalArn": "arn:aws:iam::444455556666:role/Person", "role": "view", "tenants": "all"},
    )

    assert {
        (role, name): groups_over(TenantName(name), role, stack)
        for role in (AccessRole.VIEW, AccessRole.ADMIN)
        for name in ("alpha", "beta", "gamma")
    } == {
        (AccessRole.VIEW, "alpha"): ("east", "all", "night"),
        (AccessRole.VIEW, "beta"): ("east", "all"),
        (AccessRole.VIEW, "gamma"): ("all",),
        (AccessRole.ADMIN, "alpha"): (),
        (AccessRole.ADMIN, "beta"): ("east",),
        (AccessRole.ADMIN, "gamma"): (),
    }


class Counted(tuple[str, ...]):
    """A list of tenants that counts each name that somebody reads from it."""

    read = 0

    def __iter__(self) -> Iterator[str]:
        for name in super().__iter__():
            self.read += 1
            yield name

    def __contains__(self, name: object) -> bool:
        return any(each == name for each in self)


@pytest.mark.parametrize("tenants", [1, 10, 200])
def test_a_long_list_is_read_once_however_many_tenants_ask(tenants: int):
    stack = with_staff({"group": "staff", "role": "edit", "tenants": NAMES})
    (operator,), listed = stack.cluster.operators, Counted(NAMES)
    cluster = stack.cluster.model_copy(update={"operators": (operator.model_copy(update={"tenants": listed}),)})
    counting = stack.model_copy(update={"cluster": cluster})

    found = [groups_over(TenantName(name), role, counting) for name in NAMES[:tenants] for role in AccessRole]

    assert [groups for groups in found if groups] == [("staff",)] * tenants
    assert listed.read == len(NAMES)
