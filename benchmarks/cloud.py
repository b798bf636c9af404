"""How long `make up` takes when everything is built: the way from nothing running to a deployed program."""

import subprocess
import sys
import time

from .child import ROOT

_LOCAL_CLOUD = (sys.executable, "-m", "localcloud")
_INSTANCE = ("--name", "benchmark")


def warm_up_seconds() -> float:
    """Times what `make up` does, by the clock, in an instance of its own; builds first what is missing."""
    _run("build")
    begin = time.monotonic()
    try:
        _run(*_INSTANCE, "up")
        _run(*_INSTANCE, "deploy")
        return time.monotonic() - begin
    finally:
        _run(*_INSTANCE, "down")


def _run(*arguments: str) -> None:
    subprocess.run([*_LOCAL_CLOUD, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
