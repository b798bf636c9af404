"""A subnet by id, with or without the zone it lies in."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import core_schema

from .base import Model
from .ids import SubnetId
from .text import Text


class Subnet(Model):
    """A subnet; the zone lets zones be checked without looking at AWS."""

    id: SubnetId
    """`subnet-…`."""
    zone: Text | None = None
    """Availability zone, such as eu-central-1a. Absent: not known offline."""


@dataclass(frozen=True, slots=True)
class _OrId:
    """Reads a bare id as a subnet whose zone is not known; a union would report each mistake once for either."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_before_validator_function(_from_id, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"anyOf": [SubnetId.editor_schema(), handler(schema)]}


def _from_id(value: Any) -> Any:
    return {"id": SubnetId(value)} if isinstance(value, str) else value


SubnetOrId = Annotated[Subnet, _OrId()]
"""`subnet-…`, or `{id: subnet-…, zone: eu-central-1a}`."""
