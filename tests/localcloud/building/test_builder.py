"""What is built, and what an interrupted build leaves. The compiler is a script; nothing is downloaded."""

import dataclasses
import json
import stat

import pytest

from localcloud.building import builder, own_caches
from localcloud.building.go import Go
from localcloud.building.tools import Tool
from localcloud.errors import LocalCloudError

TOOL = Tool(name="etcd", module="etcd", package="go.etcd.io/etcd/server/v3", minutes=0.5, cache_gb=0.5)

COMPILER = """#!/bin/sh
case "$1" in
  env) echo '{{"GOCACHE": "{cache}", "GOMODCACHE": "{cache}"}}';;
  mod) echo '{{"Dir": "/modules/'"$4"'"}}';;
  build) echo "$@" >> "{calls}"; {build};;
  clean) echo "$@" >> "{calls}";;
esac
"""

WRITES_ITS_OUTPUT = 'while [ "$1" != -o ]; do shift; done; echo binary > "$2"'


@pytest.fixture
def workshop(tmp_path, monkeypatch):
    """Folders of their own, and a compiler that does as it is told."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(builder, "BIN", tmp_path / "bin")
    monkeypatch.setattr(builder, "lay_charts", lambda go: None)

    def compiler(build):
        script = tmp_path / "go"
        script.write_text(COMPILER.format(cache=tmp_path, calls=tmp_path / "calls", build=build))
        script.chmod(stat.S_IRWXU)
        monkeypatch.setattr(builder, "find_go", lambda: Go("go1.27.3", script))
        monkeypatch.setattr(own_caches, "find_go", lambda: Go("go1.27.3", script))
        return tmp_path

    return compiler


def builds(folder):
    calls = folder / "calls"
    return len(calls.read_text().splitlines()) if calls.exists() else 0


def test_a_second_build_compiles_nothing(workshop):
    folder = workshop(WRITES_ITS_OUTPUT)

    builder.build_missing([TOOL])
    builder.build_missing([TOOL])

    assert builds(folder) == 1
    assert (folder / "bin" / "etcd").read_text() == "binary\n"


def test_a_changed_stamp_compiles_again_and_moves_the_link(workshop):
    folder = workshop(WRITES_ITS_OUTPUT)
    builder.build_missing([TOOL])
    before = (folder / "bin" / "etcd").readlink()

    builder.build_missing([dataclasses.replace(TOOL, stamps=("a.b=1",))])

    assert builds(folder) == 2
    assert (folder / "bin" / "etcd").readlink() != before


def test_an_overlaid_file_is_compiled_as_if_it_lay_in_the_modules_folder(workshop):
    folder = workshop(
        'while [ "$1" != -overlay ]; do shift; done; cat "$2" > "$XDG_CACHE_HOME/overlay"; echo binary > "$6"'
    )
    tool = dataclasses.replace(TOOL, package=".", overlaid=(("example.com/upstream", "cmd/main.go"),))

    builder.build_missing([tool])

    overlay = json.loads((folder / "cache" / "overlay").read_text())
    assert overlay == {
        "Replace": {str(builder.TOOLS / "etcd" / "main.go"): "/modules/example.com/upstream/cmd/main.go"}
    }


def test_announces_time_and_disk_before_it_starts(workshop, capsys):
    workshop(WRITES_ITS_OUTPUT)

    builder.build_missing([dataclasses.replace(TOOL, minutes=20, cache_gb=11.85)])

    assert capsys.readouterr().out.splitlines()[0] == (
        "building etcd with go1.27.3: at most 20 minutes on 2 cores and 12.0 GB of disk; "
        "can be interrupted and repeated"
    )


def test_a_failed_build_leaves_nothing_and_shows_the_compilers_last_lines(workshop):
    folder = workshop(f"{WRITES_ITS_OUTPUT}; echo 'no such package' >&2; exit 1")

    with pytest.raises(LocalCloudError) as failed:
        builder.build_missing([TOOL])

    assert str(failed.value) == (
        "etcd could not be built; repeat when the cause is gone. Go's last lines:\nno such package"
    )
    assert list((folder / "cache" / "karpenter-tenants" / "bin").iterdir()) == []


def test_what_a_killed_build_left_is_removed_by_the_next(workshop):
    folder = workshop(WRITES_ITS_OUTPUT)
    left = folder / "cache" / "karpenter-tenants" / "bin" / ".building-x"
    left.mkdir(parents=True)
    (left / "half").write_text("half a binary")

    builder.build_missing([TOOL])

    assert not left.exists()


def test_an_interrupt_ends_the_compiler_and_leaves_nothing(workshop, monkeypatch):
    folder = workshop("sleep 60")
    waited_for = []

    def interrupted(process, what):
        waited_for.append(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(builder, "wait_with_progress", interrupted)

    with pytest.raises(KeyboardInterrupt):
        builder.build_missing([TOOL])

    (process,) = waited_for
    assert process.returncode == -15
    assert list((folder / "cache" / "karpenter-tenants" / "bin").iterdir()) == []


def test_own_caches_are_cleaned_by_go_and_removed_when_all_is_built(workshop, monkeypatch):
    folder = workshop('mkdir -p "$GOMODCACHE"; ' + WRITES_ITS_OUTPUT)
    monkeypatch.setenv("GOCACHE", "/own")
    monkeypatch.setenv("GOMODCACHE", "/own")

    with own_caches.own_go_caches():
        builder.build_missing([TOOL])
        caches = sorted(path.name for path in (folder / "cache" / "karpenter-tenants").iterdir())

    assert caches == ["bin", "build.lock", "go-caches"]
    assert (folder / "calls").read_text().splitlines()[-1] == "clean -cache -modcache"
    assert not (folder / "cache" / "karpenter-tenants" / "go-caches").exists()


def test_own_caches_stay_for_the_repetition_of_a_failed_build(workshop, monkeypatch):
    folder = workshop('mkdir -p "$GOMODCACHE"; exit 1')
    monkeypatch.setenv("GOCACHE", "/own")
    monkeypatch.setenv("GOMODCACHE", "/own")

    with pytest.raises(LocalCloudError), own_caches.own_go_caches():
        builder.build_missing([TOOL])

    assert (folder / "cache" / "karpenter-tenants" / "go-caches" / "modules").exists()
