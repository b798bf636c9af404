"""The stack's list of tenants against the files in tenants/."""

import pytest

from components.loading.tenant_files import continued_names
from tests.loading.builders import TENANT, Project


def listed(project: Project, *names: str) -> None:
    """Lists these tenants."""
    project.stack(tenants=f"  platform:tenants: [{', '.join(names)}]\n")


def test_a_listed_name_needs_a_file(project: Project):
    listed(project, "alpha", "beta", "gamma", "bata")

    assert project.lines() == [
        "Pulumi.dev.yaml:10:35: platform:tenants[2]: tenants/gamma.yaml does not exist; add it or remove gamma  [E012]",
        "Pulumi.dev.yaml:10:42: platform:tenants[3]: tenants/bata.yaml does not exist; did you mean beta?  [E012]",
    ]


def test_a_file_that_is_not_listed_is_mentioned_and_not_read(project: Project):
    project.write("tenants/gamma.yaml", "not: [yaml")
    project.write("tenants/.hidden.yaml", "")
    project.write("tenants/notes.txt", "")

    assert project.lines() == [
        "tenants/gamma.yaml:1:1: name: gamma is not in platform:tenants of dev and is ignored; "
        "add it there to deploy it  [I013]"
    ]


def test_letter_case_counts(project: Project):
    project.write("tenants/Gamma.yaml", TENANT.format(name="Gamma"))
    listed(project, "alpha", "beta", "gamma")

    assert project.lines() == [
        "Pulumi.dev.yaml:10:35: platform:tenants[2]: tenants/gamma.yaml does not exist; "
        "rename tenants/Gamma.yaml, whose letters differ in case  [E012]",
        "tenants/Gamma.yaml:1:1: name: Gamma is not in platform:tenants of dev and is ignored; "
        "add it there to deploy it  [I013]",
    ]


def test_the_other_ending_is_not_read(project: Project):
    project.write("tenants/gamma.yml", TENANT.format(name="gamma"))
    listed(project, "alpha", "beta", "gamma")

    assert project.lines() == ["tenants/gamma.yml:1:1: ending .yml is not read; rename the file to gamma.yaml  [E001]"]


@pytest.mark.parametrize("file", ["tenants/alpha.yaml", "tenants/profiles/web.yaml", "Pulumi.dev.yaml"])
def test_a_link_that_leads_nowhere_is_told_where_it_is_needed(project: Project, file: str):
    project.write("tenants/profiles/web.yaml", "")
    project.tenant("alpha", f"extends: web\n{TENANT.format(name='alpha')}")
    (project.root / file).unlink()
    (project.root / file).symlink_to("absent.yaml")

    assert [line for line in project.lines() if "[E001]" in line] == [
        f"{file}:1:1: a link that leads nowhere; put the file itself there  [E001]"
    ]


def test_a_name_is_listed_once(project: Project):
    listed(project, "alpha", "beta", "alpha")

    assert project.lines() == ["Pulumi.dev.yaml:10:35: platform:tenants[2]: alpha is listed twice; remove one  [E011]"]


@pytest.mark.parametrize(
    ("name", "what", "fix"),
    [
        ("../alpha", "has characters other than letters, digits and -", "alpha"),
        ("profiles/web", "has characters other than letters, digits and -", None),
        (".alpha", "has characters other than letters, digits and -", "alpha"),
        ("Alpha", "has capitals", "alpha"),
        ("be ta", "has characters other than letters, digits and -", "beta"),
        ("7", "does not begin with a letter", None),
        ("", "is empty", None),
    ],
)
def test_rejects_what_no_file_can_be_named_after(project: Project, name: str, what: str, fix: str | None):
    listed(project, "alpha", "beta", f'"{name}"')
    remedy = f"did you mean {fix}?" if fix else "choose lower-case letters, digits and - without a reserved prefix"

    assert project.lines() == [f'Pulumi.dev.yaml:10:35: platform:tenants[2]: "{name}" {what}; {remedy}  [E010]']


def test_entries_behind_a_wrong_one_keep_their_places(project: Project):
    listed(project, "alpha", "~", "{a: b}", "gamma", "beta", "alpha")

    assert project.lines() == [
        "Pulumi.dev.yaml:10:29: platform:tenants[1]: nothing where text is expected; "
        "write a value, or remove the entry  [E004]",
        "Pulumi.dev.yaml:10:32: platform:tenants[2]: a mapping where text is expected; write text  [E004]",
        "Pulumi.dev.yaml:10:40: platform:tenants[3]: tenants/gamma.yaml does not exist; add it or remove gamma  [E012]",
        "Pulumi.dev.yaml:10:53: platform:tenants[5]: alpha is listed twice; remove one  [E011]",
    ]


class TestNoTenants:
    @pytest.mark.parametrize(("written", "column"), [("[]", 21), ("", 3)])
    def test_are_refused(self, project: Project, written: str, column: int):
        (project.root / "tenants/alpha.yaml").unlink()
        (project.root / "tenants/beta.yaml").unlink()
        project.stack(tenants=f"  platform:tenants: {written}\n")

        assert project.lines() == [
            f"Pulumi.dev.yaml:10:{column}: platform:tenants: empty, which would remove every tenant; "
            "list them or set guards.allowNoTenants: true  [E014]"
        ]

    def test_are_possible_where_the_guard_says_so(self, project: Project):
        project.stack("  platform:guards: {allowNoTenants: true}\n", tenants="  platform:tenants: []\n")

        loaded = project.load()

        assert loaded.platform is not None
        assert loaded.platform.tenants == ()
        assert [finding.code for finding in loaded.findings] == ["I013", "I013"]

    def test_because_the_folder_is_missing(self, project: Project):
        (project.root / "tenants").rename(project.root / "customers")

        assert [(finding.code, finding.what) for finding in project.load().findings] == [
            ("E012", "tenants/alpha.yaml does not exist"),
            ("E012", "tenants/beta.yaml does not exist"),
        ]


def test_a_name_that_continues_another_is_refused(project: Project):
    project.tenant("alpha-eu")
    listed(project, "alpha", "beta", "alpha-eu")

    assert project.lines() == [
        'tenants/alpha-eu.yaml:1:7: name: "alpha-eu" continues tenant "alpha" with -, '
        "so alpha-* would match both; rename it to alphaeu  [E011]"
    ]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("alpha", "alpha2", "alphaeu"), []),
        (("alpha", "alpha-eu", "alpha2"), [("alpha-eu", "alpha", "continues")]),
        (("a", "a-b", "a-b-c"), [("a-b", "a", "continues"), ("a-b-c", "a-b", "continues")]),
        (("a", "a-b", "a-c"), [("a-b", "a", "continues"), ("a-c", "a", "continues")]),
        (("Alpha", "alpha"), [("alpha", "Alpha", "case")]),
        (("Alpha", "alpha-eu"), [("alpha-eu", "Alpha", "continues")]),
    ],
)
def test_continued_names(names: tuple[str, ...], expected: list[tuple[str, str, str]]):
    assert list(continued_names(names)) == expected


def test_a_folder_that_cannot_be_listed_is_told_once(project: Project):
    project.stack(tenants="  platform:tenants: [alpha, beta]\n")
    (project.root / "tenants").rename(project.root / "elsewhere")
    (project.root / "tenants").symlink_to("tenants")

    assert project.lines() == [
        "tenants/:1:1: cannot be listed: too many levels of symbolic links;"
        " make it a folder that is readable for whoever runs this  [E001]"
    ]


def test_a_folder_of_profiles_that_cannot_be_listed_is_told_once(project: Project):
    for name in ("alpha", "beta"):
        project.tenant(name, TENANT.format(name=name) + "extends: web\n")
    (project.root / "tenants" / "profiles").symlink_to("profiles")

    assert project.lines() == [
        "tenants/profiles/:1:1: cannot be listed: too many levels of symbolic links;"
        " make it a folder that is readable for whoever runs this  [E001]"
    ]
