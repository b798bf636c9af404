"""AWS tags as operators write them.

Limits: EC2 user guide, "Tag restrictions": 50 tags a resource, key 128, value 256 characters, no `aws:`. IAM
compares keys ignoring case, so that `Team` beside `team` works on EC2 and fails on the role. Karpenter adds 6 tags
of its own and refuses five keys (karpenter.k8s.aws_ec2nodeclasses.yaml 1.14.3), which leaves room for 40 of ours.
"""

import re
from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from .errors import reject, shown
from .text import Entries, Text

TAG_LIMIT = 40
"""Tags after merging."""
TAG_KEY_LIMIT = 128
TAG_VALUE_LIMIT = 256

_CHARACTERS = re.compile(r"[^\W_]|[ +\-=._:/@]")
_KARPENTERS_KEYS = (
    "eks:eks-cluster-name",
    "karpenter.sh/nodepool",
    "karpenter.sh/nodeclaim",
    "karpenter.k8s.aws/ec2nodeclass",
)
_CLUSTER_PREFIX = "kubernetes.io/cluster"


def tag_value(text: str) -> str:
    """At most 256 of the characters that every AWS service takes (E180)."""
    if len(text) > TAG_VALUE_LIMIT:
        raise reject("E180", f"{len(text)} characters, a tag value holds {TAG_VALUE_LIMIT}", "shorten it")
    if _foreign(text):
        raise _refuse_characters(text)
    return text


TagValue = Annotated[Text, AfterValidator(tag_value)]


def _checked(tags: Mapping[str, str]) -> Mapping[str, str]:
    first: dict[str, str] = {}
    for key in tags:
        first.setdefault(key.lower(), key)
    errors = [(key, error) for key in tags if (error := _key_error(key, first[key.lower()])) is not None]
    details = [InitErrorDetails(type=error, loc=(key,), input=key) for key, error in errors]
    if len(tags) > TAG_LIMIT:
        surplus = reject("E180", f"{len(tags)} tags, {TAG_LIMIT} are allowed", f"remove {len(tags) - TAG_LIMIT}")
        details.append(InitErrorDetails(type=surplus, loc=(), input=None))
    if details:
        raise ValidationError.from_exception_data("tags", details)
    return tags


Tags = Annotated[Entries[TagValue], AfterValidator(_checked)]
"""Tags of AWS resources."""


def _key_error(key: str, twin: str) -> PydanticCustomError | None:
    """What is wrong with a key; `twin` is the first key that equals it ignoring case."""
    if not key:
        return reject("E180", "empty key", "write a name")
    if key in _KARPENTERS_KEYS or key.startswith(_CLUSTER_PREFIX):
        return reject("E180", "written by Karpenter itself", "remove it")
    if key.lower().startswith("aws:"):
        return reject("E180", "keys that begin with aws: belong to AWS", "choose another key")
    if len(key) > TAG_KEY_LIMIT:
        return reject("E180", f"{len(key)} characters, a tag key holds {TAG_KEY_LIMIT}", "shorten it")
    if _foreign(key):
        return _refuse_characters(key)
    if twin != key:
        return reject("E180", f"{key} and {twin} differ by case only, which IAM refuses", "keep one")
    return None


def _foreign(text: str) -> str:
    return "".join(dict.fromkeys(_CHARACTERS.sub("", text)))


def _refuse_characters(text: str) -> PydanticCustomError:
    return reject(
        "E180",
        f"{shown(text)} holds {shown(_foreign(text))}, which AWS refuses in tags",
        "use letters, digits, spaces and +-=._:/@",
    )
