"""Whose a namespace is that a tenant is about to get: nobody's, or taken over because its file says so.

A namespace that exists holds somebody's pods, secrets and rights. Nothing of it passes to a tenant by a name alone, not
even from an earlier tenant of that name.
"""

from collections.abc import Mapping
from typing import Any

from ..model.labels import TENANT_KEY


def refusal(name: str, tenant: str, live: Mapping[str, Any] | None, *, taken_over: bool) -> str | None:
    """Why the tenant cannot have the namespace, and what to write; None where it can.

    Args:
        name: Of the namespace.
        tenant: Whose file names it.
        live: The namespace as the cluster has it; None where it has none.
        taken_over: Whether the file says `existingName`.
    """
    if live is None:
        missing = f"namespace {name} does not exist; correct existingName, or leave it out to have one made"
        return missing if taken_over else None
    if "deletionTimestamp" in live["metadata"]:
        return f"namespace {name} is still being deleted; see karpenter-tenants status --blocking, and repeat"
    labels: Mapping[str, str] = live["metadata"].get("labels") or {}
    owner = labels.get(TENANT_KEY)
    if not taken_over:
        held = "" if owner is None else f" and is labelled as tenant {owner}'s"
        return f"namespace {name} exists already{held}; take it over by existingName: {name}, or delete it"
    if owner not in (None, tenant):
        return f"namespace {name} is labelled as tenant {owner}'s; a namespace has one owner, name another one"
    return None
