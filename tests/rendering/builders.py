"""Manifests of a tenant, and the cluster that they are rendered for."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from components.model.platform import PlatformSettings
from components.model.tenant import TenantSpec
from components.rendering.facts import ClusterFacts
from components.rendering.pools import rendered_pools, used_node_classes
from components.rendering.v1 import ec2_node_class, node_pool
from tests.rendering.iam import builders as iam


def cluster(karpenter: str = "1.14.3", **facts: Any) -> ClusterFacts:
    """An existing network with two subnets."""
    return replace(iam.cluster(karpenter=karpenter), **facts)


GOLDEN = Path(__file__).parent / "golden"


def rich_tenant() -> dict[str, Any]:
    """A tenant file that sets every field of pools and node classes."""
    return yaml.safe_load((GOLDEN / "rich-tenant.yaml").read_text())


def manifests(spec: TenantSpec, facts: ClusterFacts, stack: PlatformSettings) -> list[dict[str, Any]]:
    """Everything of the tenant that Karpenter reads: node classes, then pools."""
    return [
        *(ec2_node_class(spec, key, facts, stack) for key in used_node_classes(spec)),
        *(node_pool(spec, key, facts) for key in rendered_pools(spec)),
    ]
