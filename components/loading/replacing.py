"""Writing a file as a whole: a full disk or an interruption leaves what was there before."""

import os
import shutil
from errno import EACCES
from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Gives the file this content, and its old mode where there was one; of a link the file that it leads to.

    Raises:
        OSError: It cannot be written, and is as it was.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(path))
    # Names with a dot in front are no tenants.
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
