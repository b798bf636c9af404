"""A project and the command line on it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from components.cli.group import group
from tests.loading.builders import Project

Run = Callable[..., Result]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Stack `dev` with the tenants alpha and beta; its folder is the current one."""
    monkeypatch.chdir(tmp_path)
    return Project.of_two(tmp_path)


@pytest.fixture
def run() -> Run:
    """Runs the command with these words."""
    return lambda *words: CliRunner().invoke(group, list(words), prog_name="karpenter-tenants")
