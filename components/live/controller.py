"""Whether Karpenter's controller runs: without it conditions are old news, and deleted pools and classes stay."""

from collections.abc import Awaitable, Callable

from .api import Api, ApiError
from .clock import LOOK_EVERY_SECONDS, Clock
from .not_ready import NotReady
from .snapshot import Document

CONTROLLER_SECONDS = 30
"""A pod that is being moved to another node is back by then; on a deployment that has started it Helm has waited."""


CONTROLLER_PODS = "app.kubernetes.io/name=karpenter"
"""Label selector of the controller's pods."""


def controller_path(namespace: str) -> str:
    """Path of the controller's Deployment; the chart names it after its release."""
    return f"/apis/apps/v1/namespaces/{namespace}/deployments/karpenter"


def controller_fault(namespace: str, deployment: Document | None) -> str | None:
    """Why nobody looks after nodes, and where to look; None where a replica is available."""
    available = 0 if deployment is None else deployment.get("status", {}).get("availableReplicas", 0)
    if available:
        return None
    found = "is gone" if deployment is None else f"has 0 of {deployment['spec']['replicas']} replicas available"
    return (
        f"Karpenter does not run: Deployment {namespace}/karpenter {found}, and pools, classes and nodes that are "
        f"deleted wait for it; see kubectl -n {namespace} describe pods -l {CONTROLLER_PODS}, and their log"
    )


def read_controller_fault(api: Api, namespace: str) -> str | None:
    """The same, asked of the cluster.

    Raises:
        ApiError: It did not answer, or the user may not read the Deployment.
    """
    return controller_fault(namespace, api.get(controller_path(namespace)))


async def wait_for_controller(namespace: str, look: Callable[[], Awaitable[Document | None]], clock: Clock) -> None:
    """Looks at the Deployment until a replica is available.

    Raises:
        NotReady: None is in time, or the API server does not answer.
    """
    begun = clock.now()
    while fault := await _fault(namespace, look):
        if clock.now() - begun >= CONTROLLER_SECONDS:
            raise NotReady(fault)
        await clock.pause(LOOK_EVERY_SECONDS)


async def _fault(namespace: str, look: Callable[[], Awaitable[Document | None]]) -> str | None:
    try:
        fault = controller_fault(namespace, await look())
        return fault and f"{fault}, and repeat pulumi up, which has deleted nothing"
    except ApiError as error:
        return f"whether Karpenter runs is not known: the API server could not be asked: {error}; check the kubeconfig"
