"""Whether keys and tokens stay with whoever started the instance."""

import os
import stat
from pathlib import Path

from localcloud.private_file import write_private


def test_nobody_else_may_read_the_file_whatever_the_umask(tmp_path: Path):
    before = os.umask(0)
    try:
        write_private(tmp_path / "server.key", b"key")
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / "server.key").stat().st_mode) == 0o600


def test_a_file_that_is_there_is_replaced_whole(tmp_path: Path):
    write_private(tmp_path / "tokens.csv", b"a longer content")

    write_private(tmp_path / "tokens.csv", b"short")

    assert (tmp_path / "tokens.csv").read_bytes() == b"short"
