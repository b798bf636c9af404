"""Version numbers of Karpenter and Kubernetes as tuples of integers, so that 1.9 sorts before 1.14.

Both types are tuples: `version.number >= (1, 9)` asks for "1.9.0 or newer".
"""

import re
from typing import NamedTuple

_KARPENTER = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", re.ASCII)
_MINOR = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)", re.ASCII)


class VersionNumber(NamedTuple):
    """One Karpenter release, for example 1.14.3."""

    major: int
    minor: int
    patch: int

    @classmethod
    def parse(cls, text: str) -> "VersionNumber | None":
        """The number in `text`, or None when it is not three plain numbers; a leading `v` is not accepted."""
        match = _KARPENTER.fullmatch(text)
        return cls(*map(int, match.groups())) if match else None

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


class MinorNumber(NamedTuple):
    """One minor of Karpenter or of Kubernetes, for example 1.14 or 1.35."""

    major: int
    minor: int

    @classmethod
    def parse(cls, text: str) -> "MinorNumber | None":
        """The number in `text`, or None when it is not two plain numbers."""
        match = _MINOR.fullmatch(text)
        return cls(*map(int, match.groups())) if match else None

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"
