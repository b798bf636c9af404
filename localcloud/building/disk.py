"""Refuses a build for which the disk is too small, before it starts."""

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..errors import LocalCloudError

GIGABYTE = 10**9


def check_free_disk(needs: Iterable[tuple[Path, float]]) -> None:
    """Compares what is needed with what is free, file system by file system.

    Args:
        needs: Folder (need not exist yet) and gigabytes that will be written into it.

    Raises:
        LocalCloudError: One file system is too small for all folders that lie on it.
    """
    on_device: dict[int, tuple[list[Path], float]] = {}
    for folder, gigabytes in needs:
        existing = _nearest_existing(folder)
        folders, sum_so_far = on_device.get(existing.stat().st_dev, ([], 0.0))
        named = folders if folder in folders else [*folders, folder]
        on_device[existing.stat().st_dev] = (named, sum_so_far + gigabytes)
    for folders, gigabytes in on_device.values():
        free = shutil.disk_usage(_nearest_existing(folders[0])).free / GIGABYTE
        if free < gigabytes:
            raise LocalCloudError(
                f"the build needs {gigabytes:.1f} GB in {', '.join(str(folder) for folder in folders)}, "
                f"{free:.1f} GB are free; free some, or set GOCACHE, GOMODCACHE and XDG_CACHE_HOME to a larger disk"
            )


def go_folders(go_env: Mapping[str, str]) -> tuple[Path, Path]:
    """Build cache and module files, from the answer of `go env -json`."""
    return Path(go_env["GOCACHE"]), Path(go_env["GOMODCACHE"])


def _nearest_existing(folder: Path) -> Path:
    while not folder.exists():
        folder = folder.parent
    return folder
