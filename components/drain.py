"""How long the engine waits for a pool or a class to be gone.

A deleted NodePool goes when its last node is drained, and pods that refuse disruption hold a node until the pool's
termination grace period is over. The class waits for the nodes of all its pools.
"""

from collections.abc import Iterable

import pulumi

from .model.duration import Duration

MARGIN_MINUTES = 15
"""After its grace period a node still has to be terminated, and its finalizers have to go."""

SHORTEST_MINUTES = 30


def drain_timeouts(grace_periods: Iterable[Duration | None]) -> pulumi.CustomTimeouts:
    """The longest of `grace_periods` and a margin; a pool without one may be held for ever, which nobody waits for."""
    seconds = max((grace.seconds for grace in grace_periods if grace is not None), default=0)
    return pulumi.CustomTimeouts(delete=f"{max(SHORTEST_MINUTES, -(-seconds // 60) + MARGIN_MINUTES)}m")
