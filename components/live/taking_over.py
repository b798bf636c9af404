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

_ENGINE: Final = "pulumi-kubernetes"
"""What the names of the field managers of the engine's provider begin with."""

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
    """Replaces the whole spec of the object at `path`, and takes its fields from everybody: the engine comes next."""
    written = api.patch(path, [{"op": "replace", "path": "/spec", "value": _whole(wanted["spec"])}])
    _keep(api, path, _of_status(written))


def leave_to_engine(api: Api, path: str) -> None:
    """Takes every field from whoever has become an owner beside the engine; the status stays Karpenter's.

    An API server that finds no owner at all makes one up before the first apply.
    """
    live = api.get(path)
    if live is not None:
        applied = [each for each in _managers(live) if each["operation"] == "Apply" and not each.get("subresource")]
        _keep(api, path, [*sorted(applied, key=_is_engines)[-1:], *_of_status(live)])


def _managers(live: Document) -> Sequence[Mapping[str, Any]]:
    return live["metadata"].get("managedFields", ())


def _of_status(live: Document) -> list[Mapping[str, Any]]:
    return [each for each in _managers(live) if each.get("subresource")]


def _keep(api: Api, path: str, managers: Sequence[Mapping[str, Any]]) -> None:
    api.patch(path, [{"op": "replace", "path": "/metadata/managedFields", "value": managers}])


def _is_engines(manager: Mapping[str, Any]) -> tuple[bool, bool, str]:
    """Greatest for the engine's: of its provider's name and written last; an apply without changes has no time."""
    return manager["manager"].startswith(_ENGINE), "time" not in manager, manager.get("time", "")


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
