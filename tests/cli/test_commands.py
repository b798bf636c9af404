"""The command itself: which project it takes, what it says about wrong words.

Does not prove how fast it starts: benchmarks/ does.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.loading.builders import Project


def test_the_nearest_project_upwards_is_taken(project: Project, run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(project.root / "tenants")

    assert run("check").output == "no problems in 2 tenant files\n"


def test_a_folder_without_project_is_a_usage_error(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    result = run("check")

    assert result.output.splitlines()[-1] == (
        f"Error: no Pulumi.yaml in {tmp_path} or above; change to the project's folder or write --project DIR"
    )
    assert result.exit_code == 2


def test_the_given_folder_must_be_a_project(run: Run, tmp_path: Path):
    result = run("check", "--project", str(tmp_path))

    assert result.output.splitlines()[-1] == (
        f"Error: {tmp_path} holds no Pulumi.yaml; change to the project's folder or name it with --project"
    )
    assert result.exit_code == 2


def test_an_unknown_stack_is_a_usage_error(project: Project, run: Run):
    result = run("check", "--stack", "prod")

    assert result.output.splitlines()[-1] == (
        "Error: Pulumi.prod.yaml does not exist; stacks of this project: dev, name one with --stack"
    )
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["chek"], 'Error: no command "chek"; did you mean check?'),
        (
            ["xyz"],
            'Error: no command "xyz"; known are audit, check, explain, freeze, new, render, schema, status,'
            " try, verify",
        ),
        (["render", "alfa"], 'Error: no tenant "alfa" in platform:tenants of dev; did you mean alpha?'),
        (["explain", "xyz"], 'Error: no tenant "xyz" in platform:tenants of dev; listed are alpha, beta'),
        (
            ["explain", "alpha", "provisioners.wbe"],
            "Error: nothing at provisioners.wbe of alpha; did you mean provisioners.web?",
        ),
        (
            ["render", "alpha", "--karpenter-version", "9.9.9"],
            'Error: --karpenter-version: "9.9.9" is not in the version table; write one such as 1.14.3',
        ),
    ],
)
def test_wrong_words_are_answered_with_the_nearest(project: Project, run: Run, words: list[str], expected: str):
    result = run(*words)

    assert result.output.splitlines()[-1] == expected
    assert result.exit_code == 2


@pytest.mark.parametrize("command", ["check", "explain", "freeze", "new", "render", "schema"])
def test_every_command_has_help_and_takes_project_and_stack(run: Run, command: str):
    output = run(command, "--help").output

    assert "--project DIR" in output
    assert "--stack NAME" in output


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("exp", "explain"),
        ("render al", "alpha"),
        ("explain be", "beta"),
        ("check --stack d", "dev"),
        ("check --format j", "json"),
        ("new gamma --extends w", "web"),
    ],
)
def test_words_are_completed(project: Project, words: str, completed: str):
    project.write("tenants/profiles/web.yaml", "tags: {team: web}\n")
    environment = {
        **os.environ,
        "_KARPENTER_TENANTS_COMPLETE": "bash_complete",
        "COMP_WORDS": f"karpenter-tenants {words}",
        "COMP_CWORD": str(len(words.split())),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }

    done = subprocess.run(
        [sys.executable, "-m", "components.cli"], env=environment, capture_output=True, text=True, check=False
    )

    assert done.stdout == f"plain,{completed}\n"


def test_neither_help_nor_check_imports_pulumi(project: Project):
    code = "import sys\nfrom components.cli.group import group\ngroup(['check'], standalone_mode=False)\n"
    probe = (
        "import sys, atexit\natexit.register(lambda: print(sorted(m for m in sys.modules if m.split('.')[0] in "
        "('pulumi', 'grpc', 'kubernetes', 'pulumi_aws'))))\n" + code
    )

    done = subprocess.run(
        [sys.executable, "-c", probe],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout == "no problems in 2 tenant files\n[]\n"
