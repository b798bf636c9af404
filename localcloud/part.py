"""What the local cloud needs to know of a process to start it and to tell whether it works."""

import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ssl import SSLContext

_SECONDS = 5

Ports = Mapping[str, Mapping[str, int]]
"""Part: port name: number."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One process of an instance, with its ports already chosen.

    Attributes:
        name: As `status` and `logs` show it.
        command: Executable and arguments.
        healthy: Asks the process itself; False when nothing answers.
        environment: Variables that it needs beyond PATH and HOME.
        prepare: Writes the files that it reads.
    """

    name: str
    command: tuple[str, ...]
    healthy: Callable[[], bool]
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    prepare: Callable[[], object] = lambda: None


def answers(url: str, tls: SSLContext | None = None) -> bool:
    """Whether a GET of a loopback address is answered with success."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=tls))
    try:
        with opener.open(url, timeout=_SECONDS):
            return True
    except (urllib.error.URLError, OSError):
        return False
