"""Keys and values of Kubernetes labels, annotations and taints, and keys of the product and of Karpenter.

Source: k8s.io/apimachinery pkg/util/validation (qualified names); Karpenter's pattern and lengths in
karpenter.sh_nodepools.yaml.
"""

import re
from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator

from .each import check_each
from .errors import reject, shown
from .text import Entries, FullText, Text

TENANT_LABEL = "node-restriction.kubernetes.io/tenant"
"""Label of a tenant's nodes: a kubelet cannot set a key of this domain on its own node."""
PRODUCT_DOMAIN = "karpenter-tenants"
"""Domain of every other key of the product."""
TENANT_KEY = f"{PRODUCT_DOMAIN}/tenant"
"""Taint of a tenant's nodes and label of its namespaces."""
NODE_POOL_LABEL = "karpenter.sh/nodepool"
"""Karpenter's label of a node and of its NodeClaim: the NodePool that they belong to."""
DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt"
"""Annotation of a pod that holds its node; Karpenter reads it."""

# What admission reads on a namespace: a rule's text never depends on the set of tenants.
ISOLATION_LABEL = f"{PRODUCT_DOMAIN}/isolation"
STATE_LABEL = f"{PRODUCT_DOMAIN}/state"
ENFORCEMENT_LABEL = f"{PRODUCT_DOMAIN}/enforcement"
LOAD_BALANCERS_LABEL = f"{PRODUCT_DOMAIN}/load-balancers"
SYSTEMS_LABEL = f"{PRODUCT_DOMAIN}/os"
"""linux, windows or mixed."""
POOL_LABEL = f"{PRODUCT_DOMAIN}/pool"
"""The NodePool that all pods of the namespace go to; absent where any of the tenant's will do."""
GRACE_LABEL = f"{PRODUCT_DOMAIN}/grace"
"""none where a pool has no terminationGracePeriod, else bounded."""
POD_SECURITY_LABEL = f"{PRODUCT_DOMAIN}/pod-security"
"""The level that the rule `pod-security` restates where a namespace has capabilities of its own."""
HEADROOM_LABEL = f"{PRODUCT_DOMAIN}/headroom"
"""On the pods that keep spare capacity: the key of their pool."""
SYSTEM_LABEL = f"{PRODUCT_DOMAIN}/system"
"""On namespaces of the platform: their pods may run on every node."""
HOSTS_ANNOTATION = f"{PRODUCT_DOMAIN}/hosts"
ROLE_ARNS_ANNOTATION = f"{PRODUCT_DOMAIN}/role-arns"
CAPABILITIES_ANNOTATION = f"{PRODUCT_DOMAIN}/capabilities"
"""Lists, joined by commas: a label value holds 63 characters."""
ROLE_ARNS_SEPARATOR = " "
"""Joins the roles, whose names may hold commas."""

POD_SECURITY_DOMAIN = "pod-security.kubernetes.io"

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
            f"{shown(text)} is no label key",
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
            f"{shown(text)} is no label value",
            "write letters, digits and -_. that begin and end with one of the former",
        )
    return text


def is_product_key(key: str) -> bool:
    """Whether the key is the product's own, which no tenant file may set."""
    return key == TENANT_LABEL or key.startswith(f"{PRODUCT_DOMAIN}/")


def own_key(text: str) -> str:
    """A key that tenant files may set: well-formed, and none of the product's (E121)."""
    label_key(text)
    if is_product_key(text):
        raise reject("E121", f"{text} belongs to the product", "remove it")
    return text


def _label(key: str, value: str) -> None:
    own_key(key)
    label_value(value)


def _annotation(key: str, value: str) -> None:
    own_key(key)


def _labels(entries: Mapping[str, str]) -> Mapping[str, str]:
    return check_each(entries, _label)


def _annotations(entries: Mapping[str, str]) -> Mapping[str, str]:
    return check_each(entries, _annotation)


OwnKey = Annotated[Text, AfterValidator(own_key)]
"""Key of a taint or requirement."""

LabelWord = Annotated[FullText, AfterValidator(label_value)]
"""A label value that is not empty, as the names of zones, families and instance types are."""

Labels = Annotated[Entries[Text], AfterValidator(_labels)]
Annotations = Annotated[Entries[Text], AfterValidator(_annotations)]
