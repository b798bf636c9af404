"""Objects that the program made: all there, and as it made them (D01, D02)."""

from collections.abc import Iterable, Iterator, Mapping

from .comparing import difference
from .departure import Departure, Document

Key = tuple[str, str, str]
"""Kind, namespace (empty for none) and name."""


def key_of(kind: str, document: Document) -> Key:
    """Where an object is found among all."""
    metadata = document["metadata"]
    return kind, metadata.get("namespace", ""), metadata["name"]


def departed_objects(wanted: Iterable[Document], live: Mapping[Key, Document]) -> Iterator[Departure]:
    """What is missing, and what was edited; one finding an object."""
    for document in wanted:
        key = key_of(document["kind"], document)
        subject = " ".join((key[0], "/".join(part for part in key[1:] if part)))
        found = live.get(key)
        if found is None:
            yield Departure("D01", subject, "missing", "run pulumi up --refresh")
            continue
        differs = difference(document, found)
        if differs is not None:
            fix = "run pulumi up --refresh, or write it into the files"
            yield Departure("D02", subject, differs.text(), fix)
