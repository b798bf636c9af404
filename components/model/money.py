"""Amounts of money, in USD: decimal and never binary fractions, kept in the text they were written in."""

import re
from decimal import Decimal
from typing import Self

from pydantic.json_schema import JsonSchemaValue

from .errors import reject, shown
from .scalar import Scalar, worded
from .text import text_of

_AMOUNT = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?")


class Money(Scalar):
    """An amount in USD, zero or more."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Refuses signs, currencies, exponents and separators of thousands (E005)."""
        if not _AMOUNT.fullmatch(text):
            raise reject("E005", f"{shown(text)} is no amount of USD", f"write {_meant(text)}")
        return super().__new__(cls, text)

    @property
    def value(self) -> Decimal:
        """The amount, exact."""
        return Decimal(self)

    @classmethod
    def read(cls, value: object) -> Self:
        """From text or a number; a number that the engine handed over is taken in its shortest decimal form."""
        return cls(repr(value) if type(value) is float else text_of(value))

    @classmethod
    def editor_schema(cls) -> JsonSchemaValue:
        """A decimal text or number."""
        pattern = worded(f"^(?:{_AMOUNT.pattern})$", 'a decimal number, such as "9.50"')
        return {"type": ["string", "number"], **pattern, "minimum": 0}


def _meant(text: str) -> str:
    found = re.search(_AMOUNT, re.sub("[,_ ]", "", text)) if not re.search("[eE]", text) else None
    return found[0] if found else 'a decimal number, such as "9.50"'
