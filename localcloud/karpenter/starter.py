"""Starts the controller when its Deployment is there, again when that changes or the process ends, and ends it with it.

It plays the kubelet for the one pod that has to do something, and reports whether that is Ready. One process stands
for all replicas, and ends when none is left of those that it stood for:
`python -m localcloud.karpenter.starter --name INSTANCE --port N`. `GET /` answers while the API server could be asked.
"""

import argparse
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from ..api_server import ApiServer, Refused
from ..instance import Instance, instance
from ..ports import LOOPBACK
from . import controller
from .container import Container, NotRunnable, container_of
from .pods import report, running_pods
from .rights import grant, token_of, withdraw

DEPLOYMENT = "karpenter"
"""The chart names it after its release."""

_REGION_LABEL = "topology.kubernetes.io/region"

_LOOK_EVERY_SECONDS = 1

_SECONDS_TO_RESTART = 5
"""Between the end of a controller and its next start: its log stays readable."""


class Starter:
    """Makes what runs be what the Deployment says; `step` does it once."""

    def __init__(self, chosen: Instance, server: ApiServer, say: Callable[[str], None]) -> None:
        self._instance = chosen
        self._server = server
        self._say = say
        self._running: Container | None = None
        self._pods: frozenset[str] = frozenset()
        self._ready = False
        self._not_before = 0.0
        self._said = ""

    def step(self) -> None:
        """Looks at the Deployment and starts, restarts or ends the controller."""
        deployment = self._deployment()
        if not deployment:
            self._leave()
            return
        try:
            self._follow(deployment)
            ready = self._is_ready()
        except NotRunnable as error:
            self._say_once(str(error))
            # Nothing would come of waiting for it; what it should have done is missed soon enough.
            ready = True
        report(self._server, deployment, ready=ready)

    def _follow(self, deployment: Mapping[str, Any]) -> None:
        wanted = container_of(deployment)
        if not wanted:
            self.end("the Deployment has no replicas")
        elif self._running and wanted.fingerprint != self._running.fingerprint:
            self.end("the Deployment has changed")
        elif not self._runs():
            self._start(deployment, wanted)
        else:
            self._stand_for(running_pods(self._server, deployment))

    def end(self, reason: str) -> None:
        """Ends the controller, if there is one."""
        if self._running is None:
            return
        self._say_once(f"{reason}: ending the controller")
        controller.end(self._instance)
        self._running = None

    def _stand_for(self, pods: Sequence[Mapping[str, Any]]) -> None:
        """Ends the controller when all pods are others: what ran in the former ones would have ended with them."""
        before, self._pods = self._pods, _uids(pods)
        if not before & self._pods:
            self.end("its pods are gone")

    def _leave(self) -> None:
        if self._running:
            self.end("the Deployment is gone")
            withdraw(self._server)

    def _runs(self) -> bool:
        started = controller.record(self._instance) if self._running else None
        if started and not started.running:
            self._say_once(f"the controller has ended; its log is {self._instance.logs / 'karpenter.log'}")
            self._not_before = time.monotonic() + _SECONDS_TO_RESTART
            self._running = None
        return bool(started and started.running)

    def _is_ready(self) -> bool:
        """Whether the controller has been Ready since its start. A busy machine may not answer each probe in time."""
        started = controller.record(self._instance) if self._running else None
        self._ready = started is not None and started.running and (self._ready or controller.is_ready(started))
        return self._ready

    def _start(self, deployment: Mapping[str, Any], wanted: Container) -> None:
        # Without a pod that has a node it would not run on EKS.
        pods = running_pods(self._server, deployment)
        if not pods or time.monotonic() < self._not_before:
            return
        region = self._region(pods[0])
        controller.end(self._instance)
        grant(self._server, wanted.namespace, wanted.service_account)
        token = token_of(self._server, wanted.namespace, wanted.service_account)
        controller.start(self._instance, wanted, token=token, region=region, server=self._server.address)
        self._running, self._ready = wanted, False
        self._pods = _uids(pods)
        self._say_once(f"Karpenter {wanted.version} started in {region} as {wanted.service_account}")

    def _deployment(self) -> dict[str, Any] | None:
        found = self._server.get(f"/apis/apps/v1/deployments?fieldSelector=metadata.name={DEPLOYMENT}")["items"]
        return found[0] if found else None

    def _region(self, pod: Mapping[str, Any]) -> str:
        node = self._server.get(f"/api/v1/nodes/{pod['spec']['nodeName']}")
        return node["metadata"]["labels"][_REGION_LABEL]

    def _say_once(self, text: str) -> None:
        if text != self._said:
            self._said = text
            self._say(text)


def _uids(pods: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    return frozenset(pod["metadata"]["uid"] for pod in pods)


def main() -> None:
    """Steps until SIGTERM or SIGINT, then ends the controller."""
    parser = argparse.ArgumentParser(prog="python -m localcloud.karpenter.starter")
    parser.add_argument("--name", required=True, help="instance")
    parser.add_argument("--port", type=int, required=True, help="port on 127.0.0.1")
    arguments = parser.parse_args()
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    chosen = instance(arguments.name)
    # Of a starter that was killed; how its Deployment looked then is not known.
    controller.end(chosen)
    answering = threading.Event()
    _serve(arguments.port, answering)
    starter = Starter(chosen, ApiServer(chosen.kubeconfig), say=lambda text: print(text, flush=True))
    while not stopped.wait(_LOOK_EVERY_SECONDS):
        try:
            starter.step()
            answering.set()
        except (Refused, OSError) as error:
            answering.clear()
            print(f"the API server cannot be asked: {error}", flush=True)
    starter.end("the local cloud goes down")


def _serve(port: int, answering: threading.Event) -> None:
    class Health(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if answering.is_set() else 503)
            self.end_headers()

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Nothing: the log holds what happened to the controller."""

    server = ThreadingHTTPServer((LOOPBACK, port), Health)
    threading.Thread(target=server.serve_forever, daemon=True).start()


if __name__ == "__main__":
    main()
