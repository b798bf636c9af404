"""Namespaces that pass for a tenant's or the platform's without the files saying so (D03)."""

from collections.abc import Iterable, Iterator

from ..model.labels import PRODUCT_DOMAIN
from .departure import Departure, Document, annotations_of, labels_of


def labelled_by_hand(wanted: Iterable[Document], live: Iterable[Document]) -> Iterator[Departure]:
    """Keys of the product on a namespace that no rendered namespace of that name has.

    Args:
        wanted: The rendered namespaces, those of the platform included.
        live: All namespaces of the cluster.
    """
    given = {document["metadata"]["name"]: _keys(document) for document in wanted}
    for namespace in live:
        name = namespace["metadata"]["name"]
        for key, value in _keys(namespace).items():
            if key not in given.get(name, {}):
                fix = f"kubectl annotate or label namespace {name} {key}-, or name the namespace in the files"
                yield Departure("D03", f"Namespace {name}", f"carries {key}: {value}", fix)


def _keys(namespace: Document) -> dict[str, str]:
    both = {**labels_of(namespace), **annotations_of(namespace)}
    return {key: value for key, value in both.items() if key.startswith(f"{PRODUCT_DOMAIN}/")}
