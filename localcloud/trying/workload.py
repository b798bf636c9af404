"""The pods of a workload as a cluster of its own can run them: read from manifests, a rendered chart or an export.

Pure: text in, objects out. What concerns pods stays; what belongs to the cluster that they come from (status, nodes,
owners, service accounts, claims) is taken away. Objects of namespaces that the tenant does not have go to its first.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from ..errors import LocalCloudError
from .shape import misshapen, without_nulls

Object = dict[str, Any]

_VERSIONS: Mapping[str, str] = {
    "Pod": "v1",
    "Deployment": "apps/v1",
    "StatefulSet": "apps/v1",
    "DaemonSet": "apps/v1",
    "ReplicaSet": "apps/v1",
    "Job": "batch/v1",
}
"""Kind → API version of what has pods; a CronJob becomes one of its Jobs."""

_OF_THE_OTHER_CLUSTER = ("nodeName", "serviceAccountName", "serviceAccount", "priority", "preemptionPolicy")
"""Fields of a pod that mean something only where it came from, or are computed from another field."""

_STANDALONE = "ownerReferences"


@dataclass(frozen=True)
class Workload:
    """What is created.

    Attributes:
        objects: Each with its namespace.
        notes: What was left out or changed, one line each.
    """

    objects: tuple[Object, ...]
    notes: tuple[str, ...]


def read_workload(text: str, namespaces: Sequence[str]) -> Workload:
    """The workload of a stream of documents.

    Args:
        text: YAML or JSON; Lists are taken apart.
        namespaces: The tenant's, at least one.

    Raises:
        LocalCloudError: It is no YAML, holds something that is no object, or nothing that has pods.
    """
    found = list(_flattened(_documents(text)))
    owners = {_identity(each) for each in found}
    kept = [each for each in found if not _is_made_by(each, owners) and not _is_over(each)]
    objects = [made for each in kept for made in _pods_of(each)]
    if not objects:
        kinds = ", ".join(sorted({each["kind"] for each in found})) or "nothing"
        raise LocalCloudError(f"no pods in the workload, it holds {kinds}; give a Deployment, StatefulSet, Job or Pod")
    home = namespaces[0]
    moved = sorted({each["metadata"].get("namespace", home) for each in objects} - set(namespaces))
    for each in objects:
        namespace = each["metadata"].get("namespace", home)
        each["metadata"]["namespace"] = namespace if namespace in namespaces else home
    _refuse_doubles(objects)
    ignored = Counter(each["kind"] for each in found if each["kind"] not in (*_VERSIONS, "CronJob"))
    return Workload(tuple(objects), tuple(_notes(ignored, moved, home, found)))


def _documents(text: str) -> list[object]:
    try:
        return [without_nulls(each) for each in yaml.load_all(text, Loader=yaml.CSafeLoader) if each is not None]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        raise LocalCloudError(f"the workload is no YAML: {where}{getattr(error, 'problem', error)}") from None


def _flattened(documents: Iterable[object]) -> Iterator[Object]:
    for number, document in enumerate(documents, 1):
        if not isinstance(document, dict) or not isinstance(document.get("kind"), str):
            raise LocalCloudError(f"document {number} of the workload has no kind; give objects of Kubernetes")
        if document["kind"].endswith("List") and isinstance(document.get("items"), list):
            yield from _flattened(document["items"])
        elif not isinstance(document.get("metadata"), dict):
            raise LocalCloudError(f"document {number} of the workload, a {document['kind']}, has no metadata")
        elif fault := misshapen(document):
            raise LocalCloudError(f"document {number} of the workload, a {document['kind']}: {fault}")
        else:
            yield document


def _identity(document: Object) -> tuple[str, str, str]:
    metadata = document["metadata"]
    return document["kind"], metadata.get("namespace", ""), metadata.get("name", "")


def _is_made_by(document: Object, owners: set[tuple[str, str, str]]) -> bool:
    """Whether a controller that is part of the workload makes the object anyway."""
    namespace = document["metadata"].get("namespace", "")
    return any(
        (owner.get("kind"), namespace, owner.get("name")) in owners
        for owner in document["metadata"].get(_STANDALONE, ())
    )


def _is_over(document: Object) -> bool:
    """Whether it was an export of something that has finished, or is scaled to nothing."""
    status = document.get("status") or {}
    if document["kind"] == "Pod":
        return status.get("phase") in ("Succeeded", "Failed")
    if document["kind"] == "Job":
        return "completionTime" in status
    return (document.get("spec") or {}).get("replicas") == 0


def _pods_of(document: Object) -> Iterator[Object]:
    kind, metadata, spec = document["kind"], document["metadata"], dict(document.get("spec") or {})
    match kind:
        case "CronJob":
            template = spec.get("jobTemplate") or {}
            yield _object("Job", metadata, _job(dict(template.get("spec") or {})))
        case "Job":
            yield _object("Job", metadata, _job(spec))
        case "Pod" if _STANDALONE in metadata:
            # Its owner is not part of the workload: one like it makes it, as pods without an owner may be refused.
            labels = {"app": metadata["name"]}
            template = {"metadata": {"labels": labels}, "spec": _pod(spec)}
            yield _object(
                "Deployment", metadata, {"replicas": 1, "selector": {"matchLabels": labels}, "template": template}
            )
        case "Pod":
            yield _object("Pod", metadata, _pod(spec))
        case "StatefulSet":
            spec.pop("volumeClaimTemplates", None)
            # One after the other they would only take longer.
            yield _object(kind, metadata, {**_with_template(spec), "podManagementPolicy": "Parallel"})
        case _ if kind in _VERSIONS:
            spec.pop("paused", None)
            yield _object(kind, metadata, _with_template(spec))
        case _:
            return


def _object(kind: str, metadata: Object, spec: Object) -> Object:
    kept = {key: metadata[key] for key in ("name", "generateName", "namespace", "labels") if key in metadata}
    annotations = {
        key: value for key, value in (metadata.get("annotations") or {}).items() if key.startswith("karpenter.sh/")
    }
    if annotations:
        kept["annotations"] = annotations
    return {"apiVersion": _VERSIONS[kind], "kind": kind, "metadata": kept, "spec": spec}


def _job(spec: Object) -> Object:
    """Without what ties it to the pods that it had."""
    for field in ("selector", "manualSelector", "ttlSecondsAfterFinished", "suspend"):
        spec.pop(field, None)
    made = _with_template(spec)
    metadata = made["template"].get("metadata") or {}
    labels = {
        key: value
        for key, value in (metadata.get("labels") or {}).items()
        if not key.endswith(("controller-uid", "job-name"))
    }
    return {**made, "template": {**made["template"], "metadata": {**metadata, "labels": labels}}}


def _with_template(spec: Object) -> Object:
    template = dict(spec.get("template") or {})
    metadata = {key: value for key, value in (template.get("metadata") or {}).items() if key != "creationTimestamp"}
    return {**spec, "template": {**template, "metadata": metadata, "spec": _pod(dict(template.get("spec") or {}))}}


def _pod(spec: Object) -> Object:
    """Without claims, for which there is no storage here, and tokens."""
    spec = {key: value for key, value in spec.items() if key not in _OF_THE_OTHER_CLUSTER}
    volumes = spec.get("volumes") or []
    kept = [each for each in volumes if not {"persistentVolumeClaim", "ephemeral", "projected"} & set(each)]
    lost = {each.get("name") for each in volumes if each not in kept}
    spec["volumes"] = kept
    for field in ("containers", "initContainers"):
        if spec.get(field):
            spec[field] = [_container(dict(each), lost) for each in spec[field]]
    return spec


def _container(container: Object, lost: set[Any]) -> Object:
    mounts = container.get("volumeMounts") or []
    # Devices are always claims, and mounts of volumeClaimTemplates name no volume of the pod.
    container.pop("volumeDevices", None)
    container["volumeMounts"] = [each for each in mounts if each.get("name") not in lost]
    return container


def _refuse_doubles(objects: Iterable[Object]) -> None:
    """Two objects of one kind and name, which may have come from two namespaces."""
    counted = Counter(_identity(each) for each in objects if "name" in each["metadata"])
    for (kind, namespace, name), count in counted.items():
        if count > 1:
            raise LocalCloudError(
                f'{kind} "{name}" comes {count} times in namespace {namespace}; try them one after the other'
            )


def _notes(ignored: Mapping[str, int], moved: Sequence[str], home: str, found: Sequence[Object]) -> Iterator[str]:
    if ignored:
        yield f"without effect on nodes: {', '.join(f'{count} {kind}' for kind, count in sorted(ignored.items()))}"
    if moved:
        yield f"put into namespace {home}: what was in {', '.join(moved)}"
    if any(each["kind"] == "CronJob" for each in found):
        yield "a CronJob counts with one Job"
    if "persistentVolumeClaim" in str(found) or "volumeClaimTemplates" in str(found):
        yield "volumes of claims are left out, and with them the zones that they bind pods to"
