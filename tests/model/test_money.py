"""Money: decimal, exact, kept as written."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.money import Money
from tests.model.builders import refusal

BAD = {
    "currency": ("12 USD", '"12 USD" is no amount of USD; write 12  [E005]'),
    "sign": ("-1", '"-1" is no amount of USD; write 1  [E005]'),
    "separator of thousands": ("1,200.50", '"1,200.50" is no amount of USD; write 1200.50  [E005]'),
    "exponent": ("1e3", '"1e3" is no amount of USD; write a decimal number, such as "9.50"  [E005]'),
    "word": ("much", '"much" is no amount of USD; write a decimal number, such as "9.50"  [E005]'),
    "blank": (" 5", '" 5" is no amount of USD; write 5  [E005]'),
    "empty": ("", '"" is no amount of USD; write a decimal number, such as "9.50"  [E005]'),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_rejects(text: str, message: str):
    assert refusal(Money, text) == message


def test_keeps_trailing_zeros_and_is_exact():
    assert str(Money("9.50")) == "9.50"
    assert Money("0.1").value + Money("0.2").value == Decimal("0.3")


def test_reads_numbers():
    assert Money.read(120) == "120"
    assert Money.read(9.5) == "9.5"


@given(st.decimals(0, 10**6, places=4))
def test_every_amount_reads_back(amount: Decimal):
    assert Money(str(amount)).value == amount
