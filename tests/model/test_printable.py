"""What a terminal would act on is written out instead."""

import pytest

from components.model.printable import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("größe 漢字 😀", "größe 漢字 😀"),
        ("a\nforged: line\r\n", r"a\nforged: line\r\n"),
        ("\x1b[31mred\x9b0m\x7f", r"\x1b[31mred\x9b0m\x7f"),
        ("\u202eback\u2028", r"\u202eback\u2028"),
        ("file\udcff.yaml", r"file\udcff.yaml"),
    ],
)
def test_printable(text: str, shown: str):
    assert printable(text) == shown
