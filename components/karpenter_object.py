"""A NodePool or EC2NodeClass as a resource: waited for until Karpenter calls it Ready, and drained when it goes."""

from collections.abc import Iterable, Sequence
from typing import Any

import pulumi
import pulumi_kubernetes

from .drain import drain_timeouts
from .model.duration import Duration
from .readiness import Readiness
from .rendering.unready import Place


def create_karpenter_object(
    name: str,
    document: dict[str, Any],
    place: Place,
    *,
    parent: pulumi.Resource,
    kubernetes: pulumi_kubernetes.Provider,
    readiness: Readiness,
    after: Sequence[pulumi.Resource],
    grace_periods: Iterable[Duration | None],
) -> pulumi.Resource:
    """Registers the object.

    Args:
        name: Of the resource.
        document: The object as the API server receives it.
        place: What it was rendered from.
        after: What is there before it and goes after it.
        grace_periods: Of the pools whose nodes hold it.
    """
    resource = pulumi.CustomResource(
        f"kubernetes:{document['apiVersion']}:{document['kind']}",
        name,
        document,
        pulumi.ResourceOptions(
            parent=parent,
            provider=kubernetes,
            depends_on=after,
            custom_timeouts=drain_timeouts(grace_periods),
            hooks=readiness.hooks,
        ),
    )
    readiness.expect(resource, document, place)
    return resource
