"""One Karpenter version: its number together with what the version table says about its minor.

A version can be newer than the table knows (see `lookup`); it is then treated like the newest known patch.
"""

from dataclasses import dataclass, field

from .api_generation import ApiGeneration
from .features import Feature, first_version
from .minor_row import Denial, MinorRow, Support
from .number import MinorNumber, VersionNumber


@dataclass(frozen=True, order=True)
class KarpenterVersion:
    """A release of Karpenter; equal and ordered by its number alone."""

    number: VersionNumber
    row: MinorRow = field(compare=False, repr=False)

    def __str__(self) -> str:
        return str(self.number)

    @property
    def minor(self) -> MinorNumber:
        """The minor that the version belongs to, for example 1.14."""
        return self.row.minor

    @property
    def patch(self) -> int:
        """The last part of the number."""
        return self.number.patch

    @property
    def generation(self) -> ApiGeneration:
        """The generation that this version stores, and that documents are rendered in."""
        return self.row.generation

    def serves(self, generation: ApiGeneration) -> bool:
        """Whether the API server accepts objects of `generation` while this version is installed."""
        since = self.row.also_served.get(generation)
        return generation is self.generation or (since is not None and self.patch >= since)

    @property
    def kubernetes_min(self) -> MinorNumber | None:
        """Oldest Kubernetes minor that works; None up to 0.20, where upstream lists none."""
        return self.row.kubernetes_min

    @property
    def kubernetes_max(self) -> MinorNumber | None:
        """Newest Kubernetes minor that works, which in some minors grew with a patch; None up to 0.20."""
        newest = None
        for since, maximum in sorted(self.row.kubernetes_max.items()):
            if self.patch >= since:
                newest = maximum
        return newest

    @property
    def class_hash(self) -> str | None:
        """Version of the hash over an EC2NodeClass, for example `v5`; None before there was one."""
        return self.row.class_hash

    @property
    def serves_webhook(self) -> bool:
        """Whether the API server may have to reach Karpenter on port 8443; never from 1.1 on."""
        return self.row.webhook

    @property
    def denied(self) -> Denial | None:
        """Why this version must not be deployed, and what to take instead."""
        return self.row.denied.get(self.patch)

    @property
    def support(self) -> Support:
        """How long upstream repairs this minor."""
        return self.row.support

    def has(self, feature: Feature) -> bool:
        """Whether this version knows `feature`."""
        return self.number >= first_version(feature)
