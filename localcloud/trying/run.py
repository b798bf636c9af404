"""Asks the real scheduler: a cluster of its own, the tenant's pools in it, the workload on them, and the answer."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from components.checked import examine
from components.live.rest_paths import collection_path, object_path
from components.loading import NoProject, text_report
from components.model.platform import PlatformSettings
from components.model.printable import printable
from components.model.tenant import TenantSpec
from components.rendering.facts import ClusterFacts
from components.rendering.pools import node_class_name, used_node_classes
from components.rendering.unready import explained, is_ready, node_class_place, node_pool_place, unlooked, unmet
from components.versions import karpenter_version

from ..api_server import ApiServer, Refused
from ..aws.prices import on_demand_prices
from ..errors import LocalCloudError
from .answer import Answer, bought_nodes, called, in_words_of_the_file
from .scratch import make_network, scratch_cluster, start_karpenter, version_for
from .tenant import (
    Document,
    Network,
    cluster_documents,
    ignored_fields,
    pool_documents,
    pool_keys,
    tenant_documents,
    zones_of,
)
from .watching import Moment, in_order, said_by_admission
from .workload import Workload, read_workload

_SECONDS_TO_READY = 120
_SECONDS_TO_ANSWER = 600
"""Each new node takes half a minute in the simulated EC2; large workloads come in several rounds."""
_CALM_LOOKS = 3
"""Looks in a row that must show the same answer: what Karpenter says of a pod may be overtaken by a node."""
_LOOK_EVERY_SECONDS = 2

Say = Callable[[str], None]


def try_out(project: Path, stack: str, name: str, text: str, say: Say) -> Answer:
    """What Karpenter would buy for the workload.

    Raises:
        LocalCloudError: The files or the workload are not valid, or no answer came.
    """
    try:
        examined = examine(project, stack)
    except NoProject as error:
        raise LocalCloudError(printable(str(error))) from None
    platform = examined.loaded.platform
    if platform is None or examined.failed:
        report = text_report(examined.findings, tenant_files=examined.loaded.tenant_files)
        raise LocalCloudError(f"the stack {stack} is not valid\n{report}")
    tenant = next((each for each in platform.tenants if each.name == name), None)
    if tenant is None or not pool_keys(tenant):
        raise LocalCloudError(
            f"{printable(name)} has no pools in stack {stack}; give a tenant of the list that is active"
        )
    if not tenant.namespaces:
        raise LocalCloudError(f"{name} has no namespace for the workload; write namespaces")
    workload = read_workload(text, tenant.namespace_names)
    wanted = karpenter_version(platform.settings.karpenter.version)
    version = karpenter_version(version_for(wanted))
    notes = [*workload.notes]
    if version != wanted:
        notes.append(f"asked Karpenter {version}: the local cloud does not have the stack's {wanted}")
    say("starting a cluster of its own, which takes half a minute")
    with scratch_cluster(str(version)) as chosen:
        count, zones = zones_of(platform.settings)
        cluster = platform.settings.cluster.name
        network = make_network(chosen, platform.region, cluster, count, zones)
        facts = _facts(platform.settings, str(version), network)
        notes += ignored_fields(tenant, platform.settings, facts)
        trial = _Trial(ApiServer(chosen.kubeconfig), tenant, workload, say)
        trial.prepare(platform.settings, facts)
        say(f"starting Karpenter {version}")
        start_karpenter(chosen, network, cluster, platform.settings.karpenter, version)
        trial.apply_pools(pool_documents(tenant, platform.settings, facts, network))
        return trial.answer(tuple(notes))


def _facts(settings: PlatformSettings, version: str, network: Network) -> ClusterFacts:
    return ClusterFacts(
        name=settings.cluster.name,
        region=settings.region,
        partition="aws",
        account="123456789012",
        kubernetes_version=settings.cluster.kubernetes_version,
        karpenter=karpenter_version(version),
        subnets=tuple(network.subnets),
        security_group=network.security_group,
        subnet_ranges=("10.0.0.0/16",),
    )


class _Trial:
    """One tenant's workload on a running cluster."""

    def __init__(self, server: ApiServer, tenant: TenantSpec, workload: Workload, say: Say) -> None:
        self._server = server
        self._tenant = tenant
        self._workload = workload
        self._say = say
        self._created: list[Document] = []
        self._refused: dict[str, str] = {}

    def prepare(self, settings: PlatformSettings, facts: ClusterFacts) -> None:
        """Policies, namespaces and their bounds."""
        for document in (*cluster_documents(settings, facts), *tenant_documents(self._tenant, settings, facts)):
            self._apply(document)

    def apply_pools(self, documents: Iterable[Document]) -> None:
        """Pools and classes; waits until Karpenter takes them."""
        documents = list(documents)
        for document in documents:
            self._apply(document)
        deadline = time.monotonic() + _SECONDS_TO_READY
        while not all(is_ready(self._live(document)) for document in documents):
            if time.monotonic() > deadline:
                reasons = [line for document in documents for line in self._unready(document)]
                raise LocalCloudError("\n".join(["Karpenter does not take the tenant's pools", *reasons]))
            time.sleep(_LOOK_EVERY_SECONDS)

    def answer(self, notes: tuple[str, ...]) -> Answer:
        """Creates the workload and looks until every pod has a node, or is refused one."""
        for document in self._workload.objects:
            self._create(document)
        self._say("the pools are ready; waiting for nodes, which come after half a minute")
        moment, calm, before = self._look(), 0, ""
        deadline = time.monotonic() + _SECONDS_TO_ANSWER
        while calm < _CALM_LOOKS:
            if time.monotonic() > deadline:
                raise LocalCloudError(
                    f"no answer in {_SECONDS_TO_ANSWER // 60} minutes about {', '.join(moment.waiting[:5])}"
                )
            time.sleep(_LOOK_EVERY_SECONDS)
            moment = self._look()
            calm = 0 if moment.waiting or moment.launching else calm + 1
            state = f"{len(moment.claims)} nodes bought, {len(moment.waiting)} pods wait, {len(moment.pending)} refused"
            if state != before:
                self._say(state)
                before = state
        pools = pool_keys(self._tenant)
        pending = {**self._refused, **moment.refusals, **moment.pending}
        return Answer(
            tenant=str(self._tenant.name),
            nodes=bought_nodes(moment.claims, moment.pods, pools, on_demand_prices()),
            pending={name: in_words_of_the_file(words, pools) for name, words in pending.items()},
            notes=notes,
        )

    def _create(self, document: Document) -> None:
        # Pods need their namespace's service account, which a controller makes.
        account = f"/api/v1/namespaces/{document['metadata']['namespace']}/serviceaccounts/default"
        deadline = time.monotonic() + _SECONDS_TO_READY
        while not self._is_there(account) and time.monotonic() < deadline:
            time.sleep(_LOOK_EVERY_SECONDS / 4)
        try:
            self._created.append(self._server.create(collection_path(document), document))
        except Refused as error:
            self._refused[f"{document['kind']} {called(document)}"] = said_by_admission(str(error))

    def _is_there(self, path: str) -> bool:
        try:
            self._server.get(path)
        except Refused as error:
            if error.code != 404:
                raise
            return False
        return True

    def _look(self) -> Moment:
        namespaces = self._tenant.namespace_names
        pods = [pod for name in namespaces for pod in self._list(f"/api/v1/namespaces/{name}/pods")]
        events = [each for name in namespaces for each in self._list(f"/api/v1/namespaces/{name}/events")]
        objects = [self._live(document) for document in self._created]
        return Moment(
            objects=objects,
            pods=[pod for pod in pods if "deletionTimestamp" not in pod["metadata"]],
            events=in_order(each for each in events if each["type"] == "Warning"),
            claims=self._list("/apis/karpenter.sh/v1/nodeclaims"),
        )

    def _list(self, path: str) -> list[dict[str, Any]]:
        return self._server.get(path)["items"]

    def _live(self, document: Document) -> dict[str, Any]:
        return self._server.get(object_path(document)) | {"kind": document["kind"]}

    def _apply(self, document: Document) -> None:
        self._server.apply(object_path(document), document)

    def _unready(self, document: Document) -> list[str]:
        live = self._live(document)
        if is_ready(live):
            return []
        key = next(key for name, key in _keys(self._tenant, document["kind"]) if name == document["metadata"]["name"])
        place = (node_pool_place if document["kind"] == "NodePool" else node_class_place)(self._tenant, key)
        conditions = unmet(live)
        return (explained(place, live, conditions) if conditions else unlooked(place, live)).splitlines()


def _keys(tenant: TenantSpec, kind: str) -> Iterable[tuple[str, str]]:
    if kind == "NodePool":
        return pool_keys(tenant).items()
    return [(node_class_name(tenant, key), key) for key in used_node_classes(tenant)]
