"""A project in a temporary folder, valid until a test writes something else."""

from pathlib import Path

import pytest

from tests.loading.builders import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Stack `dev` with the tenants alpha and beta."""
    return Project.of_two(tmp_path)
