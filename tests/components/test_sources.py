"""What the sources of the component files must not hold, read as syntax trees: mistakes that no run shows."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPONENT_FILES = sorted((ROOT / "components").glob("*.py"))
PRODUCT_FILES = [ROOT / "__main__.py", *sorted((ROOT / "components").rglob("*.py"))]

each_component_file = pytest.mark.parametrize("file", COMPONENT_FILES, ids=lambda file: file.stem)


def nodes(file: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(file.read_text()))


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def test_configuration_is_read_in_one_place():
    readers = [
        file.name
        for file in PRODUCT_FILES
        for node in nodes(file)
        if isinstance(node, ast.Attribute) and node.attr in ("Config", "get_config_env", "get_config")
    ]

    assert readers == ["this_stack.py"]


@each_component_file
def test_no_resource_is_made_inside_apply(file: Path):
    """It would be missing from the preview while its input is unknown."""
    inside = [
        called(inner)
        for node in nodes(file)
        if isinstance(node, ast.Call) and called(node) == "apply"
        for argument in node.args
        for inner in ast.walk(argument)
        if isinstance(inner, ast.Call) and called(inner)[:1].isupper()
    ]

    assert inside == []


@each_component_file
def test_sdks_are_imported_by_part(file: Path):
    """The whole of pulumi_aws costs seconds and hundreds of megabytes."""
    whole = [
        alias.name
        for node in nodes(file)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "pulumi_aws"
    ]
    stars = [
        node.module
        for node in nodes(file)
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
    ]

    assert (whole, stars) == ([], [])


@each_component_file
def test_children_get_options_of_their_own(file: Path):
    """The caller's parent, protection and aliases would leak into them."""
    merged = [node for node in nodes(file) if isinstance(node, ast.Call) and called(node) == "merge"]

    assert merged == []


@each_component_file
def test_annotations_are_not_postponed(file: Path):
    """The component package reads them at run time."""
    postponed = [node for node in nodes(file) if isinstance(node, ast.ImportFrom) and node.module == "__future__"]

    assert postponed == []


@pytest.mark.parametrize("file", COMPONENT_FILES, ids=lambda file: file.stem)
def test_partitions_and_regions_come_from_facts(file: Path):
    written = [
        node.value
        for node in nodes(file)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("arn:")
    ]

    assert written == []


@pytest.mark.parametrize("file", COMPONENT_FILES, ids=lambda file: file.stem)
def test_nothing_is_exported_by_a_component(file: Path):
    assert [node for node in nodes(file) if isinstance(node, ast.Call) and called(node) == "export"] == []


def test_the_program_is_a_table_of_contents():
    assert len((ROOT / "__main__.py").read_text().splitlines()) <= 40
