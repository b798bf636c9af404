"""Whose an object is that a stack is about to have: nobody's, or taken over because a file says so.

A namespace that exists holds somebody's pods, secrets and rights, a NodePool somebody's nodes. Nothing of it passes to
a tenant by a name alone, not even from an earlier tenant of that name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

from ..model.labels import TENANT_KEY, TENANT_LABEL
from ..model.problem import show_path
from ..rendering.tags import TENANT
from ..rendering.unready import Place
from .becoming_ready import Key
from .snapshot import Document
from .tenant_view import is_deleted


@dataclass(frozen=True)
class Claim:
    """One object that a file asks for.

    Attributes:
        place: Where in the files.
        owner: A tenant, or a pool of the platform.
        taken_over: Whether the file says `existingName`.
    """

    key: Key
    place: Place
    owner: str | None
    taken_over: bool


def claim_of(document: Document, place: Place, *, taken_over: bool) -> Claim:
    """The claim of a rendered object."""
    key = Key(document["kind"], document["metadata"]["name"])
    return Claim(key, place, _owner(key.kind, document), taken_over)


def refusal(claim: Claim, live: Document | None) -> str | None:
    """Why the stack cannot have the object, and what to write; None where it can.

    Args:
        claim: What is asked for.
        live: The object as the cluster has it; None where it has none.
    """
    why = _why(claim, live)
    path = show_path(claim.place.path)
    return None if why is None else f"{claim.place.whose}{f'{path}: ' if path else ''}{_called(claim.key)} {why}"


def others_refused(claims: Iterable[Claim], live: Mapping[Key, Document]) -> tuple[str, ...]:
    """Refusals of all claims, as far as the cluster alone can tell: an object that says it is the claim's may be one
    that this stack has made."""
    told = (
        refusal(claim, live.get(claim.key))
        for claim in claims
        if claim.key not in live or _owner(claim.key.kind, live[claim.key]) != claim.owner
    )
    return tuple(text for text in told if text is not None)


def _why(claim: Claim, live: Document | None) -> str | None:
    kind = claim.key.kind
    if live is None:
        # A pool that was taken over went when its tenant was suspended, and is made again.
        missing = "does not exist; correct existingName, or leave it out to have one made"
        return missing if claim.taken_over and kind == "Namespace" else None
    if is_deleted(live):
        return "is still being deleted; see karpenter-tenants status --blocking, and repeat"
    owner = _owner(kind, live)
    said = None if owner is None else f"{_MARKS[kind].said} tenant {owner}'s"
    if not claim.taken_over:
        held = "" if said is None else f" and {said}"
        own = "" if claim.place.tenant is None else f"take it over by existingName: {claim.key.name}, or "
        return f"exists already{held}; {own}delete it"
    # Tags of a class are free: somebody may have called a customer otherwise there.
    if said is not None and owner != claim.owner and kind != "EC2NodeClass":
        noun = "a namespace" if kind == "Namespace" else "an object"
        return f"{said}; {noun} has one owner, name another one"
    return None


class _Mark(NamedTuple):
    """What says whose an object is.

    Attributes:
        path: Where the owner stands.
        said: How a message tells it.
    """

    path: tuple[str, ...]
    said: str


_MARKS: Final[Mapping[str, _Mark]] = {
    "Namespace": _Mark(("metadata", "labels", TENANT_KEY), "is labelled as"),
    "NodePool": _Mark(("spec", "template", "metadata", "labels", TENANT_LABEL), "labels its nodes as"),
    "EC2NodeClass": _Mark(("spec", "tags", TENANT), "tags its nodes as"),
}
"""By kind."""


def _called(key: Key) -> str:
    return f"{'namespace' if key.kind == 'Namespace' else key.kind} {key.name}"


def _owner(kind: str, document: Document) -> str | None:
    """Whose the object says it is; objects of a list do not carry their kind."""
    value: Any = document
    for word in _MARKS[kind].path:
        value = cast("Mapping[str, Any]", value or {}).get(word)
    return value
