"""Waits until Karpenter calls objects Ready, or says for each that is not why it cannot be waited for any longer.

Knows neither Pulumi nor a client: what is looked at, and the time, come from the caller.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace

from ..model.problem import show_path
from ..rendering.unready import Place, explained, is_ready, only_waits_for_its_class, unlooked, unmet
from .api import ApiError
from .clock import LOOK_EVERY_SECONDS, Clock
from .not_ready import NotReady
from .snapshot import Document
from .tenant_view import is_deleted

READY_SECONDS = 300
"""For the whole way: the controller may be starting, and on AWS an instance profile takes a while to be seen."""

PATIENCE_SECONDS = 75
"""For what Karpenter has found missing. It looks again each minute: what the second look misses too is not there."""


@dataclass(frozen=True)
class Key:
    """Kind and name of an object; neither kind has namespaces."""

    kind: str
    name: str


Look = Callable[[], Awaitable[Mapping[Key, Document]]]


async def wait_until_ready(awaited: Mapping[Key, Place], look: Look, clock: Clock) -> None:
    """Looks at objects until all are Ready.

    Args:
        awaited: What each was rendered from; a class before the pools that use it.
        look: Reads them; what is gone is left out.
        clock: The time.

    Raises:
        NotReady: Some are not Ready in time, or cannot become so. It is raised when each of the others is Ready
            or has failed as well, and has a line for each cause.
    """
    pending = {key: _Wait() for key in awaited}
    failed: dict[Key, _Verdict] = {}
    begun = clock.now()
    while pending := await _looked(pending, awaited, look, clock):
        late = clock.now() - begun >= READY_SECONDS
        over = {key for key, wait in pending.items() if late or wait.is_over(clock.now())}
        failed |= {key: pending.pop(key).verdict for key in awaited if key in over}
        if not pending:
            break
        await clock.pause(LOOK_EVERY_SECONDS)
    if failed:
        in_order = [failed[key] for key in awaited if key in failed]
        told = [verdict.text for verdict in in_order if verdict.caused_by not in failed]
        raise NotReady("\n".join(dict.fromkeys(told)))


@dataclass(frozen=True)
class _Verdict:
    """Why an object is not Ready.

    Attributes:
        text: For the operator.
        missing: Names of the conditions that Karpenter has found not to be met; empty where a look tells nothing.
        final: Waiting is in vain.
        caused_by: The object that tells the cause, where it is another one.
    """

    text: str
    missing: frozenset[str] = frozenset()
    final: bool = False
    caused_by: Key | None = None


@dataclass(frozen=True)
class _Wait:
    """What has been seen of an object so far.

    Attributes:
        missed_since: Name of a condition → when it was first seen not to be met.
        verdict: Of the last look.
    """

    missed_since: Mapping[str, float] = field(default_factory=dict[str, float])
    verdict: _Verdict = _Verdict("")

    def is_over(self, now: float) -> bool:
        return self.verdict.final or any(
            now - self.missed_since[each] > PATIENCE_SECONDS for each in self.verdict.missing
        )

    def after(self, verdict: _Verdict, now: float) -> "_Wait":
        """With one look more. One that tells nothing does not say either that something was found meanwhile."""
        if not verdict.missing:
            return replace(self, verdict=verdict)
        return _Wait({each: self.missed_since.get(each, now) for each in verdict.missing}, verdict)


async def _looked(
    pending: Mapping[Key, _Wait], awaited: Mapping[Key, Place], look: Look, clock: Clock
) -> dict[Key, _Wait]:
    """Those that are still not Ready."""
    if not pending:
        return {}
    try:
        live = await look()
    except ApiError as error:
        unknown = _Verdict(
            f"whether pools and classes are Ready is not known: the API server could not be asked: {error}; "
            "check the kubeconfig and repeat pulumi up"
        )
        return {key: wait.after(unknown, clock.now()) for key, wait in pending.items()}
    verdicts = {key: _verdict(key, awaited[key], live.get(key)) for key in pending}
    return {key: pending[key].after(verdict, clock.now()) for key, verdict in verdicts.items() if verdict is not None}


def _verdict(key: Key, place: Place, live: Document | None) -> _Verdict | None:
    """None when the object is Ready."""
    called = f"{place.whose}{show_path(place.path)}: {key.kind} {key.name}"
    if live is None:
        return _Verdict(f"{called} is gone; see who deleted it, and run pulumi up --refresh", final=True)
    if is_deleted(live):
        remedy = "see who deleted it, wait until it is gone, and run pulumi up --refresh"
        return _Verdict(f"{called} is being deleted; {remedy}", final=True)
    if is_ready(live):
        return None
    conditions = unmet(live)
    if not conditions:
        return _Verdict(unlooked(place, live))
    verdict = _Verdict(
        explained(place, live, conditions),
        missing=frozenset(condition.type for condition in conditions),
        final=any(condition.terminal for condition in conditions),
    )
    return replace(verdict, caused_by=class_of(live)) if only_waits_for_its_class(conditions) else verdict


def class_of(document: Document) -> Key | None:
    """The class that a pool uses; None for what is no pool."""
    if document["kind"] != "NodePool":
        return None
    reference = document["spec"]["template"]["spec"]["nodeClassRef"]
    return Key(reference["kind"], reference["name"])
