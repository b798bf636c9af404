"""From the text that an operator writes to a row of the version table.

The four results are distinct, because each is told to the operator in another way: a known version, a patch that
is newer than the table, a minor that the table lacks, and a text that is no version.
"""

from dataclasses import dataclass

from .karpenter_version import KarpenterVersion
from .number import MinorNumber, VersionNumber
from .table import MINORS


@dataclass(frozen=True)
class KnownVersion:
    """The table holds exactly this version."""

    version: KarpenterVersion


@dataclass(frozen=True)
class UnknownPatch:
    """The minor is known, the patch is newer than the table."""

    version: KarpenterVersion
    """The version as written, with the row of its minor."""

    treated_like: KarpenterVersion
    """The newest known patch of the minor."""


@dataclass(frozen=True)
class UnknownMinor:
    """A version number whose minor is not in the table."""

    number: VersionNumber


@dataclass(frozen=True)
class NotAVersion:
    """The text is not three plain numbers."""

    text: str


Lookup = KnownVersion | UnknownPatch | UnknownMinor | NotAVersion


def lookup(text: str) -> Lookup:
    """What the version table knows about the version that `text` names."""
    number = VersionNumber.parse(text)
    if number is None:
        return NotAVersion(text)
    row = MINORS.get(MinorNumber(number.major, number.minor))
    if row is None:
        return UnknownMinor(number)
    version = KarpenterVersion(number, row)
    newest = KarpenterVersion(number._replace(patch=row.newest_patch), row)
    return KnownVersion(version) if version <= newest else UnknownPatch(version, treated_like=newest)


def karpenter_version(text: str) -> KarpenterVersion:
    """The version that `text` names, known patch or not.

    Raises:
        ValueError: The minor is not in the table, or the text is no version; `lookup` tells these apart.
    """
    match lookup(text):
        case KnownVersion(version) | UnknownPatch(version):
            return version
        case UnknownMinor() | NotAVersion():
            raise ValueError(f"{text} is not in the version table ({oldest_minor()} to {newest_minor()})")


def oldest_minor() -> MinorNumber:
    """First minor of the table."""
    return min(MINORS)


def newest_minor() -> MinorNumber:
    """Last minor of the table."""
    return max(MINORS)


def default_version() -> KarpenterVersion:
    """What to deploy unless something else is wanted: newest patch of the newest long-term support minor."""
    row = max((row for row in MINORS.values() if row.support.lts), key=lambda row: row.minor)
    return karpenter_version(f"{row.minor}.{row.newest_patch}")
