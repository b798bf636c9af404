"""Waits until Karpenter calls a NodePool or an EC2NodeClass Ready, and fails with the tenant's field and the remedy.

The API server accepts objects that never give a node: a subnet that does not exist, an image that was never published.
The engine runs the hook after it has created or updated an object, never in a preview; an object that is not Ready
stays in the state, so that the next `pulumi up` corrects it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pulumi

from .live import Api, ApiError, api_from_text
from .rendering.unready import Place, explained, is_ready, unlooked, unmet

READY_SECONDS = 300
"""For the whole way: the controller may be starting, and on AWS an instance profile takes a while to be seen."""

PATIENCE_SECONDS = 75
"""For what Karpenter has found missing. It looks again each minute: what the second look misses too is not there."""

LOOK_EVERY_SECONDS = 2

_PLURALS: Mapping[str, str] = {
    "kubernetes:karpenter.sh/v1:NodePool": "/apis/karpenter.sh/v1/nodepools",
    "kubernetes:karpenter.k8s.aws/v1:EC2NodeClass": "/apis/karpenter.k8s.aws/v1/ec2nodeclasses",
}
"""Type of a resource: the path of its objects."""

Look = Callable[[], Awaitable[Mapping[str, Any] | None]]
Pause = Callable[[float], Awaitable[None]]


class Readiness:
    """The hook of one cluster; each object that waits says what it was rendered from.

    Args:
        name: Of the cluster's component.
        kubeconfig: Of the cluster; known long before the first object inside it.
    """

    def __init__(self, name: str, kubeconfig: pulumi.Output[str]) -> None:
        self._kubeconfig = kubeconfig
        self._places: dict[str, Place] = {}
        self._connected: asyncio.Task[Api] | None = None
        self._hook = pulumi.ResourceHook(f"{name}-ready", self._wait)

    def of(self, resource: str, place: Place) -> pulumi.ResourceHookBinding:
        """Hooks for the resource of this logical name."""
        self._places[resource] = place
        return pulumi.ResourceHookBinding(after_create=[self._hook], after_update=[self._hook])

    async def _wait(self, args: pulumi.ResourceHookArgs) -> None:
        if self._connected is None:
            self._connected = asyncio.ensure_future(self._connect())
        api = await self._connected
        path = f"{_PLURALS[args.type]}/{(args.new_inputs or {})['metadata']['name']}"
        # The client blocks; the engine's other calls go on meanwhile.
        await wait_until_ready(self._places[args.name], lambda: asyncio.to_thread(api.get, path), asyncio.sleep)

    async def _connect(self) -> Api:
        kubeconfig = await self._kubeconfig.future()
        return await asyncio.to_thread(api_from_text, str(kubeconfig))


async def wait_until_ready(place: Place, look: Look, pause: Pause) -> None:
    """Looks at the object until it is Ready.

    Args:
        place: What it was rendered from.
        look: Reads it; None where it is gone.
        pause: Waits for a number of seconds.

    Raises:
        pulumi.RunError: It is not Ready in time, or cannot become so.
    """
    waited = missing_for = 0
    while (verdict := await _verdict(place, look)) is not None:
        missing_for = missing_for + LOOK_EVERY_SECONDS if verdict.missing else 0
        if verdict.final or waited >= READY_SECONDS or missing_for > PATIENCE_SECONDS:
            raise pulumi.RunError(verdict.text)
        await pause(LOOK_EVERY_SECONDS)
        waited += LOOK_EVERY_SECONDS


@dataclass(frozen=True)
class _Verdict:
    """Why an object is not Ready.

    Attributes:
        text: For the operator.
        missing: Karpenter has looked and found something missing.
        final: Waiting is in vain.
    """

    text: str
    missing: bool = False
    final: bool = False


async def _verdict(place: Place, look: Look) -> _Verdict | None:
    """None when the object is Ready."""
    try:
        live = await look()
    except ApiError as error:
        return _Verdict(f"tenant {place.tenant}: the API server could not be asked: {error}; check the kubeconfig")
    if live is None:
        return _Verdict(f"tenant {place.tenant}: the object is gone again; see who deletes it", final=True)
    if is_ready(live):
        return None
    conditions = unmet(live)
    if not conditions:
        return _Verdict(unlooked(place, live))
    final = any(condition.terminal for condition in conditions)
    return _Verdict(explained(place, live, conditions), missing=True, final=final)
