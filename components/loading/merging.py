"""The six layers' merging rules, with the origin of every value.

Decides: maps merge key by key, scalars and lists replace, requirements by key; `"*"` counts before the named keys of
its own layer and beats those of earlier layers in the fields that it sets; null beats everything earlier; a later
layer's field displaces its exclusive sibling. Built-in defaults are the model's: this module knows no value of its
own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..model.problem import Path
from ..model.shorthands import SHORTHANDS
from .exclusive import OF_NODE_CLASS, OF_PROVISIONER, REQUIREMENTS, Siblings, key_of, value_at
from .layer import Layer, Origin
from .plain_data import as_items, as_mapping

EVERY = "*"
COLLECTIONS = {"provisioners": OF_PROVISIONER, "nodeClasses": OF_NODE_CLASS}
"""Maps of the tenant file whose entries start from `"*"`, with the exclusive siblings of their entries."""


@dataclass(slots=True)
class Leaf:
    """A scalar, a list or null, as one layer wrote it."""

    value: Any
    origin: Origin


@dataclass(slots=True)
class Branch:
    """A map that one or several layers wrote in."""

    entries: "dict[str, Tree]" = field(default_factory=lambda: dict[str, "Tree"]())
    origins: list[Origin] = field(default_factory=list[Origin])


@dataclass(slots=True)
class Rows:
    """A list whose items have an origin each."""

    items: list[Leaf]
    origin: Origin


Tree = Leaf | Branch | Rows


def merge(layers: Iterable[Layer]) -> Branch:
    """The merged tenant; `layers` from the first to the last that counts."""
    ordered = tuple(layers)
    tenant = Branch()
    for layer in ordered:
        rest = {key: value for key, value in layer.fields.items() if key not in COLLECTIONS}
        _merge_map(tenant, rest, Origin(layer, ()))
    for name, siblings in COLLECTIONS.items():
        collection = _merge_collection(ordered, name, siblings)
        if collection is not None:
            tenant.entries[name] = collection
    return tenant


def plain(tree: Tree) -> Any:
    """The merged values without their origins."""
    match tree:
        case Branch(entries):
            return {key: plain(entry) for key, entry in entries.items()}
        case Rows(items):
            return tuple(item.value for item in items)
        case Leaf(value):
            return value


def origins(tree: Tree, path: Path) -> tuple[Origin, ...]:
    """Every layer's place that has a part in the value at the path, or in the nearest thing around it.

    The last one counts most.
    """
    for index, step in enumerate(path):
        rest = path[index:]
        match tree:
            case Branch(entries, found):
                below = entries.get(str(step))
                if below is None:
                    return tuple(origin.below(rest) for origin in found)
                tree = below
            case Rows(items, origin):
                if not isinstance(step, int) or step >= len(items):
                    return (origin.below(rest),)
                tree = items[step]
            case Leaf(_, origin):
                return (origin.below(rest),)
    match tree:
        case Branch(_, found):
            return tuple(found)
        case Rows(_, origin) | Leaf(_, origin):
            return (origin,)


def holds_no_entry(tenant: Branch, path: Path) -> bool:
    """Whether the path is that of `provisioners` or `nodeClasses`, and layers say something about no entry alone."""
    collection = tenant.entries.get(str(path[0])) if len(path) == 1 and path[0] in COLLECTIONS else None
    return isinstance(collection, Branch) and not collection.entries


def _merge_map(onto: Branch, fields: Mapping[str, Any], origin: Origin) -> None:
    onto.origins.append(origin)
    for key, value in fields.items():
        place, inner = origin.below((key,)), as_mapping(value)
        if inner is None:
            onto.entries[key] = Leaf(value, place)
            continue
        known = onto.entries.get(key)
        branch = known if isinstance(known, Branch) else Branch()
        onto.entries[key] = branch
        _merge_map(branch, inner, place)


def _merge_collection(layers: tuple[Layer, ...], name: str, siblings: tuple[Siblings, ...]) -> Tree | None:
    """The merged `provisioners` or `nodeClasses`; None where no layer writes it."""
    counted: list[tuple[Layer, dict[str, Any]]] = []
    result: Tree | None = None
    for layer in layers:
        if name in layer.fields:
            collection = as_mapping(layer.fields[name])
            if collection is None:
                counted.clear()
                result = Leaf(layer.fields[name], Origin(layer, (name,)))
            else:
                counted.append((layer, collection))
                result = None
    if result is not None or not counted:
        return result
    result = Branch(origins=[Origin(layer, (name,)) for layer, _ in counted])
    for key in dict.fromkeys(key for _, collection in counted for key in collection if key != EVERY):
        entry = _merge_entry(counted, name, key, siblings)
        if entry is not None:
            result.entries[key] = entry
    return result


def _merge_entry(
    layers: list[tuple[Layer, dict[str, Any]]], name: str, key: str, siblings: tuple[Siblings, ...]
) -> Tree | None:
    """One pool or class: of each layer first `"*"`, then what stands under its own key.

    None where null took it away.
    """
    entry, result = Branch(), None
    for layer, collection in layers:
        every = as_mapping(collection.get(EVERY))
        if every is not None:
            _merge_fields(entry, every, Origin(layer, (name, EVERY)), siblings)
        if key not in collection:
            continue
        own, origin = as_mapping(collection[key]), Origin(layer, (name, key))
        if own is not None:
            _merge_fields(entry, own, origin, siblings)
            result = entry
        elif collection[key] is None and result is not None:
            entry, result = Branch(), None
        else:
            # Null with nothing to take away stays: a shared layer may say it of what only some tenants have.
            entry, result = Branch(), Leaf(collection[key], origin)
    return result


def starting_point(tenant: Branch, layers: Iterable[Layer], name: str, key: str) -> Branch:
    """An entry that nobody wrote but something uses: what `"*"` of every layer gives it."""
    entry = Branch()
    for layer in layers:
        collection = as_mapping(layer.fields.get(name)) or {}
        every = as_mapping(collection.get(EVERY))
        if every is not None:
            _merge_fields(entry, every, Origin(layer, (name, EVERY)), COLLECTIONS[name])
    entry.origins = entry.origins or [origin.below((name, key)) for origin in tenant.origins]
    return entry


def _merge_fields(onto: Branch, fields: dict[str, Any], origin: Origin, siblings: tuple[Siblings, ...]) -> None:
    _displace(onto, fields, siblings)
    earlier = onto.entries.get(REQUIREMENTS)
    _merge_map(onto, fields, origin)
    items = as_items(fields.get(REQUIREMENTS))
    if items is not None:
        place = origin.below((REQUIREMENTS,))
        rows = [Leaf(item, place.below((index,))) for index, item in enumerate(items)]
        replaced = {key_of(item) for item in items} - {None}
        kept = [row for row in earlier.items if key_of(row.value) not in replaced] if isinstance(earlier, Rows) else []
        onto.entries[REQUIREMENTS] = Rows([*kept, *rows], place)


def _displace(onto: Branch, fields: dict[str, Any], siblings: tuple[Siblings, ...]) -> None:
    """Takes out of earlier layers what the fields of this one exclude.

    Two siblings in one layer both stay: the model refuses them together.
    """
    for each in siblings:
        for standing, giving_way in each.sides:
            if any(value_at(fields, path) is not None for path in standing):
                for path in giving_way:
                    if value_at(fields, path) is None:
                        _remove(onto, path)
    here = {key_of(item) for item in as_items(fields.get(REQUIREMENTS)) or ()}
    earlier = onto.entries.get(REQUIREMENTS)
    for shorthand, key in SHORTHANDS.items():
        if key in here and shorthand not in fields:
            onto.entries.pop(shorthand, None)
        if isinstance(earlier, Rows) and fields.get(shorthand) is not None and key not in here:
            earlier.items = [row for row in earlier.items if key_of(row.value) != key]


def _remove(onto: Branch, path: Path) -> None:
    *above, last = path
    tree: Tree | None = onto
    for step in above:
        tree = tree.entries.get(str(step)) if isinstance(tree, Branch) else None
    if isinstance(tree, Branch):
        tree.entries.pop(str(last), None)
