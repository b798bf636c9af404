"""Keys of binaries: what must build anew, and what must not. Nothing is compiled."""

import dataclasses

import pytest

from localcloud.building.key import binary_key, module_sum
from localcloud.building.tools import Tool

TOOL = Tool(name="etcd", module="etcd", package="go.etcd.io/etcd/server/v3", minutes=1, cache_gb=1)


@pytest.fixture
def modules(tmp_path):
    folder = tmp_path / "etcd"
    folder.mkdir()
    (folder / "go.mod").write_text("module a\n")
    (folder / "go.sum").write_text("b v1 h1:c=\n")
    return tmp_path


def test_same_sources_have_the_same_key_in_every_clone(modules, tmp_path_factory):
    other = tmp_path_factory.mktemp("clone") / "etcd"
    other.mkdir()
    for file in (modules / "etcd").iterdir():
        (other / file.name).write_bytes(file.read_bytes())

    assert binary_key(TOOL, modules, "go1.27.3") == binary_key(TOOL, other.parent, "go1.27.3")


@pytest.mark.parametrize(
    "changed",
    [
        {"package": "go.etcd.io/etcd/server/v4"},
        {"stamps": ("a.b=1",)},
        {"companions": (("module", "file"),)},
        {"overlaid": (("module", "file"),)},
    ],
)
def test_a_changed_row_of_the_table_changes_the_key(modules, changed):
    assert binary_key(dataclasses.replace(TOOL, **changed), modules, "go1.27.3") != binary_key(
        TOOL, modules, "go1.27.3"
    )


def test_another_go_changes_the_key(modules):
    assert binary_key(TOOL, modules, "go1.27.4") != binary_key(TOOL, modules, "go1.27.3")


@pytest.mark.parametrize("file", ["go.mod", "go.sum", "main.go"])
def test_every_file_of_the_module_changes_the_key(modules, file):
    before = binary_key(TOOL, modules, "go1.27.3")

    (modules / "etcd" / file).write_text("changed")

    assert binary_key(TOOL, modules, "go1.27.3") != before


def test_build_time_is_no_part_of_the_key(modules):
    slower = dataclasses.replace(TOOL, minutes=9, cache_gb=9)

    assert binary_key(slower, modules, "go1.27.3") == binary_key(TOOL, modules, "go1.27.3")


def test_text_that_moves_from_one_file_to_the_next_changes_the_key(modules):
    before = binary_key(TOOL, modules, "go1.27.3")

    (modules / "etcd" / "go.mod").write_text("module a\nb v1 h1:c=\n")
    (modules / "etcd" / "go.sum").write_text("")

    assert binary_key(TOOL, modules, "go1.27.3") != before


def test_module_sum_is_that_of_the_module_not_of_its_go_mod():
    go_sum = "a/b v1.0.0/go.mod h1:mod=\na/b v1.0.0 h1:whole=\na/b v1.1.0 h1:newer=\n"

    assert module_sum(go_sum, "a/b", "v1.0.0") == "h1:whole="


def test_rejects_a_module_without_sum():
    with pytest.raises(LookupError, match=r"^a/c v1\.0\.0 is not in go\.sum$"):
        module_sum("a/b v1.0.0 h1:whole=\n", "a/c", "v1.0.0")
