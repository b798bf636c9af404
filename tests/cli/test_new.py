"""`new`: the file that it writes is valid as it is, and it never overwrites one."""

import shutil
from typing import NoReturn

import pytest
import yaml

from tests.cli.conftest import FullDisk, Run
from tests.loading.builders import Project

WROTE = [
    "wrote tenants/gamma.yaml; to deploy it add it in Pulumi.dev.yaml:",
    "  platform:tenants:",
    "    - gamma",
]
NO_POOL = "{name: gamma, owner: {email: ops@gamma.example}, extends: web}"
POOL = (
    "{name: gamma, owner: {email: ops@gamma.example}, extends: web, provisioners: {default: "
    "{instanceTypes: [m7i.large, m7i.xlarge], limits: {cpu: 32, memory: 128Gi}}}}"
)


def test_writes_a_file_that_is_valid_as_it_is(project: Project, run: Run):
    result = run("new", "gamma")
    project.stack(tenants="  platform:tenants: [alpha, beta, gamma]\n")

    assert result.output.splitlines() == WROTE
    assert run("check").output == "no problems in 3 tenant files\n"


def test_every_comment_is_a_valid_field(project: Project, run: Run):
    run("new", "gamma")
    text = (project.root / "tenants/gamma.yaml").read_text()
    lines = [line.replace("# ", "", 1) if line.lstrip().startswith("# ") else line for line in text.splitlines()]
    project.write("tenants/gamma.yaml", "\n".join(lines[1:]))
    project.stack(tenants="  platform:tenants: [alpha, beta, gamma]\n")

    findings = project.load().findings

    assert [finding.line() for finding in findings] == []


PROFILES = {
    "classes only": ("nodeClasses: {'*': {disk: {size: 80Gi}}}\n", POOL),
    "all pools": ("provisioners: {web: {instanceTypes: [m6i.large], limits: {cpu: 8}}}\n", NO_POOL),
    "a pool without limits": ("provisioners: {default: {instanceTypes: [m6i.large]}}\n", POOL),
    "fields of every pool": ("provisioners: {'*': {weight: 7}}\n", POOL),
    "nothing": ("{}\n", POOL),
}
"""Profile -> (its file, what of the file that extends it is no comment)."""


@pytest.mark.parametrize(("profile", "written"), PROFILES.values(), ids=PROFILES)
def test_starts_from_a_profile_and_adds_a_pool_where_it_brings_none(
    project: Project, run: Run, profile: str, written: str
):
    project.write("tenants/profiles/web.yaml", profile)

    assert run("new", "gamma", "--extends", "web").output.splitlines() == WROTE

    assert yaml.safe_load((project.root / "tenants/gamma.yaml").read_text()) == yaml.safe_load(written)
    project.stack(tenants="  platform:tenants: [alpha, beta, gamma]\n")
    assert run("check").output == "no problems in 3 tenant files\n"


def test_says_what_is_not_valid_yet(project: Project, run: Run):
    project.write("tenants/profiles/web.yaml", "provisioners: {web: {instanceTypes: [m6i.large]}}\n")

    result = run("new", "gamma", "--extends", "web")

    assert result.output.splitlines() == [
        *WROTE,
        "it is not valid yet:",
        "tenants/profiles/web.yaml:1:16: provisioners.web.limits: missing, a pod loop could buy without end; "
        "write cpu and memory, or guards.requireLimits: false  [E110]",
    ]
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["alpha"], "Error: tenants/alpha.yaml exists already; choose another name or edit it"),
        (["alpha-eu"], 'Error: "alpha-eu" begins with tenant "alpha" and -; choose a name without it'),
        (
            ["Gamma"],
            'Error: "Gamma" has capitals; choose lower-case letters, digits and - without a reserved prefix',
        ),
        (["../gamma"], None),
        (
            ["gamma", "--stack", "nope"],
            "Error: Pulumi.nope.yaml does not exist; stacks of this project: dev, name one with --stack",
        ),
        (["gamma", "--project", "tenants"], None),
        (["gamma", "--extends", "wbe"], "Error: no profile tenants/profiles/wbe.yaml; did you mean web?"),
    ],
)
def test_rejects(project: Project, run: Run, words: list[str], expected: str | None):
    project.write("tenants/profiles/web.yaml", "{}\n")
    before = sorted(path.name for path in (project.root / "tenants").iterdir())

    result = run("new", *words)

    assert result.exit_code == 2
    assert expected is None or result.output.splitlines()[-1] == expected
    assert sorted(path.name for path in (project.root / "tenants").iterdir()) == before


NO_FOLDER = {
    "nowhere": "Error: tenants/gamma.yaml cannot be written: file exists; "
    "make room, or make tenants/ a folder that whoever runs this may write to\n",
    "Pulumi.yaml": "Error: tenants/:1:1: cannot be listed: not a directory; "
    "make it a folder that is readable for whoever runs this  [E001]\n",
}


@pytest.mark.parametrize("leads_to", ["nowhere", "Pulumi.yaml"])
def test_rejects_a_folder_that_is_none(project: Project, run: Run, leads_to: str):
    shutil.rmtree(project.root / "tenants")
    (project.root / "tenants").symlink_to(leads_to)

    result = run("new", "gamma")

    assert (result.output, result.exit_code) == (NO_FOLDER[leads_to], 1)


def test_nothing_is_left_of_a_file_that_cannot_be_written(project: Project, run: Run, full_disk: FullDisk):
    before = sorted((project.root / "tenants").iterdir())

    with full_disk():
        result = run("new", "gamma")

    assert (result.output, result.exit_code) == (
        "Error: tenants/gamma.yaml cannot be written: file too large; "
        "make room, or make tenants/ a folder that whoever runs this may write to\n",
        1,
    )
    assert sorted((project.root / "tenants").iterdir()) == before


def test_nothing_is_left_of_a_command_that_is_interrupted(project: Project, run: Run, monkeypatch: pytest.MonkeyPatch):
    def interrupted(*_: object) -> NoReturn:
        assert (project.root / "tenants/gamma.yaml").is_file()
        raise KeyboardInterrupt

    monkeypatch.setattr("components.cli.new._errors", interrupted)
    before = sorted((project.root / "tenants").iterdir())

    result = run("new", "gamma")

    assert (result.output, result.exit_code) == ("\nAborted!\n", 1)
    assert sorted((project.root / "tenants").iterdir()) == before
