"""What a node class says about its image, wherever it is written: family, version, operating system."""

from typing import NamedTuple

from ..model.enums import AmiAlias, AmiFamily, OperatingSystem
from ..model.node_class import NodeClassSpec
from ..model.problem import Path
from ..rendering.ami import FAMILIES


class WrittenImage(NamedTuple):
    """A family, with or without a version, as `ami` and `amiSelectorTerms[].alias` have it."""

    path: Path
    """Below the node class."""
    text: str
    family: str
    """What stands before `@`; not necessarily a family that exists."""
    version: str | None
    """What stands after `@`; None where there is none."""


def written_image(node_class: NodeClassSpec) -> WrittenImage | None:
    """From `ami`, or from the alias of a term; None where neither is written."""
    if node_class.ami is not None:
        return _written(("ami",), node_class.ami)
    for index, term in enumerate(node_class.ami_selector_terms):
        if term.alias is not None:
            return _written(("amiSelectorTerms", index, "alias"), term.alias)
    return None


def family_of(node_class: NodeClassSpec) -> AmiFamily | None:
    """The image family that a class writes; None where it leaves the choice to the stack, or names none that exists."""
    image = written_image(node_class)
    if node_class.ami_family is not None or image is None:
        return node_class.ami_family
    return FAMILIES[AmiAlias(image.family)] if image.family in tuple(AmiAlias) else None


def operating_system_of(family: AmiFamily | None) -> OperatingSystem | None:
    """The system of a family's images; None for `Custom` and for what is no family."""
    if family is None or family is AmiFamily.CUSTOM:
        return None
    return OperatingSystem.WINDOWS if family.startswith("Windows") else OperatingSystem.LINUX


def _written(path: Path, text: str) -> WrittenImage:
    family, at, version = text.partition("@")
    return WrittenImage(path, text, family, version if at else None)
