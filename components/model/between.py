"""Bounds of numbers and of the length of lists, with a remedy in the message; used inside `Annotated`."""

from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import core_schema

from .errors import reject


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number from `low` to `high`, both included; without `high` there is no upper bound."""

    low: int
    high: int | None = None

    def check(self, number: int) -> int:
        """Refuses a number outside as E005."""
        if number < self.low:
            raise reject("E005", f"{number} is below {self.low}", f"write {self._range()}")
        if self.high is not None and number > self.high:
            raise reject("E005", f"{number} is above {self.high}", f"write {self._range()}")
        return number

    def _range(self) -> str:
        return f"{self.low} or more" if self.high is None else f"{self.low} to {self.high}"

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        upper = {} if self.high is None else {"maximum": self.high}
        return handler(schema) | {"minimum": self.low} | upper


@dataclass(frozen=True, slots=True)
class Length:
    """A list of `least` to `most` entries; without `most` there is no upper bound."""

    least: int = 0
    most: int | None = None

    def check(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        """Refuses a list of another length as E005."""
        if len(items) < self.least:
            raise reject("E005", "[] is empty", "write at least one entry")
        if self.most is not None and len(items) > self.most:
            what = f"{len(items)} entries, {self.most} are allowed"
            raise reject("E005", what, f"remove {len(items) - self.most}")
        return items

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        lower = {"minItems": self.least} if self.least else {}
        upper = {} if self.most is None else {"maxItems": self.most}
        return handler(schema) | lower | upper
