"""Starts, finds and ends the processes of an instance.

Each part is a process of its own session, recorded in `processes/<part>.json` by its id, start time, ports and command.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .folders import CHECKOUT
from .process_table import identity
from .start_part import DETACHED, FOREGROUND

_STARTER = CHECKOUT / "localcloud" / "start_part.py"
_SECONDS_TO_END = 10


@dataclass(frozen=True)
class Record:
    """A process as it was started; it may have ended since.

    Attributes:
        part: Name within the instance, such as "etcd".
        pid: Process id.
        started: Its start time as `process_table.identity` gives it.
        ports: Port name: number, such as {"client": 40001}.
        command: Executable and arguments.
    """

    part: str
    pid: int
    started: str
    ports: Mapping[str, int]
    command: tuple[str, ...]

    @property
    def running(self) -> bool:
        """Whether this very process lives."""
        return identity(self.pid) == self.started


def start(
    records: Path, part: str, command: Sequence[str], *, ports: Mapping[str, int], env: Mapping[str, str], log: Path
) -> Record:
    """Starts a part that outlives this process; its output goes to the end of `log`."""
    with log.open("ab") as output:
        subprocess.run(
            _starter(DETACHED, records, part, ports, command),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=env,
            cwd=CHECKOUT,
            check=True,
        )
    return _read(_file(records, part))


def start_in_foreground(
    records: Path, part: str, command: Sequence[str], *, env: Mapping[str, str]
) -> "subprocess.Popen[bytes]":
    """Starts a child that has this process's terminal; it is recorded like the parts, but without ports."""
    return subprocess.Popen(_starter(FOREGROUND, records, part, {}, command), env=env, cwd=CHECKOUT)


def recorded(records: Path) -> list[Record]:
    """All parts that were started and not ended by us, by name."""
    return [_read(file) for file in sorted(records.glob("*.json"))]


def end(records: Path, to_end: Iterable[Record]) -> None:
    """Ends processes in the given order, each politely first, and forgets them.

    A record whose process id now belongs to another process is forgotten without touching that process.
    """
    for record in to_end:
        _end_one(record)
        forget(records, record.part)


def forget(records: Path, part: str) -> None:
    """Removes the record of a process that has ended."""
    _file(records, part).unlink(missing_ok=True)


def _starter(mode: str, records: Path, part: str, ports: Mapping[str, int], command: Sequence[str]) -> list[str]:
    records.mkdir(parents=True, exist_ok=True)
    return [
        sys.executable,
        "-I",
        "-S",
        str(_STARTER),
        mode,
        str(_file(records, part)),
        json.dumps(dict(ports)),
        *command,
    ]


def _read(file: Path) -> Record:
    content = json.loads(file.read_text(encoding="utf-8"))
    return Record(file.stem, content["pid"], content["started"], content["ports"], tuple(content["command"]))


def _end_one(record: Record) -> None:
    for signal_number in (signal.SIGTERM, signal.SIGKILL):
        if not record.running:
            return
        # It may end between the look and the signal.
        with suppress(ProcessLookupError):
            os.kill(record.pid, signal_number)
        deadline = time.monotonic() + _SECONDS_TO_END
        while record.running and time.monotonic() < deadline:
            time.sleep(0.02)


def _file(records: Path, part: str) -> Path:
    return records / f"{part}.json"
