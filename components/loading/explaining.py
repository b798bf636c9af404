"""Every merged value of a tenant with the layer that set it: what `explain` prints."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from ..model.problem import Path
from .layer import Origin
from .layers import FILE_LABEL
from .loaded import Loaded
from .merging import Branch, origins, plain
from .plain_data import as_items, as_mapping
from .wording import flow

BUILT_IN = "built in"
LONGEST = 1 << 19
"""Characters of a value: no file is longer."""


@dataclass(frozen=True, slots=True)
class Explained:
    """One value: a scalar, or a list without objects in it.

    Attributes:
        source: `<layer>, <file>:<line>:<column>`, or `built in`.
        is_set: False for a built-in "none".
    """

    path: Path
    shown: str
    source: str
    is_set: bool


def explained(loaded: Loaded, tenant: str) -> Iterator[Explained]:
    """The values of one tenant: first what is written, then what is built in."""
    source = loaded.sources.tenants[tenant]
    yield from _profile(source.merged)
    written = dict(_leaves(plain(source.merged), ()))
    for path, value in written.items():
        place = _place(origins(source.merged, path)[-1])
        yield Explained(path, flow(value, LONGEST), place, is_set=value != {})
    platform = loaded.platform
    spec = next((spec for spec in platform.tenants if spec.name == tenant), None) if platform is not None else None
    for path, value in _leaves(spec.model_dump(mode="json", by_alias=True), ()) if spec is not None else ():
        path = source.kept.original(path)
        if not any(path[:length] in written and written[path[:length]] != {} for length in range(len(path) + 1)):
            yield Explained(path, flow(value, LONGEST), BUILT_IN, is_set=value not in (None, (), {}))


def _profile(tenant: Branch) -> Iterator[Explained]:
    """The profile that the tenant's own file names: the one word there that is not merged."""
    path: Path = ("extends",)
    for origin in tenant.origins:
        data = origin.layer.document.data
        if origin.layer.label == FILE_LABEL and path[0] in data:
            yield Explained(path, flow(data[path[0]], LONGEST), _place(origin.below(path)), is_set=True)


def _place(origin: Origin) -> str:
    document = origin.layer.document
    position = document.position((*origin.layer.base, *origin.path))
    return f"{origin.layer.label}, {document.file}:{position.line}:{position.column}"


def _leaves(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    mapping = as_mapping(value)
    items = tuple(cast("list[Any]", value)) if isinstance(value, list) else as_items(value)
    if mapping:
        for key, item in mapping.items():
            yield from _leaves(item, (*path, key))
    elif items and any(isinstance(item, dict) for item in items):
        for index, item in enumerate(items):
            yield from _leaves(item, (*path, index))
    else:
        yield path, value if items is None else items
