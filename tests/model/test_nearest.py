"""Did you mean: near words are found, far ones are not."""

import pytest

from components.model.nearest import nearest

WORDS = ("limits", "labels", "requirements", "on-demand", "WhenEmpty", "sat")


@pytest.mark.parametrize(
    ("word", "meant"),
    {
        "letter left out": ("limit", "limits"),
        "letters swapped": ("requirmeents", "requirements"),
        "underscore": ("on_demand", "on-demand"),
        "case": ("whenempty", "WhenEmpty"),
        "long form": ("saturday", "sat"),
        "nothing like it": ("zones", None),
        "empty": ("", None),
    }.values(),
)
def test_nearest(word: str, meant: str | None):
    assert nearest(word, WORDS) == meant


def test_nothing_is_near_to_no_words():
    assert nearest("limits", ()) is None
