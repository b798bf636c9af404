"""The stack: every `platform:` key of `Pulumi.<stack>.yaml`, and the platform that it makes with the tenants."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, cast

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from .admission import AdmissionSettings
from .base import Model
from .between import Between
from .cluster import ClusterSettings
from .deployed import Deployment
from .enums import AmiAlias, Layer
from .errors import reject, shown
from .field_words import unknown_word
from .guards import GuardSettings
from .karpenter import KarpenterSettings
from .nearest import nearest
from .object_file import ObjectFiles
from .tenant import TenantSpec
from .text import FullText, Items, Text, without_nulls

_REGION = re.compile(r"[a-z]{2,8}(?:-[a-z]{1,16}){1,3}-[0-9]{1,2}")
_Pins = Annotated[Mapping[AmiAlias, FullText], BeforeValidator(without_nulls)]


def _region(text: str) -> str:
    if not _REGION.fullmatch(text):
        raise reject("E005", f"{shown(text)} is no region", "write one such as eu-central-1")
    return text


class TenantShardSettings(Model):
    """Which part of the tenants a tenant stack holds; a tenant's shard follows from a rendezvous hash of its name."""

    index: Annotated[int, Between(0)]
    """Number of this shard, from 0."""
    count: Annotated[int, Between(1)]
    """Number of all shards."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """An index that no shard has."""
        if self.index >= self.count:
            yield reject(
                "E005", f"{self.index} is no shard of {self.count}", f"write 0 to {self.count - 1}", ("index",)
            )


class PlatformSettings(Model):
    """What the operator writes in the stack file."""

    region: Annotated[Text, AfterValidator(_region)]
    """Region of everything that is made, such as eu-central-1; `aws:region` in the file."""
    cluster: ClusterSettings
    """The EKS cluster: name, version, network, core nodes, administrators, add-ons."""
    karpenter: KarpenterSettings
    """Karpenter's version, and how its controller runs."""
    amis: Annotated[Mapping[str, _Pins], BeforeValidator(without_nulls)] = Field(default_factory=dict[str, Any])
    """Ring -> family -> version of the image. Default none: then every image is pinned in the tenant files."""
    admission: AdmissionSettings = Field(default_factory=lambda: AdmissionSettings.model_validate({}))
    """What the API server refuses in and around the tenants' namespaces."""
    guards: GuardSettings = Field(default_factory=lambda: GuardSettings.model_validate({}))
    """Bounds that no tenant file may exceed."""
    tenants: Items[Text]
    """Names of the tenants of this stack; each has a file."""
    tenant_defaults: Mapping[str, Any] = Field(default_factory=dict[str, Any])
    """Any field of a tenant file but name and extends, for every tenant; a file that says otherwise wins."""
    tenant_overrides: Annotated[Mapping[str, Mapping[str, Any]], BeforeValidator(without_nulls)] = Field(
        default_factory=dict[str, Any]
    )
    """Tenant name, or `*` for all -> any field of a tenant file but name and extends; wins over the file."""
    layer: Layer = Layer.ALL
    """all, cluster or tenants. Default all: one stack holds both."""
    cluster_stack: Text | None = None
    """The stack that holds the cluster; with layer tenants."""
    tenant_shard: TenantShardSettings | None = None
    """Which part of the tenants; with layer tenants. Absent: all."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """A tenant stack needs its cluster's stack, the others have none; guards that guard nothing."""
        yield from self._paths_of_nothing()
        if self.layer is Layer.TENANTS and self.cluster_stack is None:
            yield reject(
                "E006", "missing while layer is tenants", "write the name of the cluster's stack", ("clusterStack",)
            )
        if self.layer is not Layer.TENANTS and self.cluster_stack is not None:
            yield reject("E008", f"layer {self.layer} has a cluster of its own", "remove it", ("clusterStack",))
        if self.layer is not Layer.TENANTS and self.tenant_shard is not None:
            yield reject("E008", f"layer {self.layer} has no shards", "write layer: tenants", ("tenantShard",))

    @property
    def shared_image_repositories(self) -> tuple[str, ...]:
        """`tenantDefaults.iam.sharedImageRepositories`, for the nodes of the platform's own pools."""
        return tuple(map(str, self._iam_defaults.get("sharedImageRepositories") or ()))

    @property
    def permissions_boundary(self) -> str | None:
        """`tenantDefaults.iam.permissionsBoundary`, for the roles of the platform's own pools; None: one is made."""
        written = self._iam_defaults.get("permissionsBoundary")
        return None if written is None else str(written)

    @property
    def _iam_defaults(self) -> Mapping[str, Any]:
        """Tenants get them by merging, and loading validates them before anybody asks here."""
        return cast("Mapping[str, Any]", self.tenant_defaults.get("iam") or {})

    def _paths_of_nothing(self) -> Iterator[PydanticCustomError]:
        for index, path in enumerate(self.guards.platform_only or ()):
            unknown = unknown_word(TenantSpec, tuple(path.split("."))) if path != "extends" else None
            if unknown is not None:
                meant = nearest(unknown.word, unknown.known)
                fix = f"did you mean {meant}?" if meant else "write one such as iam or nodeClasses.*.role"
                what = f"{shown(path)} names no field of a tenant file, {shown(unknown.word)} is unknown there"
                yield reject("E005", what, fix, ("guards", "platformOnly", index))


@dataclass(frozen=True, slots=True)
class Platform:
    """Stack and tenants after loading: everything that the program needs."""

    settings: PlatformSettings
    tenants: tuple[TenantSpec, ...]
    """By name."""
    region: str
    """The stack's AWS region."""
    object_files: ObjectFiles = field(default_factory=dict[str, Any])
    """What the files hold that tenants name in `objects`."""
    deployed: Deployment | None = None
    """What the last deployment left. None: nobody has looked, which is different from nothing."""
