"""Random tenants and random pods before a real API server: what it admits fits on nobody else's nodes.

Each pod is judged by a dry run; where it would fit is decided here, by selector and taints, as the scheduler does.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from components.model.tenant import TenantSpec
from components.rendering.namespaces import namespace
from components.rendering.placement import tenant_taints
from components.rendering.pools import node_pool_name
from tests.builders import PROVISIONER, settings, tenant
from tests.cloud.admission.builders import pod
from tests.cloud.admission.conftest import Rig
from tests.cloud.conftest import SECONDS_TO_START
from tests.rendering.builders import cluster

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(SECONDS_TO_START)]

SEED = 20261130
PODS = 150
LABEL = "node-restriction.kubernetes.io/tenant"
TENANT = "karpenter-tenants/tenant"
NODE_POOL = "karpenter.sh/nodepool"
STACK = {"karpenter": {"version": "1.14.3", "sharedPool": {"limits": {"cpu": 8}}}}


@dataclass(frozen=True)
class Node:
    """One node of a pool."""

    owner: str
    labels: dict[str, str]
    taints: list[dict[str, str]]

    def takes(self, spec: dict[str, Any]) -> bool:
        """Whether a pod of this spec may be scheduled here."""
        selected = all(self.labels.get(key) == value for key, value in spec.get("nodeSelector", {}).items())
        return selected and all(
            any(_tolerates(toleration, taint) for toleration in spec.get("tolerations", ())) for taint in self.taints
        )


def _tolerates(toleration: dict[str, str], taint: dict[str, str]) -> bool:
    if toleration.get("effect", taint["effect"]) != taint["effect"]:
        return False
    if toleration.get("operator", "Equal") == "Exists":
        return toleration.get("key", "") in ("", taint["key"])
    return toleration.get("key") == taint["key"] and toleration.get("value", "") == taint.get("value", "")


def some_tenants(chance: random.Random) -> list[TenantSpec]:
    """Eight tenants, a third of them without nodes of their own; some namespaces name their pool."""
    found: list[TenantSpec] = []
    for number in range(8):
        name = f"any{number}"
        if chance.random() < 0.33:
            found.append(tenant(name, isolation="shared", provisioners={}, nodeClasses={}))
            continue
        pools = ["web", "batch"][: chance.randint(1, 2)]
        spaces = [{}, {"suffix": "b", "provisioner": pools[0]}][: chance.randint(1, 2)]
        found.append(tenant(name, provisioners=dict.fromkeys(pools, PROVISIONER), namespaces=spaces))
    return found


def nodes_of(tenants: list[TenantSpec]) -> list[Node]:
    """One of each pool, and those of the platform; the shared pool is open to everybody without nodes."""
    own = [
        Node(
            str(spec.name),
            {LABEL: str(spec.name), NODE_POOL: node_pool_name(spec, key)},
            tenant_taints(spec.name, spec.enforcement),
        )
        for spec in tenants
        for key in spec.provisioners
    ]
    critical = [{"key": "CriticalAddonsOnly", "value": "true", "effect": "NoSchedule"}]
    system = [{"key": TENANT, "value": "system", "effect": "NoSchedule"}]
    shared = [{"key": "example.com/shared", "effect": "NoSchedule"}]
    return [
        *own,
        Node("shared", {LABEL: "shared", NODE_POOL: "shared-pool"}, shared),
        Node("system", {LABEL: "system", NODE_POOL: "system-pool"}, system),
        Node("core", {"eks.amazonaws.com/nodegroup": "core"}, critical),
    ]


def legal(spec: TenantSpec, index: int, chance: random.Random) -> dict[str, Any]:
    """A pod as its author may write it for a namespace, on any Kubernetes."""
    more = chance.choice([[], [{"key": "nvidia.com/gpu", "operator": "Exists"}]])
    if not spec.provisioners:
        selector = chance.choice([None, {NODE_POOL: "shared-pool"}])
        return pod(nodeSelector=selector, tolerations=[{"key": "example.com/shared", "operator": "Exists"}, *more])
    pool = spec.namespaces[index].provisioner
    selector = {LABEL: str(spec.name), **({} if pool is None else {NODE_POOL: node_pool_name(spec, pool)})}
    own = {"key": TENANT, "operator": "Equal", "value": str(spec.name), "effect": "NoSchedule"}
    return pod(nodeSelector=selector, tolerations=[own, *more])


def anything(nodes: list[Node], chance: random.Random) -> dict[str, Any]:
    """A pod that reaches for some node, with the taints of that or of another one."""
    meant = chance.choice(nodes)
    keys = [key for key in meant.labels if chance.random() < 0.7]
    tolerated = chance.choice([meant, meant, chance.choice(nodes)])
    tolerations = [
        chance.choice(
            [
                {**taint, "operator": "Equal"},
                {"key": taint["key"], "operator": "Exists"},
                {"operator": "Exists"},
            ]
        )
        for taint in tolerated.taints
    ]
    return pod(nodeSelector={key: meant.labels[key] for key in keys} or None, tolerations=tolerations or None)


@pytest.fixture(scope="module")
def tenants(bare: Rig) -> Iterator[list[TenantSpec]]:
    found = some_tenants(random.Random(SEED))
    documents = [
        namespace(spec, space, settings(**STACK), cluster(kubernetes_version="1.36"))
        for spec in found
        for space in spec.namespaces
    ]
    for document in documents:
        bare.admin.apply(f"/api/v1/namespaces/{document['metadata']['name']}", document)
    yield found
    for document in documents:
        bare.admin.delete(f"/api/v1/namespaces/{document['metadata']['name']}")


def test_every_legal_pod_is_admitted_and_fits_on_its_own_nodes_alone(rig: Rig, tenants: list[TenantSpec]):
    chance, nodes = random.Random(SEED), nodes_of(tenants)

    for spec in tenants:
        for index, space in enumerate(spec.namespaces):
            answer = rig.admin.post(f"/api/v1/namespaces/{spec.namespace_name(space)}/pods", legal(spec, index, chance))
            assert answer.code == 201, answer.message
            owners = {node.owner for node in nodes if node.takes(answer.body["spec"])}
            assert owners == {str(spec.name) if spec.provisioners else "shared"}


def test_no_admitted_pod_fits_on_nodes_of_others(rig: Rig, tenants: list[TenantSpec]):
    chance, nodes = random.Random(SEED), nodes_of(tenants)
    wrong: list[tuple[str, str, dict[str, Any]]] = []
    reached = 0
    for _ in range(PODS):
        spec = chance.choice(tenants)
        home = str(spec.name) if spec.provisioners else "shared"
        document = anything(nodes, chance)
        answer = rig.admin.post(
            f"/api/v1/namespaces/{spec.namespace_name(chance.choice(spec.namespaces))}/pods", document
        )
        reached += any(node.owner != home and node.takes(document["spec"]) for node in nodes)
        if answer.code == 201:
            spots = [node.owner for node in nodes if node.owner != home and node.takes(answer.body["spec"])]
            wrong += [(home, owner, document["spec"]) for owner in spots]

    assert wrong == []
    # Without admission most of them would have reached others: the test can fail.
    assert reached > PODS / 3
