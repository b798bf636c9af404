"""Files with keys and tokens, which nobody else on this machine may read."""

import os
from pathlib import Path


def write_private(path: Path, content: bytes) -> None:
    """Writes the file, which is readable for this user only from its first byte on."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
