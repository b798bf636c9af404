"""Taints of nodes. Key and effect may occur once over `taints` and `startupTaints` together: see `ProvisionerSpec`."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from .base import Model
from .enums import TaintEffect
from .errors import reject
from .labels import LabelKey, is_product_key, label_value
from .text import Text


def _not_of_a_taint(value: Any) -> None:
    raise reject("E205", "operator belongs to tolerations, a taint has none", "remove it")


class Taint(Model):
    """Keeps pods without a matching toleration away from the nodes."""

    key: LabelKey
    """Qualified name, such as `nvidia.com/gpu`."""
    value: Text | None = None
    """At most 63 characters. Absent: a taint without a value; the API refuses an empty text."""
    effect: TaintEffect
    """NoSchedule, PreferNoSchedule or NoExecute."""
    operator: Annotated[None, BeforeValidator(_not_of_a_taint)] = None
    """Always refused: the word of a toleration is often copied here."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Empty values, values that are no label values, keys of the product."""
        if is_product_key(self.key):
            yield reject("E121", f"{self.key} belongs to the product", "remove it", ("key",))
        if self.value == "":
            yield reject("E204", '"" is refused by the API', "leave value out", ("value",))
        elif self.value is not None:
            try:
                label_value(self.value)
            except PydanticCustomError as error:
                context = error.context or {}
                yield reject(error.type, context["what"], context["fix"], ("value",))
