"""A small judge of NetworkPolicies: who may connect to whom, as the API says and no engine is asked.

A connection is allowed when the policies of its source let it out and those of its target let it in; whoever is
selected by no policy of a direction is free in that direction. Only what the product renders is understood: policies
that select all pods of their namespace.

Source: Kubernetes 1.36, "Network Policies".
"""

import ipaddress
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Place:
    """One end of a connection: a pod, or an address outside of the cluster, which has no namespace."""

    name: str
    address: str
    namespace: str = ""
    namespace_labels: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    labels: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)


class Network:
    """The policies of a cluster."""

    def __init__(self, policies: Iterable[Mapping[str, Any]]) -> None:
        self._policies: dict[str, list[Mapping[str, Any]]] = {}
        for policy in policies:
            assert policy["spec"]["podSelector"] == {}, policy
            self._policies.setdefault(policy["metadata"]["namespace"], []).append(policy["spec"])

    def connects(self, source: Place, target: Place, port: int, protocol: str = "TCP") -> bool:
        """Whether `source` may open a connection to this port of `target`."""
        out = self._allows(source, "Egress", "egress", "to", target, port, protocol)
        return out and self._allows(target, "Ingress", "ingress", "from", source, port, protocol)

    def _allows(self, judged: Place, kind: str, rules: str, peers: str, other: Place, port: int, protocol: str) -> bool:
        found = [spec for spec in self._policies.get(judged.namespace, ()) if kind in spec["policyTypes"]]
        return not found or any(
            any(_is_peer(peer, other) for peer in rule[peers]) and _has_port(rule.get("ports"), port, protocol)
            for spec in found
            for rule in spec.get(rules, ())
        )


def _is_peer(peer: Mapping[str, Any], place: Place) -> bool:
    block = peer.get("ipBlock")
    if block is not None:
        inside = _within(place.address, block["cidr"])
        return inside and not any(_within(place.address, each) for each in block.get("except", ()))
    wanted = peer["namespaceSelector"]["matchLabels"], peer.get("podSelector", {}).get("matchLabels", {})
    return place.namespace != "" and all(
        given.items() <= labels.items()
        for given, labels in zip(wanted, (place.namespace_labels, place.labels), strict=True)
    )


def _within(address: str, cidr: str) -> bool:
    return ipaddress.ip_address(address) in ipaddress.ip_network(cidr)


def _has_port(ports: Iterable[Mapping[str, Any]] | None, port: int, protocol: str) -> bool:
    if ports is None:
        return True
    return any(
        each["protocol"] == protocol and each["port"] <= port <= each.get("endPort", each["port"]) for each in ports
    )
