"""Records itself as a part of an instance, then becomes that part.

Run as a script: `start_part.py RECORD PORTS COMMAND…`. The record is written by the process itself and before the
command runs, so whoever started it may be killed at any moment and the part is still known to the next `up` or
`down`.
"""

import json
import os
import sys
from pathlib import Path


def main() -> None:
    """Writes RECORD and replaces this process by COMMAND."""
    sys.path[0] = str(Path(__file__).resolve().parent.parent)
    from localcloud.process_table import identity

    record, ports, *command = sys.argv[1:]
    content = {"pid": os.getpid(), "started": identity(os.getpid()), "ports": json.loads(ports), "command": command}
    half_written = Path(f"{record}.{os.getpid()}")
    half_written.write_text(json.dumps(content), encoding="utf-8")
    half_written.replace(record)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
