"""Keys and values of Kubernetes labels, annotations and taints, and the keys that belong to the product.

Source: k8s.io/apimachinery pkg/util/validation (qualified names); Karpenter's pattern and lengths in
karpenter.sh_nodepools.yaml.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from .errors import reject
from .problem import Path
from .text import Text

TENANT_LABEL = "node-restriction.kubernetes.io/tenant"
"""Label of a tenant's nodes: a kubelet cannot set a key of this domain on its own node."""
PRODUCT_DOMAIN = "karpenter-tenants"
"""Domain of every other key of the product."""
TENANT_KEY = f"{PRODUCT_DOMAIN}/tenant"
"""Taint of a tenant's nodes and label of its namespaces."""

LABEL_NAME_LIMIT = 63
"""Characters of the part after `/`, and of a label value."""
LABEL_PREFIX_LIMIT = 253

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?")
_PREFIX = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*")


def label_key(text: str) -> str:
    """A qualified name, with or without `prefix/`; too long is E196, malformed is E005."""
    prefix, slash, name = text.rpartition("/")
    if len(prefix) > LABEL_PREFIX_LIMIT:
        raise reject(
            "E196", f"{len(prefix)} characters before /, a label key holds {LABEL_PREFIX_LIMIT} there", "shorten it"
        )
    if len(name) > LABEL_NAME_LIMIT:
        raise reject("E196", f"{len(name)} characters, a label key holds {LABEL_NAME_LIMIT}", "shorten it")
    if not _NAME.fullmatch(name) or (slash and not _PREFIX.fullmatch(prefix)):
        raise reject(
            "E005",
            f'"{text}" is no label key',
            "write letters, digits and -_. with an optional domain, such as example.com/team",
        )
    return text


def label_value(text: str) -> str:
    """At most 63 letters, digits and `-_.`, or empty; too long is E196, malformed is E005."""
    if len(text) > LABEL_NAME_LIMIT:
        raise reject("E196", f"{len(text)} characters, a label value holds {LABEL_NAME_LIMIT}", "shorten it")
    if text and not _NAME.fullmatch(text):
        raise reject(
            "E005",
            f'"{text}" is no label value',
            "write letters, digits and -_. that begin and end with one of the former",
        )
    return text


LabelKey = Annotated[Text, AfterValidator(label_key)]
LabelValue = Annotated[Text, AfterValidator(label_value)]


def is_product_key(key: str) -> bool:
    """Whether the key is the product's own, which no tenant file may set."""
    return key == TENANT_LABEL or key.startswith(f"{PRODUCT_DOMAIN}/")


def product_keys(keys: Iterable[str], at: Path) -> Iterator[PydanticCustomError]:
    """E121 for each key of the product in a map at that place."""
    for key in keys:
        if is_product_key(key):
            yield reject("E121", f"{key} belongs to the product", "remove it", (*at, key))


def malformed_keys(keys: Mapping[str, object], at: Path) -> Iterator[PydanticCustomError]:
    """E005 or E196 for each key of a map at that place that is no label key, placed at its value."""
    for key in keys:
        try:
            label_key(key)
        except PydanticCustomError as error:
            context = error.context or {}
            yield reject(error.type, context["what"], context["fix"], (*at, key))
