"""Objects of a running cluster, as the API server gives them; whole by default, a test says what differs."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from components.live import ApiError
from components.live.clock import Clock
from components.live.not_ready import NotReady
from components.live.snapshot import Snapshot


def waited(
    states: Iterator[Any], wait: Callable[[Any, Clock], Awaitable[None]], seconds_of_a_look: float = 0
) -> tuple[int, str]:
    """Seconds of waiting over what is seen one after the other, and the error's text; empty where there is none.

    Args:
        states: What each look answers, or raises where it is an ApiError.
        wait: What waits, by a look and a clock.
        seconds_of_a_look: What the API server takes for it.
    """
    passed: list[float] = []

    async def look() -> Any:
        passed.append(seconds_of_a_look)
        state = next(states)
        if isinstance(state, ApiError):
            raise state
        return state

    async def pause(length: float) -> None:
        passed.append(length)

    async def run() -> None:
        await wait(look, Clock(lambda: sum(passed), pause))

    try:
        asyncio.run(run())
    except NotReady as error:
        return int(sum(passed)), str(error)
    return int(sum(passed)), ""


def snapshot(**kinds: Any) -> Snapshot:
    empty = (
        "node_pools",
        "node_classes",
        "node_claims",
        "pods",
        "disruption_budgets",
        "namespaces",
        "services",
        "ingresses",
        "volume_claims",
    )
    return Snapshot(**{kind: tuple(kinds.get(kind, ())) for kind in empty})


def node_pool(name: str = "alpha-default", *, ready: str = "True", **metadata: Any) -> dict[str, Any]:
    return {
        "kind": "NodePool",
        "metadata": {"name": name, "generation": 1, **metadata},
        "spec": {"limits": {"cpu": "100", "memory": "400Gi"}},
        "status": {
            "resources": {"cpu": "2", "memory": "7577Mi", "nodes": "1"},
            "conditions": [{"type": "Ready", "status": ready, "observedGeneration": 1}],
        },
    }


def node_class(name: str = "alpha-default", *conditions: dict[str, Any], **metadata: Any) -> dict[str, Any]:
    ready = {"type": "Ready", "status": "True", "observedGeneration": 1}
    return {
        "kind": "EC2NodeClass",
        "metadata": {"name": name, "generation": 1, **metadata},
        "spec": {"subnetSelectorTerms": [{"id": "subnet-0a"}]},
        "status": {"conditions": list(conditions) or [ready]},
    }


def node_claim(
    name: str = "alpha-default-x1",
    pool: str = "alpha-default",
    *,
    reached: tuple[str, ...] = ("Launched", "Registered", "Initialized"),
    node: str | None = "node-1",
    **metadata: Any,
) -> dict[str, Any]:
    return {
        "metadata": {
            "name": name,
            "labels": {
                "karpenter.sh/nodepool": pool,
                "node.kubernetes.io/instance-type": "m6i.large",
                "topology.kubernetes.io/zone": "eu-central-1a",
                "karpenter.sh/capacity-type": "on-demand",
            },
            **metadata,
        },
        "status": {
            **({"nodeName": node} if node else {}),
            "conditions": [{"type": step, "status": "True"} for step in reached],
        },
    }


def pod(name: str = "web-1", node: str = "node-1", namespace: str = "alpha", **metadata: Any) -> dict[str, Any]:
    return {
        "metadata": {"name": name, "namespace": namespace, "labels": {"app": "web"}, **metadata},
        "spec": {"nodeName": node},
        "status": {"phase": "Running"},
    }


def disruption_budget(
    name: str = "web", *, allowed: int = 0, namespace: str = "alpha", **labels: str
) -> dict[str, Any]:
    return {
        "metadata": {"name": name, "namespace": namespace},
        "spec": {"selector": {"matchLabels": labels or {"app": "web"}}},
        "status": {"disruptionsAllowed": allowed},
    }


def controller(name: str = "karpenter-0", port: int = 8000) -> dict[str, Any]:
    """A pod of Karpenter."""
    ports = [{"name": "http", "containerPort": 8081}, {"name": "http-metrics", "containerPort": port}]
    return {"metadata": {"name": name}, "spec": {"containers": [{"ports": ports}]}}


def controller_deployment(*, available: int = 2) -> dict[str, Any]:
    """Karpenter's Deployment."""
    return {"spec": {"replicas": 2}, "status": {"availableReplicas": available} if available else {}}


def sample(instance_type: str, zone: str, capacity_type: str, value: str) -> str:
    """A line of Karpenter's metrics."""
    labels = f'capacity_type="{capacity_type}",instance_type="{instance_type}",zone="{zone}"'
    return f"karpenter_cloudprovider_instance_type_offering_price_estimate{{{labels}}} {value}\n"
