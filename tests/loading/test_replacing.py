"""A file is written as a whole, or stays as it was."""

import os
from pathlib import Path

import pytest

from components.loading.replacing import replace_file


def test_a_new_file_has_the_mode_of_files_that_are_made(tmp_path: Path):
    (tmp_path / "other").write_text("")

    replace_file(tmp_path / "file", b"text")

    assert (tmp_path / "file").read_bytes() == b"text"
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "other").stat().st_mode
    assert sorted(os.listdir(tmp_path)) == ["file", "other"]


def test_rejects_a_file_that_is_protected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").write_text("before")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everything

    with pytest.raises(PermissionError, match="Permission denied"):
        replace_file(tmp_path / "file", b"text")

    assert (tmp_path / "file").read_bytes() == b"before"


def test_rejects_a_folder(tmp_path: Path):
    (tmp_path / "file").mkdir()

    with pytest.raises(IsADirectoryError):
        replace_file(tmp_path / "file", b"text")

    assert os.listdir(tmp_path) == ["file"]
