"""`provisioners.<key>` of a tenant file: one NodePool each, named `<tenant>-<key>`."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from .bounds import RangeSpec
from .disruption import BudgetSpec, DisruptionSpec
from .errors import reject, shown
from .headroom import HeadroomSpec
from .limits import Limits
from .names import NODE_POOL_LIMIT, PROVISIONER_KEY, PROVISIONER_KEY_LIMIT
from .pool import PoolSpec
from .text import Text
from .windows import BlackoutSpec, MaintenanceWindowsSpec, WindowSpec

__all__ = [
    "BlackoutSpec",
    "BudgetSpec",
    "DisruptionSpec",
    "ExistingName",
    "HeadroomSpec",
    "Key",
    "MaintenanceWindowsSpec",
    "ProvisionerSpec",
    "RangeSpec",
    "WindowSpec",
]

_OBJECT_NAME = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?")


def _key(text: str) -> str:
    if not PROVISIONER_KEY.fullmatch(text):
        plain = re.sub("[^a-z0-9]", "", text.lower()).lstrip("0123456789")[:PROVISIONER_KEY_LIMIT]
        fix = f"write {plain}" if plain else "choose another"
        raise reject(
            "E005",
            f"{shown(text)} is not a letter and at most {PROVISIONER_KEY_LIMIT - 1} more lower-case letters and digits",
            fix,
        )
    return text


def _existing_name(text: str) -> str:
    if len(text) > NODE_POOL_LIMIT:
        raise reject("E196", f"{len(text)} characters, a label value holds {NODE_POOL_LIMIT}", "shorten it")
    if not _OBJECT_NAME.fullmatch(text):
        raise reject("E005", f"{shown(text)} is no name of an object", "write lower-case letters, digits, - and .")
    return text


Key = Annotated[Text, AfterValidator(_key)]
"""Key in `provisioners` or `nodeClasses`; without hyphen, so that `<tenant>-<key>` can be read in one way only."""

ExistingName = Annotated[Text, AfterValidator(_existing_name)]
"""Name of an object that is taken over."""


class ProvisionerSpec(PoolSpec):
    """One pool of a tenant."""

    node_class: Key = "default"
    """Key in nodeClasses. Default `default`, which is made when nothing is written about it."""
    headroom: HeadroomSpec | None = None
    """Spare capacity that is kept warm, inside the limits. Absent: none."""
    frozen_limits: Limits = Field(default_factory=dict)
    """The limits while the tenant's state is frozen; written by `karpenter-tenants freeze` from the pool's present
    use. Default none."""
    existing_name: ExistingName | None = None
    """Takes over the NodePool of that name. Absent: `<tenant>-<key>`."""
