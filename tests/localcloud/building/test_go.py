"""Which Go is used. None is installed here."""

import shutil

import pytest

from localcloud.building import go
from localcloud.building.go import Go, build_environment, find_go


@pytest.fixture
def go_on_path(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def install(version):
        command = tmp_path / "go"
        command.write_text(f"#!/bin/sh\necho {version}\n")
        command.chmod(0o755)
        monkeypatch.setattr(shutil, "which", lambda name: str(command))
        return command

    return install


@pytest.mark.parametrize("version", ["go1.27", "go1.27.3", "go1.30rc1", "go2.0"])
def test_an_installed_go_that_is_new_enough_is_used(go_on_path, version):
    command = go_on_path(version)

    assert find_go() == Go(version, command)


@pytest.mark.parametrize("version", ["go1.26.8", "go1.9.9", "devel"])
def test_an_older_go_gives_way_to_the_pinned_one(go_on_path, tmp_path, version):
    go_on_path(version)

    assert find_go() == Go("go1.27.3", tmp_path / "karpenter-tenants" / "go" / "go1.27.3" / "bin" / "go")


def test_without_go_the_pinned_one_is_named_but_not_installed(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(go, "_install_pinned", lambda version: pytest.fail("was installed"))

    assert not find_go().command.exists()


def test_settings_of_the_caller_that_change_a_binary_are_overruled():
    assert build_environment({"CGO_ENABLED": "1", "GOFLAGS": "-race", "GOTOOLCHAIN": "auto", "HOME": "/h"}) == {
        "CGO_ENABLED": "0",
        "GOFLAGS": "-buildvcs=false",
        "GOTOOLCHAIN": "local",
        "GOWORK": "off",
        "HOME": "/h",
    }
