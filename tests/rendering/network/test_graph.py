"""Who reaches whom equals what the tenant files say, over sets of tenants at random.

What the engine of the VPC CNI leaves open is not seen here: Windows nodes, pods without an owner, the first seconds of
a pod in mode `standard`, and the node itself, from which kubelet and DaemonSets on the host's network always get in.
"""

import random
from itertools import product
from typing import Any

import pytest

from components.model.tenant import TenantSpec
from components.rendering.namespaces import namespace
from components.rendering.network_policies import network_policies
from tests.builders import settings, tenant
from tests.rendering.builders import cluster
from tests.rendering.network.builders import Network, Place

SUBNETS = ("10.0.0.0/19", "10.0.32.0/19")
FACTS = cluster(subnet_ranges=SUBNETS)
OFFICE = "192.168.7.0/24"
PORTS = (53, 80, 443, 5432)
OUTSIDE = {
    "office": Place("office", "192.168.7.9"),
    "other network": Place("other network", "192.168.8.9"),
    "internet": Place("internet", "203.0.113.5"),
    "metadata": Place("metadata", "169.254.169.254"),
    "Kubernetes API": Place("Kubernetes API", "172.20.0.1"),
    "load balancer": Place("load balancer", "10.0.0.9"),
}


def some_tenants(seed: int) -> list[TenantSpec]:
    """Five tenants with one or two namespaces each and openings at random."""
    chance = random.Random(seed)
    known = [f"t{number}" for number in range(5)]

    def peers() -> list[dict[str, Any]]:
        return [peer() for _ in range(chance.randrange(3))]

    def peer() -> dict[str, Any]:
        whom: dict[str, Any] = chance.choice(
            [
                {"tenant": chance.choice(known)},
                {"namespace": chance.choice([*known, "monitoring"])},
                {"cidr": OFFICE},
                {"loadBalancers": True},
            ]
        )
        ports = chance.choice(
            [None, [{"port": 443}], [{"port": 80, "endPort": 443}], [{"port": 53, "protocol": "UDP"}]]
        )
        return whom if ports is None else {**whom, "ports": ports}

    def one(name: str) -> TenantSpec:
        policy = {
            "internet": chance.random() < 0.5,
            "kubernetesApi": chance.random() < 0.5,
            "allowFrom": peers(),
            "allowTo": peers(),
        }
        spaces = [{}, {"suffix": "b"}][: chance.randint(1, 2)]
        return tenant(name, namespaces=spaces, networkPolicy=policy)

    return [one(name) for name in known]


def pods_of(spec: TenantSpec, number: int) -> list[Place]:
    found: list[Place] = []
    for index, space in enumerate(spec.namespaces):
        name = spec.namespace_name(space)
        labels = namespace(spec, space, settings(), FACTS)["metadata"]["labels"]
        address = f"10.0.{number + 1}.{index + 10}"
        found.append(Place(str(spec.name), address, name, {**labels, "kubernetes.io/metadata.name": name}))
    return found


def network_of(tenants: list[TenantSpec]) -> Network:
    return Network(
        policy
        for spec in tenants
        for space in spec.namespaces
        for policy in network_policies(spec, space, settings(), FACTS)
    )


def opens(spec: TenantSpec, direction: str, other: Place, port: int) -> bool:
    """Whether the tenant file lists the other end under allowFrom or allowTo, for TCP."""
    listed = spec.network_policy.allow_from if direction == "from" else spec.network_policy.allow_to
    for peer in listed:
        is_meant = (
            (peer.tenant is not None and peer.tenant == other.name and other.namespace != "")
            or (peer.namespace is not None and peer.namespace == other.namespace)
            or (peer.cidr is not None and other.name == "office")
            or (peer.load_balancers and other.name == "load balancer")
        )
        has_port = not peer.ports or any(
            each.protocol == "TCP" and each.port <= port <= (each.end_port or each.port) for each in peer.ports
        )
        if is_meant and has_port:
            return True
    return False


def known_gap(direction: str, spec: TenantSpec, port: int) -> bool:
    """Load balancers and the API server have addresses of the subnets, and so have all pods: who may be reached by, or
    reach, the one is open to the other on that side. The other side's policies still have to agree."""
    listed = spec.network_policy.allow_from if direction == "from" else spec.network_policy.allow_to
    by_load_balancer = any(
        peer.load_balancers
        and (
            not peer.ports
            or any(each.protocol == "TCP" and each.port <= port <= (each.end_port or each.port) for each in peer.ports)
        )
        for peer in listed
    )
    return by_load_balancer or (direction == "to" and spec.network_policy.kubernetes_api and port == 443)


def said(source: TenantSpec, a: Place, target: TenantSpec, b: Place, port: int) -> bool:
    """Whether the files say that a pod of one reaches a pod of the other."""
    if source.name == target.name:
        return True
    out = opens(source, "to", b, port) or known_gap("to", source, port)
    return out and (opens(target, "from", a, port) or known_gap("from", target, port))


@pytest.mark.parametrize("seed", range(12))
def test_pods_reach_the_pods_that_both_files_name(seed: int):
    tenants = some_tenants(seed)
    network = network_of(tenants)
    pods = [(spec, pod) for number, spec in enumerate(tenants) for pod in pods_of(spec, number)]

    wrong = [
        (a.namespace, b.namespace, port)
        for (source, a), (target, b), port in product(pods, pods, PORTS)
        if network.connects(a, b, port) is not said(source, a, target, b, port)
    ]

    assert wrong == []


@pytest.mark.parametrize("seed", range(12))
def test_what_lies_outside_is_reached_as_the_files_say(seed: int):
    tenants = some_tenants(seed)
    network = network_of(tenants)

    for number, spec in enumerate(tenants):
        for pod, place, port in product(pods_of(spec, number), OUTSIDE.values(), PORTS):
            rules = spec.network_policy
            out = opens(spec, "to", place, port) or {
                "internet": rules.internet,
                "Kubernetes API": rules.kubernetes_api and port == 443,
                "load balancer": rules.kubernetes_api and port == 443,
            }.get(place.name, False)
            assert network.connects(pod, place, port) is out, (pod.namespace, place.name, port)
            assert network.connects(place, pod, port) is opens(spec, "from", place, port), (place.name, pod.namespace)


def test_a20_no_opening_of_one_file_alone_joins_two_tenants():
    """The attack opens egress only, by hand or in its own file; the twin is what both files agree on."""
    beta = tenant("beta", networkPolicy={"allowFrom": []})
    open_beta = tenant("beta", networkPolicy={"allowFrom": [{"tenant": "alpha"}]})
    alpha = tenant("alpha", networkPolicy={"allowTo": [{"tenant": "beta"}]})
    (a,), (b,) = pods_of(alpha, 0), pods_of(beta, 1)

    assert not network_of([alpha, beta]).connects(a, b, 80)
    assert network_of([alpha, open_beta]).connects(a, b, 80)
    assert not network_of([alpha, open_beta]).connects(b, a, 80)


def test_nobody_reaches_the_metadata_of_a_node():
    spec = tenant(networkPolicy={"internet": True})

    assert not network_of([spec]).connects(pods_of(spec, 0)[0], OUTSIDE["metadata"], 80)


def test_names_are_looked_up_in_kube_system():
    spec = tenant()
    labels = {"kubernetes.io/metadata.name": "kube-system"}
    dns = Place("dns", "10.0.0.7", "kube-system", labels, {"k8s-app": "kube-dns"})
    other = Place("other", "10.0.0.8", "kube-system", labels, {"k8s-app": "other"})
    (pod,) = pods_of(spec, 0)

    found = [network_of([spec]).connects(pod, place, 53, "UDP") for place in (dns, other)]

    assert found == [True, False]
