"""Images of a node class: from `ami`, from the pin of the tenant's ring, or as `amiSelectorTerms` say.

A family is written as an alias that Karpenter looks up. Its aliases of Windows know only `@latest`, so a pinned
Windows image becomes a term of name and owner.

Source: `pkg/providers/amifamily` of github.com/aws/karpenter-provider-aws 1.14.3; names of Windows images: EKS user
guide, "Retrieve recommended Windows AMI IDs".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..model.enums import AmiAlias, AmiFamily, OperatingSystem
from ..model.node_class import NodeClassSpec
from ..model.tenant import MAIN_RING
from .plain import document_of

LATEST: Final = "latest"

FAMILIES: Final = MappingProxyType(
    {
        AmiAlias.AL2: AmiFamily.AL2,
        AmiAlias.AL2023: AmiFamily.AL2023,
        AmiAlias.BOTTLEROCKET: AmiFamily.BOTTLEROCKET,
        AmiAlias.WINDOWS2019: AmiFamily.WINDOWS2019,
        AmiAlias.WINDOWS2022: AmiFamily.WINDOWS2022,
        AmiAlias.WINDOWS2025: AmiFamily.WINDOWS2025,
    }
)
"""Alias of a family → `spec.amiFamily`; Custom has none."""

_PREFERRED: Final = MappingProxyType(
    {
        OperatingSystem.LINUX: (AmiAlias.AL2023, AmiAlias.BOTTLEROCKET, AmiAlias.AL2),
        OperatingSystem.WINDOWS: (AmiAlias.WINDOWS2022, AmiAlias.WINDOWS2025, AmiAlias.WINDOWS2019),
    }
)
"""Families of a system, the one that is taken first where a ring pins several."""

Ring = Mapping[AmiAlias, str]
"""Family → version."""


@dataclass(frozen=True)
class Pins:
    """What one ring pins, beside the ring `main`, whose families are the stack's."""

    ring: Ring
    main: Ring

    def family(self, system: OperatingSystem) -> AmiAlias:
        """The family of classes that name none: a ring decides versions, never which system a tenant gets."""
        preferred = _PREFERRED[system]
        pinned = (alias for ring in (self.main, self.ring) for alias in preferred if alias in ring)
        return next(pinned, preferred[0])


def pins_of(amis: Mapping[str, Ring], ring: str) -> Pins:
    """The pins of `platform:amis` that hold for a ring."""
    return Pins(amis.get(ring, {}), amis.get(MAIN_RING, {}))


class Image(NamedTuple):
    """A family and the version of its image; None where the ring has no pin for it."""

    alias: AmiAlias
    version: str | None


def ami_family(spec: NodeClassSpec, pins: Pins, system: OperatingSystem) -> AmiFamily:
    """The family that decides bootstrap and devices, as Karpenter finds it."""
    if spec.ami_family is not None:
        return spec.ami_family
    for term in spec.ami_selector_terms:
        return family_of_alias(term.alias) if term.alias else AmiFamily.CUSTOM
    return FAMILIES[image(spec, pins, system).alias]


def image(spec: NodeClassSpec, pins: Pins, system: OperatingSystem) -> Image:
    """What the class runs where it has no `amiSelectorTerms`: `ami`, else the family of the stack.

    The family of the stack is al2023 where the ring `main` pins it, else the other Linux family that it pins; pools
    with Windows take the Windows family that it pins.
    """
    alias, _, version = (spec.ami or _default_alias(spec, pins, system)).partition("@")
    family = AmiAlias(alias)
    return Image(family, version or pins.ring.get(family))


def family_of_alias(alias: str) -> AmiFamily:
    """The family in a text like `al2023@v20261101`."""
    return FAMILIES[AmiAlias(alias.partition("@")[0])]


def ami_fields(spec: NodeClassSpec, pins: Pins, system: OperatingSystem, kubernetes: str) -> dict[str, Any]:
    """`amiFamily` and `amiSelectorTerms` of the class.

    Args:
        spec: The class.
        pins: For the tenant's ring.
        system: What the pools of the class run.
        kubernetes: Minor version of the cluster, part of the names of Windows images.

    Raises:
        LookupError: The ring has no pin for the family; reported before by E009.
    """
    if spec.ami_selector_terms:
        terms = [document_of(term) for term in spec.ami_selector_terms]
        return {**_written_family(spec), "amiSelectorTerms": terms}
    alias, version = image(spec, pins, system)
    if version is None:
        raise LookupError(f"no pin for {alias}")
    if alias in _PREFERRED[OperatingSystem.WINDOWS] and version != LATEST:
        term = {"name": _windows_image(alias, version, kubernetes), "owner": "amazon"}
        return {"amiFamily": str(FAMILIES[alias]), "amiSelectorTerms": [term]}
    return {**_written_family(spec), "amiSelectorTerms": [{"alias": f"{alias}@{version}"}]}


def _written_family(spec: NodeClassSpec) -> dict[str, str]:
    return {} if spec.ami_family is None else {"amiFamily": str(spec.ami_family)}


def _default_alias(spec: NodeClassSpec, pins: Pins, system: OperatingSystem) -> AmiAlias:
    """The alias of `amiFamily` where that is written alone; `Custom` bootstraps the stack's image by user data."""
    if spec.ami_family in FAMILIES.values():
        return next(alias for alias, family in FAMILIES.items() if family is spec.ami_family)
    return pins.family(system)


def _windows_image(alias: AmiAlias, version: str, kubernetes: str) -> str:
    """Name of the image of a day: `Windows_Server-2022-English-Core-EKS_Optimized-1.35-2026.11.11`."""
    return f"Windows_Server-{alias.removeprefix('windows')}-English-Core-EKS_Optimized-{kubernetes}-{version}"
