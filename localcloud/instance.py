"""One instance of the local cloud: its name, its folder, and the version of what lies in it.

Instances share the binaries and nothing else, so several run side by side. What an older version of the local cloud
left behind is refused with a remedy, never guessed at.
"""

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from .errors import LocalCloudError
from .folders import INSTANCES

STATE_VERSION = 1
"""Raised whenever the files of an instance change their meaning."""

DEFAULT_NAME = "default"
_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,28}[a-z0-9])?")


@dataclass(frozen=True)
class Instance:
    """Paths of one instance; nothing is read or written until a method is called."""

    name: str
    folder: Path

    @property
    def lock(self) -> Path:
        """Held by whoever changes the instance; outside of its folder, which `down` removes."""
        return self.folder.parent / f"{self.name}.lock"

    @property
    def records(self) -> Path:
        """`<part>.json` per process."""
        return self.folder / "processes"

    @property
    def logs(self) -> Path:
        """`<part>.log` per process."""
        return self.folder / "logs"

    @property
    def temporary(self) -> Path:
        """What the engine's plugins leave behind: a kubeconfig for each start of the provider kubernetes."""
        return self.folder / "tmp"

    @property
    def ports(self) -> Path:
        """Ports of the last start, by part."""
        return self.folder / "ports.json"

    @property
    def keys(self) -> Path:
        """Certificates, private keys and tokens, readable for this user only."""
        return self.folder / "keys"

    @property
    def kubeconfig(self) -> Path:
        """The administrator's kubeconfig, with certificate authority and token inside."""
        return self.folder / "kubeconfig.json"

    @property
    def etcd(self) -> Path:
        """etcd's data."""
        return self.folder / "etcd"

    @property
    def aws(self) -> Path:
        """What the moto server keeps."""
        return self.folder / "aws"

    @property
    def pulumi_home(self) -> Path:
        """PULUMI_HOME: plugins of this instance, nothing of the user's own."""
        return self.folder / "pulumi" / "home"

    @property
    def pulumi_state(self) -> Path:
        """The file backend: stacks and their history."""
        return self.folder / "pulumi" / "state"

    def claim(self) -> None:
        """Makes the folder, or checks that this version of the local cloud made it.

        Raises:
            LocalCloudError: The folder is of another version.
        """
        if not self.folder.exists():
            self.folder.mkdir(parents=True, mode=0o700)
            self._version_file.write_text(json.dumps({"version": STATE_VERSION}), encoding="utf-8")
            return
        found = self._found_version()
        if found != STATE_VERSION:
            raise LocalCloudError(
                f"instance {self.name!r} is of another version of the local cloud (its files {found}, this one "
                f"{STATE_VERSION}); remove it with: {self.command('down')}"
            )

    def exists(self) -> bool:
        """Whether anything of this instance is on disk."""
        return self.folder.exists()

    def remove(self) -> None:
        """Deletes every file; the processes must have ended."""
        shutil.rmtree(self.folder, ignore_errors=False)

    def command(self, subcommand: str) -> str:
        """What the operator types for this instance."""
        named = "" if self.name == DEFAULT_NAME else f" --name {self.name}"
        return f"python -m localcloud{named} {subcommand}"

    @property
    def _version_file(self) -> Path:
        return self.folder / "version.json"

    def _found_version(self) -> str | int:
        try:
            return json.loads(self._version_file.read_text(encoding="utf-8"))["version"]
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return "unknown"


def instance(name: str) -> Instance:
    """The instance of that name.

    Raises:
        LocalCloudError: The name cannot be a folder's name on every system.
    """
    if not _NAME.fullmatch(name):
        raise LocalCloudError(
            f"instance name {name!r} is not usable; "
            "write 1 to 30 of a-z, 0-9 and -, with a letter or digit first and last"
        )
    return Instance(name, INSTANCES / name)


def instances() -> tuple[Instance, ...]:
    """Every instance of this checkout, up or not."""
    folders = sorted(INSTANCES.iterdir()) if INSTANCES.exists() else []
    return tuple(Instance(folder.name, folder) for folder in folders if folder.is_dir())
