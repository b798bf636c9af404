"""Quantities: spelling kept, values exact, offers in reach. Proves nothing about the API server."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.quantity import Quantity, means_bytes
from tests.model.builders import refusal

GOOD = {
    "whole number": ("16", Decimal(16)),
    "zero": ("0", Decimal(0)),
    "thousands": ("1k", Decimal(1000)),
    "millis": ("500m", Decimal("0.5")),
    "fraction": ("1.5", Decimal("1.5")),
    "no digit before the point": (".5", Decimal("0.5")),
    "no digit after the point": ("5.", Decimal(5)),
    "binary": ("400Gi", Decimal(400 * 2**30)),
    "decimal": ("5G", Decimal(5 * 10**9)),
    "exa, no exponent": ("1E", Decimal(10**18)),
    "exponent": ("1e3", Decimal(1000)),
    "negative exponent": ("15E-1", Decimal("1.5")),
    "plus sign": ("+1", Decimal(1)),
    "nano": ("1n", Decimal("1e-9")),
}

BAD = {
    "byte letter": ("1Gb", '"1Gb" is no quantity; write 1Gi  [E005]'),
    "capital byte letter": ("64GB", '"64GB" is no quantity; write 64Gi  [E005]'),
    "long unit": ("64GiB", '"64GiB" is no quantity; write 64Gi  [E005]'),
    "blank": ("1 Gi", '"1 Gi" is no quantity; write 1Gi  [E005]'),
    "small unit": ("1gi", '"1gi" is no quantity; write 1Gi  [E005]'),
    "capital kilo": ("1K", '"1K" is no quantity; write 1k  [E005]'),
    "unknown unit": ("4cores", '"4cores" is no quantity; write 4 with a unit of m, k, M, G, Ki, Mi, Gi  [E005]'),
    "no number": ("Gi", '"Gi" is no quantity; write a number with a unit, such as 500m, 16 or 64Gi  [E005]'),
    "empty": ("", '"" is no quantity; write a number with a unit, such as 500m, 16 or 64Gi  [E005]'),
    "negative": ("-5", "-5 is negative; write 5  [E005]"),
    "newline": ("5\n", '"5\\n" is no quantity; write 5  [E005]'),
    "foreign digits": ("٣", '"٣" is no quantity; write a number with a unit, such as 500m, 16 or 64Gi  [E005]'),
    "very long": (
        "1" * 50,
        f'"{"1" * 50}" is no quantity; write a number with a unit, such as 500m, 16 or 64Gi  [E005]',
    ),
}


@pytest.mark.parametrize(("text", "value"), GOOD.values(), ids=GOOD)
def test_accepts(text: str, value: Decimal):
    quantity = Quantity(text)

    assert quantity == text
    assert quantity.value == value


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_rejects(text: str, message: str):
    assert refusal(Quantity, text) == message


def test_same_amount_in_another_spelling_is_another_text():
    assert Quantity("1k") != Quantity("1000")
    assert Quantity("1k").value == Quantity("1000").value


@given(number=st.integers(0, 10**9), unit=st.sampled_from(["", "m", "k", "M", "G", "Ki", "Mi", "Gi", "Ti"]))
def test_keeps_what_was_written(number: int, unit: str):
    assert str(Quantity(f"{number}{unit}")) == f"{number}{unit}"


@given(st.text(max_size=60))
def test_any_text_is_accepted_as_it_is_or_refused_in_words(text: str):
    message = refusal(Quantity, text)

    assert message is None or message.endswith("  [E005]")


@pytest.mark.parametrize(
    "resource",
    [
        "memory",
        "requests.memory",
        "limits.memory",
        "ephemeral-storage",
        "hugepages-2Mi",
        "requests.storage",
        "gold.storageclass.storage.k8s.io/requests.storage",
    ],
)
def test_amounts_are_bytes_of(resource: str):
    assert means_bytes(resource)


@pytest.mark.parametrize("resource", ["cpu", "requests.cpu", "nodes", "pods", "nvidia.com/gpu", "count/pods"])
def test_amounts_are_no_bytes_of(resource: str):
    assert not means_bytes(resource)
