"""Which Karpenter versions exist, what each one serves, needs and refuses.

The facts are data files beside this module; the modules only look them up. Versions are compared by their
numbers, never as text: `1.9` comes before `1.14`.
"""

from .api_generation import ApiGeneration
from .features import Feature, first_version
from .karpenter_version import KarpenterVersion
from .lookup import (
    KnownVersion,
    Lookup,
    NotAVersion,
    UnknownMinor,
    UnknownPatch,
    default_version,
    karpenter_version,
    lookup,
    newest_minor,
    oldest_minor,
)
from .minor_row import Denial, Support
from .number import MinorNumber, VersionNumber

__all__ = [
    "ApiGeneration",
    "Denial",
    "Feature",
    "KarpenterVersion",
    "KnownVersion",
    "Lookup",
    "MinorNumber",
    "NotAVersion",
    "Support",
    "UnknownMinor",
    "UnknownPatch",
    "VersionNumber",
    "default_version",
    "first_version",
    "karpenter_version",
    "lookup",
    "newest_minor",
    "oldest_minor",
]
