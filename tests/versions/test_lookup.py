"""What the table knows about a text, and what a row says; the facts themselves are upstream's.

What these tests do not prove: that upstream released a newer patch meanwhile. They bound the table's age instead.
"""

from datetime import date
from importlib.resources import files

import pytest
import yaml

from components.versions import (
    ApiGeneration,
    Denial,
    KnownVersion,
    MinorNumber,
    NotAVersion,
    Support,
    UnknownMinor,
    UnknownPatch,
    VersionNumber,
    default_version,
    karpenter_version,
    lookup,
    newest_minor,
    oldest_minor,
)
from components.versions.table import MINORS

V1ALPHA5, V1BETA1, V1 = ApiGeneration


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1.14.3", KnownVersion(karpenter_version("1.14.3"))),
        ("1.14.0", KnownVersion(karpenter_version("1.14.0"))),
        ("1.14.9", UnknownPatch(karpenter_version("1.14.9"), treated_like=karpenter_version("1.14.3"))),
        ("1.41.0", UnknownMinor(VersionNumber(1, 41, 0))),
        ("0.12.1", UnknownMinor(VersionNumber(0, 12, 1))),
        ("2.0.0", UnknownMinor(VersionNumber(2, 0, 0))),
        ("v1.14.3", NotAVersion("v1.14.3")),
        ("latest", NotAVersion("latest")),
    ],
)
def test_tells_known_unknown_patch_unknown_minor_and_nonsense_apart(text, found):
    assert lookup(text) == found


def test_an_unknown_patch_behaves_like_the_newest_known_one():
    assert karpenter_version("1.6.99").kubernetes_max == MinorNumber(1, 34)
    assert karpenter_version("1.14.99").denied is None


@pytest.mark.parametrize("text", ["1.41.0", "latest"])
def test_rejects_a_version_that_the_table_lacks(text):
    with pytest.raises(ValueError, match=rf"^{text} is not in the version table \(0\.13 to 1\.15\)$"):
        karpenter_version(text)


def test_the_table_has_every_minor_from_0_13_to_1_15():
    beta = [MinorNumber(0, minor) for minor in range(13, 38)]
    stable = [MinorNumber(1, minor) for minor in range(16)]

    assert list(MINORS) == [*beta, *stable]
    assert (oldest_minor(), newest_minor()) == (MinorNumber(0, 13), MinorNumber(1, 15))


def test_the_default_is_the_newest_patch_of_the_newest_long_term_minor():
    assert str(default_version()) == "1.14.3"
    assert default_version().denied is None


@pytest.mark.parametrize(
    ("version", "stored", "served"),
    [
        ("0.31.5", V1ALPHA5, [V1ALPHA5]),
        ("0.32.0", V1BETA1, [V1ALPHA5, V1BETA1]),
        ("0.33.5", V1BETA1, [V1BETA1]),
        ("0.33.6", V1BETA1, [V1BETA1, V1]),
        ("0.34.6", V1BETA1, [V1BETA1]),
        ("0.34.7", V1BETA1, [V1BETA1, V1]),
        ("0.35.6", V1BETA1, [V1BETA1, V1]),
        ("0.36.2", V1BETA1, [V1BETA1]),
        ("0.36.3", V1BETA1, [V1BETA1, V1]),
        ("0.37.0", V1BETA1, [V1BETA1]),
        ("0.37.1", V1BETA1, [V1BETA1, V1]),
        ("1.0.14", V1, [V1BETA1, V1]),
        ("1.1.0", V1, [V1]),
        ("1.15.2", V1, [V1]),
    ],
)
def test_generations_stored_and_served(version, stored, served):
    found = karpenter_version(version)

    assert found.generation is stored
    assert [generation for generation in ApiGeneration if found.serves(generation)] == served


@pytest.mark.parametrize(
    ("version", "oldest", "newest"),
    [
        ("0.20.0", "None", "None"),
        ("0.24.0", "1.21", "1.24"),
        ("0.27.6", "1.21", "1.25"),
        ("0.32.10", "1.23", "1.28"),
        ("0.36.9", "1.23", "1.29"),
        ("0.37.8", "1.23", "1.30"),
        ("1.0.4", "1.25", "1.30"),
        ("1.0.5", "1.25", "1.31"),
        ("1.1.10", "1.25", "1.31"),
        ("1.2.8", "1.25", "1.32"),
        ("1.4.4", "1.25", "1.32"),
        ("1.5.8", "1.26", "1.33"),
        ("1.6.5", "1.26", "1.33"),
        ("1.6.6", "1.26", "1.34"),
        ("1.7.3", "1.26", "1.33"),
        ("1.7.4", "1.26", "1.34"),
        ("1.8.8", "1.26", "1.34"),
        ("1.9.3", "1.26", "1.35"),
        ("1.12.2", "1.26", "1.35"),
        ("1.13.1", "1.26", "1.36"),
        ("1.14.3", "1.26", "1.36"),
        ("1.15.2", "1.26", "1.37"),
    ],
)
def test_kubernetes_range(version, oldest, newest):
    found = karpenter_version(version)

    assert (str(found.kubernetes_min), str(found.kubernetes_max)) == (oldest, newest)


@pytest.mark.parametrize(
    ("version", "class_hash"),
    [
        ("0.31.5", None),
        ("0.32.10", "v2"),
        ("0.37.8", "v2"),
        ("1.0.14", "v3"),
        ("1.1.10", "v4"),
        ("1.11.3", "v4"),
        ("1.12.2", "v5"),
        ("1.14.3", "v5"),
        ("1.15.2", "v6"),
    ],
)
def test_hash_version_of_classes(version, class_hash):
    assert karpenter_version(version).class_hash == class_hash


def test_a_webhook_is_served_up_to_1_0_only():
    assert {str(minor) for minor, row in MINORS.items() if row.webhook} == {
        *(f"0.{minor}" for minor in range(13, 38)),
        "1.0",
    }


@pytest.mark.parametrize(
    ("minor", "support"),
    [
        ("1.15.2", Support(until_next=True)),
        ("1.14.3", Support(lts=True, eol=date(2027, 7, 31))),
        ("1.13.1", Support()),
        ("1.9.3", Support(lts=True, eol=date(2027, 2, 28))),
        ("0.37.8", Support()),
    ],
)
def test_support(minor, support):
    assert karpenter_version(minor).support == support


def test_denied_versions():
    denied = {
        f"{minor}.{patch}": denial for minor, row in MINORS.items() for patch, denial in sorted(row.denied.items())
    }

    wedges = Denial("cluster state wedges with static pools", VersionNumber(1, 14, 3))
    balloons = Denial("memory balloons with many node classes", VersionNumber(0, 32, 10))
    panics = Denial("it panics outside its range of Kubernetes versions", VersionNumber(1, 1, 10))
    scheduling = Denial("scheduling cost grows with the square of the pools", VersionNumber(1, 11, 3))
    assert denied == {
        "0.28.0": Denial("it misbehaves on Kubernetes 1.26 and newer", VersionNumber(0, 28, 1)),
        "0.29.1": Denial("it leaks memory", VersionNumber(0, 29, 2)),
        "0.32.0": balloons,
        "0.32.1": balloons,
        "0.32.2": balloons,
        "0.32.3": balloons,
        "1.1.0": panics,
        "1.1.1": panics,
        "1.8.4": Denial("topology spread regressed and memory grows", VersionNumber(1, 8, 8)),
        "1.11.0": scheduling,
        "1.11.2": scheduling,
        "1.14.0": wedges,
        "1.14.1": wedges,
        "1.14.2": wedges,
    }


def test_no_denial_points_to_a_denied_or_unknown_version():
    for row in MINORS.values():
        for denial in row.denied.values():
            match lookup(str(denial.instead)):
                case KnownVersion(version):
                    assert version.denied is None
                case other:
                    pytest.fail(f"{denial.instead} is {other}")


@pytest.mark.parametrize("name", ["karpenter.yaml", "chart_keys.yaml"])
def test_the_tables_are_no_older_than_half_a_year(name):
    """Karpenter releases a minor about every month: an older table misses several of them."""
    text = files("components.versions").joinpath(name).read_text(encoding="utf-8")

    age = date.today() - yaml.safe_load(text)["date"]

    assert age.days <= 183
