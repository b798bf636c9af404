"""Free disk is checked before a build starts. The disk itself is never filled."""

import shutil
from types import SimpleNamespace

import pytest

from localcloud.building.disk import check_free_disk, go_folders
from localcloud.errors import LocalCloudError


@pytest.fixture
def five_gigabytes_free(monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=5 * 10**9))


@pytest.mark.usefixtures("five_gigabytes_free")
def test_enough_disk_is_silent(tmp_path):
    check_free_disk([(tmp_path / "not" / "yet", 4.9)])


@pytest.mark.usefixtures("five_gigabytes_free")
def test_rejects_folders_that_fit_only_one_by_one(tmp_path):
    with pytest.raises(LocalCloudError) as refused:
        check_free_disk([(tmp_path / "a", 3), (tmp_path / "b", 2.5)])

    assert str(refused.value) == (
        f"the build needs 5.5 GB in {tmp_path}/a, {tmp_path}/b, 5.0 GB are free; "
        "free some, or set GOCACHE, GOMODCACHE and XDG_CACHE_HOME to a larger disk"
    )


@pytest.mark.usefixtures("five_gigabytes_free")
def test_a_folder_is_named_once(tmp_path):
    with pytest.raises(LocalCloudError, match=rf"^the build needs 6\.0 GB in {tmp_path}/a, 5\.0 GB are free; "):
        check_free_disk([(tmp_path / "a", 3), (tmp_path / "a", 3)])


def test_folders_that_go_fills():
    build_cache, module_files = go_folders({"GOCACHE": "/c", "GOMODCACHE": "/m"})

    assert (str(build_cache), str(module_files)) == ("/c", "/m")
