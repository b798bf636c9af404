"""Whether a document of a workload has the shape of an object of Kubernetes, as far as it is read here.

What else an object must have is for the API server to say. `null` is what is not written, as in Kubernetes.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from components.loading.wording import describe
from components.model.problem import Path, show_path

_CONTAINERS: Final = [{"volumeMounts": [{}]}]
_POD: Final[Mapping[str, Any]] = {"volumes": [{}], "containers": _CONTAINERS, "initContainers": _CONTAINERS}
_OF_TEMPLATE: Final[Mapping[str, Any]] = {"template": {"metadata": {"labels": {}}, "spec": _POD}}
_SPECS: Final[Mapping[str, Mapping[str, Any]]] = {
    "CronJob": {"jobTemplate": {"spec": _OF_TEMPLATE}},
    "DaemonSet": _OF_TEMPLATE,
    "Deployment": _OF_TEMPLATE,
    "Job": _OF_TEMPLATE,
    "Pod": _POD,
    "ReplicaSet": _OF_TEMPLATE,
    "StatefulSet": _OF_TEMPLATE,
}
_METADATA: Final[Mapping[str, Any]] = {
    "name": "",
    "generateName": "",
    "namespace": "",
    "labels": {},
    "annotations": {},
    "ownerReferences": [{}],
}
"""Shapes: a mapping with what its keys hold, a list of such items, or text."""


def misshapen(document: Mapping[str, Any]) -> str | None:
    """The first place that is not what an object has there, and what it should be; None where all of it is right."""
    shape = {"metadata": _METADATA, "spec": _SPECS.get(document["kind"], {}), "status": {}}
    return next(_faults(document, shape, ()), None)


def without_nulls(value: Any) -> Any:
    """The same without what is `null` in mappings."""
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


def _faults(value: Any, shape: Any, path: Path) -> Iterator[str]:
    if not isinstance(value, type(shape)):
        expected = {dict: "a mapping", list: "a list", str: "text"}[type(shape)]
        yield f"{show_path(path)} is {describe(value)}; write {expected}"
    elif isinstance(shape, dict):
        for key, below in shape.items():
            if key in value:
                yield from _faults(value[key], below, (*path, key))
    elif isinstance(shape, list):
        for index, item in enumerate(value):
            yield from _faults(item, shape[0], (*path, index))
