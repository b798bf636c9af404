"""A NodePool or EC2NodeClass as a resource: looked at before it is made, waited for until Karpenter calls it Ready, and
drained when it goes."""

from collections.abc import Iterable, Sequence
from typing import Any

import pulumi
import pulumi_kubernetes

from .drain import drain_timeouts
from .model.duration import Duration
from .object_guard import ObjectGuard
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
    guard: ObjectGuard,
    taken_over: bool,
    after: Sequence[pulumi.Resource],
    grace_periods: Iterable[Duration | None],
) -> pulumi.Resource:
    """Registers the object.

    Args:
        name: Of the resource.
        document: The object as the API server receives it.
        place: What it was rendered from.
        taken_over: Whether the file says `existingName`; `kubernetes` then writes objects that exist.
        after: What is there before it and goes after it.
        grace_periods: Of the pools whose nodes hold it.
    """
    guarded = guard.of(document, place, taken_over=taken_over)
    resource = pulumi.CustomResource(
        f"kubernetes:{document['apiVersion']}:{document['kind']}",
        name,
        document,
        pulumi.ResourceOptions(
            parent=parent,
            provider=kubernetes,
            depends_on=after,
            custom_timeouts=drain_timeouts(grace_periods),
            hooks=pulumi.ResourceHookBinding(
                before_create=guarded.before_create,
                # What is no longer somebody else's is waited for.
                after_create=[*(guarded.after_create or ()), *(readiness.hooks.after_create or ())],
                after_update=readiness.hooks.after_update,
            ),
        ),
    )
    readiness.expect(resource, document, place)
    return resource
