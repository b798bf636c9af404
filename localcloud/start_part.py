"""Records itself as a part of an instance, then becomes that part.

Run as a script: `start_part.py detached|foreground RECORD PORTS COMMAND…`. The record is written by the process itself
and before the command runs, so whoever started it may be killed at any moment and the part is still known to the next
`up` or `down`. A detached part is nobody's child: its starter ends as soon as the command runs.
"""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

DETACHED = "detached"
FOREGROUND = "foreground"


def main() -> None:
    """Does what the command line says."""
    mode, record, ports, *command = sys.argv[1:]
    if mode == DETACHED and not _is_the_part():
        return
    _record(Path(record), json.loads(ports), command)
    os.execv(command[0], command)


def _is_the_part() -> bool:
    """Forks; True in the new process, False in the old one once the new one runs its command, or could not."""
    closed_by_exec, held_by_part = os.pipe()
    if os.fork() == 0:
        os.setsid()
        os.close(closed_by_exec)
        return True
    os.close(held_by_part)
    os.read(closed_by_exec, 1)
    return False


def _record(file: Path, ports: dict[str, int], command: Sequence[str]) -> None:
    sys.path[0] = str(Path(__file__).resolve().parent.parent)
    from localcloud.process_table import identity

    content = {"pid": os.getpid(), "started": identity(os.getpid()), "ports": ports, "command": command}
    half_written = Path(f"{file}.{os.getpid()}")
    half_written.write_text(json.dumps(content), encoding="utf-8")
    half_written.replace(file)


if __name__ == "__main__":
    main()
