"""What the stand-in has to know about one resource type.

A handler turns a resource into AWS calls; the protocol is `servicer.py`. The state that the engine keeps is the inputs
and, over them, what `read` says: the same function after create, update and refresh, so that a resource that nobody
touched never differs.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from botocore.exceptions import ClientError

from localcloud.providers.aws.session import Session
from localcloud.providers.validation import Failure

Properties = Mapping[str, Any]


class Handler:
    """One resource type; subclasses say how it is created, read, changed and deleted."""

    supports: ClassVar[frozenset[str]] = frozenset()
    """Inputs that the stand-in turns into calls; the type's others are refused instead of being lost."""

    replaces: ClassVar[frozenset[str]] = frozenset()
    """Inputs whose change needs a new resource."""

    named_by: ClassVar[tuple[str, int] | None] = None
    """Input that is generated when it is missing, and its limit in characters."""

    nested_computed: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Fields of object inputs that AWS fills in: unknown during a preview."""

    moved: ClassVar[frozenset[str]] = frozenset()
    """Outputs that change with an update: unknown during its preview."""

    gone: ClassVar[frozenset[str]] = frozenset()
    """Error codes that mean: not there."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Rules over values that no type expresses; unknown values are not among the inputs."""
        yield from ()

    def create(self, inputs: Properties) -> str:
        """Make the resource and return its id."""
        raise NotImplementedError

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """What AWS says about it; None when it is gone."""
        raise NotImplementedError

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Change it in place."""
        raise NotImplementedError

    def delete(self, resource_id: str, state: Properties) -> None:
        """Remove it."""
        raise NotImplementedError

    def same(self, name: str, written: Any, live: Any) -> bool:
        """True when two values of one property mean the same."""
        return equivalent(written, live)

    def found(self, call: Callable[[], Any]) -> Any:
        """The result of a call, None for one of the `gone` errors."""
        try:
            return call()
        except ClientError as error:
            if error.response["Error"]["Code"] in self.gone:
                return None
            raise


def equivalent(written: Any, live: Any) -> bool:
    """Equal, or JSON documents or unordered lists with the same content, at any depth of objects."""
    if written == live:
        return True
    match written, live:
        case str(), str():
            documents = [_document(written), _document(live)]
            return None not in documents and documents[0] == documents[1]
        case list(), list():
            keys = [sorted(json.dumps(entry, sort_keys=True) for entry in values) for values in (written, live)]
            return keys[0] == keys[1]
        case Mapping(), Mapping():
            return set(written) == set(live) and all(equivalent(written[name], live[name]) for name in written)
        case _:
            return False


def changed(name: str, old: Properties, new: Properties) -> bool:
    """True when one property means something else now."""
    return not equivalent(old.get(name), new.get(name))


def present(properties: Properties) -> dict[str, Any]:
    """The properties that have a value; empty maps and lists count as none, as the AWS provider reports them."""
    return {name: value for name, value in properties.items() if value is not None and value not in ({}, [])}


def _document(text: str) -> Any:
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except ValueError:
        return None
