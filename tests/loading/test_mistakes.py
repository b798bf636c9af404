"""What a report says, whole, for one mistake each: the examples of mistakes.yaml.

Does not prove the rules of single values: those are tested with the model.
"""

from pathlib import Path

import pytest
import yaml

from tests.loading.builders import TENANT, Project

MISTAKES = yaml.safe_load((Path(__file__).parent / "mistakes.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["name"])
def test_report(project: Project, mistake: dict[str, str]):
    if "added to tenant" in mistake:
        project.tenant("alpha", TENANT.format(name="alpha") + mistake["added to tenant"])
    if "tenant" in mistake:
        project.tenant("alpha", mistake["tenant"])
    if "added to stack" in mistake:
        project.stack(mistake["added to stack"])
    if "stack" in mistake:
        project.write("Pulumi.dev.yaml", mistake["stack"])

    assert "".join(f"{line}\n" for line in project.lines()) == mistake["report"]
