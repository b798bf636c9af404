"""Selector terms of a node class: images, subnets, groups, reservations, placement.

Terms of a list are alternatives, the entries of one term hold together. The API checks "not all terms are wrong", so
that one bad term in a mixed list passes and is silently narrowed to its id
(`AWS@v1.14.3:pkg/providers/{subnet,securitygroup,amifamily}`); here each term is checked alone.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from .base import Model
from .enums import InstanceMatchCriteria
from .errors import cut, reject, shown
from .ids import AmiId, CapacityReservationId, PlacementGroupId, SecurityGroupId, SubnetId
from .text import Entries, Text

TERM_LIMIT = 30
"""Terms of one selector (the CRD's maxItems)."""
SELECTOR_TAG_LIMIT = 20
"""Tags of one term (the CRD's maxProperties)."""
ALIAS_LIMIT = 30
"""Characters of an alias (the CRD's maxLength)."""
ACCOUNT_DIGITS = 12


def _account(text: str) -> str:
    if not (len(text) == ACCOUNT_DIGITS and text.isascii() and text.isdigit()):
        raise reject("E005", f"{shown(text)} is no account id", f"write its {ACCOUNT_DIGITS} digits in quotes")
    return text


Account = Annotated[Text, AfterValidator(_account)]
SelectorTags = Entries[Text]


def _alias(text: str) -> str:
    if len(text) > ALIAS_LIMIT:
        raise reject("E005", f"{len(text)} characters, an alias holds {ALIAS_LIMIT}", "write family@version")
    return text


def _tag_problems(tags: Mapping[str, str]) -> Iterator[PydanticCustomError]:
    if len(tags) > SELECTOR_TAG_LIMIT:
        what = f"{len(tags)} tags, a term holds {SELECTOR_TAG_LIMIT}"
        yield reject("E211", what, f"remove {len(tags) - SELECTOR_TAG_LIMIT}", ("tags",))
    for key, value in tags.items():
        if not key:
            yield reject("E211", "empty key", "write a name", ("tags", key))
        if not value:
            yield reject("E211", '"" is refused by the API', 'write a value, or "*" for any', ("tags", key))


def _ignored_tags(tags: Mapping[str, str], by: str) -> PydanticCustomError:
    pairs = cut(", ".join(f"{key}: {value}" for key, value in tags.items()))
    return reject("E211", f"{{{pairs}}} beside {by} is ignored", "write two terms", ("tags",))


def _selects_nothing(words: str) -> PydanticCustomError:
    return reject("E211", f"selects nothing, it has none of {words}", f"write one of {words}")


class SubnetTerm(Model):
    """Subnets by id, or by tags."""

    id: SubnetId | None = None
    """`subnet-…`, alone."""
    tags: SelectorTags = Field(default_factory=dict[str, str])
    """Tags that a subnet must carry, at most 20; `*` as value stands for any."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """One way to select, and well-formed tags."""
        if self.id is None and not self.tags:
            yield _selects_nothing("id, tags")
        if self.id is not None and self.tags:
            yield _ignored_tags(self.tags, "id")
        yield from _tag_problems(self.tags)


class SecurityGroupTerm(Model):
    """Security groups by id, by name, or by tags."""

    id: SecurityGroupId | None = None
    """`sg-…`, alone."""
    name: Text | None = None
    """Name of the group, alone; not its tag Name."""
    tags: SelectorTags = Field(default_factory=dict[str, str])
    """Tags that a group must carry, at most 20; `*` as value stands for any."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """One way to select, and well-formed tags."""
        if self.id is None and self.name is None and not self.tags:
            yield _selects_nothing("id, name, tags")
        if self.id is not None and self.name is not None:
            yield reject("E211", f"{shown(self.name)} beside id is ignored", "write two terms", ("name",))
        if self.tags and (self.id is not None or self.name is not None):
            yield _ignored_tags(self.tags, "id" if self.id is not None else "name")
        yield from _tag_problems(self.tags)


class AmiTerm(Model):
    """Images by alias, id, parameter, or by name and tags."""

    alias: Annotated[Text, AfterValidator(_alias)] | None = None
    """`family@version`, alone and the only term; at most 30 characters."""
    id: AmiId | None = None
    """`ami-…`, alone."""
    ssm_parameter: Text | None = None
    """Name or ARN of an SSM parameter that holds an image id, alone; from Karpenter 1.4."""
    name: Text | None = None
    """Name of the image; `*` stands for any characters. May stand beside tags."""
    owner: Text | None = None
    """Account id, `self`, `amazon` or another alias of an owner; beside name or tags. Absent: self and amazon."""
    tags: SelectorTags = Field(default_factory=dict[str, str])
    """Tags that an image must carry, at most 20; `*` as value stands for any."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """One way to select, in the order in which the controller looks: alias, id, ssmParameter, then the rest."""
        given = [
            (word, value)
            for word, value in (
                ("alias", self.alias),
                ("id", self.id),
                ("ssmParameter", self.ssm_parameter),
                ("name", self.name),
                ("tags", self.tags or None),
                ("owner", self.owner),
            )
            if value is not None
        ]
        if not given or given[0][0] == "owner":
            words = "alias, id, ssmParameter, name, tags"
            yield reject("E209", f"selects no image, it has none of {words}", "write one of them")
        elif given[0][0] in ("alias", "id", "ssmParameter"):
            for word, value in given[1:]:
                text = cut(json.dumps(value, ensure_ascii=False))
                yield reject("E209", f"{text} beside {given[0][0]} is ignored by the controller", "keep one", (word,))
        yield from _tag_problems(self.tags)


class CapacityReservationTerm(Model):
    """Capacity reservations by id, by tags, or by what they match; from Karpenter 1.3."""

    id: CapacityReservationId | None = None
    """`cr-…`, alone."""
    instance_match_criteria: InstanceMatchCriteria | None = None
    """open or targeted; from Karpenter 1.8. Absent: either."""
    owner_id: Account | None = None
    """Account that owns the reservation, twelve digits; beside tags or instanceMatchCriteria. Absent: any."""
    tags: SelectorTags = Field(default_factory=dict[str, str])
    """Tags that a reservation must carry, at most 20; `*` as value stands for any."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """An id alone, or conditions that hold together."""
        conditions: tuple[tuple[str, object], ...] = (
            ("instanceMatchCriteria", self.instance_match_criteria),
            ("ownerID", self.owner_id),
        )
        if self.id is None and self.instance_match_criteria is None and not self.tags:
            yield _selects_nothing("id, tags, instanceMatchCriteria")
        if self.id is not None:
            for word, value in conditions:
                if value is not None:
                    yield reject("E211", f"{value} beside id is ignored", "keep one", (word,))
            if self.tags:
                yield _ignored_tags(self.tags, "id")
        yield from _tag_problems(self.tags)


class PlacementGroupSelector(Model):
    """A placement group by name or by id; from Karpenter 1.11."""

    id: PlacementGroupId | None = None
    """`pg-…`."""
    name: Text | None = None
    """Name of the group."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Exactly one of the two."""
        if self.id is not None and self.name is not None:
            yield reject("E220", f"name {shown(self.name)} and id {shown(self.id)} exclude each other", "keep one")
        if self.id is None and self.name is None:
            yield reject("E220", "selects nothing, it has neither name nor id", "write one of them")
