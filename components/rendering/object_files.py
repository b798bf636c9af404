"""Objects of the operator's own (`objects[]`), as they lie in one namespace of a tenant."""

from collections.abc import Mapping
from typing import Any, Final, cast

from ..model.namespace import NamespaceSpec
from ..model.object_file import NAMESPACE_WORD, TENANT_WORD, ObjectFiles
from ..model.tenant import TenantSpec

_AS_IT_IS: Final = {"pulumi.com/skipAwait": "true"}
"""A deployment does not wait for what only the customer's pods make ready, such as the endpoints of a Service."""


def given_objects(tenant: TenantSpec, spec: NamespaceSpec, files: ObjectFiles) -> list[dict[str, Any]]:
    """Those of every namespace, then those of this one, in the order of the files."""
    namespace = tenant.namespace_name(spec)
    words = {TENANT_WORD: str(tenant.name), NAMESPACE_WORD: namespace}
    return [
        _in_namespace(_filled(document, words), namespace)
        for file in dict.fromkeys((*tenant.objects, *spec.objects))
        for document in files[file]
    ]


def _in_namespace(document: dict[str, Any], namespace: str) -> dict[str, Any]:
    metadata: dict[str, Any] = {**document["metadata"], "namespace": namespace}
    annotations = metadata.get("annotations")
    # Anything else is for the API server to refuse.
    if annotations is None or isinstance(annotations, Mapping):
        metadata["annotations"] = {**cast("Mapping[str, Any]", annotations or {}), **_AS_IT_IS}
    return {**document, "metadata": metadata}


def _filled(value: Any, words: Mapping[str, str]) -> Any:
    """The value in plain types, with the words replaced wherever they stand; what is empty stays."""
    match value:
        case Mapping():
            entries = cast("Mapping[str, Any]", value).items()
            return {_filled(key, words): _filled(item, words) for key, item in entries}
        case list() | tuple():
            return [_filled(item, words) for item in cast("tuple[Any, ...]", value)]
        case str():
            for word, meant in words.items():
                value = value.replace(word, meant)
            return str(value)
        # Loading keeps the written form of numbers in types of its own.
        case bool() | None:
            return value
        case int():
            return int(value)
        case _:
            return float(value)
