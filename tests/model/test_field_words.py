"""Paths of words against the models that they are about."""

import pytest

from components.model.field_words import UnknownWord, unknown_word
from components.model.platform import PlatformSettings
from components.model.tenant import OwnerSpec, TenantSpec


@pytest.mark.parametrize(
    "path",
    [
        "iam",
        "iam.policyArns",
        "provisioners.*",
        "provisioners.*.limits",
        "provisioners.web.limits.cpu",
        "provisioners.*.disruption.budgets",
        "provisioners.*.disruption.budgets.nodes",
        "provisioners.*.maintenanceWindows.windows.*.days",
        "access.daemonSets",
        "access.*.namespaces",
        "nodeClasses.default.subnets.zone",
        "tags.owner",
    ],
)
def test_known(path: str):
    assert unknown_word(TenantSpec, tuple(path.split("."))) is None


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("provisioner.*.limits", "provisioner"),
        ("provisioners.*.limit", "limit"),
        ("provisioners.limits.cpu", "cpu"),
        ("iam.policyArns.x", "x"),
        ("ring.main", "main"),
        ("", ""),
        ("*.limits", "*"),
    ],
)
def test_unknown(path: str, word: str):
    found = unknown_word(TenantSpec, tuple(path.split(".")))

    assert found is not None
    assert found.word == word


def test_names_what_is_known_there():
    assert unknown_word(TenantSpec, ("owner", "mail")) == UnknownWord("mail", ("email", "costCenter", "ticket"))
    assert unknown_word(OwnerSpec, ("email", "x")) == UnknownWord("x", ())


def test_fields_of_the_stack_file():
    assert unknown_word(PlatformSettings, ("guards", "perTenant", "*", "maxCpu")) is None
    assert unknown_word(PlatformSettings, ("guards", "perTenant", "maxCpu", "value")) == UnknownWord(
        "value", ("maxHourlyUSD", "maxCpu")
    )
