"""Whether the versions of the stack exist, fit together and are repaired (E226 to W231).

What a version lacks of the words that a tenant uses is not here: `newer_words`, `labels`, `kubelet`.
"""

from collections.abc import Iterator

from ..model.platform import Platform
from ..model.problem import Path, Problem
from ..rendering.admission import VALIDATING
from ..versions import (
    ApiGeneration,
    KarpenterVersion,
    KnownVersion,
    MinorNumber,
    NotAVersion,
    UnknownMinor,
    UnknownPatch,
    default_version,
    lookup,
    newest_minor,
    oldest_minor,
)
from ..versions.table import MINORS
from .rule import Family, Versions

KARPENTER: Path = ("platform:karpenter", "version")
KUBERNETES: Path = ("platform:cluster", "kubernetesVersion")


def versions_of(platform: Platform) -> Versions | None:
    """The versions of the stack; None where Karpenter's is refused by E226, or Kubernetes' is no minor."""
    kubernetes = MinorNumber.parse(platform.settings.cluster.kubernetes_version)
    match lookup(platform.settings.karpenter.version):
        case KnownVersion(version) | UnknownPatch(version) if kubernetes is not None and _is_rendered(version):
            return Versions(version, kubernetes)
        case _:
            return None


def e226_karpenter_version_refused(platform: Platform) -> Iterator[Problem]:
    """A minor that the table lacks, a text that is no version, or a version whose objects are not rendered yet."""
    written, fix = platform.settings.karpenter.version, f"write {default_version()}"
    match lookup(written):
        case UnknownMinor():
            what = f"{written} is not in the version table ({oldest_minor()} to {newest_minor()})"
        case NotAVersion():
            what = f'"{written}" is no version of three numbers'
        case KnownVersion(version) | UnknownPatch(version):
            if _is_rendered(version):
                return
            what, fix = f"{version} stores {version.generation}, which cannot be deployed yet", "write 1.0 or newer"
    yield Problem(None, KARPENTER, "E226", what, fix)


def w227_karpenter_patch_unknown(platform: Platform) -> Iterator[Problem]:
    """A patch that is newer than the table."""
    match lookup(platform.settings.karpenter.version):
        case UnknownPatch(version, treated_like=known) if _is_rendered(version):
            what = f"{version} is newer than the table, treated like {known}"
            yield Problem(None, KARPENTER, "W227", what, "update the table to have it checked")
        case _:
            return


def e228_karpenter_version_denied(platform: Platform) -> Iterator[Problem]:
    """A version of the deny list that `acceptDenied` does not name."""
    versions = versions_of(platform)
    if versions is None or versions.karpenter.denied is None:
        return
    accepted = platform.settings.karpenter.accept_denied
    if accepted is not None and accepted.version == str(versions.karpenter):
        return
    denial = versions.karpenter.denied
    yield Problem(
        None,
        KARPENTER,
        "E228",
        f"{versions.karpenter} is denied, {denial.reason}",
        f"write {denial.instead}, or acceptDenied with a reason",
    )


def e229_kubernetes_outside_range(platform: Platform) -> Iterator[Problem]:
    """A Kubernetes minor that the Karpenter version does not run on."""
    versions = versions_of(platform)
    if versions is None:
        return
    oldest, newest = versions.karpenter.kubernetes_min, versions.karpenter.kubernetes_max
    if oldest is not None and versions.kubernetes < oldest:
        what = f"{versions.kubernetes} is older than {oldest}, the oldest that Karpenter {versions.karpenter} runs on"
        yield Problem(None, KUBERNETES, "E229", what, f"write {oldest} or newer, or lower karpenter.version")
    elif newest is not None and versions.kubernetes > newest:
        first = first_minor_for(versions.kubernetes)
        if first is None:
            what = f"{versions.kubernetes} is newer than any Karpenter version of the table runs on"
            yield Problem(None, KUBERNETES, "E229", what, f"write {newest}")
        else:
            what = f"{versions.kubernetes} needs Karpenter {first} or newer, this stack has {versions.karpenter}"
            yield Problem(None, KUBERNETES, "E229", what, "raise karpenter.version first")


def w230_karpenter_support_ends(platform: Platform) -> Iterator[Problem]:
    """A minor out of support, or a regular one that loses it when the next appears."""
    versions = versions_of(platform)
    if versions is None or versions.karpenter.support.lts:
        return
    version, supported = versions.karpenter, default_version()
    if version.support.until_next:
        following = f"{version.minor.major}.{version.minor.minor + 1}"
        what = f"{version} is supported only until {following} appears"
    else:
        what = f"{version} is out of support"
    until = f", supported to {supported.support.eol:%B %Y}" if supported.support.eol else ""
    yield Problem(None, KARPENTER, "W230", what, f"write {supported}{until}")


def w231_kubernetes_without_admission_policies(platform: Platform) -> Iterator[Problem]:
    """A Kubernetes minor in which nothing holds the tenants apart."""
    kubernetes = MinorNumber.parse(platform.settings.cluster.kubernetes_version)
    if kubernetes is None or kubernetes >= VALIDATING:
        return
    yield Problem(
        None,
        KUBERNETES,
        "W231",
        f"{kubernetes} has no ValidatingAdmissionPolicy, no isolation: taints only place pods",
        f"raise it to {VALIDATING} or newer",
    )


def _is_rendered(version: KarpenterVersion) -> bool:
    """Whether there is a rendering module for what the version stores."""
    return version.generation is ApiGeneration.V1


def first_minor_for(kubernetes: MinorNumber) -> MinorNumber | None:
    """The oldest Karpenter minor whose newest patch runs on a Kubernetes minor; None where the table has none."""
    for minor, row in MINORS.items():
        if row.kubernetes_max and max(row.kubernetes_max.values()) >= kubernetes:
            return minor
    return None


FAMILY = Family(
    platform=(
        e226_karpenter_version_refused,
        w227_karpenter_patch_unknown,
        e228_karpenter_version_denied,
        e229_kubernetes_outside_range,
        w230_karpenter_support_ends,
        w231_kubernetes_without_admission_policies,
    )
)
