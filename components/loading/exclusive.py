"""Fields that say the same thing or exclude each other.

Across layers the later one displaces its sibling; both in one layer are an error. A shorthand of a provisioner and a
requirement on the key that it stands for are such siblings too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..model.problem import Path, show_path
from ..model.shorthands import SHORTHANDS
from .plain_data import as_items, as_mapping

REQUIREMENTS = "requirements"


@dataclass(frozen=True, slots=True)
class Siblings:
    """One way to say something, and the fields of the other way."""

    field: Path
    others: tuple[Path, ...]

    @property
    def sides(self) -> tuple[tuple[tuple[Path, ...], tuple[Path, ...]], ...]:
        """(what stands, what gives way), in both directions."""
        return ((self.field,), self.others), (self.others, (self.field,))


OF_NODE_CLASS = (
    Siblings(("ami",), (("amiSelectorTerms",), ("amiFamily",))),
    Siblings(("disk",), (("blockDeviceMappings",),)),
    Siblings(("subnets",), (("subnetSelectorTerms",),)),
    Siblings(("securityGroups",), (("securityGroupSelectorTerms",),)),
    Siblings(("imdsHopLimit",), (("metadataOptions", "httpPutResponseHopLimit"),)),
)
OF_PROVISIONER = (Siblings(("maintenanceWindows",), (("disruption", "budgets"),)),)


def value_at(fields: object, path: Path) -> Any:
    """The value at a path, None where nothing is written: null takes away its own field and excludes no other."""
    for step in path:
        fields = (as_mapping(fields) or {}).get(str(step))
    return fields


def key_of(requirement: object) -> str | None:
    """The label that a requirement is about."""
    key: object = (as_mapping(requirement) or {}).get("key")
    return key if isinstance(key, str) else None


def conflicts(fields: Mapping[str, Any], siblings: tuple[Siblings, ...]) -> Iterator[tuple[Path, str]]:
    """(place of the one to look at, what is wrong) for siblings that both stand in one object."""
    for each in siblings:
        for other in each.others:
            if value_at(fields, each.field) is not None and value_at(fields, other) is not None:
                yield other, f"{show_path(each.field)} beside it says the same thing"
    by_key = {key: word for word, key in SHORTHANDS.items() if fields.get(word) is not None}
    for index, item in enumerate(as_items(fields.get(REQUIREMENTS)) or ()):
        key = key_of(item)
        if key in by_key:
            yield (REQUIREMENTS, index, "key"), f"{key} is already set by {by_key[key]}"
