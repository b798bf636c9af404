"""Runs the real program, or one component, in the recorder on files of the test's choosing."""

import json
import runpy
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pulumi
import pytest
import yaml

from components import KarpenterCluster, KarpenterClusterArgs, Tenant, TenantArgs
from components.model.object_file import ObjectFiles
from components.model.tenant import TenantSpec
from tests.builders import SETTINGS, settings
from tests.recording import Recording, record

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "__main__.py"
PROJECT = ROOT / "tests" / "project"
"""Stack files and tenant files that are nobody's but the tests': operators edit those of the repository."""


def run_program(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    stack_file: Path,
    tenants: Path,
    changes: Mapping[str, Any] | None = None,
    preview: bool = False,
    outputs: Mapping[str, Any] | None = None,
) -> Recording:
    """Registers what `__main__.py` registers for a stack file and a folder of tenant files.

    Args:
        folder: An empty folder, which becomes the project.
        changes: Values of the stack file by full key that replace the written ones.
        outputs: The stack's own, of its last deployment; None before the first.
    """
    stack = stack_file.name.split(".")[1]
    config = {**yaml.safe_load(stack_file.read_text())["config"], **(changes or {})}
    shutil.copy(ROOT / "Pulumi.yaml", folder)
    shutil.copytree(tenants, folder / "tenants", dirs_exist_ok=True)
    (folder / f"Pulumi.{stack}.yaml").write_text(yaml.safe_dump({"config": config}))
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PULUMI_CONFIG", json.dumps({key: _as_passed(value) for key, value in config.items()}))
    return record(
        lambda: runpy.run_path(str(PROGRAM), run_name="__main__"),
        preview=preview,
        stack_name=stack,
        answers={"pulumi:pulumi:readStackOutputs": {"outputs": outputs or {}}},
    )


def _as_passed(value: Any) -> str:
    """The engine passes text, objects and lists as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


_RECORDINGS: dict[str, Recording] = {}
"""What was recorded in this process, by all that it depends on: it takes half a second and never changes."""


def record_cluster(
    *, preview: bool = False, controller_security_group: str | None = None, **overrides: Any
) -> Recording:
    """The cluster `acme-dev` of the default settings; `overrides` as in `tests.builders.settings`."""
    args = KarpenterClusterArgs(settings=settings(**overrides), controller_security_group=controller_security_group)
    key = f"{preview} {args}"
    if key not in _RECORDINGS:
        _RECORDINGS[key] = record(lambda: KarpenterCluster("acme-dev", args), preview=preview)
    return _RECORDINGS[key]


def cluster_settings(**overrides: Any) -> dict[str, Any]:
    """The words of `platform:cluster`, the default ones unless overridden."""
    return {**SETTINGS["cluster"], **overrides}


def record_tenant(
    spec: TenantSpec,
    *,
    answers: Mapping[str, Mapping[str, Any]] | None = None,
    object_files: ObjectFiles | None = None,
    **overrides: Any,
) -> Recording:
    """The tenant on the cluster `acme-dev`; its summary is exported under its name."""
    args = KarpenterClusterArgs(settings=settings(**overrides))

    def program() -> None:
        cluster = KarpenterCluster("acme-dev", args)
        tenant = Tenant(spec.name, TenantArgs(spec=spec, cluster=cluster, object_files=object_files or {}))
        pulumi.export(spec.name, tenant.summary)

    key = f"{spec} {answers} {object_files} {args}"
    if key not in _RECORDINGS:
        _RECORDINGS[key] = record(program, answers=answers)
    return _RECORDINGS[key]
