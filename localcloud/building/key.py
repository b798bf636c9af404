"""The key of a binary: whatever would change it changes the key, nothing else does."""

import hashlib
import platform
from pathlib import Path

from .tools import Tool


def binary_key(tool: Tool, modules: Path, go_version: str) -> str:
    """16 hexadecimal digits over module files, package, flags, Go version and machine.

    Args:
        tool: The row of the table.
        modules: The folder that holds the tool's module folder.
        go_version: As Go writes it, such as "go1.27.3".
    """
    digest = hashlib.sha256()
    for part in (tool.name, tool.package, tool.ldflags, go_version, platform.system(), platform.machine()):
        _add(digest, part.encode())
    for file_of_module in (*tool.companions, *tool.overlaid):
        _add(digest, " ".join(file_of_module).encode())
    for file in sorted((modules / tool.module).iterdir()):
        _add(digest, file.name.encode())
        _add(digest, file.read_bytes())
    return digest.hexdigest()[:16]


def module_sum(go_sum: str, module: str, version: str) -> str:
    """The checksum that a go.sum holds for one module, such as "h1:XS61…="."""
    for line in go_sum.splitlines():
        name, found_version, checksum = line.split()
        if (name, found_version) == (module, version):
            return checksum
    raise LookupError(f"{module} {version} is not in go.sum")


def _add(digest: "hashlib._Hash", part: bytes) -> None:
    # With its length, so that no two lists of parts are the same bytes.
    digest.update(len(part).to_bytes(8, "big"))
    digest.update(part)
