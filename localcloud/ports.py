"""Chooses ports of this machine's loopback address.

Between choosing and using another process can take a port: whoever starts a server has to notice that and choose again.
"""

import contextlib
import socket
from collections.abc import Iterable, Mapping

LOOPBACK = "127.0.0.1"


def choose(names: Iterable[str], before: Mapping[str, int]) -> dict[str, int]:
    """A free port for each name.

    Args:
        names: What the ports are for.
        before: Ports of an earlier start; used again while they are free, because Pulumi's state speaks of them.
    """
    with contextlib.ExitStack() as held:
        return {name: _free(before.get(name, 0), held) for name in names}


def _free(wanted: int, held: contextlib.ExitStack) -> int:
    # Held until all are chosen, so that two names never get the same port.
    probe = held.enter_context(socket.socket())
    # As servers do: a port whose last connections are still being closed counts as free.
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        probe.bind((LOOPBACK, wanted))
    except OSError:
        probe.bind((LOOPBACK, 0))
    return probe.getsockname()[1]
