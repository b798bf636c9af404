"""Whether a class's image exists, fits its pools, is pinned, reads user data (E005, E104, E108, W170, E212, E304)."""

import re
import tomllib
from collections.abc import Iterator

from ..model.enums import AmiAlias, AmiFamily, OperatingSystem
from ..model.nearest import nearest
from ..model.platform import Platform, PlatformSettings
from ..model.problem import Problem
from ..rendering.ami import FAMILIES, LATEST
from ..versions import MinorNumber
from . import allowed
from .image import WrittenImage, family_of, operating_system_of, written_image
from .instance_names import names_gpu
from .places import NodeClass, Pool
from .rule import Family, Versions

AL2_ENDS = MinorNumber(1, 33)
"""First Kubernetes minor without AL2 images. Source: awsdocs/amazon-eks-user-guide#868."""
WINDOWS_2025_BEGINS = MinorNumber(1, 35)
"""First Kubernetes minor with Windows 2025 images. Source: `pkg/controllers/nodeclass/ami.go` of
github.com/aws/karpenter-provider-aws 1.15.2."""

WINDOWS_PIN = re.compile(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}")
"""What `ami` takes after a Windows family beside `latest`: the date in the image's name."""
PIN = re.compile(r"v?[0-9][0-9A-Za-z.-]*")


def e005_user_data_unreadable(node_class: NodeClass, settings: PlatformSettings) -> Iterator[Problem]:
    """User data of Bottlerocket that is no TOML: the controller reads it before each launch, and launches nothing.

    Source: `pkg/providers/amifamily/bootstrap/bottlerocket.go` of github.com/aws/karpenter-provider-aws 1.14.3.
    """
    text = node_class.spec.user_data
    if text is None or family_of(node_class.spec) is not AmiFamily.BOTTLEROCKET:
        return
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what = f"is no TOML, which is all that Bottlerocket reads: {error}"
        yield node_class.problem(("userData",), "E005", what, "write settings, such as [settings.kubernetes]")


def e104_fewer_images_than_architectures(node_class: NodeClass, settings: PlatformSettings) -> Iterator[Problem]:
    """Images by id alone, fewer than the architectures of the class's pools."""
    terms = node_class.spec.ami_selector_terms
    architectures = tuple(
        dict.fromkeys(each for pool in node_class.pools for each in allowed.architectures(pool).values)
    )
    if terms and all(term.id is not None for term in terms) and len(terms) < len(architectures):
        images = "1 image id" if len(terms) == 1 else f"{len(terms)} image ids"
        what = f"{images} cannot serve {' and '.join(architectures)}"
        yield node_class.problem(("amiSelectorTerms",), "E104", what, "add one id per architecture or use ami")


def e108_image_of_another_system(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """An image family whose operating system is not the pool's."""
    if pool.node_class is None:
        return
    node_class = pool.node_class
    system = operating_system_of(family_of(node_class.spec))
    wanted = allowed.operating_systems(pool.spec).values
    if system is None or system in wanted:
        return
    image = written_image(node_class.spec)
    path, text = (image.path, image.text) if image else (("amiFamily",), str(node_class.spec.ami_family))
    windows = system is OperatingSystem.WINDOWS
    fix = "write operatingSystem: windows" if windows else f"write a Windows family, such as {AmiAlias.WINDOWS2022}"
    yield node_class.problem(path, "E108", f"{text} on a pool with operatingSystem {' or '.join(wanted)}", fix)


def w170_gpu_with_fixed_image(node_class: NodeClass, settings: PlatformSettings) -> Iterator[Problem]:
    """Types with a GPU on an image that is not chosen by its family."""
    if not node_class.spec.ami_selector_terms or written_image(node_class.spec) is not None:
        return
    if any(names_gpu(pool) for pool in node_class.pools):
        pin = _pin(settings, node_class.ring, AmiAlias.AL2023)
        what = "a fixed image cannot be checked for drivers"
        fix = f"write ami: {AmiAlias.AL2023}@{pin}, which picks the NVIDIA variant"
        yield node_class.problem(("amiSelectorTerms",), "W170", what, fix)


def e212_image_does_not_exist(
    node_class: NodeClass, settings: PlatformSettings, versions: Versions
) -> Iterator[Problem]:
    """A malformed alias, an unknown family, or one that has no image for the cluster's Kubernetes."""
    image = written_image(node_class.spec)
    if image is not None:
        problem = _missing(image, node_class, settings, versions)
        if problem is not None:
            yield node_class.problem(image.path, "E212", *problem)
            return
    yield from _contradicting_family(node_class, image)


def e304_image_not_pinned(node_class: NodeClass, settings: PlatformSettings, versions: Versions) -> Iterator[Problem]:
    """`@latest` outside Windows, whose aliases know nothing else; of images that exist."""
    image = written_image(node_class.spec)
    if not settings.guards.require_pinned_ami or image is None or image.version != LATEST:
        return
    if _missing(image, node_class, settings, versions) is not None:
        return
    if operating_system_of(family_of(node_class.spec)) is OperatingSystem.LINUX:
        what = f"{image.text} rolls the fleet at each AWS release"
        fix = f"write {image.family}@{_pin(settings, node_class.ring, AmiAlias(image.family))}"
        yield node_class.problem(image.path, "E304", what, fix)


def e304_pin_is_latest(platform: Platform) -> Iterator[Problem]:
    """The same in a ring of `platform:amis`."""
    if not platform.settings.guards.require_pinned_ami:
        return
    for ring, pins in platform.settings.amis.items():
        for family, version in pins.items():
            if version == LATEST and not family.startswith("windows"):
                what = f"{family}@{LATEST} rolls the fleet at each AWS release"
                yield Problem(None, ("platform:amis", ring, family), "E304", what, "write a version, such as v20261101")


def _missing(
    image: WrittenImage, node_class: NodeClass, settings: PlatformSettings, versions: Versions
) -> tuple[str, str] | None:
    """Why there is no such image, and what to write."""
    return _malformed(image) or _ended(image, node_class, settings, versions)


def _malformed(image: WrittenImage) -> tuple[str, str] | None:
    """What is wrong with the form, and what to write."""
    shorthand = image.path == ("ami",)
    if image.family not in tuple(AmiAlias):
        meant = nearest(image.family, AmiAlias) or nearest(image.family.partition("-")[0], AmiAlias)
        form = "family@version" if not shorthand else "a family or family@version"
        what = f'"{image.text}" is not {form} of {", ".join(AmiAlias)}'
        if meant is None:
            return what, "write one of them"
        written = image.text.lower()
        version = image.version or (written.removeprefix(meant).lstrip("-:") if written.startswith(meant) else "")
        return what, f"write {meant}@{version}" if version else f"write {meant}{'' if shorthand else '@v…'}"
    windows = image.family.startswith("windows")
    if image.version is None:
        return (
            None
            if shorthand
            else (f'"{image.text}" has no @version', f"write {image.family}@{LATEST if windows else 'v…'}")
        )
    if windows and image.version != LATEST and not (shorthand and WINDOWS_PIN.fullmatch(image.version)):
        what = f"{image.text} cannot be pinned by its alias, which knows only @{LATEST}"
        return what, f"write {image.family}@{LATEST}, or ami: {image.family}@2026.11.11"
    if not windows and image.version != LATEST and not PIN.fullmatch(image.version):
        return f'"{image.version}" is no version of {image.family}', f"write {image.family}@v20261101"
    return None


def _ended(
    image: WrittenImage, node_class: NodeClass, settings: PlatformSettings, versions: Versions
) -> tuple[str, str] | None:
    """What the cluster's Kubernetes lacks of a well-formed alias, and what to write."""
    if image.family == AmiAlias.AL2 and versions.kubernetes >= AL2_ENDS:
        what = f"{image.text} has no image from Kubernetes {AL2_ENDS} on, this cluster has {versions.kubernetes}"
        return what, f"write {AmiAlias.AL2023}@{_pin(settings, node_class.ring, AmiAlias.AL2023)}"
    if image.family == AmiAlias.WINDOWS2025 and versions.kubernetes < WINDOWS_2025_BEGINS:
        what = (
            f"{image.text} has images from Kubernetes {WINDOWS_2025_BEGINS} on, this cluster has {versions.kubernetes}"
        )
        return what, f"write {AmiAlias.WINDOWS2022}@{LATEST}"
    return None


def _contradicting_family(node_class: NodeClass, image: WrittenImage | None) -> Iterator[Problem]:
    """`amiFamily` against the alias, or missing where no alias tells the family."""
    written = node_class.spec.ami_family
    if image is not None and written not in (None, AmiFamily.CUSTOM):
        of_alias = FAMILIES[AmiAlias(image.family)]
        if written is not of_alias:
            what = f"{written} is not the family of {image.text}"
            yield node_class.problem(("amiFamily",), "E212", what, f"write {of_alias} or remove it")
    if image is None and written is None and node_class.spec.ami_selector_terms:
        what = "amiFamily is missing, only an alias tells it"
        yield node_class.problem(("amiFamily",), "E212", what, f"write amiFamily: {AmiFamily.AL2023}")


def _pin(settings: PlatformSettings, ring: str, family: AmiAlias) -> str:
    """The ring's own pin of a family, else the form of one."""
    pin = settings.amis.get(ring, {}).get(family)
    return "v…" if pin in (None, LATEST) else pin


FAMILY = Family(
    platform=(e304_pin_is_latest,),
    pool=(e108_image_of_another_system,),
    node_class=(
        e005_user_data_unreadable,
        e104_fewer_images_than_architectures,
        w170_gpu_with_fixed_image,
    ),
    versioned_node_class=(e212_image_does_not_exist, e304_image_not_pinned),
)
