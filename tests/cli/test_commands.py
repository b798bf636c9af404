"""The command itself: which project it takes, what it says about wrong words.

Does not prove how fast it starts: benchmarks/ does.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import IO

import pytest

from components.model.schema import profile_schema, tenant_schema
from tests.cli.conftest import Run
from tests.loading.builders import TENANT, Project


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


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            ["check", "--stack", "a\n\x1b[31m"],
            r"Error: Pulumi.a\n\x1b[31m.yaml does not exist; stacks of this project: dev",
        ),
        (["new", "a\n\x1b[31m"], r'Error: "a\n\x1b[31m" has characters other than letters, digits and -; choose'),
        (["explain", "\x9b31m"], r'Error: no tenant "\x9b31m" in platform:tenants of dev; listed are alpha, beta'),
        (["\x1b[31m"], r'Error: no command "\x1b[31m"; known are audit, check'),
        (["--\x1b[31m"], r"Error: No such option '--\x1b[31m'."),
        (["check", "\x1b[31m"], r"Error: Got unexpected extra argument (\x1b[31m)"),
    ],
)
def test_words_reach_the_terminal_without_escape_sequences(project: Project, run: Run, words: list[str], expected: str):
    result = run(*words, color=True)

    assert result.output.splitlines()[-1].startswith(expected)
    assert result.exit_code == 2


def test_no_words_at_all_are_answered_with_the_help(run: Run):
    assert run().output == run("--help").output


def test_stacks_with_dots_in_their_names_are_named_whole(project: Project, run: Run):
    project.write("Pulumi.eu.dev.yaml", "")

    assert run("check", "--stack", "prod").output.splitlines()[-1] == (
        "Error: Pulumi.prod.yaml does not exist; stacks of this project: dev, eu.dev, name one with --stack"
    )


def test_a_current_folder_that_is_gone_is_a_usage_error(project: Project, run: Run, monkeypatch: pytest.MonkeyPatch):
    (project.root / "gone").mkdir()
    monkeypatch.chdir(project.root / "gone")
    (project.root / "gone").rmdir()

    result = run("check")

    assert result.output.splitlines()[-1] == (
        "Error: the current folder and those above cannot be searched for Pulumi.yaml: no such file or directory; "
        "change to the project's folder or write --project DIR"
    )
    assert result.exit_code == 2


@pytest.mark.parametrize("words", ["check", "schema", "--help", "--version", "render alpha", "explain alpha"])
def test_an_output_that_is_full_is_told_in_one_line(project: Project, words: str):
    with open("/dev/full", "w") as full:
        done = _process(words, stdout=full)

    assert (done.stderr, done.returncode) == (
        b"Error: no space left on device; put that right and repeat the command\n",
        1,
    )


def test_a_terminal_without_a_letter_shows_its_number(project: Project):
    project.write("tenants/\u6f22.yaml", "")

    done = _process("check", PYTHONIOENCODING="latin-1")

    assert done.stdout.splitlines()[0] == (
        rb"tenants/\u6f22.yaml:1:1: name: \u6f22 is not in platform:tenants of dev and is ignored; "
        rb"add it there to deploy it  [I013]"
    )
    assert done.returncode == 0


def test_documents_are_utf_8_and_json_is_ascii_on_every_terminal(project: Project):
    project.tenant("alpha", TENANT.format(name="alpha") + "tags: {team: Jäger}\n")
    project.write("tenants/\u6f22.yaml", "")

    assert "Jäger" in _process("render alpha", PYTHONIOENCODING="ascii").stdout.decode("utf-8")
    assert _process("schema", PYTHONIOENCODING="ascii").stdout.decode("utf-8") == tenant_schema()
    assert _process("schema --profile", PYTHONIOENCODING="ascii").stdout.decode("utf-8") == profile_schema()
    found = _process("check --format json", PYTHONIOENCODING="ascii").stdout.decode("ascii")
    assert [each["file"] for each in json.loads(found)] == ["tenants/\u6f22.yaml"]


def _process(words: str, *, stdout: IO[str] | int = subprocess.PIPE, **environment: str) -> CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "components.cli", *words.split()],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
    )


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
