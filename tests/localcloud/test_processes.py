"""Start, records and end of processes, with small ones of this machine."""

import json
import os
import subprocess
import sys

import pytest

from localcloud import processes
from localcloud.process_table import identity


@pytest.fixture
def records(tmp_path):
    folder = tmp_path / "processes"
    yield folder
    processes.end(folder, processes.recorded(folder))


def start(folder, part, *command):
    log = folder.parent / f"{part}.log"
    return processes.start(folder, part, command, ports={"http": 1}, env=dict(os.environ), log=log)


def test_a_part_is_recorded_as_soon_as_it_was_started(records):
    record = start(records, "sleeper", "/bin/sleep", "60")

    assert record.running
    assert record == processes.Record("sleeper", record.pid, identity(record.pid), {"http": 1}, ("/bin/sleep", "60"))
    assert processes.recorded(records) == [record]


def test_a_part_has_a_session_of_its_own_and_is_nobodys_child(records):
    record = start(records, "sleeper", "/bin/sleep", "60")

    assert os.getsid(record.pid) == record.pid
    with pytest.raises(ChildProcessError):
        os.waitpid(record.pid, 0)


def test_output_goes_to_the_log_after_what_is_there(records):
    log = records.parent / "echo.log"
    log.write_text("before\n")

    record = start(records, "echo", "/bin/sh", "-c", "echo out; echo error >&2")
    while record.running:
        pass

    assert log.read_text() == "before\nout\nerror\n"


def test_a_command_that_is_not_there_leaves_its_reason_in_the_log(records):
    record = start(records, "etcd", "/no/such/etcd")
    while record.running:
        pass

    last_line = (records.parent / "etcd.log").read_text().splitlines()[-1]
    assert last_line == "FileNotFoundError: [Errno 2] No such file or directory"


def test_end_ends_and_forgets(records):
    record = start(records, "sleeper", "/bin/sleep", "60")

    processes.end(records, [record])

    assert not record.running
    assert processes.recorded(records) == []


def test_a_part_that_ignores_the_polite_signal_is_killed(records, monkeypatch):
    monkeypatch.setattr(processes, "_SECONDS_TO_END", 0.2)
    script = "trap '' TERM; echo ready; while true; do sleep 1; done"
    record = start(records, "stubborn", "/bin/sh", "-c", script)
    while "ready" not in (records.parent / "stubborn.log").read_text():
        pass

    processes.end(records, [record])

    assert not record.running


def test_another_process_with_a_recorded_id_is_never_touched(records):
    with subprocess.Popen(["/bin/sleep", "60"]) as stranger:
        records.mkdir()
        content = {"pid": stranger.pid, "started": "another boot 42", "ports": {}, "command": ["etcd"]}
        (records / "etcd.json").write_text(json.dumps(content))

        processes.end(records, processes.recorded(records))

        assert stranger.poll() is None
        assert processes.recorded(records) == []
        stranger.kill()


def test_a_process_whose_exit_status_nobody_took_has_ended():
    with subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE) as process:
        process.stdout.read()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)

        assert identity(process.pid) is None


def test_a_process_id_that_nobody_has_is_no_process():
    assert identity(2**22 + 1) is None
