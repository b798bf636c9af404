"""Where the API server keeps objects, told from their documents.

Source: Kubernetes reference, "API concepts". Plurals are formed as Kubernetes and Karpenter form those of their kinds;
the server is not asked for them.
"""

from .snapshot import Document


def kind_path(document: Document) -> str:
    """All objects of the document's kind, in all namespaces."""
    return f"{_root(document)}/{_plural(document)}"


def collection_path(document: Document) -> str:
    """The collection that an object is created in: that of its namespace, where it has one."""
    namespace = document["metadata"].get("namespace")
    return kind_path(document) if namespace is None else f"{_root(document)}/namespaces/{namespace}/{_plural(document)}"


def object_path(document: Document) -> str:
    """The object itself."""
    return f"{collection_path(document)}/{document['metadata']['name']}"


def _root(document: Document) -> str:
    version = document["apiVersion"]
    return f"/{'apis' if '/' in version else 'api'}/{version}"


def _plural(document: Document) -> str:
    kind = document["kind"].lower()
    return f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}es" if kind.endswith("s") else f"{kind}s"
