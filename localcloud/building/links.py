"""Links cached binaries into localcloud/bin, where the local cloud and the operator find them.

The engine is a hard link or a copy, never a symbolic one: it resolves links and then looks beside itself for the
language host, which belongs to this checkout while the cache belongs to all. Providers get a folder of their own,
outside the PATH: the engine prints a warning for each provider that it finds there.
"""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from .tools import PULUMI, Tool

PROVIDERS_FOLDER = "providers"


def link_binaries(binaries: Mapping[Tool, Path], folder: Path) -> None:
    """Makes `folder` hold each binary and its companions; what is right already is left alone."""
    (folder / PROVIDERS_FOLDER).mkdir(parents=True, exist_ok=True)
    for tool, binary in binaries.items():
        target = linked_binary(tool, folder)
        if tool is PULUMI:
            for file in binary.parent.iterdir():
                _hard_link(file, target.parent / file.name)
        else:
            _symbolic_link(binary, target)


def linked_binary(tool: Tool, folder: Path) -> Path:
    """Where a tool's binary is found once it is linked."""
    if tool.name.startswith("pulumi-resource-"):
        return folder / PROVIDERS_FOLDER / tool.name
    return folder / tool.name


def _symbolic_link(source: Path, target: Path) -> None:
    if target.is_symlink() and target.readlink() == source:
        return
    target.unlink(missing_ok=True)
    target.symlink_to(source)


def _hard_link(source: Path, target: Path) -> None:
    if target.exists() and _same_file(source, target):
        return
    target.unlink(missing_ok=True)
    try:
        target.hardlink_to(source)
    except OSError:
        # Another file system, or one without hard links.
        shutil.copy2(source, target)


def _same_file(source: Path, target: Path) -> bool:
    ours, theirs = target.stat(), source.stat()
    return os.path.samestat(ours, theirs) or (ours.st_size, ours.st_mtime_ns) == (theirs.st_size, theirs.st_mtime_ns)
