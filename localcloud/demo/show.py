"""The demonstration from beginning to end, on an instance in which the stack `local` is deployed."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ..api_server import ApiServer, Refused
from ..aws.prices import on_demand_prices
from ..errors import LocalCloudError
from ..instance import Instance
from .picture import Moment, Note, picture
from .scene import Node, Scene, changes, scene, table
from .workloads import ALL, MARK, SHOP, TENANT_TAINT, Workload, deployment

_SECONDS_FOR_A_STEP = 150
"""A new node takes 30 seconds in the simulated EC2, which Karpenter may need twice."""

_LOOK_EVERY_SECONDS = 1

_POOLS = ("alpha-default", "beta-batch", "beta-gpu", "beta-web")


def demonstrate(instance: Instance) -> Path:
    """Runs the demonstration and returns the file with its picture; nothing of it is left in the cluster.

    Raises:
        LocalCloudError: The stack is not deployed, or something did not happen in time.
    """
    show = Show(ApiServer(instance.kubeconfig))
    show.require_pools(instance)
    try:
        show.run()
    finally:
        show.clear()
    file = instance.folder / "demo.svg"
    file.write_text(picture(show.moments, show.notes), encoding="utf-8")
    return file


class Show:
    """Does things and says what comes of them; `moments` and `notes` are kept for the picture."""

    def __init__(self, server: ApiServer) -> None:
        self._server = server
        self._prices = on_demand_prices()
        self._begin = time.monotonic()
        self._scene = scene((), (), self._prices)
        self._namespaces: dict[str, str] = {}
        self._made: list[str] = []
        self.moments: list[Moment] = []
        self.notes: list[Note] = []

    def require_pools(self, instance: Instance) -> None:
        """Refuses an instance without the customers' pools."""
        try:
            pools = {pool["metadata"]["name"] for pool in self._list("/apis/karpenter.sh/v1/nodepools")}
        except Refused:
            pools = set[str]()
        missing = [pool for pool in _POOLS if pool not in pools]
        if missing:
            raise LocalCloudError(f"no pool {', '.join(missing)} to show; deploy it: {instance.command('deploy')}")

    def run(self) -> None:
        """The four acts."""
        self._look()
        self._until("the nodes of an earlier demonstration are gone", _no_nodes)
        self._act("each customer's pods arrive", "workloads")
        for workload in ALL:
            self._say(f"{workload.tenant:<6} deploys {workload.name}: {workload.replicas} pods, {workload.says}")
            self._deploy(workload)
        self._until("the pods run that may", _everything_runs)
        for workload in ALL:
            if workload.fitting < workload.replicas:
                self._say(f"{workload.tenant:<6} {workload.name} gets no more nodes: the limit of its pool holds")
        print(f"\n{table(self._scene)}", flush=True)

        self._act("Alpha needs one pod of six: Karpenter looks for a cheaper node", "Alpha: 1 pod of 6")
        large = self._node_of(SHOP)
        self._scale(SHOP, 1)
        self._until("Karpenter buys a smaller node", lambda now: any(_is_smaller(node, large) for node in _nodes(now)))

        self._act("meanwhile Beta's work is done", "Beta: no work")
        for workload in ALL[1:]:
            self._delete(workload)
        self._until("the shop runs on the smaller node", lambda now: _moved(now, large))
        small = self._node_of(SHOP)
        self._say(f"alpha  pays {small.price:.4f} USD/h instead of {large.price:.4f}")

        self._act("Alpha leaves too", "Alpha: no work")
        self._delete(SHOP)
        self._until("no node is left", _no_nodes)

    def clear(self) -> None:
        """Takes away what the demonstration has made."""
        for workload in ALL:
            if workload.tenant in self._namespaces:
                self._delete(workload)
        for namespace in self._made:
            self._server.delete(f"/api/v1/namespaces/{namespace}")

    def _act(self, text: str, short: str) -> None:
        print(f"\n{text}", flush=True)
        self.notes.append(Note(self._seconds(), short))

    def _until(self, wanted: str, reached: Callable[[Scene], bool]) -> None:
        """Looks, says what has changed, and returns when it is reached."""
        deadline = time.monotonic() + _SECONDS_FOR_A_STEP
        while not reached(self._scene):
            if time.monotonic() > deadline:
                raise LocalCloudError(
                    f"not within {_SECONDS_FOR_A_STEP} seconds: {wanted}; see: python -m localcloud logs karpenter"
                )
            time.sleep(_LOOK_EVERY_SECONDS)
            self._look()

    def _look(self) -> None:
        now = scene(
            self._list("/apis/karpenter.sh/v1/nodeclaims"),
            self._list("/api/v1/pods?labelSelector=" + ",".join(f"{key}={value}" for key, value in MARK.items())),
            self._prices,
        )
        for line in changes(self._scene, now):
            self._say(line)
        self._scene = now
        counts = dict.fromkeys((workload.tenant for workload in ALL), 0)
        for node in now.nodes.values():
            counts[node.tenant] += node.name is not None
        self.moments.append(Moment(self._seconds(), counts))

    def _node_of(self, workload: Workload) -> Node:
        """The node that runs most of the workload."""
        nodes = (node for node in self._scene.nodes.values() if node.name)
        return max(nodes, key=lambda node: self._scene.running.get((workload.name, node.name or ""), 0))

    def _deploy(self, workload: Workload) -> None:
        self._server.create(self._path(workload), deployment(workload))

    def _scale(self, workload: Workload, replicas: int) -> None:
        self._server.merge(f"{self._path(workload)}/{workload.name}", {"spec": {"replicas": replicas}})

    def _delete(self, workload: Workload) -> None:
        self._server.delete(f"{self._path(workload)}/{workload.name}")

    def _path(self, workload: Workload) -> str:
        return f"/apis/apps/v1/namespaces/{self._namespace(workload.tenant)}/deployments"

    def _namespace(self, tenant: str) -> str:
        """The customer's own namespace, or one for the demonstration where the stack makes none."""
        if tenant not in self._namespaces:
            names = {namespace["metadata"]["name"] for namespace in self._list("/api/v1/namespaces")}
            chosen = tenant if tenant in names else f"demo-{tenant}"
            if chosen not in names:
                # The label lets its pods reach the customer's nodes, and keeps them there.
                labels = {TENANT_TAINT: tenant, **MARK}
                document = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": chosen, "labels": labels}}
                self._server.create("/api/v1/namespaces", document)
                self._made.append(chosen)
            self._namespaces[tenant] = chosen
        return self._namespaces[tenant]

    def _list(self, path: str) -> list[dict[str, Any]]:
        return self._server.get(path)["items"]

    def _say(self, text: str) -> None:
        print(f"{self._seconds():4.0f} s  {text}", flush=True)

    def _seconds(self) -> float:
        return time.monotonic() - self._begin


def _nodes(now: Scene) -> Iterable[Node]:
    return now.nodes.values()


def _no_nodes(now: Scene) -> bool:
    return not now.nodes


def _everything_runs(now: Scene) -> bool:
    """Whether as many pods run as may, on nodes that Karpenter calls ready, and the others wait."""
    return all(node.ready for node in _nodes(now)) and all(
        now.running_of(workload.name) == workload.fitting
        and now.waiting.get(workload.name, 0) == workload.replicas - workload.fitting
        for workload in ALL
    )


def _is_smaller(node: Node, large: Node) -> bool:
    return node.pool == large.pool and node.price < large.price


def _moved(now: Scene, large: Node) -> bool:
    """Whether the shop runs on a smaller node, and the large one is gone."""
    return large.claim not in now.nodes and any(
        _is_smaller(node, large) and now.running.get((SHOP.name, node.name or "")) for node in _nodes(now)
    )
