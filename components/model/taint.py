"""Taints of nodes. Key and effect may occur once over `taints` and `startupTaints` together: see `ProvisionerSpec`."""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator

from .base import Model
from .enums import TaintEffect
from .errors import reject
from .labels import OwnKey, label_value
from .text import Text


def _value(text: str) -> str:
    if not text:
        raise reject("E204", '"" is refused by the API', "leave value out")
    return label_value(text)


def _not_of_a_taint(value: Any) -> None:
    raise reject("E205", "operator belongs to tolerations, a taint has none", "remove it")


class Taint(Model):
    """Keeps pods without a matching toleration away from the nodes."""

    key: OwnKey
    """Qualified name, such as `nvidia.com/gpu`."""
    value: Annotated[Text, AfterValidator(_value)] | None = None
    """At most 63 characters. Absent: a taint without a value; the API refuses an empty text."""
    effect: TaintEffect
    """NoSchedule, PreferNoSchedule or NoExecute."""
    operator: Annotated[None, BeforeValidator(_not_of_a_taint)] = None
    """Always refused: the word of a toleration is often copied here."""
