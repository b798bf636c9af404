"""One local cloud with the program and the real Karpenter, on which most tests run beside each other.

A simulated instance takes 30 seconds to become a node. Tests marked `at_once` therefore begin together when the first
one is wanted, each in a thread of its own and with tenants of its own, and are waited for in their turn. A test without
the mark finds all of them ended.
"""

import contextlib
import copy
import json
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
import yaml
from kubernetes.client.exceptions import ApiException
from kubernetes.config import new_client_from_config
from urllib3.exceptions import HTTPError

from components.loading import load
from components.model.platform import PlatformSettings
from components.rendering.facts import ClusterFacts
from components.rendering.pools import node_class_name, node_pool_name
from components.rendering.unready import is_ready
from components.versions import karpenter_version
from localcloud import deployment
from localcloud.api_server import ApiServer
from localcloud.demo import workloads
from localcloud.folders import CHECKOUT
from localcloud.instance import Instance, instance
from localcloud.karpenter import controller
from tests.cloud.conftest import Program, program_in, shared
from tests.cloud.karpenter.builders import POOL_LABEL, SMALL, Document, Play, placed

NAMESPACES = "/api/v1/namespaces"
NODE_POOLS = "/apis/karpenter.sh/v1/nodepools"
NODE_CLASSES = "/apis/karpenter.k8s.aws/v1/ec2nodeclasses"
CLAIMS = "/apis/karpenter.sh/v1/nodeclaims"
NODES = "/api/v1/nodes"
PODS = "/api/v1/pods"
CONTROLLER = "/apis/apps/v1/namespaces/kube-system/deployments/karpenter"
_REFUSALS = "/api/v1/events?fieldSelector=reason=FailedScheduling,source=karpenter"
_SERVICE_ACCOUNTS = "/api/v1/serviceaccounts?fieldSelector=metadata.name=default"

_SECONDS = 300
"""For what takes a new node. Alone it takes 50; but Karpenter replaces drifted nodes one after another, and the tests
of a file let theirs drift at once."""

_AT_THE_END = ("test_upgrade.py", "test_whole_destroy.py")
"""What nothing else is to follow: on a stage that had another Karpenter, and on none."""

PAUSED, LEAVER, GHOST = "paused", "leaver", "ghost"
"""Tenants that the stack has beside those of `tests/project`; the last one in its files alone."""

POOLED, VISITOR = "pooled", "visitor"
"""Tenants of the stack without nodes of their own; the second one leaves."""

SYSTEM = "monitoring"
"""Namespace of the platform."""

SETTLER = "settler"
"""A tenant that moves in; its namespaces are there before."""

_READS_METRICS = {"policyArns": ["arn:aws:iam::aws:policy/CloudWatchAgentServerPolicy"]}
ACCOUNTS: tuple[Mapping[str, Any], ...] = (
    {"namespace": LEAVER, "serviceAccount": "default", "mode": "podIdentity", **_READS_METRICS},
    {"namespace": LEAVER, "serviceAccount": "web", "mode": "irsa", **_READS_METRICS},
)
"""Accounts of the leaving tenant with rights in AWS, of either kind."""


class NotInTime(Exception):
    """Something did not come; no AssertionError, so that a twin that waits in vain is no twin that fails."""


class Mirror:
    """What the API server holds, kept up to date by watches (Kubernetes reference, "API concepts")."""

    def __init__(self, of: Instance) -> None:
        self._client = new_client_from_config(str(of.kubeconfig), persist_config=False)
        self._changed = threading.Condition()
        self._closed = False
        paths = (NODE_POOLS, CLAIMS, NODES, PODS, _REFUSALS, _SERVICE_ACCOUNTS)
        self._objects: dict[str, dict[str, Document]] = {path: {} for path in paths}
        for path in paths:
            threading.Thread(target=self._follow, args=(path,), daemon=True).start()

    def __getitem__(self, path: str) -> list[Document]:
        """All objects of a collection."""
        with self._changed:
            return list(self._objects[path].values())

    def until(self, reached: Callable[[], bool], what: str, seconds: float = _SECONDS) -> None:
        """Waits for something that is seen here.

        Raises:
            NotInTime: It did not come.
        """
        with self._changed:
            if not self._changed.wait_for(lambda: self._closed or reached(), seconds) or self._closed:
                raise NotInTime(what)

    def close(self) -> None:
        """Ends the waiting of everybody."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _follow(self, path: str) -> None:
        while not self._closed:
            try:
                self._watch(path, self._list(path))
            except (ApiException, HTTPError):
                # The collection is gone with its CRD, or the API server itself; both end with the stage.
                time.sleep(1)

    def _list(self, path: str) -> str:
        found = json.loads(self._get(path).data)
        with self._changed:
            self._objects[path] = {each["metadata"]["uid"]: each for each in found["items"]}
            self._changed.notify_all()
        return found["metadata"]["resourceVersion"]

    def _watch(self, path: str, version: str) -> None:
        with contextlib.closing(self._get(path, watch="true", resourceVersion=version)) as lines:
            for line in lines:
                event = json.loads(line)
                if event["type"] == "ERROR":
                    return
                with self._changed:
                    if event["type"] == "DELETED":
                        self._objects[path].pop(event["object"]["metadata"]["uid"], None)
                    else:
                        self._objects[path][event["object"]["metadata"]["uid"]] = event["object"]
                    self._changed.notify_all()

    def _get(self, path: str, **query: str) -> Any:
        path, _, selector = path.partition("?fieldSelector=")
        selected = {"fieldSelector": selector} if selector else {}
        return self._client.call_api(
            path,
            "GET",
            query_params={**selected, **query},
            header_params={"Accept": "application/json"},
            auth_settings=["BearerToken"],
            _preload_content=False,
        )


@dataclass(frozen=True)
class Stage:
    """The running cluster as a test sees it: by plays.

    Attributes:
        program: The deployed program.
        facts: Of its cluster, as its renderers get them.
        settings: Of its stack.
        live: What the API server holds.
        plays: Those that were put on, by tenant.
        running: The tests that run beside each other, by node id.
    """

    program: Program
    facts: ClusterFacts
    settings: PlatformSettings
    live: Mirror
    plays: dict[str, Play]
    running: dict[str, "Future[None]"]

    @cached_property
    def api(self) -> ApiServer:
        """The API server, as administrator."""
        return self.program.cloud.api

    def command(
        self, *words: str, project: Path | None = None, stack: str = deployment.STACK
    ) -> "subprocess.CompletedProcess[str]":
        """Runs `karpenter-tenants` as an operator does; the stack's files unless there is another project."""
        program = CHECKOUT / ".venv" / "bin" / "karpenter-tenants"
        return subprocess.run(
            [program, *words, "--project", project or self.program.folder, "--stack", stack],
            env={**os.environ, "KUBECONFIG": str(self.program.cloud.instance.kubeconfig)},
            capture_output=True,
            text=True,
        )

    def scale_controller(self, replicas: int) -> None:
        """Has the Deployment of Karpenter so many replicas; none takes the controller away."""
        self.api.merge(CONTROLLER, {"spec": {"replicas": replicas}})

    def until_controller_has(self, replicas: int) -> None:
        """Waits until so many of them are available, and until the process has ended when none is wanted."""
        until(lambda: self.api.get(CONTROLLER)["status"].get("availableReplicas", 0) == replicas, "the controller")
        until(lambda: bool(replicas) or not self._controller_runs(), "the end of the controller")

    def _controller_runs(self) -> bool:
        record = controller.record(self.program.cloud.instance)
        return record is not None and record.running

    def put_on(self, play: Play) -> Play:
        """Applies the play's objects, and its pods once Karpenter takes the pools: what it says is then meant."""
        self.plays[play.name] = play
        labels = {"karpenter-tenants/tenant": play.name}
        metadata = {"name": play.name, "labels": labels}
        self.api.apply(f"{NAMESPACES}/{play.name}", {"apiVersion": "v1", "kind": "Namespace", "metadata": metadata})
        self.apply(play)
        for name, document in play.pods.items():
            self.add_pod(play, name, document)
        return play

    def apply(self, play: Play) -> None:
        """Applies classes and pools, as a deployment does, and waits until Karpenter calls the pools Ready."""
        paths = {"NodePool": NODE_POOLS, "EC2NodeClass": NODE_CLASSES}
        applied = [
            self.api.apply(f"{paths[document['kind']]}/{document['metadata']['name']}", document)
            for document in play.documents(self.facts, self.settings)
        ]
        wanted = {generation(document) for document in applied if document["kind"] == "NodePool"}
        self.live.until(
            lambda: wanted <= {generation(pool) for pool in self.live[NODE_POOLS] if is_ready(pool)},
            f"the pools of {play.name}",
        )

    def add_pod(self, play: Play, name: str, document: Document) -> None:
        """Creates a pod of the play, once a controller has made the namespace's service account."""
        self.live.until(
            lambda: play.name in (each["metadata"]["namespace"] for each in self.live[_SERVICE_ACCOUNTS]),
            f"the service account of {play.name}",
        )
        named = {"metadata": {**document["metadata"], "name": name}}
        made = self.api.create(f"{NAMESPACES}/{play.name}/pods", placed(document, play.name) | named)
        uid = made["metadata"]["uid"]
        self.live.until(lambda: any(each["metadata"]["uid"] == uid for each in self.live[PODS]), f"the pod {name}")

    def replicate(self, play: Play, name: str, document: Document) -> None:
        """Has a Deployment keep one such pod."""
        self.deploy(play.name, name, placed(document, play.name))

    def deploy(self, namespace: str, name: str, document: Document) -> None:
        """The same anywhere, for a pod that is placed as it stands."""
        labels = {"app": name}
        template = {"metadata": {"labels": labels}, "spec": document["spec"]}
        made = {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {"name": name},
            "spec": {"replicas": 1, "selector": {"matchLabels": labels}, "template": template},
        }
        self.api.create(f"/apis/apps/v1/namespaces/{namespace}/deployments", made)

    def pods_of(self, namespace: str, name: str) -> list[Document]:
        """The pods of a Deployment."""
        return [each for each in self.pods(namespace) if each["metadata"].get("labels", {}).get("app") == name]

    def node_of(self, namespace: str, name: str) -> Document:
        """Where the pod of a Deployment runs, once it does."""
        self.live.until(lambda: any(map(is_running, self.pods_of(namespace, name))), f"the pod {namespace}/{name}")
        running = next(filter(is_running, self.pods_of(namespace, name)))
        return self.api.get(f"{NODES}/{running['spec']['nodeName']}")

    def remove_pod(self, play: Play, name: str) -> None:
        """Deletes a pod of the play."""
        self.api.delete(f"{NAMESPACES}/{play.name}/pods/{name}")

    def settled(self, play: Play) -> dict[str, Any]:
        """Pods that run and their nodes, once every pod runs or Karpenter has said that it buys nothing for it."""

        def settled() -> bool:
            return all(self._node_of(pod) or self.refusals(pod) for pod in self.pods(play.name))

        self.live.until(settled, f"the pods of {play.name}")
        nodes = {pod["metadata"]["name"]: self._node_of(pod) for pod in self.pods(play.name)}
        return {name: node for name, node in nodes.items() if node}

    def _node_of(self, pod: Document) -> Document | None:
        """Where a pod runs; None while it does not."""
        running_on = pod["spec"].get("nodeName") if is_running(pod) else None
        return next((node for node in self.live[NODES] if node["metadata"]["name"] == running_on), None)

    def labels(self, play: Play, key: str) -> dict[str, str | None]:
        """A label of the node of each running pod."""
        return {name: node["metadata"]["labels"].get(key) for name, node in self.settled(play).items()}

    def pods(self, namespace: str) -> list[Document]:
        """All pods in a namespace."""
        return [pod for pod in self.live[PODS] if pod["metadata"]["namespace"] == namespace]

    def refusals(self, pod: Document) -> list[str]:
        """What Karpenter says of a pod for which it buys nothing."""
        uid = pod["metadata"]["uid"]
        return [event["message"] for event in self.live[_REFUSALS] if event["involvedObject"]["uid"] == uid]

    def claims(self, play: Play, pool: str | None = None) -> list[Document]:
        """The NodeClaims of the play, or of one of its pools."""
        keys = play.spec.provisioners if pool is None else (pool,)
        return self.claims_of(*(node_pool_name(play.spec, key) for key in keys))

    def claims_of(self, *pools: str) -> list[Document]:
        """The NodeClaims of some NodePools."""
        return [claim for claim in self.live[CLAIMS] if claim["metadata"]["labels"].get(POOL_LABEL) in pools]

    def is_going(self, claim: Document) -> bool:
        """Whether Karpenter takes the node away, or has done so."""
        uid = claim["metadata"]["uid"]
        return not any(
            each["metadata"]["uid"] == uid and "deletionTimestamp" not in each["metadata"] for each in self.live[CLAIMS]
        )

    def delete_pools(self, play: Play) -> None:
        """Deletes the NodePools as a deployment does: they wait for their nodes."""
        for key in play.spec.provisioners:
            self.api.delete(f"{NODE_POOLS}/{node_pool_name(play.spec, key)}?propagationPolicy=Foreground")

    def withdraw(self, play: Play) -> None:
        """Deletes pools and pods of the play; its nodes go after it."""
        self.api.delete(f"{NAMESPACES}/{play.name}/pods")
        self.delete_pools(play)

    def clear(self) -> None:
        """Removes what the plays have put on, pods and nodes included."""
        for play in self.plays.values():
            self.withdraw(play)
            self.api.delete(f"{NAMESPACES}/{play.name}")
        self.live.until(lambda: not any(self.claims(play) for play in self.plays.values()), "the end of all nodes")
        for play in self.plays.values():
            for key in play.spec.node_classes:
                self.api.delete(f"{NODE_CLASSES}/{node_class_name(play.spec, key)}")
        self.plays.clear()


def until(reached: Callable[[], bool], what: str) -> None:
    """Waits for something that the mirror does not hold.

    Raises:
        NotInTime: It did not come.
    """
    deadline = time.monotonic() + _SECONDS
    while not reached():
        if time.monotonic() > deadline:
            raise NotInTime(what)
        time.sleep(0.5)


def condition(document: Document, kind: str) -> str:
    """Status of a condition; empty where there is none."""
    conditions = document.get("status", {}).get("conditions", [])
    return next((each["status"] for each in conditions if each["type"] == kind), "")


def generation(document: Document) -> tuple[str, int]:
    """Which state of which object this is."""
    return document["metadata"]["uid"], document["metadata"]["generation"]


def is_running(pod: Document) -> bool:
    """Whether the pod runs on a node."""
    return pod["status"].get("phase") == "Running"


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Stage]:
    """The program's stack with the demonstration's workloads on it, and every test that runs beside others begun."""
    with shared(instance("tests-karpenter")) as cloud:
        program = program_in(cloud, tmp_path_factory.mktemp("project"))
        _complete(program)
        program.pulumi("stack", "select", "--create")
        cloud.api.create(NAMESPACES, {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": SYSTEM}})
        finished = program.pulumi("up", "--yes", "--skip-preview")
        assert finished.returncode == 0, finished.stdout
        for workload in workloads.ALL:
            cloud.api.create(f"/apis/apps/v1/namespaces/{workload.tenant}/deployments", workloads.deployment(workload))
        made = Stage(program, *_known(program), Mirror(cloud.instance), {}, {})
        with ThreadPoolExecutor(max_workers=100) as threads:
            for item in request.session.items:
                if isinstance(item, pytest.Function) and item.get_closest_marker("at_once"):
                    parameters: Mapping[str, Any] = item.callspec.params if hasattr(item, "callspec") else {}
                    made.running[item.nodeid] = threads.submit(item.obj, stage=made, **parameters)
            try:
                yield made
            finally:
                made.live.close()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Waits for a test that runs already; before any other one, for all of these."""
    stage = pyfuncitem.funcargs.get("stage")
    if isinstance(stage, Stage) and pyfuncitem.nodeid in stage.running:
        stage.running[pyfuncitem.nodeid].result()
        return True
    if isinstance(stage, Stage):
        wait(stage.running.values())
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What changes the whole stage comes after everything that is on it."""
    items.sort(key=lambda item: _AT_THE_END.index(item.path.name) if item.path.name in _AT_THE_END else -1)


def _complete(program: Program) -> None:
    """Opens Karpenter's gates, allows pods without owner, and adds pools of the platform and tenants of each kind."""
    stack_file = program.folder / f"Pulumi.{deployment.STACK}.yaml"
    stack = yaml.safe_load(stack_file.read_text(encoding="utf-8"))
    config = stack["config"]
    config["platform:karpenter"]["featureGates"] = {"staticCapacity": True, "capacityBuffer": True}
    config["platform:karpenter"] |= {word: copy.deepcopy(SMALL) for word in ("sharedPool", "systemPool")}
    config["platform:admission"] = {"allowStandalonePods": True, "systemNamespaces": [SYSTEM]}
    gpus = {"cpu": 16, "memory": "64Gi", "nvidia.com/gpu": workloads.TRAIN.fitting}
    config["platform:tenantOverrides"] = {"beta": {"provisioners": {"gpu": {"limits": gpus}}}}
    config["platform:tenants"] = ["alpha", "beta", LEAVER, PAUSED, POOLED, VISITOR]
    stack_file.write_text(yaml.safe_dump(stack), encoding="utf-8")
    planned = copy.deepcopy(stack)
    planned["config"]["platform:tenants"].append(GHOST)
    (program.folder / "Pulumi.planned.yaml").write_text(yaml.safe_dump(planned), encoding="utf-8")
    for name in (LEAVER, PAUSED, GHOST):
        file = {
            "name": name,
            "owner": {"email": f"ops@{name}.example"},
            "provisioners": {"default": {"instanceTypes": ["m6i.large"], "limits": {"cpu": 100, "memory": "400Gi"}}},
        }
        if name == LEAVER:
            file["iam"] = {"workloads": [copy.deepcopy(account) for account in ACCOUNTS]}
        write_file(program, file)
    for name in (POOLED, VISITOR):
        write_file(program, {"name": name, "owner": {"email": f"ops@{name}.example"}, "isolation": "shared"})


def write_file(program: Program, file: Mapping[str, Any]) -> None:
    """Writes a tenant file."""
    (program.folder / "tenants" / f"{file['name']}.yaml").write_text(yaml.safe_dump(file), encoding="utf-8")


def _known(program: Program) -> tuple[ClusterFacts, PlatformSettings]:
    """Facts of the deployed cluster, from what the program has rendered for its own tenants."""
    loaded = load(program.folder, deployment.STACK)
    assert loaded.platform is not None
    settings = loaded.platform.settings
    rendered = program.cloud.api.get(f"{NODE_CLASSES}/alpha-default")["spec"]
    facts = ClusterFacts(
        name=settings.cluster.name,
        region="eu-central-1",
        partition="aws",
        account="123456789012",
        kubernetes_version=settings.cluster.kubernetes_version,
        karpenter=karpenter_version(settings.karpenter.version),
        subnets=tuple(term["id"] for term in rendered["subnetSelectorTerms"]),
        security_group=rendered["securityGroupSelectorTerms"][0]["id"],
    )
    return facts, settings
