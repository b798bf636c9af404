"""The table of `status`."""

import os
import re

from localcloud.process_table import identity
from localcloud.processes import Record
from localcloud.status import table


def test_a_running_part_and_one_that_was_never_started():
    running = Record("etcd", os.getpid(), identity(os.getpid()), {"client": 2379, "peer": 2380}, ("etcd",))

    lines = table([("etcd", running, True), ("kwok", None, False)]).splitlines()

    assert lines[0].split() == ["part", "pid", "ports", "memory", "healthy"]
    assert re.fullmatch(rf"etcd\s+{os.getpid()}\s+2379,2380\s+\d+ MiB\s+yes", lines[1])
    assert lines[2].split() == ["kwok", "-", "-", "-", "no"]


def test_a_part_that_has_ended_looks_like_one_that_never_ran():
    ended = Record("etcd", os.getpid(), "another start", {"client": 2379}, ("etcd",))

    assert table([("etcd", ended, False)]).splitlines()[1].split() == ["etcd", "-", "-", "-", "no"]
