"""Version numbers are read strictly and compared as numbers."""

import pytest

from components.versions import MinorNumber, VersionNumber, karpenter_version


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1.14.3", VersionNumber(1, 14, 3)),
        ("0.32.10", VersionNumber(0, 32, 10)),
        ("v1.14.3", None),
        ("1.14", None),
        ("1.14.3.0", None),
        ("1.14.3-rc.1", None),
        ("1.014.3", None),
        ("1.14.3\n", None),
        ("١.14.3", None),
        ("", None),
        ("latest", None),
    ],
)
def test_reads_three_plain_numbers(text, number):
    assert VersionNumber.parse(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("1.35", MinorNumber(1, 35)), ("0.37", MinorNumber(0, 37)), ("1", None), ("1.35.2", None), ("v1.35", None)],
)
def test_reads_a_minor(text, number):
    assert MinorNumber.parse(text) == number


def test_versions_are_ordered_by_their_numbers_not_as_text():
    texts = ["1.14.3", "1.9.3", "1.10.2", "0.37.8", "1.14.10", "1.0.14"]

    ordered = sorted(map(karpenter_version, texts))

    assert [str(version) for version in ordered] == ["0.37.8", "1.0.14", "1.9.3", "1.10.2", "1.14.3", "1.14.10"]


def test_a_version_says_its_minor_and_patch():
    version = karpenter_version("1.14.3")

    assert (str(version), str(version.minor), version.patch) == ("1.14.3", "1.14", 3)
