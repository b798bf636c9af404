"""What the scalars have in common: a text that is known to be valid, and the way from YAML through pydantic to it."""

from typing import Any, Self

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import core_schema

from .text import text_of


def worded(pattern: str, wanted: str) -> JsonSchemaValue:
    """A pattern, and what an editor says to a text that does not fit; other readers of the schema skip the words."""
    return {"pattern": pattern, "patternErrorMessage": f"write {wanted}"}


class Scalar(str):
    """A text of one form; its `__new__` refuses every other text, so that an instance needs no second check.

    It compares as the text that was written: `Quantity("1k") != Quantity("1000")`, since writing the one for the other
    is a difference to whoever reads the document.
    """

    __slots__ = ()

    @classmethod
    def read(cls, value: object) -> Self:
        """From what YAML gave: text, or a number in its written form."""
        return cls(text_of(value))

    @classmethod
    def editor_schema(cls) -> JsonSchemaValue:
        """What an editor can check while the operator types."""
        return {"type": "string"}

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls.read, serialization=core_schema.to_string_ser_schema(when_used="always")
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return cls.editor_schema()
