"""A row of the version table: everything that the patches of one Karpenter minor have in common."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, ConfigDict

from .api_generation import ApiGeneration
from .number import MinorNumber, VersionNumber

_MinorText = Annotated[MinorNumber, BeforeValidator(MinorNumber.parse)]
_VersionText = Annotated[VersionNumber, BeforeValidator(VersionNumber.parse)]


@dataclass(frozen=True)
class Denial:
    """Why a version is refused unless the operator accepts exactly it."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    reason: str
    """What goes wrong, as the error message says it."""

    instead: _VersionText
    """The version to write."""


@dataclass(frozen=True)
class Support:
    """How long upstream repairs a minor; all three empty means that support has ended."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    lts: bool = False
    """A long-term support minor: twelve months, the last six for security alone."""

    eol: date | None = None
    """Last day of support of a long-term support minor."""

    until_next: bool = False
    """A regular minor, still the newest: support ends when the next one appears."""


@dataclass(frozen=True)
class MinorRow:
    """What the table says about one minor."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    minor: _MinorText
    newest_patch: int
    """Newest patch known on the table's date; earlier patches are known, later ones are not."""

    generation: ApiGeneration
    """The API generation that is stored."""

    kubernetes_min: _MinorText | None = None
    kubernetes_max: Mapping[int, _MinorText] = field(default_factory=dict[int, MinorNumber])
    """Newest Kubernetes minor by the first patch that it holds for."""

    also_served: Mapping[ApiGeneration, int] = field(default_factory=dict[ApiGeneration, int])
    """Further generations that the API server accepts, by the first patch that serves them."""

    class_hash: str | None = None
    webhook: bool = False
    support: Support = Support()
    denied: Mapping[int, Denial] = field(default_factory=dict[int, Denial])
    """Refused patches."""
