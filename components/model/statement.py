"""IAM statements in IAM's own spelling, for the operator's own rights.

Source: IAM user guide, "IAM JSON policy elements reference". Identity policies have no Principal. IAM takes an ARN with
fewer than its six parts, so only the beginning of a resource is judged.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, cast

from pydantic import BeforeValidator, ConfigDict, WithJsonSchema
from pydantic_core import PydanticCustomError

from .base import Model
from .enums import Word
from .errors import reject, shown
from .text import Items, Text


class Effect(Word):
    """What a statement does with the requests that it fits."""

    ALLOW = "Allow"
    DENY = "Deny"


_EVERYTHING: Final = "*"
"""Every action, or every resource."""

_ACTION = re.compile("[^:]+:[^:]+")
_THIRD_PERSON = {Effect.ALLOW: "allows", Effect.DENY: "denies"}
_ONE_OR_MANY: dict[str, Any] = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


def _one_or_many(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


def _condition_texts(value: Any) -> Any:
    """IAM compares texts: `true` and numbers are taken as the texts that IAM would read."""
    if isinstance(value, bool):
        return (str(value).lower(),)
    return (value,) if not isinstance(value, list | tuple) else cast("list[Any]", value)


OneOrMany = Annotated[Items[Text], BeforeValidator(_one_or_many), WithJsonSchema(_ONE_OR_MANY)]
"""One text or a list of them; IAM takes both and means the same."""

ConditionTexts = Annotated[Items[Text], BeforeValidator(_condition_texts), WithJsonSchema({})]


class IamStatement(Model):
    """One statement of an identity policy."""

    # IAM writes its words with a capital first.
    model_config = ConfigDict(alias_generator=lambda field: "".join(word.capitalize() for word in field.split("_")))

    sid: Text | None = None
    """Name of the statement, letters and digits. Absent: none."""
    effect: Effect
    """Allow or Deny."""
    action: OneOrMany = ()
    """Actions such as `s3:GetObject`; `*` stands for many."""
    not_action: OneOrMany = ()
    """All actions but these; in place of Action."""
    resource: OneOrMany = ()
    """ARNs, or `*`."""
    not_resource: OneOrMany = ()
    """All resources but these; in place of Resource."""
    condition: Mapping[str, Mapping[str, ConditionTexts]] | None = None
    """Operator -> condition key -> values. Absent: always."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Exactly one of Action and NotAction, and of Resource and NotResource."""
        for word, given, other in (
            ("Action", self.action, self.not_action),
            ("Resource", self.resource, self.not_resource),
        ):
            if given and other:
                yield reject("E008", f"{word} and Not{word} exclude each other", "keep one", (f"Not{word}",))
            elif not given and not other:
                yield reject(
                    "E006", "missing", f"write the {word.lower()}s that it {_THIRD_PERSON[self.effect]}", (word,)
                )
        yield from self._of_another_form()
        if self.sid is not None and not (self.sid.isascii() and self.sid.isalnum()):
            yield reject("E005", f"{shown(self.sid)} is no statement id", "write letters and digits", ("Sid",))

    def _of_another_form(self) -> Iterator[PydanticCustomError]:
        """Actions without a service and resources that are no ARN, which IAM refuses only when the role is made."""
        for word, actions in (("Action", self.action), ("NotAction", self.not_action)):
            for index, action in enumerate(actions):
                if action != _EVERYTHING and not _ACTION.fullmatch(action):
                    fix = "write service:Action, such as s3:GetObject"
                    yield reject("E005", f"{shown(action)} is no action", fix, (word, index))
        for word, resources in (("Resource", self.resource), ("NotResource", self.not_resource)):
            for index, resource in enumerate(resources):
                if resource != _EVERYTHING and not resource.startswith("arn:"):
                    fix = 'write one such as arn:aws:s3:::name/*, or "*"'
                    yield reject("E005", f"{shown(resource)} is no ARN", fix, (word, index))
