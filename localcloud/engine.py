"""Which `pulumi` runs: an installed one when it is new enough, else the one built from source."""

import functools
import os
import re
import shutil
import subprocess
from pathlib import Path

from .building.tools import PULUMI, TOOLS_FOR_DEPLOYMENT, Tool
from .folders import BIN

OLDEST = (3, 272)
"""The version of the Python SDK: an older engine may lack what it asks for."""

LANGUAGE_HOST = "pulumi-language-python"


def engine() -> Path:
    """The executable to run; built first if there is no installed one."""
    return installed_engine() or BIN / PULUMI.name


def tools_for_deployment() -> tuple[Tool, ...]:
    """What has to be built on this machine."""
    installed = installed_engine()
    return tuple(tool for tool in TOOLS_FOR_DEPLOYMENT if tool is not PULUMI or not installed)


@functools.cache
def installed_engine() -> Path | None:
    """An installed Pulumi of the right age that has its Python language host beside it."""
    folders = [folder for folder in os.environ.get("PATH", "").split(os.pathsep) if Path(folder) != BIN]
    found = shutil.which(PULUMI.name, path=os.pathsep.join(folders))
    if not found or not (Path(found).resolve().parent / LANGUAGE_HOST).exists():
        return None
    answer = subprocess.run([found, "version"], capture_output=True, text=True)
    version = re.match(r"v?(\d+)\.(\d+)", answer.stdout.strip())
    if not version or (int(version[1]), int(version[2])) < OLDEST:
        return None
    return Path(found)
