"""For small disks: Go's caches in a folder of their own, removed as soon as everything is built."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator

from ..folders import cache
from .go import build_environment, find_go


@contextlib.contextmanager
def own_go_caches() -> Iterator[None]:
    """Makes Go use caches below ours and removes them after success, so that only binaries and charts stay.

    After a failure or an interrupt they stay for the repetition.
    """
    folder = cache() / "go-caches"
    os.environ["GOCACHE"] = str(folder / "build")
    os.environ["GOMODCACHE"] = str(folder / "modules")
    yield
    if folder.exists():
        # Module files are read-only; Go itself knows how to remove them.
        command = [find_go().installed(), "clean", "-cache", "-modcache"]
        subprocess.run(command, env=build_environment(os.environ), cwd=folder, check=True)
        shutil.rmtree(folder)
