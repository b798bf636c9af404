"""From `ami`, pins and selector terms to images; whether an image exists is not asked here."""

from typing import Any

import pytest

from components.model.enums import AmiAlias, AmiFamily, OperatingSystem
from components.rendering.ami import ami_family, ami_fields, image, pins_of
from tests.builders import node_class

LINUX, WINDOWS = OperatingSystem.LINUX, OperatingSystem.WINDOWS
PINS = {AmiAlias.AL2023: "v20261101", AmiAlias.BOTTLEROCKET: "v1.49.0", AmiAlias.WINDOWS2022: "2026.11.11"}
WINDOWS_TERM = {"name": "Windows_Server-2022-English-Core-EKS_Optimized-1.35-2026.11.11", "owner": "amazon"}


def fields(
    written: dict[str, Any], system: OperatingSystem = LINUX, pins: dict[AmiAlias, str] = PINS
) -> dict[str, Any]:
    return ami_fields(node_class(**written), pins_of({"main": pins}, "main"), system, "1.35")


@pytest.mark.parametrize(
    ("written", "system", "expected"),
    [
        pytest.param({}, LINUX, {"amiSelectorTerms": [{"alias": "al2023@v20261101"}]}, id="nothing"),
        pytest.param(
            {"ami": "bottlerocket"}, LINUX, {"amiSelectorTerms": [{"alias": "bottlerocket@v1.49.0"}]}, id="family"
        ),
        pytest.param(
            {"ami": "al2023@v1"}, LINUX, {"amiSelectorTerms": [{"alias": "al2023@v1"}]}, id="family and version"
        ),
        pytest.param({"ami": "al2023@latest"}, LINUX, {"amiSelectorTerms": [{"alias": "al2023@latest"}]}, id="latest"),
        pytest.param(
            {"amiFamily": "Bottlerocket"},
            LINUX,
            {"amiFamily": "Bottlerocket", "amiSelectorTerms": [{"alias": "bottlerocket@v1.49.0"}]},
            id="amiFamily alone",
        ),
        pytest.param(
            {"amiFamily": "Custom"},
            LINUX,
            {"amiFamily": "Custom", "amiSelectorTerms": [{"alias": "al2023@v20261101"}]},
            id="custom bootstrap of the stack's image",
        ),
        pytest.param(
            {"ami": "windows2022@latest"},
            WINDOWS,
            {"amiSelectorTerms": [{"alias": "windows2022@latest"}]},
            id="windows latest",
        ),
        pytest.param(
            {"ami": "windows2022@2026.11.11"},
            WINDOWS,
            {"amiFamily": "Windows2022", "amiSelectorTerms": [WINDOWS_TERM]},
            id="windows pinned in the tenant file",
        ),
        pytest.param(
            {},
            WINDOWS,
            {"amiFamily": "Windows2022", "amiSelectorTerms": [WINDOWS_TERM]},
            id="windows pinned by the ring",
        ),
        pytest.param(
            {"amiFamily": "Custom", "amiSelectorTerms": [{"name": "golden-*", "owner": "self"}, {"id": "ami-0a"}]},
            LINUX,
            {"amiFamily": "Custom", "amiSelectorTerms": [{"name": "golden-*", "owner": "self"}, {"id": "ami-0a"}]},
            id="terms as they are",
        ),
    ],
)
def test_images(written: dict[str, Any], system: OperatingSystem, expected: dict[str, Any]):
    assert fields(written, system) == expected


@pytest.mark.parametrize(
    ("pins", "system", "alias", "version"),
    [
        pytest.param(
            {AmiAlias.BOTTLEROCKET: "v1", AmiAlias.AL2023: "v2"}, LINUX, "al2023", "v2", id="al2023 where pinned"
        ),
        pytest.param({AmiAlias.BOTTLEROCKET: "v1"}, LINUX, "bottlerocket", "v1", id="the only Linux family"),
        pytest.param({AmiAlias.WINDOWS2025: "latest"}, WINDOWS, "windows2025", "latest", id="the only Windows family"),
        pytest.param({AmiAlias.WINDOWS2022: "latest"}, LINUX, "al2023", None, id="no Linux family"),
        pytest.param({}, WINDOWS, "windows2022", None, id="no Windows family"),
    ],
)
def test_family_of_the_stack(pins: dict[AmiAlias, str], system: OperatingSystem, alias: str, version: str | None):
    assert image(node_class(), pins_of({"main": pins}, "main"), system) == (alias, version)


@pytest.mark.parametrize(
    ("main", "canary", "system", "alias", "version"),
    [
        pytest.param(
            {AmiAlias.AL2023: "v1"}, {AmiAlias.BOTTLEROCKET: "v2"}, LINUX, "al2023", None, id="another family"
        ),
        pytest.param(
            {AmiAlias.BOTTLEROCKET: "v1"},
            {AmiAlias.BOTTLEROCKET: "v2", AmiAlias.AL2023: "v3"},
            LINUX,
            "bottlerocket",
            "v2",
            id="further families",
        ),
        pytest.param({}, {AmiAlias.BOTTLEROCKET: "v2"}, LINUX, "bottlerocket", "v2", id="the only ring"),
        pytest.param(
            {AmiAlias.AL2023: "v1"}, {AmiAlias.WINDOWS2025: "latest"}, WINDOWS, "windows2025", "latest", id="Windows"
        ),
    ],
)
def test_another_ring_never_changes_the_family(
    main: dict[AmiAlias, str],
    canary: dict[AmiAlias, str],
    system: OperatingSystem,
    alias: str,
    version: str | None,
):
    assert image(node_class(), pins_of({"main": main, "canary": canary}, "canary"), system) == (alias, version)


def test_family_without_a_pin_is_not_guessed():
    with pytest.raises(LookupError, match=r"^no pin for bottlerocket$"):
        fields({"ami": "bottlerocket"}, pins={AmiAlias.AL2023: "v20261101"})


@pytest.mark.parametrize(
    ("written", "family"),
    [
        pytest.param({}, AmiFamily.AL2023, id="of the stack"),
        pytest.param({"ami": "bottlerocket"}, AmiFamily.BOTTLEROCKET, id="ami"),
        pytest.param({"amiSelectorTerms": [{"alias": "windows2019@latest"}]}, AmiFamily.WINDOWS2019, id="alias"),
        pytest.param({"amiFamily": "AL2", "amiSelectorTerms": [{"id": "ami-0a"}]}, AmiFamily.AL2, id="amiFamily"),
        pytest.param({"amiSelectorTerms": [{"id": "ami-0a"}]}, AmiFamily.CUSTOM, id="an id alone"),
    ],
)
def test_family_as_karpenter_finds_it(written: dict[str, Any], family: AmiFamily):
    assert ami_family(node_class(**written), pins_of({"main": PINS}, "main"), LINUX) is family
