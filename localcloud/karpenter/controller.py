"""The controller's process: how it is started, found again and ended. It is a recorded part of the instance."""

import os
from collections.abc import Mapping
from pathlib import Path

from .. import identities, processes
from ..building.tools import KARPENTER_VERSIONS, karpenter_controller
from ..folders import BIN
from ..instance import Instance
from ..part import answers
from ..ports import LOOPBACK, choose
from ..processes import Record
from .container import Container, NotRunnable

CONTROLLER = "karpenter"
"""The part's name."""

_PORTS = ("metrics", "health")


def start(instance: Instance, container: Container, *, token: str, region: str, server: str) -> None:
    """Starts the controller that the container describes.

    Args:
        instance: Where it belongs.
        container: Version and environment.
        token: Of the container's service account.
        region: Of the node that the container's pod is on; an instance's metadata tell it on EC2.
        server: Address of the API server.

    Raises:
        NotRunnable: This version has not been built.
    """
    binary = _binary(container.version)
    kubeconfig = identities.write_token_kubeconfig(
        instance.keys / f"{CONTROLLER}.json",
        f"{container.namespace}:{container.service_account}",
        token,
        server=server,
        folder=instance.keys,
    )
    ports = choose(_PORTS, {})
    processes.start(
        instance.records,
        CONTROLLER,
        [str(binary)],
        ports=ports,
        env={**os.environ, **container.environment, **_given_here(kubeconfig, region, ports)},
        log=instance.logs / f"{CONTROLLER}.log",
    )


def record(instance: Instance) -> Record | None:
    """The process as it was started; it may have ended since."""
    return next((found for found in processes.recorded(instance.records) if found.part == CONTROLLER), None)


def is_ready(record: Record) -> bool:
    """What the readiness probe of the controller's container would say; it has read what it watches by then."""
    return record.running and answers(f"http://{LOOPBACK}:{record.ports['health']}/readyz")


def end(instance: Instance) -> None:
    """Ends it, if it is there."""
    started = record(instance)
    if started:
        processes.end(instance.records, [started])


def _binary(version: str) -> Path:
    if version not in KARPENTER_VERSIONS:
        raise NotRunnable(f"Karpenter {version} does not run here; the versions are {', '.join(KARPENTER_VERSIONS)}")
    binary = BIN / karpenter_controller(version).name
    if not binary.exists():
        raise NotRunnable(f"Karpenter {version} is not built; run: python -m localcloud build --karpenter")
    return binary


def _given_here(kubeconfig: Path, region: str, ports: Mapping[str, int]) -> dict[str, str]:
    """What a cluster gives a pod without being asked, and what differs because several instances share a machine."""
    return {
        "KUBECONFIG": str(kubeconfig),
        "AWS_REGION": region,
        # There is one controller, whatever the number of replicas.
        "DISABLE_LEADER_ELECTION": "true",
        "METRICS_PORT": str(ports["metrics"]),
        "HEALTH_PROBE_PORT": str(ports["health"]),
    }
