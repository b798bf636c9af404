"""How `try` runs the local cloud; what that answers is tested with it, and on one in tests/cloud."""

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.loading.builders import Project

MODULE = importlib.import_module("components.cli.try")
CHECKOUT = Path(__file__).parents[2]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Command and folder of each process; the second wait comes to an end, after a Ctrl-C."""
    found: list[Any] = []

    class Process:
        def __init__(self, words: list[str], cwd: Path) -> None:
            found.append((words, cwd))
            self.returncode: int | None = None
            self._waits = 0

        def wait(self) -> None:
            self._waits += 1
            if self._waits == 1:
                raise KeyboardInterrupt
            self.returncode = 3

    monkeypatch.setattr(subprocess, "Popen", Process)
    return found


def test_the_local_cloud_runs_as_a_process_that_is_waited_for(project: Project, run: Run, started: list[Any]):
    project.write("workload.yaml", "")

    result = run("try", "alpha", "workload.yaml", "--format", "json")

    words = ["-m", "localcloud", "try", "alpha", str(project.root / "workload.yaml"), "--format", "json"]
    place = ["--project", str(project.root), "--stack", "dev"]
    assert started == [([sys.executable, *words, *place], CHECKOUT)]
    assert result.exit_code == 3


def test_stdin_stays_stdin(project: Project, run: Run, started: list[Any]):
    run("try", "alpha", "-")

    assert started[0][0][5] == "-"


def test_without_a_local_cloud_it_says_so(project: Project, run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(MODULE, "_BESIDE", project.root)

    result = run("try", "alpha", "-")

    assert (result.output, result.exit_code) == (
        f"{project.root} holds no local cloud; run the command of a checkout of the project\n",
        1,
    )


def test_an_unknown_tenant_is_a_usage_error(project: Project, run: Run, started: list[Any]):
    result = run("try", "alfa", "-")

    assert result.output.splitlines()[-1] == 'Error: no tenant "alfa" in platform:tenants of dev; did you mean alpha?'
    assert (result.exit_code, started) == (2, [])
