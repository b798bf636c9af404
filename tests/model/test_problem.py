"""Paths as operators read them, and what a code's letter says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.problem import Path, Problem, read_path, show_path

PATHS: dict[str, tuple[Path, str]] = {
    "words": (("provisioners", "web", "limits"), "provisioners.web.limits"),
    "list": (("access", 0, "principalArn"), "access[0].principalArn"),
    "list in a list": (("a", 0, 1), "a[0][1]"),
    "key with a slash": (("tags", "example.com/team"), 'tags["example.com/team"]'),
    "key with a dot": (("evictionSoft", "memory.available"), 'evictionSoft["memory.available"]'),
    "key with a colon": (("tags", "eks:eks-cluster-name"), 'tags["eks:eks-cluster-name"]'),
    "key with a hyphen": (("addons", "vpc-cni"), "addons.vpc-cni"),
    "star": (("guards", "perTenant", "*"), 'guards.perTenant["*"]'),
    "empty key": (("tags", ""), 'tags[""]'),
    "digit first": (("classes", "1x"), 'classes["1x"]'),
    "quote inside": (("tags", 'a"b'), r'tags["a\"b"]'),
    "other letters": (("tags", "größe"), 'tags["größe"]'),
    "stack file": (("platform:cluster", "tags", "owner"), "platform:cluster.tags.owner"),
    "whole file": ((), ""),
}


@pytest.mark.parametrize(("path", "shown"), PATHS.values(), ids=PATHS)
def test_path_is_shown_as(path: Path, shown: str):
    assert show_path(path) == shown


@pytest.mark.parametrize(("code", "severity"), [("E113", "error"), ("W141", "warning"), ("I013", "information")])
def test_letter_of_the_code_is_the_severity(code: str, severity: str):
    assert Problem("alpha", (), code, "what", "fix").severity == severity


@pytest.mark.parametrize(("path", "shown"), PATHS.values(), ids=PATHS)
def test_path_is_read_as_it_is_shown(path: Path, shown: str):
    assert read_path(shown) == path


def test_a_star_needs_no_quotes():
    assert read_path("provisioners.*.capacityTypes") == ("provisioners", "*", "capacityTypes")


@given(st.lists(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"])) | st.integers(0, 99)))
def test_every_shown_path_reads_as_the_same_path(rest: list[str | int]):
    path = ("tags", *rest)

    assert read_path(show_path(path)) == path
