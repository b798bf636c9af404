"""A project in a temporary folder, valid until a test writes something else."""

from pathlib import Path

import pytest

from tests.loading.builders import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Stack `dev` with the tenants alpha and beta."""
    made = Project(tmp_path)
    made.write("Pulumi.yaml", "name: platform\nruntime: python\n")
    made.stack()
    made.tenant("alpha")
    made.tenant("beta")
    return made
