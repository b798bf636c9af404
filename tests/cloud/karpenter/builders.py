"""Plays for the real Karpenter: a tenant with pods, rendered as the program renders it, broken on purpose or not."""

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pytest

from components.model.labels import TENANT_KEY, TENANT_LABEL
from components.model.platform import PlatformSettings
from components.model.tenant import TenantSpec
from components.rendering.facts import ClusterFacts
from components.rendering.pools import rendered_pools, used_node_classes
from components.rendering.v1 import ec2_node_class, node_pool

Document = dict[str, Any]

POOL_LABEL = "karpenter.sh/nodepool"

POOL: Mapping[str, Any] = {
    "instanceTypes": ["m6i.large", "m6i.xlarge"],
    "limits": {"cpu": 100, "memory": "400Gi"},
    # Nothing moves that a test does not move.
    "disruption": {"consolidationPolicy": "WhenEmpty", "consolidateAfter": "Never"},
}
"""A provisioner of which the tests state what they are about."""

SMALL = POOL | {"instanceTypes": ["m6i.large"]}
"""With nodes of 2 CPUs, so that two larger pods need two."""


def intact(document: Document) -> None:
    """Breaks nothing."""


@dataclass(frozen=True)
class Play:
    """A tenant and what it runs.

    Attributes:
        written: The tenant file.
        pods: Name: pod, in the tenant's namespace; there from the start.
        broken: Changes a rendered pool or class before it is applied, to see the test fail.
    """

    written: Mapping[str, Any]
    pods: Mapping[str, Document]
    broken: Callable[[Document], None]

    @cached_property
    def spec(self) -> TenantSpec:
        """The tenant."""
        return TenantSpec.model_validate(self.written)

    @property
    def name(self) -> str:
        """Of the tenant and of its namespace."""
        return self.spec.name

    def documents(self, facts: ClusterFacts, settings: PlatformSettings) -> list[Document]:
        """Classes, then pools."""
        classes = [ec2_node_class(self.spec, key, facts, settings) for key in used_node_classes(self.spec)]
        documents = [*classes, *(node_pool(self.spec, key, facts) for key in rendered_pools(self.spec))]
        for document in documents:
            self.broken(document)
        return documents

    def changed(self, **fields: Any) -> "Play":
        """The same tenant after its file was edited; `provisioners` are merged into those that it has."""
        edited = fields.pop("provisioners", {})
        pools = {key: {**pool, **edited.get(key, {})} for key, pool in self.written["provisioners"].items()}
        return replace(self, written={**self.written, **fields, "provisioners": pools})


def play(
    name: str,
    *,
    pods: Mapping[str, Document] | None = None,
    broken: Callable[[Document], None] = intact,
    **fields: Any,
) -> Play:
    """A tenant with the provisioner `default` and one pod, unless stated otherwise.

    Args:
        name: Of the tenant; tests that run beside each other share none.
        pods: By name; `pod(...)` makes one. Default one that asks for little.
        broken: See `Play`.
        fields: Words of the tenant file.
    """
    written = {
        "name": name,
        "owner": {"email": f"ops@{name}.example"},
        "provisioners": {"default": POOL},
        "nodeClasses": {"default": {}},
        **fields,
    }
    return Play(written, {"web": pod()} if pods is None else pods, broken)


HOLDS, BROKEN = "as rendered", "broken"

both = pytest.mark.parametrize("kind", [HOLDS, BROKEN])
"""The test runs on what the program renders, and again on what was broken on purpose."""


def twin(kind: str, name: str, broken: Callable[[Document], None], **fields: Any) -> Play:
    """The play of this name, or the same one broken."""
    return play(name, **fields) if kind == HOLDS else play(f"{name}-x", broken=broken, **fields)


def verdict(kind: str) -> contextlib.AbstractContextManager[Any]:
    """What is asserted inside holds for what was rendered, and does not for what was broken."""
    return contextlib.nullcontext() if kind == HOLDS else pytest.raises(AssertionError)


def without(*path: str) -> Callable[[Document], None]:
    """Breaks a pool: a field of its spec is lost on the way."""

    def broken(document: Document) -> None:
        if document["kind"] == "NodePool":
            inside: Any = document["spec"]
            for word in path[:-1]:
                inside = inside[word]
            inside.pop(path[-1])

    return broken


def without_requirement(key: str) -> Callable[[Document], None]:
    """Breaks a pool: the requirement is lost on the way."""

    def broken(document: Document) -> None:
        if document["kind"] == "NodePool":
            spec = document["spec"]["template"]["spec"]
            spec["requirements"] = [each for each in spec["requirements"] if each["key"] != key]

    return broken


def pod(cpu: str = "100m", memory: str = "128Mi", *, limits: Mapping[str, str] | None = None, **spec: Any) -> Document:
    """A pod without name and, until it is placed, without what its tenant's nodes ask for."""
    requests = {"cpu": cpu, "memory": memory}
    container = {
        "name": "main",
        "image": "main",
        "resources": {"requests": requests, "limits": dict(limits or {})},
        "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
    }
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {},
        "spec": {
            "terminationGracePeriodSeconds": 0,
            "securityContext": {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}},
            "containers": [container],
            **spec,
        },
    }


def tolerating(*keys: str) -> list[Document]:
    """Tolerations of further taints; the tenant's own is added anyway."""
    return [{"key": key, "operator": "Exists"} for key in keys]


def on_each_pool(tenant: str, *keys: str) -> dict[str, Document]:
    """A pod on each pool of a tenant, named like its key."""
    return {key: pod(nodeSelector={POOL_LABEL: f"{tenant}-{key}"}) for key in keys}


def placed(document: Document, tenant: str) -> Document:
    """The pod, or the template of pods, with what its tenant's nodes ask for."""
    spec = document["spec"]
    tolerations = [*spec.get("tolerations", []), {"key": TENANT_KEY, "operator": "Equal", "value": tenant}]
    selector = {TENANT_LABEL: tenant, **spec.get("nodeSelector", {})}
    return {**document, "spec": {**spec, "nodeSelector": selector, "tolerations": tolerations}}
