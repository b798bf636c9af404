"""A project and the command line on it."""

import resource
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from components.cli.group import group
from tests.loading.builders import Project

Run = Callable[..., Result]
FullDisk = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Stack `dev` with the tenants alpha and beta; its folder is the current one."""
    monkeypatch.chdir(tmp_path)
    return Project.of_two(tmp_path)


@pytest.fixture
def run() -> Run:
    """Runs the command with these words; in `color` escape sequences are let through, as on a terminal."""
    return lambda *words, color=False: CliRunner().invoke(
        group, list(words), prog_name="karpenter-tenants", color=color
    )


@pytest.fixture
def full_disk() -> FullDisk:
    """Within it no file can grow: a limit of the process stands for the disk."""

    @contextmanager
    def limited() -> Generator[None]:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    return limited
