"""Time as waiting needs it. Whoever waits gets it from the caller, who decides whether it is real."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

LOOK_EVERY_SECONDS = 2
"""Pause between two looks at a cluster."""


@dataclass(frozen=True)
class Clock:
    """Tells the time and lets it pass.

    Attributes:
        now: Seconds since some moment; what a look takes counts as well.
        pause: Waits for a number of seconds.
    """

    now: Callable[[], float]
    pause: Callable[[float], Awaitable[None]]


REAL = Clock(time.monotonic, asyncio.sleep)
