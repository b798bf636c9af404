"""The wheel ships what the repository holds; these tests build no wheel."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_package_of_components_is_shipped():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]

    folders = [file.parent.relative_to(ROOT / "components") for file in (ROOT / "components").rglob("__init__.py")]

    assert sorted(declared) == sorted(".".join(("karpenter_tenants", *folder.parts)) for folder in folders)
