"""Locks among processes."""

import subprocess
import sys

from localcloud.locking import locked

HOLD = """
import sys
from pathlib import Path
from localcloud.locking import locked
with locked(Path(sys.argv[1]), "the test"):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    return process, process.stdout.readline().strip()


def test_waits_for_another_process_and_says_so_once(tmp_path, capsys):
    first, said = holder(tmp_path / "lock")
    second = subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path / "lock"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )

    assert said == "held"
    assert second.stdout.readline() == "waiting for the test\n"
    first.communicate("")
    assert second.communicate()[0] == "held\n"


def test_a_killed_holder_lets_go(tmp_path, capsys):
    first, _ = holder(tmp_path / "lock")
    first.kill()
    first.communicate()

    with locked(tmp_path / "lock", "the test"):
        assert capsys.readouterr().out == ""


def test_the_holder_may_remove_the_lock(tmp_path):
    path = tmp_path / "lock"

    with locked(path, "the test"):
        path.unlink()
    with locked(path, "the test"):
        assert path.exists()
