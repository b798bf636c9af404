"""A subnet by id, with or without the zone it lies in."""

from typing import Annotated, Any

from pydantic import BeforeValidator

from .base import Model
from .ids import SubnetId
from .text import Text


class Subnet(Model):
    """A subnet; the zone lets zones be checked without looking at AWS."""

    id: SubnetId
    """`subnet-…`."""
    zone: Text | None = None
    """Availability zone, such as eu-central-1a. Absent: not known offline."""


def _from_id(value: Any) -> Any:
    return {"id": SubnetId(value)} if isinstance(value, str) else value


SubnetOrId = Annotated[Subnet, BeforeValidator(_from_id)]
"""`subnet-…`, or `{id: subnet-…, zone: eu-central-1a}`."""
