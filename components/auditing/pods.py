"""Running pods: on whose nodes they are, whose they reach for, and whether they could be made again (D11 to D15)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ..model import names
from ..model.labels import SYSTEM_LABEL, TENANT_KEY, TENANT_LABEL
from ..model.platform import PlatformSettings
from ..rendering.admission import MUTATING
from ..rendering.admission.pods import SYSTEM_NAMESPACES
from ..versions import MinorNumber
from .departure import Departure, Document, labels_of
from .pod_rules import Labels, broken_rules, is_dedicated, reaches_others, reaches_tenants

_OF_THE_PLATFORM: Final[Mapping[str, str]] = {names.SHARED: "the shared pool", names.SYSTEM: "the system pool"}


@dataclass(frozen=True)
class Pods:
    """Everything that says where pods are and belong; each object as the API server gives it."""

    pods: tuple[Document, ...]
    daemon_sets: tuple[Document, ...]
    namespaces: tuple[Document, ...]
    nodes: tuple[Document, ...]


def departed_pods(live: Pods, settings: PlatformSettings) -> Iterator[Departure]:
    """What departs, pod by pod, then the platform's DaemonSets."""
    labels = {each["metadata"]["name"]: labels_of(each) for each in live.namespaces}
    owners = {each["metadata"]["name"]: labels_of(each).get(TENANT_LABEL) for each in live.nodes}
    minor = MinorNumber.parse(settings.cluster.kubernetes_version)
    steered = minor is not None and minor >= MUTATING
    free = {*SYSTEM_NAMESPACES, settings.karpenter.namespace}
    for pod in live.pods:
        namespace = pod["metadata"]["namespace"]
        if namespace in free or SYSTEM_LABEL in labels.get(namespace, {}) or _is_done(pod):
            continue
        yield from _departures(pod, labels.get(namespace, {}), settings, steered)
        yield from _on_foreign_node(pod, labels.get(namespace, {}), owners)
    for daemon_set in live.daemon_sets:
        namespace = daemon_set["metadata"]["namespace"]
        if namespace in free or SYSTEM_LABEL in labels.get(namespace, {}):
            yield from _stays_off(daemon_set)


def _departures(pod: Document, namespace: Labels, settings: PlatformSettings, steered: bool) -> Iterator[Departure]:
    tenant = namespace.get(TENANT_KEY)
    if tenant is None:
        if reaches_tenants(pod):
            what = f"selects or tolerates tenants' nodes, by {TENANT_LABEL}, {TENANT_KEY} or a toleration without key"
            yield Departure("D11", _subject(pod), what, "remove it from the workload, and delete the pod")
        return
    if reaches_others(pod, tenant):
        what = f"selects or tolerates nodes of others than {tenant}"
        yield Departure("D12", _subject(pod), what, "remove it from the workload, and delete the pod")
    for broken in broken_rules(pod, namespace, settings.admission, steered=steered):
        what, _, fix = broken.partition("; ")
        yield Departure("D14", _subject(pod), f"could not be made again: {what}", fix)


def _on_foreign_node(pod: Document, namespace: Labels, owners: dict[str, str | None]) -> Iterator[Departure]:
    """Nodes without the tenant's label are open to all, those of the shared pool to all but tenants with nodes."""
    node = pod["spec"].get("nodeName")
    owner, tenant = owners.get(node), namespace.get(TENANT_KEY)
    may = owner == tenant if owner != names.SHARED else tenant is None or not is_dedicated(namespace)
    if owner is not None and not may:
        whose = "no tenant" if tenant is None else tenant
        what = f"belongs to {whose} and runs on {node} of {_OF_THE_PLATFORM.get(owner, owner)}"
        yield Departure("D13", _subject(pod), what, "delete the pod; its successor is placed anew")


def _stays_off(daemon_set: Document) -> Iterator[Departure]:
    """One that selects nodes of its own choosing is meant to stay away."""
    spec = daemon_set["spec"]["template"]["spec"]
    tolerations = spec.get("tolerations") or ()
    if spec.get("nodeSelector", {}).keys() - {"kubernetes.io/os"} or any(_tolerates_all(each) for each in tolerations):
        return
    metadata = daemon_set["metadata"]
    fix = f"give it a toleration {{key: {TENANT_KEY}, operator: Exists}}, or update it on Kubernetes 1.36"
    what = f"does not tolerate {TENANT_KEY}, so tenants' nodes go without it"
    yield Departure("D15", f"DaemonSet {metadata['namespace']}/{metadata['name']}", what, fix)


def _tolerates_all(toleration: Document) -> bool:
    return toleration.get("operator") == "Exists" and toleration.get("key", TENANT_KEY) == TENANT_KEY


def _is_done(pod: Document) -> bool:
    return pod.get("status", {}).get("phase") in ("Succeeded", "Failed")


def _subject(pod: Document) -> str:
    return f"Pod {pod['metadata']['namespace']}/{pod['metadata']['name']}"
