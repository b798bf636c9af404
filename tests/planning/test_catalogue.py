"""The catalogue of instance types against the EC2 model that it was written from.

Not proved: that AWS has named no further type since; the catalogue's age is bounded instead.
"""

from datetime import date

import pytest

from components.planning.catalogue import catalogue
from tools.instance_types import families


def test_the_catalogue_holds_what_the_installed_model_of_ec2_names():
    assert {name: " ".join(sorted(sizes)) for name, sizes in catalogue().families.items()} == families()


def test_the_catalogue_is_not_old():
    assert (date.today() - date.fromisoformat(catalogue().date)).days <= 183


@pytest.mark.parametrize(
    ("name", "there"),
    {"m7i.large": True, "u7i-12tb.224xlarge": True, "m7i.7xlarge": False, "m99i.large": False, "m7i": False}.items(),
)
def test_a_type_is_there_or_not(name: str, there: bool):
    assert catalogue().has_type(name) is there


@pytest.mark.parametrize(
    ("name", "meant"),
    {"m7i.7xlarge": "m7i.xlarge", "m6ii.large": "m6i.large", "m99i.large": None, "m6ii.zzz": None}.items(),
)
def test_the_type_that_was_meant_is_of_a_family_that_exists(name: str, meant: str | None):
    assert catalogue().nearest_type(name) == meant


def test_the_family_that_was_meant():
    assert [catalogue().nearest_family(name) for name in ("m6ii", "m99i")] == ["m6i", None]
