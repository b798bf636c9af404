"""A list of names, or the word `all` in its place."""

from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidatorFunctionWrapHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import core_schema

ALL = "all"


@dataclass(frozen=True, slots=True)
class OrAll:
    """Reads `all` as it is and everything else as that list: a union would report each mistake once for either."""

    items: Any
    """Type of the list."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        as_it_is = core_schema.plain_serializer_function_ser_schema(_value)  # the list's own would warn of the word
        return core_schema.no_info_wrap_validator_function(
            _read, handler.generate_schema(self.items), serialization=as_it_is
        )

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"anyOf": [{"const": ALL}, handler(schema)]}


def _read(value: Any, read_list: ValidatorFunctionWrapHandler) -> Any:
    return ALL if value == ALL else read_list(value)


def _value(value: Any) -> Any:
    return value
