"""A NodePool or EC2NodeClass that somebody else made becomes this stack's.

The engine writes by server-side apply, which leaves alone what others have written: a limit that the file does not
have would stay, and a `role` beside our `instanceProfile` is refused. So the spec becomes the file's before the engine
writes it, and afterwards the engine alone owns its fields: else it could neither change nor remove them. A preview
changes nothing, so the file's fields must go together with what is there.

Source: Kubernetes reference, "Server-Side Apply".
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from ..model.problem import Path, show_path
from .api import Api, ApiError
from .snapshot import Document

_INVALID: Final = 422
"""Status of an answer of the API server."""


def given_up(live: Document, wanted: Document) -> tuple[str, ...]:
    """Fields of the live object that the file does not have, by path."""
    return tuple(show_path(path) for path in _missing(live["spec"], wanted["spec"], ("spec",)))


def disagreement(api: Api, path: str, wanted: Document) -> str | None:
    """Why the file's fields cannot be written over those of the object at `path`, which is what a preview tries."""
    try:
        api.try_apply(path, {**wanted, "spec": _whole(wanted["spec"])})
    except ApiError as error:
        if error.status == _INVALID:
            return str(error)
        raise
    return None


def write_spec(api: Api, path: str, wanted: Document) -> None:
    """Replaces the whole spec of the object at `path`."""
    api.patch(path, [{"op": "replace", "path": "/spec", "value": _whole(wanted["spec"])}])


def leave_to_engine(api: Api, path: str) -> None:
    """Takes every field from whoever else wrote it, another tool that applies among them; the status stays Karpenter's.

    The engine is the one that has applied last.
    """
    live = api.get(path)
    if live is not None:
        managers: Sequence[Mapping[str, Any]] = live["metadata"].get("managedFields", ())
        applied = [each for each in managers if each["operation"] == "Apply" and not each.get("subresource")]
        engine = sorted(applied, key=lambda each: each["time"])[-1:]
        kept = [*engine, *(each for each in managers if each.get("subresource"))]
        api.patch(path, [{"op": "replace", "path": "/metadata/managedFields", "value": kept}])


def _missing(live: Any, wanted: Any, path: Path) -> Iterator[Path]:
    """Lists are written as a whole, and so not looked into."""
    if not isinstance(live, Mapping) or not isinstance(wanted, Mapping):
        return
    fields = cast("Mapping[str, Any]", wanted)
    for key, value in cast("Mapping[str, Any]", live).items():
        if key not in fields:
            yield (*path, key)
        else:
            yield from _missing(value, fields[key], (*path, key))


def _whole(value: Any) -> Any:
    """The engine passes every number as a float, and the API server takes 10.0 for no integer."""
    if isinstance(value, Mapping):
        return {key: _whole(each) for key, each in cast("Mapping[str, Any]", value).items()}
    if isinstance(value, list):
        return [_whole(each) for each in cast("list[Any]", value)]
    return int(value) if isinstance(value, float) and value.is_integer() else value
