"""Kubernetes quantities: amounts of cpu, memory, storage and things that are counted.

A quantity keeps the text it was written in: `16` stays `16` and `1k` stays `1k`, so that a rendered document shows
what the operator wrote. Source: k8s.io/apimachinery, pkg/api/resource, the grammar in quantity.go.
"""

import re
from decimal import ROUND_CEILING, Decimal
from typing import Self

from pydantic.json_schema import JsonSchemaValue

from .errors import reject, shown
from .scalar import Scalar, worded

_FACTORS = {
    "n": Decimal("1e-9"),
    "u": Decimal("1e-6"),
    "m": Decimal("1e-3"),
    "": Decimal(1),
    "k": Decimal(10**3),
    "M": Decimal(10**6),
    "G": Decimal(10**9),
    "T": Decimal(10**12),
    "P": Decimal(10**15),
    "E": Decimal(10**18),
    "Ki": Decimal(2**10),
    "Mi": Decimal(2**20),
    "Gi": Decimal(2**30),
    "Ti": Decimal(2**40),
    "Pi": Decimal(2**50),
    "Ei": Decimal(2**60),
}
_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_QUANTITY = re.compile(
    rf"(?P<number>{_NUMBER})(?:(?P<unit>[numkMGTPE]|[KMGTPE]i)|(?P<exponent>[eE][+-]?[0-9]{{1,2}}))?"
)
_EDITOR_PATTERN = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]{1,2})?"
_NEARLY = re.compile(rf"\s*(?P<number>{_NUMBER})\s*(?P<unit>[A-Za-z]*)\s*")
_LONGEST = 40
"""Characters; far above any amount that exists."""

_BYTE_RESOURCES = ("memory", "storage", "ephemeral-storage")


class Quantity(Scalar):
    """An amount of zero or more, in the text it was written in."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Refuses what the API would refuse (E005), and negative amounts, which it lets through without a meaning."""
        found = _QUANTITY.fullmatch(text) if len(text) <= _LONGEST else None
        if found is None:
            raise reject("E005", f"{shown(text)} is no quantity", f"write {_meant(text)}")
        if text.startswith("-"):
            raise reject("E005", f"{text} is negative", f"write {text[1:]}")
        return super().__new__(cls, text)

    @property
    def value(self) -> Decimal:
        """The amount in cores, bytes or pieces."""
        found = _QUANTITY.fullmatch(self)
        assert found is not None  # held by __new__
        number = Decimal(found["number"])
        if found["exponent"]:
            return number.scaleb(int(found["exponent"][1:]))
        return number * _FACTORS[found["unit"] or ""]

    @property
    def unit(self) -> str:
        """The unit as written; empty where there is none."""
        found = _QUANTITY.fullmatch(self)
        assert found is not None  # held by __new__
        return found["unit"] or ""

    @classmethod
    def editor_schema(cls) -> JsonSchemaValue:
        """Text of the grammar without a sign, or a whole number."""
        pattern = worded(f"^(?:{_EDITOR_PATTERN})$", "a quantity, such as 4, 500m or 400Gi")
        return {"type": ["string", "integer"], **pattern, "minimum": 0}


def refuse_unitless_bytes(resource: str, amount: Quantity) -> None:
    """E113 for an amount of memory or storage without a unit: `1000` would be 1000 bytes, which limits nothing.

    Zero is a pause and needs no unit.

    Args:
        resource: A resource name, also with the prefix of a resource quota (`requests.memory`).
        amount: What was written for it.
    """
    if means_bytes(resource) and amount.unit in ("", "n", "u", "m") and amount.value != 0:
        raise reject("E113", f"{amount} would be {_plain(amount.value)} bytes", f"write {_with_unit(amount)}")


def means_bytes(resource: str) -> bool:
    """Whether amounts of the resource are bytes."""
    name = resource.rpartition(".")[2] if resource.startswith(("requests.", "limits.")) else resource
    return name in _BYTE_RESOURCES or name.startswith("hugepages-") or name.endswith("/requests.storage")


def _with_unit(amount: Quantity) -> str:
    """The amount with the unit that was probably forgotten: Gi for small numbers, else the bytes in Mi, rounded up."""
    if amount.unit == "m":
        return f"{amount.removesuffix('m')}Mi"
    if amount.value < 2**20:
        return f"{_plain(amount.value)}Gi"
    return f"{(amount.value / 2**20).to_integral_value(ROUND_CEILING)}Mi"


def _meant(text: str) -> str:
    """`1Gb`, `1 GB`, `1GiB` -> `1Gi`; `1K` -> `1k`."""
    found = _NEARLY.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None:
        return "a number with a unit, such as 500m, 16 or 64Gi"
    number, unit = found["number"].lstrip("+-"), found["unit"]
    if unit.lower() in ("k", ""):
        return f"{number}{unit.lower()}"
    letter = unit[0].upper()
    if letter in "KMGTPE" and unit[1:].lower() in ("", "b", "i", "ib"):
        return f"{number}{letter}i"
    return f"{number} with a unit of m, k, M, G, Ki, Mi, Gi"


def _plain(value: Decimal) -> str:
    return f"{value.normalize():f}"
