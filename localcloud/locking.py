"""A lock among processes of this machine, let go by the kernel when its holder dies."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def locked(path: Path, waiting_for: str) -> Iterator[None]:
    """Holds `path` alone; says once what it waits for when another process holds it.

    The file may be removed by its holder: whoever waited for it then takes the new one.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    said = False
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if not said:
                    print(f"waiting for {waiting_for}", flush=True)
                    said = True
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            if _is_still(path, descriptor):
                yield
                return
        finally:
            os.close(descriptor)


def _is_still(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False
